"""Where the physical cards lie, from the corners of them that are seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.frames import Spots, corner_of, usual_step
from vision.indices import Indices

_NEIGHBOURS = 7
_MARGIN_SIZES = 1.4  # what the card reaches beyond its two indices' middles
_LIKE_USUAL = 1.3  # times the usual length, or that part of it: else two cards were taken for one
_AROUND, _ALIKE = 9, 0.8  # 1 where the axes of so many cards are one
_MOST_ASKEW = np.radians(6)
_TEACHERS = 3
_FOUR_CORNER_CARDS = 2  # that many with adjacent corners make it a deck with four

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
    firsts = np.array([members[0] for members in cards], dtype=np.intp)
    ups, corners = spots.ups[firsts], spots.centres_xy[firsts]
    smoothed = _smoothed(spots)
    sizes = np.array([np.median(smoothed[list(members)]) for members in cards])
    reaches = _reaches(spots, cards, sizes)
    heights = np.abs((reaches * ups).sum(axis=1)) + _MARGIN_SIZES * sizes
    return CardPlaces(corners + reaches / 2, ups, sizes, heights)


def _smoothed(spots: Spots) -> Array:
    """(N,) sizes as those of the nearest indices: one index alone is measured badly."""
    steps = spots.centres_xy[:, None] - spots.centres_xy[None]
    nearest = np.argsort(np.linalg.norm(steps, axis=2), axis=1)[:, :_NEIGHBOURS]
    smoothed: Array = np.median(spots.sizes[nearest], axis=1)
    return smoothed


def _reaches(spots: Spots, cards: Sequence[Sequence[int]], sizes: Array) -> Array:
    """(M, 2) from each card's first index to the opposite corner, seen or told by others."""
    seen = [_corners(spots, members) for members in cards]
    four = sum("beside" in kinds for kinds in seen) >= _FOUR_CORNER_CARDS
    diagonals = _diagonals(seen, sizes, four=four)
    step = usual_step(spots, [cards[card] for card in diagonals])
    teachers = [card for card in diagonals if "mirrored" not in seen[card]]
    firsts = np.array([members[0] for members in cards], dtype=np.intp)
    axes, corners = _axes(spots, firsts), spots.centres_xy[firsts]
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


def _diagonals(seen: Sequence[dict[str, Array]], sizes: Array, *, four: bool) -> dict[int, Array]:
    """Ways to the opposite corner by card, where it is seen and about as far away as on others.

    In a deck with two indices a card, whatever lies below the first is the opposite corner, seen
    by a tilted camera.
    """
    kinds = ("opposite", "mirrored") if four else ("opposite", "mirrored", "below")
    ways = {
        card: next(corners[kind] for kind in kinds if kind in corners)
        for card, corners in enumerate(seen)
        if corners.keys() & set(kinds)
    }
    lengths = {card: float(np.hypot(*way)) / sizes[card] for card, way in ways.items()}
    usual = sorted(lengths.values())[(len(lengths) - 1) // 2] if lengths else 1.0
    return {
        card: way
        for card, way in ways.items()
        if 1 / _LIKE_USUAL < lengths[card] / usual < _LIKE_USUAL
    }


def _axes(spots: Spots, firsts: NDArray[np.intp]) -> Array:
    """(M,) angles in radians of the cards' axes.

    A half-hidden index can be some 30 degrees askew: where the cards around it lie alike, it is
    believed only that far from them.
    """
    own = np.exp(2j * np.arctan2(spots.ups[firsts, 1], spots.ups[firsts, 0]))  # an axis has no end
    corners = spots.centres_xy[firsts]
    steps = corners[:, None] - corners[None]
    nearest = np.argsort(np.linalg.norm(steps, axis=2), axis=1)[:, :_AROUND]
    around = own[nearest].mean(axis=1)
    apart = np.clip(np.angle(own / around), -2 * _MOST_ASKEW, 2 * _MOST_ASKEW)
    axes: Array = np.where(np.abs(around) > _ALIKE, np.angle(around) + apart, np.angle(own)) / 2
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
