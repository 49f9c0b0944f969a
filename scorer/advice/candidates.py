"""The few splits of a hand that can be best: legal, and not beaten row by row.

A split is beaten by another that is at least as strong in every row and stronger in one, provided
that both are paid alike: a weaker row can be worth more (four aces against a straight flush, the
suited A-2-3-4-5 in the middle), so splits are compared only within one set of bonuses.
"""

import numpy as np
from numpy.typing import NDArray

from scorer.advice.splits import Splits
from scorer.advice.tariff import Tariff


def unbeaten(splits: Splits, tariff: Tariff) -> Splits:
    """Return one split of each set of strengths that no other beats."""
    key = (splits.front.astype(np.int64) << 26) | (splits.middle.astype(np.int64) << 13)
    _, first = np.unique(key | splits.back, return_index=True)
    splits = splits.select(first)
    if not tariff.rewards_strength:
        return splits
    paid = _paid(splits, tariff)
    kept = [
        group[_undominated(splits.front[group], splits.middle[group], splits.back[group])]
        for group in (np.flatnonzero(paid == value) for value in np.unique(paid))
    ]
    return splits.select(np.sort(np.concatenate(kept)))


def _paid(splits: Splits, tariff: Tariff) -> NDArray[np.int64]:
    """Return a number that splits with the same bonuses and the same laid aces share."""
    low, high = tariff.quad_aces
    aces = (splits.back >= low) & (splits.back < high)
    aces |= (splits.middle >= low) & (splits.middle < high)
    paid = aces.astype(np.int64)
    for row, ids in enumerate((splits.front, splits.middle, splits.back)):
        paid = paid << 20 | tariff.bonus[row][ids]
    return paid


def _undominated(
    front: NDArray[np.int16], middle: NDArray[np.int16], back: NDArray[np.int16]
) -> NDArray[np.bool_]:
    """Return which of the distinct triples have no other that is at least as strong in each."""
    fronts, i = np.unique(front, return_inverse=True)
    middles, j = np.unique(middle, return_inverse=True)
    strongest = np.full((len(fronts) + 1, len(middles) + 1), -1, np.int32)
    np.maximum.at(strongest, (i, j), back)
    for axis in (0, 1):
        turned = np.flip(strongest, axis)
        np.maximum.accumulate(turned, axis=axis, out=turned)
    ahead = np.maximum(strongest[i + 1, j], strongest[i, j + 1])
    return np.asarray((back > ahead) & (back == strongest[i, j]))
