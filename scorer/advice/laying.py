"""Lay many hands by policy after policy, in little more time than by one.

Whatever the policy, only splits that no other beats row by row can be best, bonus rows aside. One
pass over a hand's 36,036 splits finds those hundred or so, and every policy chooses among them.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scorer.advice.kernels import five_ids, interpolated, number_of
from scorer.advice.policy import Policy
from scorer.advice.splits import split_tables
from scorer.advice.strengths import (
    COLEX,
    FIVE_STRENGTHS,
    FULL_HOUSE,
    QUADS,
    TRIPS,
    StrengthTables,
)

Array = NDArray[Any]
_THREADS = 2


class Laying:
    """Hands with the splits that can be best."""

    def __init__(
        self, hands: NDArray[np.int8], strengths: StrengthTables, *, equal_rows_are_foul: bool
    ) -> None:
        """Take sorted hands (N, 13); 0.2 ms each."""
        splits = split_tables()
        # The weakest front, middle and back strengths that a table may pay a bonus for.
        paid = (
            int(np.argmax(strengths.front_class >= TRIPS)),
            int(np.argmax(strengths.five_class >= FULL_HOUSE)),
            int(np.argmax(strengths.five_class >= QUADS)),
        )
        tables = (strengths.front, strengths.five, strengths.floor)
        positions = (splits.front, splits.five, splits.pairs)

        def unbeaten(hand: NDArray[np.int8]) -> Array:
            return np.asarray(_unbeaten(hand, tables, COLEX, positions, paid, equal_rows_are_foul))

        with ThreadPoolExecutor(_THREADS) as threads:
            found = list(threads.map(unbeaten, hands))
        self._found = np.concatenate(found)
        self._ends = np.cumsum([len(splits) for splits in found])

    def by(self, policy: Policy) -> NDArray[np.uint16]:
        """Return the split number (N,) that a policy lays each hand in."""
        correction = policy.correction
        if correction.size > 1:
            correction = np.pad(correction, ((0, 1), (0, 1), (0, 1)), mode="edge")
        chosen: NDArray[np.uint16] = _best(
            self._found,
            self._ends,
            (policy.front_value, policy.middle_value, policy.back_value),
            (policy.front_place, policy.middle_place, policy.back_place),
            correction,
        )
        return chosen


@njit(cache=True, nogil=True, error_model="numpy")
def _best(
    found: Array,
    ends: Array,
    values: tuple[Array, Array, Array],
    places: tuple[Array, Array, Array],
    correction: Array,
) -> Array:
    """Return for each hand the number of its best split; ``ends`` bound the hands' splits."""
    chosen = np.zeros(ends.shape[0], np.uint16)
    start = 0
    for n in range(ends.shape[0]):
        best = np.float32(-1e30)
        for at in range(start, ends[n]):
            front, middle, back = found[at, 1], found[at, 2], found[at, 3]
            worth = values[0][front] + values[1][middle] + values[2][back]
            if correction.size > 1:
                worth += interpolated(
                    correction, places[0][front], places[1][middle], places[2][back]
                )
            if worth > best:
                best = worth
                chosen[n] = found[at, 0]
        start = ends[n]
    return chosen


@njit(cache=True, nogil=True, error_model="numpy")
def _unbeaten(  # noqa: PLR0917 - compiled functions take no keywords
    hand: Array,
    strengths: tuple[Array, Array, Array],
    colex: Array,
    splits: tuple[Array, Array, Array],
    paid: tuple[int, int, int],
    equal_is_foul: bool,
) -> Array:
    """Return (M, 4) number, front, middle and back of every split that can be best."""
    front_table, five_table, floor = strengths
    front_positions, five_positions, pairs = splits
    ids = five_ids(hand, five_positions, five_table, colex)
    fronts = np.empty(front_positions.shape[0], np.int16)
    for f in range(fronts.shape[0]):
        fronts[f] = front_table[number_of(hand, front_positions[f], colex)]
    places = np.zeros(FIVE_STRENGTHS, np.int16)
    for i in range(ids.shape[0]):
        places[ids[i]] = 1
    distinct = 0
    for i in range(FIVE_STRENGTHS):
        there = places[i]
        places[i] = distinct
        distinct += there
    # By place of a middle row: the strongest back behind it or a stronger one so far.
    strongest = np.full(distinct, -1, np.int16)
    found = np.empty((36_036, 4), np.int32)
    count = 0
    for f in np.argsort(-fronts):
        front = fronts[f]
        for p in range(pairs.shape[1]):
            one, two = ids[pairs[f, p, 0]], ids[pairs[f, p, 1]]
            middle, back = min(one, two), max(one, two)
            if middle < floor[front] or (equal_is_foul and middle == back):
                continue
            special = front >= paid[0] or middle >= paid[1] or back >= paid[2]
            if not special and strongest[places[middle]] >= back:
                continue
            found[count, 0], found[count, 1] = f * pairs.shape[1] + p, front
            found[count, 2], found[count, 3] = middle, back
            count += 1
            if not special:
                place = places[middle]
                while place >= 0 and strongest[place] < back:
                    strongest[place] = back
                    place -= 1
    return found[:count].copy()
