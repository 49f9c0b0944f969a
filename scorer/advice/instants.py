"""Instant wins of many hands at once.

``scorer.instant`` judges one hand and is the specification; opponents are drawn by the thousand,
so here each kind is one array expression. The tests compare the two on every kind.
"""

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from scorer.advice.tariff import Tariff


def instant_codes(hands: NDArray[np.int8], tariff: Tariff) -> NDArray[np.int8]:
    """Return for each hand (N, 13) the index into ``tariff.instant_kinds`` that it counts as.

    -1 for an ordinary hand. The kinds are tried in the tariff's order, the best paid first.
    """
    codes = np.full(len(hands), -1, np.int8)
    if not tariff.instant_kinds:
        return codes
    held = instant_kinds(hands, tariff)
    for code in reversed(range(len(tariff.instant_kinds))):
        codes[held[tariff.instant_kinds[code]]] = code
    return codes


def instant_kinds(hands: NDArray[np.int8], tariff: Tariff) -> dict[str, NDArray[np.bool_]]:
    """Return for each kind of instant win which of the hands (N, 13) hold it."""
    ranks, suits = hands >> 2, hands & 3
    counts = _count(ranks, 13)
    suit_counts = np.sort(_count(suits, 4), axis=1)
    reds = ((suits == 1) | (suits == 2)).sum(axis=1)
    no_quads = (counts != 4).all(axis=1)
    six_pairs = (counts // 2).sum(axis=1) == 6
    if not tariff.quads_count_as_two_pairs:
        six_pairs &= no_quads
    trip = (counts == 3).any(axis=1)
    own_rule = "five_pairs_trip" in tariff.instant_kinds or not tariff.trip_counts_as_pair
    ace_low = tariff.wheel != "none"
    dragon = (counts == 1).all(axis=1)
    code = (counts.astype(np.int64) << 3 * np.arange(13)).sum(axis=1)
    flush_shapes = np.array([(0, 0, 0, 13), (0, 0, 3, 10), (0, 0, 5, 8), (0, 3, 5, 5)])
    return {
        "dragon_suited": suit_counts[:, 3] == 13,
        "dragon": dragon,
        "same_colour": (reds == 0) | (reds == 13),
        "twelve_colour": (reds == 1) | (reds == 12),
        "five_pairs_trip": six_pairs & trip,
        "six_pairs": six_pairs & ~trip if own_rule else six_pairs,
        "three_flushes": (suit_counts[:, None, :] == flush_shapes).all(axis=2).any(axis=1),
        "three_straights": np.isin(
            code, _three_straights(ace_low, ace_low and tariff.a23_is_straight)
        ),
        "straight_flush": _straight_flush(hands, ace_low),
        "quads": ~no_quads,
        "three_full_houses": (np.sort(counts, axis=1)[:, -5:] == (2, 2, 3, 3, 3)).all(axis=1),
    }


def _count(values: NDArray[np.int8], kinds: int) -> NDArray[np.int8]:
    counts = np.zeros((len(values), kinds), np.int8)
    rows = np.arange(len(values))
    for column in values.T:
        counts[rows, column] += 1
    return counts


def _runs(length: int, ace_low: bool) -> list[int]:
    """Return the straights of a length as rank counts, three bits a rank."""
    starts = [range(first, first + length) for first in range(13 - length + 1)]
    runs = [sum(1 << 3 * rank for rank in run) for run in starts]
    if ace_low:
        runs.append(sum(1 << 3 * rank for rank in (12, *range(length - 1))))
    return runs


@cache
def _three_straights(ace_low: bool, a23: bool) -> NDArray[np.int64]:
    """Return the sorted rank counts of every hand that splits into straights of 5, 5 and 3."""
    return np.unique(
        [
            one + two + three
            for one, two in combinations_with_replacement(_runs(5, ace_low), 2)
            for three in _runs(3, a23)
        ]
    )


def _straight_flush(hands: NDArray[np.int8], ace_low: bool) -> NDArray[np.bool_]:
    held = np.zeros((len(hands), 4, 14), np.bool_)
    held[np.arange(len(hands))[:, None], hands & 3, (hands >> 2) + 1] = True
    if ace_low:
        held[:, :, 0] = held[:, :, 13]
    runs = held[:, :, :10].copy()
    for step in range(1, 5):
        runs &= held[:, :, step : 10 + step]
    return np.asarray(runs.any(axis=(1, 2)))
