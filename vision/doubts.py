"""What a person should be told about the cards that were seen, and about those that were not."""

from collections.abc import Iterator, Sequence

import numpy as np

from vision.causes import box_of, cause_of
from vision.deck import JOKER
from vision.frames import Spots, corner_of
from vision.hands import HAND_SIZE
from vision.looking import Pixels
from vision.placing import CardPlaces
from vision.problems import Box, Problem, ProblemKind
from vision.seeing import Seen

_FAR_CARDS = 1.6  # card heights between two places that cannot be one card
_WIDE_STEP = 1.6  # usual steps between neighbours that leave room for one more


def unnamed_problems(pixels: Pixels, seen: Seen) -> list[Problem]:
    """Jokers, repeated cards and indices that could not be read, each where it lies."""
    problems = []
    for card, members in enumerate(seen.members):
        box = box_of(seen.indices, members[0])
        if seen.naming.names[card] == JOKER:
            problems.append(Problem(ProblemKind.JOKER, box))
        elif seen.naming.repeats[card] >= 0:
            problems += _repeated(seen, card, box)
        elif card in seen.unread:
            problems.append(Problem(ProblemKind.UNREAD, box))
            problems += [found for found in [cause_of(pixels, seen.indices, members[0])] if found]
    return problems


def _repeated(seen: Seen, card: int, box: Box) -> Iterator[Problem]:
    """A second place that reads the same, unless it can be a corner of the same card."""
    place = np.flatnonzero(seen.named == seen.naming.repeats[card])
    if not len(place):
        return
    first, again = seen.index_of(int(place[0])), seen.members[card][0]
    apart = float(np.linalg.norm(seen.places.centres_xy[place[0]] - seen.indices.centres_xy[again]))
    if apart > _FAR_CARDS * seen.places.card_h_px[place[0]]:
        yield Problem.of(ProblemKind.CARD_TWICE, box, card=str(seen.name_of(int(place[0]))))
    elif corner_of(Spots.of(seen.indices), first, again) in ("same", "odd"):
        yield Problem(ProblemKind.UNREAD, box)


def hand_problems(
    pixels: Pixels, seen: Seen, lines: Sequence[Sequence[int]], flagged: Sequence[int]
) -> list[Problem]:
    """What is wrong with one hand.

    Args:
        pixels: the photo.
        seen: its cards.
        lines: positions in `seen.places` of the hand's cards, row by row or as one line.
        flagged: those of them that are in doubt.
    """
    count = sum(len(line) for line in lines)
    if count == 0:
        return [Problem(ProblemKind.NO_CARDS)]
    problems = []
    if count != HAND_SIZE:
        problems.append(Problem.of(ProblemKind.NOT_THIRTEEN, count=count))
    if count == HAND_SIZE - 1:
        problems += _gaps(seen.places, lines)
    for place in flagged:
        cause = cause_of(pixels, seen.indices, seen.index_of(place))
        if cause is not None:
            problems.append(cause)
    return problems


def _gaps(places: CardPlaces, lines: Sequence[Sequence[int]]) -> Iterator[Problem]:
    """The widest step between neighbours, if one more card fits in."""
    steps, middles = [], []
    for line in lines:
        centres = places.centres_xy[list(line)]
        steps += np.linalg.norm(np.diff(centres, axis=0), axis=1).tolist()
        middles += ((centres[1:] + centres[:-1]) / 2).tolist()
    if steps and max(steps) > _WIDE_STEP * float(np.median(steps)):
        x, y = middles[int(np.argmax(steps))]
        side = float(np.median(places.card_h_px[[card for line in lines for card in line]])) / 2
        yield Problem(ProblemKind.GAP, _square(x, y, side))


def _square(x: float, y: float, side: float) -> Box:
    return round(x - side / 2), round(y - side / 2), round(side), round(side)


def along(places: CardPlaces) -> tuple[int, ...]:
    """Positions of cards that lie in no rows, left to right as their holder sees them."""
    if not len(places):
        return ()
    up = places.ups.mean(axis=0)
    length = float(np.linalg.norm(up))
    right = np.array([-up[1], up[0]]) / length if length > 0.5 else np.array([1.0, 0.0])
    return tuple(np.argsort(places.centres_xy @ right, kind="stable").tolist())
