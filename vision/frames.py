"""How the corners of one card lie to each other in this photo, and how the camera was tilted."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices

# From one corner's index to the opposite one, in index sizes to the right and up: a card of
# 63 × 88 mm with an index of 17 mm. Used only where no card shows both.
USUAL_STEP = (2.9, -3.6)
CORNER_KINDS = ("opposite", "mirrored", "beside", "below")  # of `corner_of`
_SLANT = 0.4  # how far off the card's side an adjacent corner may seem to lie
_FOUR_CORNER_CARDS = 2  # that many with adjacent corners make it a deck with four
_STIFFNESS = 0.05  # of the belief that the camera looks straight down
_MOST_SQUASHED = 0.8  # 1 would be a card seen from its edge

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Spots:
    """N indices as places in a plane: centres_xy and ups (N, 2), ups of length 1; sizes (N,)."""

    centres_xy: Array
    ups: Array
    sizes: Array

    @classmethod
    def of(cls, indices: Indices) -> Self:
        """Places of indices in pixels; the size is the longer of height and width."""
        return cls(
            indices.centres_xy.astype(np.float64),
            indices.ups.astype(np.float64),
            np.maximum(indices.heights_px, indices.widths_px).astype(np.float64),
        )

    def through(self, matrix: Array) -> "Spots":
        """The same indices in another plane: every point times `matrix` (2, 2)."""
        ups = self.ups @ matrix.T
        ups /= np.linalg.norm(ups, axis=1, keepdims=True)
        return Spots(self.centres_xy @ matrix.T, ups, self.sizes)

    def right_and_up(self, first: int, other: int) -> tuple[float, float]:
        """From one index to another, along the first one's own directions."""
        reach, up = self.centres_xy[other] - self.centres_xy[first], self.ups[first]
        return float(reach @ (-up[1], up[0])), float(reach @ up)


def upright(ups: Array) -> Array:
    """(2, 2) that turns points, `points @ it`, so that cards with these up directions stand.

    Their axes count, whichever end of a card is up.
    """
    cosine, sine = doubled(ups).mean(axis=0)
    turn = np.arctan2(sine, cosine) / 2 + np.pi / 2
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def alignment(ups: Array) -> float:
    """How parallel the axes of cards with these up directions are: 1 all one way, 0 any way."""
    return float(np.hypot(*doubled(ups).mean(axis=0)))


def doubled(ups: Array) -> Array:
    """(N, 2) directions of twice the angle: alike for both ends of a card, opposite if square."""
    return np.stack([ups[:, 0] ** 2 - ups[:, 1] ** 2, 2 * ups[:, 0] * ups[:, 1]], axis=1)


def corner_of(spots: Spots, first: int, other: int) -> str:
    """Which corner another index of the same card has, seen from its first.

    "opposite", "mirrored" (the opposite one of a right-hand corner), "beside", "below", "same"
    (the very spot) or "odd" (no corner: one of the two is askew or misread).
    """
    right, up = spots.right_and_up(first, other)
    size = float(spots.sizes[first])
    if max(abs(right), abs(up)) < size:
        return "same"
    if abs(up) < _SLANT * abs(right):
        return "beside"
    if abs(right) < _SLANT * -up:
        return "below"
    if up > -size or abs(right) < size:
        return "odd"
    return "opposite" if right > 0 else "mirrored"


def has_four_corners(
    spots: Spots, cards: Sequence[Sequence[int]], kinds: Collection[str] = ("beside",)
) -> bool:
    """Whether enough cards show another corner of these kinds for a deck with an index in each.

    A corner beside another is sure; one below another may be the opposite one of a tilted camera,
    but is all that overlapped cards of such a deck show.

    Args: `cards` the positions of the indices of each card, surest first.
    """
    adjacent = (
        any(corner_of(spots, first, other) in kinds for other in others) for first, *others in cards
    )
    return sum(adjacent) >= _FOUR_CORNER_CARDS


def usual_step(spots: Spots, cards: Sequence[Sequence[int]]) -> tuple[float, float]:
    """How far apart opposite corners are, in index sizes to the right and up (so below 0).

    Args: `cards` the positions of the indices of each surely read card, surest first.
    """
    across, down = [], []
    for first, *others in cards:
        for other in others:
            kind = corner_of(spots, first, other)
            right, up = spots.right_and_up(first, other)
            size = (spots.sizes[first] + spots.sizes[other]) / 2
            if kind in ("opposite", "mirrored", "beside"):
                across.append(abs(right) / size)
            if kind in ("opposite", "mirrored", "below"):
                down.append(up / size)
    return (
        float(np.median(across)) if across else USUAL_STEP[0],
        float(np.median(down)) if down else USUAL_STEP[1],
    )


def flattening(spots: Spots, cards: Sequence[Sequence[int]]) -> Array:
    """(2, 2) that undoes the camera's tilt, told by cards of which three corners are seen.

    Every card is the same rectangle, so its sides are square and in one ratio in the plane of the
    table: two linear equations a card for the two numbers of a squashing (perspective is left
    aside). Without such a card it is the identity.
    """
    ratio = abs(USUAL_STEP[0] / USUAL_STEP[1])
    rows, values = [np.eye(2) * _STIFFNESS], [np.zeros(2)]
    for card in cards:
        sides = _sides(spots, card)
        if sides is None:
            continue
        (ax, ay), (dx, dy) = sides
        scale = ratio / float(np.hypot(ax, ay) * np.hypot(dx, dy))
        square = [ax * dx - ay * dy, ax * dy + ay * dx]
        alike = [
            (ax**2 - ay**2) / ratio**2 - (dx**2 - dy**2),
            2 * ax * ay / ratio**2 - 2 * dx * dy,
        ]
        rows.append(np.array([square, alike]) * scale)
        wrong = [ax * dx + ay * dy, (ax**2 + ay**2) / ratio**2 - (dx**2 + dy**2)]
        values.append(-np.array(wrong) * scale)
    stretch, shear = np.linalg.lstsq(np.vstack(rows), np.concatenate(values), rcond=None)[0]
    most = min(1.0, _MOST_SQUASHED / max(float(np.hypot(stretch, shear)), 1e-9))
    metric = np.eye(2) + most * np.array([[stretch, shear], [shear, -stretch]])
    lengths, axes = np.linalg.eigh(metric)
    flat: Array = axes @ np.diag(np.sqrt(lengths)) @ axes.T
    return flat


def _sides(spots: Spots, card: Sequence[int]) -> tuple[Array, Array] | None:
    """The card's short and long side between indices, in pixels, if three corners are seen."""
    first, *others = card
    reaches: dict[str, Array] = {}
    for other in reversed(others):
        kind = corner_of(spots, first, other)
        kind = "across" if kind in ("opposite", "mirrored") else kind
        reaches[kind] = spots.centres_xy[other] - spots.centres_xy[first]
    match reaches:
        case {"beside": side, "below": length}:
            return side, length
        case {"beside": side, "across": diagonal}:
            return side, diagonal - side
        case {"below": length, "across": diagonal}:
            return diagonal - length, length
    return None
