"""Where the physical cards lie, from the corners of them that are seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.frames import USUAL_STEP, Spots, corner_of, has_four_corners, upright, usual_step
from vision.indices import Indices

_NEIGHBOURS = 7
_WIDTH_SHARE = 63 / 88  # of a card's height
_MARGIN_SIZES = 1.4  # what the card reaches beyond its two indices' middles
_LIKE_USUAL = 1.3  # times the usual length, or that part of it: else two cards were taken for one
_NEAREST, _AROUND = 3, 9  # cards, itself among them
_ALIKE, _AS_NEAREST = 0.6, 0.87  # length of the mean axis: 1 where all are one
_MOST_ASKEW = np.radians(6)
_TEACHERS = 3
_SAME_LEVEL = 0.4  # of a card's length; another corner that lies farther off was misread

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """M physical cards, in pixels of the oriented image.

    centres_xy (M, 2), ups (M, 2) unit vectors (a card has two, of its surest index), sizes_px (M,)
    of its index, card_h_px (M,) length of the card.
    """

    centres_xy: Array
    ups: Array
    sizes_px: Array
    card_h_px: Array

    def __len__(self) -> int:
        return len(self.centres_xy)

    @property
    def outlines(self) -> Array:
        """(M, 4, 2) the cards' corners."""
        half = self.ups * (self.card_h_px / 2)[:, None]
        side = np.stack([-half[:, 1], half[:, 0]], axis=1) * _WIDTH_SHARE
        ways = [half - side, half + side, side - half, -half - side]
        return np.stack([self.centres_xy + way for way in ways], axis=1)

    def select(self, chosen: Sequence[int] | NDArray[np.intp]) -> "CardPlaces":
        """Those at the given positions, in that order."""
        at = np.asarray(chosen, dtype=np.intp)
        return CardPlaces(self.centres_xy[at], self.ups[at], self.sizes_px[at], self.card_h_px[at])


def place_cards(indices: Indices, cards: Sequence[Sequence[int]]) -> CardPlaces:
    """Places of the cards whose indices are at the given positions, surest first.

    A card of which one corner is seen reaches as far as those around it of which two are, and in
    that direction by its axis, which holds for a tilted camera too.
    """
    if not cards:
        return CardPlaces(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0))
    spots = Spots.of(indices)
    smoothed = _smoothed(spots)
    sizes = np.array([np.median(smoothed[list(members)]) for members in cards])
    four = has_four_corners(spots, cards)
    cards = _parted(spots, cards, sizes, four=four)
    firsts = np.array([members[0] for members in cards], dtype=np.intp)
    ups, corners = spots.ups[firsts], spots.centres_xy[firsts]
    reaches = _reaches(spots, cards, sizes, four=four)
    heights = np.abs((reaches * ups).sum(axis=1)) + _MARGIN_SIZES * sizes
    return CardPlaces(corners + reaches / 2, ups, sizes, heights)


def parallel_middles(indices: Indices, cards: Sequence[Sequence[int]]) -> Array:
    """(M, 2) middles of cards that are known to lie one way, as in rows.

    An index that is up as the cards' common axis lies at the upper edge of its card, any other at
    the lower one, and from either it is half a card to the middle: so no axis is asked, of which a
    half-hidden index or a tilted camera shows another at each corner. Args as of `place_cards`.
    """
    spots = Spots.of(indices)
    smoothed = _smoothed(spots)
    sizes = np.array([np.median(smoothed[list(members)]) for members in cards])
    turn = upright(spots.ups[[members[0] for members in cards]])
    spots = spots.through(turn.T)
    lower = spots.ups[:, 1] > 0
    step = _edge_step(spots, cards, sizes, lower)
    middles = []
    for members, size in zip(cards, sizes, strict=True):
        half = np.where(lower[list(members)], -0.5, 0.5)[:, None] * step * size
        told = spots.centres_xy[list(members)] + half
        agree = np.abs(told[:, 1] - told[0, 1]) < _SAME_LEVEL * abs(step[1]) * size
        middles.append(told[agree].mean(axis=0))
    return np.asarray(middles @ turn.T)


def _edge_step(
    spots: Spots, cards: Sequence[Sequence[int]], sizes: Array, lower: NDArray[np.bool_]
) -> Array:
    """(2,) from the index at a card's upper edge to that at its lower one, in index sizes."""
    steps = []
    for members, size in zip(cards, sizes, strict=True):
        edges = {bool(lower[i]): spots.centres_xy[i] for i in reversed(members)}  # surest last
        if len(edges) > 1:
            steps.append((edges[True] - edges[False]) / size)
    if not steps:
        return np.array([USUAL_STEP[0], -USUAL_STEP[1]])
    return np.asarray(np.median(steps, axis=0))


def _smoothed(spots: Spots) -> Array:
    """(N,) sizes as those of the nearest indices: one index alone is measured badly."""
    steps = spots.centres_xy[:, None] - spots.centres_xy[None]
    nearest = np.argsort(np.linalg.norm(steps, axis=2), axis=1)[:, :_NEIGHBOURS]
    smoothed: Array = np.median(spots.sizes[nearest], axis=1)
    return smoothed


def _parted(
    spots: Spots, cards: Sequence[Sequence[int]], sizes: Array, *, four: bool
) -> list[Sequence[int]]:
    """The cards, of two indices too far apart or too near for one card only the one that is its.

    The other is where a corner of some other card has to be, which was misread.
    """
    ways = _diagonals([_corners(spots, members) for members in cards], four=four)
    lengths = {card: float(np.hypot(*way)) / sizes[card] for card, way in ways.items()}
    usual = sorted(lengths.values())[(len(lengths) - 1) // 2] if lengths else 1.0
    wrong = [card for card in ways if not 1 / _LIKE_USUAL < lengths[card] / usual < _LIKE_USUAL]
    parted = [members[:1] if card in wrong else members for card, members in enumerate(cards)]
    if not wrong:
        return parted
    firsts = [members[0] for members in parted]
    ends = spots.centres_xy[firsts] + _reaches(spots, parted, sizes, four=four)
    for card in wrong:
        others = np.delete(ends, card, axis=0)
        apart = [np.linalg.norm(others - spots.centres_xy[i], axis=1).min() for i in cards[card]]
        parted[card] = [cards[card][int(np.argmax(apart))]]
    return parted


def _reaches(spots: Spots, cards: Sequence[Sequence[int]], sizes: Array, *, four: bool) -> Array:
    """(M, 2) from each card's first index to the opposite corner, seen or told by others."""
    seen = [_corners(spots, members) for members in cards]
    diagonals = _diagonals(seen, four=four)
    step = usual_step(spots, [cards[card] for card in diagonals])
    teachers = [card for card in diagonals if "mirrored" not in seen[card]]
    firsts = np.array([members[0] for members in cards], dtype=np.intp)
    axes = _axes(spots, firsts)
    corners = spots.centres_xy[firsts]
    reaches = np.zeros((len(cards), 2))
    for card, up in enumerate(spots.ups[firsts]):
        if card in diagonals:
            reaches[card] = diagonals[card]
        elif four and seen[card].keys() & {"beside", "below"}:
            reaches[card] = _along_side(seen[card], up * sizes[card], step)
        else:
            taught = [
                _turned(diagonals[other] / sizes[other], axes[card] - axes[other], up)
                for other in sorted(teachers, key=partial(_apart, corners, card))[:_TEACHERS]
            ] or [_along_side({}, up, step)]
            reaches[card] = np.median(taught, axis=0) * sizes[card]
    return reaches


def _apart(corners: Array, card: int, other: int) -> float:
    return float(np.hypot(*(corners[card] - corners[other])))


def _corners(spots: Spots, members: Sequence[int]) -> dict[str, Array]:
    """Ways from a card's first index to its others, by their corner."""
    first = members[0]
    return {
        corner_of(spots, first, other): spots.centres_xy[other] - spots.centres_xy[first]
        for other in reversed(members[1:])
    }


def _diagonals(seen: Sequence[dict[str, Array]], *, four: bool) -> dict[int, Array]:
    """Ways to the opposite corner by card, where it is seen.

    In a deck with two indices a card, whatever lies below the first is the opposite corner, seen
    by a tilted camera.
    """
    kinds = ("opposite", "mirrored") if four else ("opposite", "mirrored", "below")
    return {
        card: next(corners[kind] for kind in kinds if kind in corners)
        for card, corners in enumerate(seen)
        if corners.keys() & set(kinds)
    }


def _axes(spots: Spots, firsts: NDArray[np.intp]) -> Array:
    """(M,) angles in radians of the cards' axes.

    A half-hidden index can be some 30 degrees askew, so that it is believed only so far from the
    cards around it; not in a fan, where the nearest lie much more alike than those around.
    """
    own = np.exp(2j * np.arctan2(spots.ups[firsts, 1], spots.ups[firsts, 0]))  # an axis has no end
    corners = spots.centres_xy[firsts]
    steps = corners[:, None] - corners[None]
    order = np.argsort(np.linalg.norm(steps, axis=2), axis=1)
    nearest, around = (own[order[:, :count]].mean(axis=1) for count in (_NEAREST, _AROUND))
    least = max(_ALIKE, _AS_NEAREST * float(np.median(np.abs(nearest))))
    apart = np.clip(np.angle(own / around), -2 * _MOST_ASKEW, 2 * _MOST_ASKEW)
    axes: Array = np.where(np.abs(around) > least, np.angle(around) + apart, np.angle(own)) / 2
    return axes


def _turned(way: Array, angle: float, up: Array) -> Array:
    """The way to the opposite corner, turned from one card to another and away from its up."""
    cos, sin = np.cos(angle), np.sin(angle)
    turned = np.array([cos * way[0] - sin * way[1], sin * way[0] + cos * way[1]])
    return np.asarray(-turned if turned @ up > 0 else turned)


def _along_side(seen: dict[str, Array], up: Array, step: tuple[float, float]) -> Array:
    """The way to the opposite corner from an adjacent one, or from the deck's usual step alone.

    Where only the strip along one side is seen, its middle stands for the card's.
    """
    if "below" in seen:
        return seen["below"]
    across = seen.get("beside", np.array([-up[1], up[0]]) * step[0])
    return np.asarray(across + up * step[1])
