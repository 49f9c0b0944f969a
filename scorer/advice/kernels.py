"""The compiled loops: arrange many hands by a table policy.

Arranging opponents visits 36,036 splits for each of thousands of hands, which only compiled code
does in time. The functions take plain arrays, so that their machine code can be cached on disk.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]


@njit(cache=True, nogil=True, error_model="numpy")
def best_splits(  # noqa: PLR0917 - compiled functions take no keywords
    fronts: Array,
    fives: Array,
    floor: Array,
    pairs: Array,
    values: tuple[Array, Array, Array],
    places: tuple[Array, Array, Array],
    correction: Array,
    ceiling: Array,
    top: Array,
    equal_is_foul: bool,
) -> Array:
    """Return the split number (N,) worth most for each hand.

    A split's worth is the sum of its rows' values plus the correction, interpolated between the
    eight grid points around it.

    Args:
        fronts: (N, 286) ids of the hand's front rows.
        fives: (N, 1287) ids of its five-card rows.
        floor: (455,) the weakest five-card id that may lie behind a front id.
        pairs: (286, 126, 2) the five-card rows that each front row leaves.
        values: front, middle and back value by id.
        places: front, middle and back place on the grid by id.
        correction: (F + 1, M + 1, B + 1) the grid with its last entries repeated, or one zero.
        ceiling: (F, M, B) the largest of a cell's corners: most splits need no second look.
        top: (F, B) the largest of them whatever the middle row is.
        equal_is_foul: whether middle and back must differ.
    """
    chosen = np.zeros(fronts.shape[0], np.uint16)
    corrected = correction.size > 1  # else there is no grid to look into
    for n in range(fronts.shape[0]):
        ids = fives[n]
        as_middle, as_back = values[1][ids], values[2][ids]
        y, z = places[1][ids].astype(np.uint8), places[2][ids].astype(np.uint8)
        best = np.float32(-1e30)
        for f in range(fronts.shape[1]):
            front = fronts[n, f]
            worth_front, x = values[0][front], int(places[0][front])
            for p in range(pairs.shape[1]):
                middle, back = pairs[f, p, 0], pairs[f, p, 1]
                if ids[middle] > ids[back]:
                    middle, back = back, middle
                worth = worth_front + as_middle[middle] + as_back[back]
                most = worth + top[x, z[back]] if corrected else worth
                if most <= best or ids[middle] < floor[front]:
                    continue
                if equal_is_foul and ids[middle] == ids[back]:
                    continue
                if corrected:
                    if worth + ceiling[x, y[middle], z[back]] <= best:
                        continue
                    worth += interpolated(
                        correction,
                        places[0][front],
                        places[1][ids[middle]],
                        places[2][ids[back]],
                    )
                if worth > best:
                    best = worth
                    chosen[n] = f * pairs.shape[1] + p
    return chosen


@njit(cache=True, nogil=True, error_model="numpy")
def number_of(hand: Array, positions: Array, colex: Array) -> int:
    """Return the number of the multiset of ranks at some positions of a sorted hand."""
    number = 0
    for k in range(positions.shape[0]):
        number += colex[k, hand[positions[k]] >> 2]
    return number


@njit(cache=True, nogil=True, error_model="numpy")
def five_ids(hand: Array, positions: Array, table: Array, colex: Array) -> Array:
    """Return the id of each of the hand's 1,287 five-card rows."""
    ids = np.empty(positions.shape[0], np.int16)
    for i in range(positions.shape[0]):
        suit = hand[positions[i, 0]] & 3
        suited = 1
        for k in range(1, 5):
            if hand[positions[i, k]] & 3 != suit:
                suited = 0
        ids[i] = table[suited, number_of(hand, positions[i], colex)]
    return ids


@njit(cache=True, nogil=True, error_model="numpy")
def interpolated(grid: Array, x: float, y: float, z: float) -> np.float32:
    """Return the value between the grid points around (x, y, z)."""
    i, j, k = int(x), int(y), int(z)
    x, y, z = x - i, y - j, z - k
    total = np.float32(0.0)
    for a in range(2):
        for b in range(2):
            side = (x if a else 1 - x) * (y if b else 1 - y)
            total += side * ((1 - z) * grid[i + a, j + b, k] + z * grid[i + a, j + b, k + 1])
    return np.float32(total)
