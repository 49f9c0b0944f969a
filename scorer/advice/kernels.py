"""The one compiled loop: the best split of each of many hands under a table policy.

Everything else in this package is a handful of NumPy calls on one hand; arranging the hands of
opponents visits 36,036 splits for each of thousands of hands, which only compiled code does in
time. The functions take plain arrays, so that their machine code can be cached on disk.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]


@njit(cache=True, nogil=True)
def best_splits(  # noqa: PLR0917 - compiled functions take no keywords
    hands: Array,
    strengths: tuple[Array, Array, Array],
    colex: Array,
    splits: tuple[Array, Array, Array],
    values: tuple[Array, Array, Array],
    places: tuple[Array, Array, Array],
    correction: Array,
    ceiling: Array,
    equal_is_foul: bool,
) -> Array:
    """Return the split number (N,) worth most for each sorted hand (N, 13).

    A split's worth is the sum of its rows' values plus the correction, interpolated between the
    eight grid points around it.

    Args:
        hands: (N, 13) int8 sorted card indices.
        strengths: tables of front ids, of five-card ids and of the floor of a front id.
        colex: as in ``strengths.COLEX``.
        splits: positions of front rows, of five-card rows, and the pairs of the latter.
        values: front, middle and back value by id.
        places: front, middle and back place on the grid by id.
        correction: (F + 1, M + 1, B + 1) the grid with its last entries repeated, or one zero.
        ceiling: (F, M, B) the largest of a cell's corners: most splits need no second look.
        equal_is_foul: whether middle and back must differ.
    """
    front_table, five_table, floor = strengths
    front_positions, five_positions, pairs = splits
    front_value, middle_value, back_value = values
    front_place, middle_place, back_place = places
    chosen = np.zeros(hands.shape[0], np.uint16)
    flat = correction.size == 1
    top = ceiling.max()
    for n in range(hands.shape[0]):
        hand = hands[n]
        fives = _five_ids(hand, five_positions, five_table, colex)
        best = -1e30
        for f in range(front_positions.shape[0]):
            front = front_table[_number(hand, front_positions[f], colex)]
            least = floor[front]
            for p in range(pairs.shape[1]):
                one, two = fives[pairs[f, p, 0]], fives[pairs[f, p, 1]]
                middle, back = min(one, two), max(one, two)
                if middle < least or (equal_is_foul and middle == back):
                    continue
                worth = front_value[front] + middle_value[middle] + back_value[back]
                if worth + top <= best:
                    continue
                if not flat:
                    x, y, z = front_place[front], middle_place[middle], back_place[back]
                    if worth + ceiling[int(x), int(y), int(z)] <= best:
                        continue
                    worth += _interpolated(correction, x, y, z)
                if worth > best:
                    best = worth
                    chosen[n] = f * pairs.shape[1] + p
    return chosen


@njit(cache=True, nogil=True)
def _number(hand: Array, positions: Array, colex: Array) -> int:
    number = 0
    for k in range(positions.shape[0]):
        number += colex[k, hand[positions[k]] >> 2]
    return number


@njit(cache=True, nogil=True)
def _five_ids(hand: Array, positions: Array, table: Array, colex: Array) -> Array:
    """Return the id of each of the hand's 1,287 five-card rows."""
    ids = np.empty(positions.shape[0], np.int16)
    for i in range(positions.shape[0]):
        suit = hand[positions[i, 0]] & 3
        suited = 1
        for k in range(1, 5):
            if hand[positions[i, k]] & 3 != suit:
                suited = 0
        ids[i] = table[suited, _number(hand, positions[i], colex)]
    return ids


@njit(cache=True, nogil=True)
def _interpolated(grid: Array, x: float, y: float, z: float) -> float:
    i, j, k = int(x), int(y), int(z)
    x, y, z = x - i, y - j, z - k
    total = 0.0
    for a in range(2):
        for b in range(2):
            side = (x if a else 1 - x) * (y if b else 1 - y)
            total += side * ((1 - z) * grid[i + a, j + b, k] + z * grid[i + a, j + b, k + 1])
    return total
