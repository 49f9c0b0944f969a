"""Doubtful indices that a surely read card explains: its other corners, or the print on its face.

A detector also fires on the faces of court cards and on large pips, and a classifier may not make
out the far corner of a card whose near one it reads well. Where such an index lies at the place of
a corner of a surely read card, or inside a card of which two opposite corners are read, it is no
card of its own, unless it is readable and has no likeness to that card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import CORNERS
from vision.credibility import credibility
from vision.frames import Spots, corner_of, flattening, has_four_corners, usual_step
from vision.indices import Indices

_NEAR_SIZES = 0.9  # from where the corner should be
_NEAR_SHARE = 0.25  # or this share of the way to it, for perspective
_FOURTH_SIZES = 0.5  # from where three corners put the fourth
_BEYOND_DOUBT = 5.5  # log-odds of an index that is a card of its own even there
_OPEN_SINGLE, _OPEN_PAIR = 0.9, 0.7
_READABLE, _UNLIKE = 0.4, -6.5  # certainty of its own name, log-probability of the other card's
_TELLING = ("opposite", "mirrored", "beside", "below")  # the corners that tell a frame, best first
_BORDER = 0.15  # of a card, around its two corners' middles, that still counts as its face

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Card:
    """A surely read card: one index, its size, and the way to the opposite corner's index."""

    corner: Vector
    right: Vector
    up: Vector
    size: float
    step: tuple[float, float]
    opposite: str | None  # "opposite" or "mirrored" if that corner is seen
    seen: tuple[Vector, ...]  # all its indices

    def corners(self, four: bool) -> list[Vector]:
        """Where its other indices should be."""
        if len(self.seen) == CORNERS - 1:
            return [self.fourth()]
        across, down = self.right * self.step[0], self.up * self.step[1]
        if self.opposite and four:
            side = across if self.opposite == "opposite" else -across
            return [self.corner + side, self.corner + down]
        ends = [self.corner + across + down]
        if four:  # this one may itself be a left or a right corner
            ends += [self.corner + down + way * across for way in (0, -1)]
            ends += [self.corner + way * across for way in (1, -1)]
        return ends

    def fourth(self) -> Vector:
        """Where the fourth corner's index should be if three are seen: it completes a rectangle."""
        first, second, third = self.seen
        across = [third - second, third - first, second - first]
        right_angled = int(np.argmax([float(np.hypot(*side)) for side in across]))
        fourth: Vector = first + second + third - 2 * self.seen[right_angled]
        return fourth

    def explains(self, point: Vector, *, four: bool) -> bool:
        """Whether an index at this point is this card's."""
        for end in self.corners(four):
            reach = max(_NEAR_SIZES * self.size, _NEAR_SHARE * float(np.hypot(*self.step)))
            if float(np.linalg.norm(point - end)) < reach:
                return True
        return self.opposite is not None and self._on_face(point)

    def _on_face(self, point: Vector) -> bool:
        from_corner = point - self.corner
        across = float(from_corner @ self.right) / self.step[0]
        across = -across if self.opposite == "mirrored" else across
        down = float(from_corner @ self.up) / self.step[1]
        return -_BORDER < across < 1 + _BORDER and -_BORDER < down < 1 + _BORDER


def explained(
    indices: Indices,
    members: Sequence[Sequence[int]],
    certainty: NDArray[np.float64],
    likeness: NDArray[np.float64],
    *,
    sure: NDArray[np.bool_],
    taken: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """(M,) which cards are only corners or print of the S sure ones.

    A sure card is that only at the fourth corner of another, and not if it is beyond doubt.

    Args:
        indices: all indices of the photo.
        members: positions of the indices of each of M cards, surest first.
        certainty: (M,) of the likeliest name by a card's own indices; two corners that agree are
            not explained away as easily as one.
        likeness: (M, S) log-probability by a card's own indices that it has each sure card's name.
        sure: (M,) whether a card's name is beyond doubt.
        taken: (M,) whether another, sure card has the likeliest name.
    """
    if not sure.any():
        return np.zeros(len(members), dtype=bool)
    strong = [members[card] for card in np.flatnonzero(sure).tolist()]
    tilted = Spots.of(indices)
    spots = tilted.through(flattening(tilted, strong))
    step = usual_step(spots, strong)
    cards = [_card(spots, card, step) for card in strong]
    # A fan shows few corners beside each other: by those alone one in two hundred is misread.
    four = has_four_corners(spots, [card[:CORNERS] for card in strong], ("beside", "below"))
    points = spots.centres_xy
    result = np.zeros(len(members), dtype=bool)
    if four:
        odds = credibility(indices, [card[0] for card in members], certainty)
        result |= _fourth_corners(spots, members, cards) & (odds < _BEYOND_DOUBT)
    limits = np.array([_OPEN_PAIR if len(corners) > 1 else _OPEN_SINGLE for corners in members])
    limits[taken] = np.inf
    alike = (likeness > _UNLIKE) | (certainty < _READABLE)[:, None]
    for weak in np.flatnonzero(~sure & (certainty < limits)).tolist():
        possible = [cards[card] for card in np.flatnonzero(alike[weak])]
        result[weak] = all(
            any(card.explains(points[i], four=four) for card in possible) for i in members[weak]
        )
    return result


def _fourth_corners(
    spots: Spots, members: Sequence[Sequence[int]], cards: Sequence[_Card]
) -> NDArray[np.bool_]:
    """(M,) which cards are one index where three corners of another card leave its fourth.

    However sure its name is: a smudge can make a 6 of spades of a jack.
    """
    fourths = [(card.size, card.fourth()) for card in cards if len(card.seen) == CORNERS - 1]
    return np.array(
        [
            len(corners) == 1
            and any(
                float(np.linalg.norm(spots.centres_xy[corners[0]] - place)) < _FOURTH_SIZES * size
                for size, place in fourths
            )
            for corners in members
        ],
        dtype=bool,
    )


def _card(spots: Spots, members: Sequence[int], step: tuple[float, float]) -> _Card:
    first = members[0]
    up, size = spots.ups[first], float(spots.sizes[first])
    scale = size
    kinds = {corner_of(spots, first, other): other for other in reversed(members[1:])}
    known = next((kind for kind in _TELLING if kind in kinds), None)
    if known:
        reach = spots.centres_xy[kinds[known]] - spots.centres_xy[first]
        up, scale = _frame(reach, up, step, known)
    return _Card(
        corner=spots.centres_xy[first],
        right=np.array([-up[1], up[0]]),
        up=up,
        size=size,
        step=(step[0] * scale, step[1] * scale),
        opposite=known if known in ("opposite", "mirrored") else None,
        seen=tuple(spots.centres_xy[member] for member in members),
    )


def _frame(reach: Vector, up: Vector, step: tuple[float, float], kind: str) -> tuple[Vector, float]:
    """Up direction and scale of a card from two of its corners, better told than by one index."""
    right, down = step
    usual = {
        "opposite": (right, down),
        "mirrored": (-right, down),
        "beside": (right, 0.0),
        "below": (0.0, down),
    }[kind]
    if kind == "beside" and float(reach @ (-up[1], up[0])) < 0:
        usual = (-right, 0.0)
    turn = np.arctan2(reach[1], reach[0]) - np.arctan2(-usual[1], usual[0])
    return np.array([np.sin(turn), -np.cos(turn)]), float(np.hypot(*reach) / np.hypot(*usual))
