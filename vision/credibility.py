"""How far both networks together believe in a card."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices

_CERTAIN = 1e-4  # no network is surer than this


def credibility(
    indices: Indices, corners: Sequence[int], read: NDArray[np.floating]
) -> NDArray[np.float64]:
    """(K,) log-odds of K corners of a card: that there is an index, and that it is this card's.

    Args:
        indices: all indices of the photo.
        corners: positions of the card's.
        read: (K,) probability of the card's name at each.
    """
    seen = indices.confidence[list(corners)].astype(np.float64)
    both = np.stack([seen, np.asarray(read, np.float64)]).clip(_CERTAIN, 1 - _CERTAIN)
    odds: NDArray[np.float64] = np.log(both / (1 - both)).sum(axis=0)
    return odds
