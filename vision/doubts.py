"""What a person should be told about the cards that were seen, and about those that were not."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.terms import Row
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

Array = NDArray[np.float64]


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
    problems: list[Problem | None] = []
    if count != HAND_SIZE:
        problems.append(Problem.of(ProblemKind.NOT_THIRTEEN, count=count))
    if count == HAND_SIZE - 1:
        problems.append(_gap(seen.places, lines, (pixels.shape[1], pixels.shape[0])))
    problems += [cause_of(pixels, seen.indices, seen.index_of(place)) for place in flagged]
    return [problem for problem in problems if problem is not None]


def _gap(
    places: CardPlaces, lines: Sequence[Sequence[int]], size_wh: tuple[int, int]
) -> Problem | None:
    """Where the one card that is missing probably lies: in a wide step, or next to an end.

    Where rows are known, it is the row that is short; at an end, the one nearer to all the others.
    What lies beyond the edge of the photo is cut off; of a fan only that is told at an end.
    """
    paths = [places.centres_xy[list(line)] for line in lines]
    short = [paths[line] for line in _short_lines(lines) if len(paths[line]) > 1]
    if not short:
        return None
    side = float(np.median(places.card_h_px[[card for line in lines for card in line]])) / 2
    usual = float(np.median(np.concatenate([_steps(path) for path in paths])))
    path = max(short, key=lambda path: float(_steps(path).max()))
    before = int(_steps(path).argmax())
    if _steps(path)[before] > _WIDE_STEP * usual:
        return Problem(ProblemKind.GAP, _square((path[before] + path[before + 1]) / 2, side))
    middle = np.mean([path.mean(axis=0) for path in paths], axis=0)
    ends = [end for path in short for end in _next_places(path)]
    ends.sort(key=lambda end: float(np.linalg.norm(end - middle)))
    limits = np.full(2, side / 2), np.array(size_wh) - side / 2
    beyond = [end for end in ends if not np.array_equal(end, np.clip(end, *limits))]
    if len(lines) == 1:
        ends = beyond
    if not ends:
        return None
    kind = ProblemKind.CUT_OFF if any(end is ends[0] for end in beyond) else ProblemKind.GAP
    return Problem(kind, _square(np.clip(ends[0], *limits), side))


def _short_lines(lines: Sequence[Sequence[int]]) -> list[int]:
    """Positions of the lines that lack a card, front row first; all where rows are unknown."""
    whole = [row.size for row in Row]
    if len(lines) != len(whole):
        return list(range(len(lines)))
    return [i for i, (line, size) in enumerate(zip(lines, whole, strict=True)) if len(line) < size]


def _steps(path: Array) -> Array:
    """(K - 1,) distances between neighbours of K places."""
    steps: Array = np.linalg.norm(np.diff(path, axis=0), axis=1)
    return steps


def _next_places(path: Array) -> tuple[Array, Array]:
    """(2,) each: where one more card would lie before the first and after the last."""
    step = np.median(np.diff(path, axis=0), axis=0)
    return path[0] - step, path[-1] + step


def _square(centre: Array, side: float) -> Box:
    x, y = centre.tolist()
    return round(x - side / 2), round(y - side / 2), round(side), round(side)


def along(places: CardPlaces) -> tuple[int, ...]:
    """Positions of cards that lie in no rows, left to right as their holder sees them."""
    if not len(places):
        return ()
    up = places.ups.mean(axis=0)
    length = float(np.linalg.norm(up))
    right = np.array([-up[1], up[0]]) / length if length > 0.5 else np.array([1.0, 0.0])
    return tuple(np.argsort(places.centres_xy @ right, kind="stable").tolist())
