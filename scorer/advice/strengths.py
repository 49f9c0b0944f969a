"""Strength of rows as small integers, looked up instead of computed.

The sorted ranks of a row are a multiset, and multisets have a gapless number: with ranks
``r0 <= r1 <= … `` counted from 0, it is ``C(r0, 1) + C(r1 + 1, 2) + … ``. Three cards give
0..454, one for every strength of a front row; five cards give 0..6187, and with "all of one
suit" beside it every strength of a five-card row. Two look-ups replace the evaluation of a row,
for one row or for a million of them.

Bigger ids are stronger. ``scorer.ranking`` says the same in its own way; the tests compare both.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

RANKS = 13
FRONT_STRENGTHS = 455
FIVE_STRENGTHS = 7462
_MULTISETS = comb(RANKS + 4, 5)

COLEX: NDArray[np.int16] = np.array(
    [[comb(rank + position, position + 1) for rank in range(RANKS)] for position in range(5)],
    dtype=np.int16,
)
"""(5, 13): what the card at a position of the sorted row adds to the number of its multiset."""
COLEX.flags.writeable = False

(HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH) = range(9)


@dataclass(frozen=True, slots=True)
class StrengthTables:
    """Strength ids of every row under one reading of A-2-3-4-5."""

    front: NDArray[np.int16]
    """(455,) id of a three-card row by multiset number."""
    five: NDArray[np.int16]
    """(2, 6188) id of a five-card row by [all one suit][multiset number]; -1 for five of a rank."""
    floor: NDArray[np.int16]
    """(455,) the weakest five-card id that may lie behind a front id."""
    front_class: NDArray[np.int8]
    """(455,) hand class by front id."""
    five_class: NDArray[np.int8]
    """(7462,) hand class by five-card id."""
    front_ranks: NDArray[np.int8]
    """(455, 3) ranks 0..12 by front id, the larger group first."""
    five_ranks: NDArray[np.int8]
    """(7462, 5) ranks 0..12 by five-card id, the larger group first."""


@cache
def strength_tables(wheel: str = "second") -> StrengthTables:
    """Return the tables for ``wheel`` = ``second``, ``lowest`` or ``none``."""
    if wheel not in ("second", "lowest", "none"):
        raise ValueError(f"unknown reading of A-2-3-4-5: {wheel!r}")
    fronts = [
        (_number(ranks), _key(ranks, False, wheel), ranks)
        for ranks in combinations_with_replacement(range(RANKS), 3)
    ]
    fives = [
        (suited, _number(ranks), _key(ranks, suited, wheel), ranks)
        for ranks in combinations_with_replacement(range(RANKS), 5)
        for suited in ((False, True) if len(set(ranks)) == 5 else (False,))
        if len(set(ranks)) > 1
    ]
    front_keys, front_first, front_ids = np.unique(
        [key for _, key, _ in fronts], return_index=True, return_inverse=True
    )
    five_keys, five_first, five_ids = np.unique(
        [key for _, _, key, _ in fives], return_index=True, return_inverse=True
    )
    front = np.empty(FRONT_STRENGTHS, np.int16)
    front[[number for number, _, _ in fronts]] = front_ids
    five = np.full((2, _MULTISETS), -1, np.int16)
    five[[int(suited) for suited, _, _, _ in fives], [number for _, number, _, _ in fives]] = (
        five_ids
    )
    tables = StrengthTables(
        front=front,
        five=five,
        floor=np.searchsorted(five_keys, front_keys).astype(np.int16),
        front_class=(front_keys >> 25).astype(np.int8),
        five_class=(five_keys >> 25).astype(np.int8),
        front_ranks=np.array([_grouped(fronts[i][2]) for i in front_first], np.int8),
        five_ranks=np.array([_grouped(fives[i][3]) for i in five_first], np.int8),
    )
    for array in (getattr(tables, name) for name in StrengthTables.__slots__):
        array.flags.writeable = False
    return tables


def kinds_of(rows: NDArray[np.int16], tables: StrengthTables) -> NDArray[np.int64]:
    """Return a number (N,) that arrangements share if they differ in side cards only.

    Kept of a row are its class and the ranks that name it: of two pairs both, of a full house
    both, of a straight or a flush the top, of high cards the top one in front and none behind.
    """
    front, middle, back = rows[:, 0], rows[:, 1], rows[:, 2]
    kind: NDArray[np.int64] = tables.front_class[front].astype(np.int64) << 4
    kind = kind | tables.front_ranks[front, 0]
    for five in (middle, back):
        hand_class = tables.five_class[five].astype(np.int64)
        first, second = tables.five_ranks[five, 0], np.zeros_like(hand_class)
        pairs = hand_class == TWO_PAIR
        second[pairs] = tables.five_ranks[five[pairs], 2]
        full = hand_class == FULL_HOUSE
        second[full] = tables.five_ranks[five[full], 3]
        straight = (hand_class == STRAIGHT) | (hand_class == STRAIGHT_FLUSH)
        second[straight] = tables.five_ranks[five[straight], 1]
        named = np.where(hand_class == HIGH_CARD, 0, first)
        kind = ((kind << 4 | hand_class) << 4 | named) << 4 | second
    return kind


def _number(ranks: tuple[int, ...]) -> int:
    return sum(int(COLEX[position, rank]) for position, rank in enumerate(ranks))


def _grouped(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))


def _key(ranks: tuple[int, ...], suited: bool, wheel: str) -> int:
    """Order rows by class and then by grouped ranks, five bits each; a missing rank is lowest."""
    grouped = _grouped(ranks)
    straight_top = _straight_top(ranks, wheel)
    if straight_top:
        hand_class = STRAIGHT_FLUSH if suited else STRAIGHT
        return hand_class << 25 | straight_top << 20
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    hand_class = {
        (1,): HIGH_CARD,
        (2, 1): PAIR,
        (2, 2): TWO_PAIR,
        (3,): TRIPS,
        (3, 1): TRIPS,
        (3, 2): FULL_HOUSE,
        (4, 1): QUADS,
    }.get(tuple(counts[:2]), HIGH_CARD)
    if suited:
        hand_class = FLUSH
    key = hand_class << 25
    for position, rank in enumerate(grouped):
        key |= (rank + 1) << 5 * (4 - position)
    return key


def _straight_top(ranks: tuple[int, ...], wheel: str) -> int:
    """Twice the top rank of a straight, the wheel between K and A or lowest, or 0."""
    if len(ranks) != 5 or len(set(ranks)) != 5:
        return 0
    if ranks[4] - ranks[0] == 4:
        return 2 * ranks[4]
    if ranks == (0, 1, 2, 3, 12) and wheel != "none":
        return 2 * 11 + 1 if wheel == "second" else 2 * 3
    return 0
