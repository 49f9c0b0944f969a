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
    _, five_table, _ = strengths
    _, five_positions, _ = splits
    chosen = np.zeros(hands.shape[0], np.uint16)
    top = _over_middles(ceiling)
    for n in range(hands.shape[0]):
        ids = five_ids(hands[n], five_positions, five_table, colex)
        chosen[n] = _best_split(
            hands[n],
            ids,
            strengths,
            colex,
            splits,
            values,
            places,
            correction,
            ceiling,
            top,
            equal_is_foul,
        )
    return chosen


@njit(cache=True, nogil=True, error_model="numpy")
def _best_split(  # noqa: PLR0917 - compiled functions take no keywords
    hand: Array,
    ids: Array,
    strengths: tuple[Array, Array, Array],
    colex: Array,
    splits: tuple[Array, Array, Array],
    values: tuple[Array, Array, Array],
    places: tuple[Array, Array, Array],
    correction: Array,
    ceiling: Array,
    top: Array,
    equal_is_foul: bool,
) -> int:
    """Return the best split of one hand, whose five-card rows have ``ids``."""
    front_table, _, floor = strengths
    front_positions, _, pairs = splits
    front_place, middle_place, back_place = places
    as_middle, as_back = values[1][ids], values[2][ids]
    y, z = middle_place[ids].astype(np.uint8), back_place[ids].astype(np.uint8)
    best, chosen = np.float32(-1e30), 0
    corrected = correction.size > 1  # else there is no grid to look into
    for f in range(front_positions.shape[0]):
        front = front_table[number_of(hand, front_positions[f], colex)]
        least, worth_front = floor[front], values[0][front]
        x = int(front_place[front])
        for p in range(pairs.shape[1]):
            middle, back = pairs[f, p, 0], pairs[f, p, 1]
            if ids[middle] > ids[back]:
                middle, back = back, middle
            worth = worth_front + as_middle[middle] + as_back[back]
            most = worth + top[x, z[back]] if corrected else worth
            if most <= best or ids[middle] < least:
                continue
            if equal_is_foul and ids[middle] == ids[back]:
                continue
            if corrected:
                if worth + ceiling[x, y[middle], z[back]] <= best:
                    continue
                worth += interpolated(
                    correction,
                    front_place[front],
                    middle_place[ids[middle]],
                    back_place[ids[back]],
                )
            if worth > best:
                best = worth
                chosen = f * pairs.shape[1] + p
    return chosen


@njit(cache=True, nogil=True, error_model="numpy")
def _over_middles(ceiling: Array) -> Array:
    """Return (F, B) the most that a correction can be whatever the middle row is."""
    most = np.full((ceiling.shape[0], ceiling.shape[2]), np.float32(-1e30), np.float32)
    for i in range(ceiling.shape[0]):
        for j in range(ceiling.shape[1]):
            for k in range(ceiling.shape[2]):
                most[i, k] = max(most[i, k], ceiling[i, j, k])
    return most


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
