"""Where the physical cards lie, from the corners of them that are seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices

# From one corner's index to the opposite one, in index sizes to the right and up: a card of
# 63 × 88 mm with an index of 17 mm. Used only where no card shows both.
USUAL_STEP = (2.9, -3.6)
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
    sizes = np.maximum(indices.heights_px, indices.widths_px).astype(np.float64)
    ups = indices.ups.astype(np.float64)
    centres = indices.centres_xy.astype(np.float64)
    step = usual_step(indices, cards)
    count = len(cards)
    places = CardPlaces(
        np.zeros((count, 2)), np.zeros((count, 2)), np.zeros(count), np.zeros(count)
    )
    for card, members in enumerate(cards):
        first = members[0]
        opposite = _opposite_corner(members, ups)
        size = float(np.median(sizes[list(members)]))
        right = np.array([-ups[first, 1], ups[first, 0]])
        across = right * step[0] + ups[first] * step[1]
        reach = centres[opposite] - centres[first] if opposite is not None else across * size
        places.centres_xy[card] = centres[first] + reach / 2
        places.ups[card] = ups[first]
        places.sizes_px[card] = size
        places.card_h_px[card] = abs(float(reach @ ups[first])) + _MARGIN_SIZES * size
    return places


def _opposite_corner(members: Sequence[int], ups: NDArray[np.float64]) -> int | None:
    turned = [i for i in members[1:] if ups[i] @ ups[members[0]] < -0.7]
    return turned[0] if turned else None


def usual_step(indices: Indices, cards: Sequence[Sequence[int]]) -> tuple[float, float]:
    """How far apart this photo's opposite corners are, in index sizes to the right and up."""
    sizes = np.maximum(indices.heights_px, indices.widths_px).astype(np.float64)
    ups = indices.ups.astype(np.float64)
    centres = indices.centres_xy.astype(np.float64)
    steps = []
    for members in cards:
        opposite = _opposite_corner(members, ups)
        if opposite is None:
            continue
        first = members[0]
        reach = (centres[opposite] - centres[first]) / sizes[list(members)].mean()
        steps.append((reach @ (-ups[first, 1], ups[first, 0]), reach @ ups[first]))
    if not steps:
        return USUAL_STEP
    right, up = np.median(np.array(steps), axis=0)
    return (float(right), float(up)) if right > 0 > up else USUAL_STEP
