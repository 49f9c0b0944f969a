"""Every way to split 13 cards into three rows.

A split is a front row (286 ways) and an unordered pair of five-card rows (126 ways): 36,036.
The stronger five-card row lies behind, so a split is one arrangement; laid the other way round
it would be foul. A split's number is ``126 * front + pair``, and positions count the hand's
cards in the order of their index.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.advice.strengths import COLEX, StrengthTables

SPLITS = 36_036
PAIRS = 126


@dataclass(frozen=True, slots=True)
class SplitTables:
    """Where the cards of each split lie in the sorted hand."""

    front: NDArray[np.int8]
    """(286, 3) positions of the front row."""
    five: NDArray[np.int8]
    """(1287, 5) positions of a five-card row."""
    pairs: NDArray[np.int16]
    """(286, 126, 2) the two five-card rows left by each front row, as indices into ``five``."""


@cache
def split_tables() -> SplitTables:
    """Return the three tables; they are the same for every hand."""
    fives = list(combinations(range(13), 5))
    number: dict[tuple[int, ...], int] = {five: index for index, five in enumerate(fives)}
    fronts = list(combinations(range(13), 3))
    pairs = np.empty((len(fronts), PAIRS, 2), np.int16)
    for index, front in enumerate(fronts):
        rest = [position for position in range(13) if position not in front]
        for pair, others in enumerate(combinations(rest[1:], 4)):
            one = (rest[0], *others)
            two = tuple(position for position in rest if position not in one)
            pairs[index, pair] = number[one], number[two]
    tables = SplitTables(np.array(fronts, np.int8), np.array(fives, np.int8), pairs)
    for array in (tables.front, tables.five, tables.pairs):
        array.flags.writeable = False
    return tables


@dataclass(frozen=True, slots=True)
class Splits:
    """Strength ids of splits of one hand, one entry each: (N,) arrays."""

    number: NDArray[np.int32]
    front: NDArray[np.int16]
    middle: NDArray[np.int16]
    back: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.number)

    def rows(self) -> NDArray[np.int16]:
        """Return (N, 3) the strength ids of front, middle and back."""
        return np.stack([self.front, self.middle, self.back], axis=1)

    def select(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Splits":
        """Return the splits that a mask or an index array picks."""
        return Splits(
            self.number[chosen], self.front[chosen], self.middle[chosen], self.back[chosen]
        )


def legal_splits(
    hand: NDArray[np.int8], strengths: StrengthTables, equal_rows_are_foul: bool = False
) -> Splits:
    """Return every split of ``hand`` (13 sorted card indices) that is not foul."""
    front_ids, five_ids = _row_ids(hand, strengths)
    tables = split_tables()
    one = five_ids[tables.pairs[:, :, 0]]
    two = five_ids[tables.pairs[:, :, 1]]
    middle, back = np.minimum(one, two), np.maximum(one, two)
    legal = middle >= strengths.floor[front_ids][:, None]
    if equal_rows_are_foul:
        legal &= middle != back
    fronts, _ = np.nonzero(legal)
    return Splits(
        np.flatnonzero(legal).astype(np.int32), front_ids[fronts], middle[legal], back[legal]
    )


def ids_of_rows(
    hands: NDArray[np.int8], strengths: StrengthTables
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Return the ids of every front row (N, 286) and five-card row (N, 1287) of sorted hands."""
    tables, number = split_tables(), COLEX[:, hands >> 2]
    suits = np.int8(1) << (hands & 3)
    front = np.take(number[0], tables.front[:, 0], axis=1)
    for place in (1, 2):
        front += np.take(number[place], tables.front[:, place], axis=1)
    five = np.take(number[0], tables.five[:, 0], axis=1)
    suited = np.take(suits, tables.five[:, 0], axis=1)
    for place in range(1, 5):
        five += np.take(number[place], tables.five[:, place], axis=1)
        suited &= np.take(suits, tables.five[:, place], axis=1)
    return strengths.front[front], strengths.five[(suited > 0).astype(np.int8), five]


def split_rows(
    hand: NDArray[np.int8], number: int, strengths: StrengthTables
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return the card indices of the front, middle and back row of one split."""
    tables = split_tables()
    front, pair = divmod(int(number), PAIRS)
    _, five_ids = _row_ids(hand, strengths)
    one, two = tables.pairs[front, pair]
    middle, back = (one, two) if five_ids[one] <= five_ids[two] else (two, one)
    return hand[tables.front[front]], hand[tables.five[middle]], hand[tables.five[back]]


def strengths_of(
    hands: NDArray[np.int8], numbers: NDArray[np.integer], strengths: StrengthTables
) -> NDArray[np.int16]:
    """Return (N, 3) front, middle and back ids of one split each of N sorted hands (N, 13)."""
    tables = split_tables()
    fronts, pairs = np.divmod(numbers.astype(np.int32), PAIRS)
    at = np.arange(len(hands))[:, None]
    front = front_strengths(hands[at, tables.front[fronts]], strengths)
    two = tables.pairs[fronts, pairs]
    one_ids = five_strengths(hands[at, tables.five[two[:, 0]]], strengths)
    two_ids = five_strengths(hands[at, tables.five[two[:, 1]]], strengths)
    return np.stack([front, np.minimum(one_ids, two_ids), np.maximum(one_ids, two_ids)], axis=1)


def front_strengths(rows: NDArray[np.int8], strengths: StrengthTables) -> NDArray[np.int16]:
    """Return the ids (…,) of three-card rows given as sorted card indices (…, 3)."""
    ranks = rows >> 2
    number = COLEX[0][ranks[..., 0]] + COLEX[1][ranks[..., 1]] + COLEX[2][ranks[..., 2]]
    return np.asarray(strengths.front[number])


def five_strengths(rows: NDArray[np.int8], strengths: StrengthTables) -> NDArray[np.int16]:
    """Return the ids (…,) of five-card rows given as sorted card indices (…, 5)."""
    ranks, suits = rows >> 2, rows & 3
    number = COLEX[0][ranks[..., 0]]
    for position in range(1, 5):
        number = number + COLEX[position][ranks[..., position]]
    suited = (suits == suits[..., :1]).all(axis=-1)
    return np.asarray(strengths.five[suited.astype(np.int8), number])


def _row_ids(
    hand: NDArray[np.int8], strengths: StrengthTables
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    fronts, fives = ids_of_rows(hand[None], strengths)
    return fronts[0], fives[0]
