"""Where the physical cards lie, from the corners of them that are seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Spots, corner_of, usual_step
from vision.indices import Indices

_NEIGHBOURS = 7
_MARGIN_SIZES = 1.4  # what the card reaches beyond its two indices' middles


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """M physical cards, in pixels of the oriented image.

    centres_xy (M, 2), ups (M, 2) unit vectors (a card has two, of its surest index), sizes_px (M,)
    of its index, card_h_px (M,) length of the card.
    """

    centres_xy: NDArray[np.float64]
    ups: NDArray[np.float64]
    sizes_px: NDArray[np.float64]
    card_h_px: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.centres_xy)

    def select(self, chosen: Sequence[int] | NDArray[np.intp]) -> "CardPlaces":
        """Those at the given positions, in that order."""
        at = np.asarray(chosen, dtype=np.intp)
        return CardPlaces(self.centres_xy[at], self.ups[at], self.sizes_px[at], self.card_h_px[at])


def place_cards(indices: Indices, cards: Sequence[Sequence[int]]) -> CardPlaces:
    """Places of the cards whose indices are at the given positions, surest first."""
    spots = Spots.of(indices)
    centres, ups = spots.centres_xy, spots.ups
    step = usual_step(spots, cards)
    count = len(cards)
    sizes = _smoothed(spots) if count else spots.sizes
    places = CardPlaces(
        np.zeros((count, 2)), np.zeros((count, 2)), np.zeros(count), np.zeros(count)
    )
    for card, members in enumerate(cards):
        first = members[0]
        size = float(np.median(sizes[list(members)]))
        reach = _to_opposite(spots, members, (step[0] * size, step[1] * size))
        places.centres_xy[card] = centres[first] + reach / 2
        places.ups[card] = ups[first]
        places.sizes_px[card] = size
        places.card_h_px[card] = abs(float(reach @ ups[first])) + _MARGIN_SIZES * size
    return places


def _smoothed(spots: Spots) -> NDArray[np.float64]:
    """(N,) sizes as those of the nearest indices: one index alone is measured badly."""
    steps = spots.centres_xy[:, None] - spots.centres_xy[None]
    nearest = np.argsort(np.linalg.norm(steps, axis=2), axis=1)[:, :_NEIGHBOURS]
    smoothed: NDArray[np.float64] = np.median(spots.sizes[nearest], axis=1)
    return smoothed


def _to_opposite(
    spots: Spots, members: Sequence[int], step_px: tuple[float, float]
) -> NDArray[np.float64]:
    """From a card's first index to the opposite corner, seen or told by the deck's usual step.

    Where only the strip along one side is seen, its middle stands for the card's.
    """
    first, up = members[0], spots.ups[members[0]]
    kinds = {corner_of(spots, first, other): other for other in reversed(members[1:])}
    seen = {kind: spots.centres_xy[i] - spots.centres_xy[first] for kind, i in kinds.items()}
    for kind in ("opposite", "mirrored", "below"):
        if kind in seen:
            return np.asarray(seen[kind])
    across = seen.get("beside", np.array([-up[1], up[0]]) * step_px[0])
    return np.asarray(across + up * step_px[1])
