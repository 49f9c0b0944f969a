"""Where the physical cards lie, from the corners of them that are seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frames import Spots, corner_of, usual_step
from vision.indices import Indices

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
    centres, ups, sizes = spots.centres_xy, spots.ups, spots.sizes
    step = usual_step(spots, cards)
    count = len(cards)
    places = CardPlaces(
        np.zeros((count, 2)), np.zeros((count, 2)), np.zeros(count), np.zeros(count)
    )
    for card, members in enumerate(cards):
        first = members[0]
        opposite = _opposite_corner(spots, members)
        size = float(np.median(sizes[list(members)]))
        right = np.array([-ups[first, 1], ups[first, 0]])
        across = right * step[0] + ups[first] * step[1]
        reach = centres[opposite] - centres[first] if opposite is not None else across * size
        places.centres_xy[card] = centres[first] + reach / 2
        places.ups[card] = ups[first]
        places.sizes_px[card] = size
        places.card_h_px[card] = abs(float(reach @ ups[first])) + _MARGIN_SIZES * size
    return places


def _opposite_corner(spots: Spots, members: Sequence[int]) -> int | None:
    kinds = {corner_of(spots, members[0], other): other for other in reversed(members[1:])}
    return kinds.get("opposite", kinds.get("mirrored"))
