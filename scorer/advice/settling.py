"""The compiled settlement: what hands settle with each other, for many millions of pairs a second.

``scorer.settlement`` is the specification; the tests settle thousands of random rounds both ways.
The functions take plain arrays, so that their machine code can be cached on disk. Rows are
compared without branches: who wins one cannot be foreseen, and a wrong guess of the processor
costs more than a multiplication.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]

SCOOPS, SCOOPED = 8, 16
"""Bits of a pair's state; 1, 2 and 4 are front, middle and back won."""


class Terms(NamedTuple):
    """What a tariff is beyond pays, multipliers and instant wins."""

    plain_chi: int
    bonus_needs_win: bool
    winner_total: bool
    one_a_pair: bool
    scoop_counted_by_loser: bool
    scoop_multiplies_bonus: bool
    instant_ends_round: bool
    instant_multiplied: bool
    counts_aces: bool
    ace_value: int
    aces_in_instant_rounds: bool
    four_aces_laid: int
    four_aces_unlaid: int
    four_aces_instant: int
    quad_aces_from: int
    quad_aces_to: int


@njit(cache=True, nogil=True, error_model="numpy")
def settle_tables(  # noqa: C901, PLR0917 - compiled functions take no keywords
    heroes: tuple[Array, Array, Array],
    others: tuple[Array, Array, Array],
    among: tuple[Array, Array],
    any_instant: Array,
    weights: Array,
    pays: Array,
    terms: Terms,
    instants: Array,
    multipliers: Array,
    bankers: Array,
    chi: Array,
    tally: Array,
    points: Array,
    states: Array,
) -> None:
    """Settle every hero at every table.

    Args:
        heroes: strength ids (K, 1 or S, 3), instant wins and aces (K, 1 or S).
        others: opponents' strength ids (S, n, 3), instant wins and aces (S, n).
        among: how many other opponents each one scoops, and is scooped by (S, n).
        any_instant: (S,) whether an opponent holds an instant win.
        weights: (S,) what each table counts for.
        pays: (2, 3, ids) plain chi and bonus by row and strength.
        terms: the rest of the tariff.
        instants: (kinds + 1, kinds + 1) what one instant win takes from another.
        multipliers: by number scooped.
        bankers: (n,) 1 where the hero takes equal rows of an opponent, -1 where it does.
        chi: (K, S) is written: the hero's chi.
        tally: (K, 5) is written: summed weights of front, middle and back won, scoops, scooped,
            over all opponents.
        points: (K, S, n) is written, unless it is empty: the chi from each opponent.
        states: (K, S, n) is written, unless it is empty: bits of what was won.
    """
    hero_rows, hero_instant, hero_aces = heroes
    rows, instant, aces = others
    scoops_by, scooped_by = among
    seats, tables = rows.shape[1], chi.shape[1]
    alone = hero_rows.shape[1] == 1
    each = points.size > 0
    count = np.zeros(32, np.float64)
    plain, bonus = np.zeros(3, np.int64), np.zeros(3, np.int64)
    state = np.zeros(3, np.int64)
    for k in range(chi.shape[0]):
        count[:] = 0
        for s in range(tables):
            h = 0 if alone else s
            front, middle, back = hero_rows[k, h, 0], hero_rows[k, h, 1], hero_rows[k, h, 2]
            mine, ace = hero_instant[k, h], hero_aces[k, h]
            here = any_instant[s] or mine >= 0
            up, down = 0, 0
            for j in range(seats):
                plain[j], bonus[j], state[j] = _pair(
                    front, middle, back, rows[s, j, 0], rows[s, j, 1], rows[s, j, 2],
                    mine, instant[s, j], terms.instant_ends_round and here,
                    bankers[j], pays, terms, instants,
                )  # fmt: skip
                up += state[j] >> 3 & 1
                down += state[j] >> 4
            total = 0
            for j in range(seats):
                got = plain[j] + bonus[j]
                if state[j] >= SCOOPS:
                    won, lost = up, scoops_by[s, j] + 1
                    if terms.scoop_counted_by_loser:
                        won, lost = scooped_by[s, j] + 1, down
                    base = got if terms.scoop_multiplies_bonus else plain[j]
                    if state[j] & SCOOPS:
                        got += max(base, 0) * (multipliers[won] - 1)
                    else:
                        got += min(base, 0) * (multipliers[lost] - 1)
                if terms.counts_aces and (terms.aces_in_instant_rounds or not here):
                    got += _aces(
                        middle, back, rows[s, j, 1], rows[s, j, 2],
                        mine, instant[s, j], ace, aces[s, j], terms,
                    )  # fmt: skip
                total += got
                count[state[j]] += weights[s]
                if each:
                    points[k, s, j], states[k, s, j] = got, state[j]
            chi[k, s] = total
        for bits in range(32):
            for bit in range(5):
                tally[k, bit] += count[bits] * (bits >> bit & 1)


@njit(cache=True, nogil=True, error_model="numpy")
def settle_pairs(  # noqa: PLR0917 - compiled functions take no keywords
    mine: tuple[Array, Array, Array],
    theirs: tuple[Array, Array, Array],
    ended: Array,
    banker: int,
    pays: Array,
    terms: Terms,
    instants: Array,
) -> Array:
    """Return (S, 4) the plain chi, bonus, bits and aces of each pair of hands, scoops aside."""
    found = np.empty((ended.shape[0], 4), np.int32)
    for s in range(ended.shape[0]):
        a, b = mine[0][s], theirs[0][s]
        found[s, 0], found[s, 1], found[s, 2] = _pair(
            a[0], a[1], a[2], b[0], b[1], b[2], mine[1][s], theirs[1][s],
            terms.instant_ends_round and ended[s], banker, pays, terms, instants,
        )  # fmt: skip
        found[s, 3] = _aces(
            a[1], a[2], b[1], b[2], mine[1][s], theirs[1][s], mine[2][s], theirs[2][s], terms
        )
    return found


@njit(inline="always")
def _pair(  # noqa: PLR0917 - compiled functions take no keywords
    front: int,
    middle: int,
    back: int,
    other_front: int,
    other_middle: int,
    other_back: int,
    instant: int,
    other_instant: int,
    ended: bool,
    banker: int,
    pays: Array,
    terms: Terms,
    instants: Array,
) -> tuple[int, int, int]:
    """Return plain chi, bonus and bits of one pair; what a scoop adds is left out."""
    gain, loss, bonus_gain, bonus_loss, state = 0, 0, 0, 0, 0
    if instant >= 0 or other_instant >= 0:
        gain = instants[instant, other_instant]
        if terms.instant_multiplied and (instant < 0 or other_instant < 0):
            state = SCOOPED if instant < 0 else SCOOPS
    elif not ended:
        always = int(not terms.bonus_needs_win)
        a, x = int(front > other_front), int(front < other_front)
        b, y = int(middle > other_middle), int(middle < other_middle)
        c, z = int(back > other_back), int(back < other_back)
        gain = a * pays[0, 0, front] + b * pays[0, 1, middle] + c * pays[0, 2, back]
        loss = x * pays[0, 0, other_front] + y * pays[0, 1, other_middle]
        loss += z * pays[0, 2, other_back]
        bonus_gain = (a | x & always) * pays[1, 0, front] + (b | y & always) * pays[1, 1, middle]
        bonus_gain += (c | z & always) * pays[1, 2, back]
        bonus_loss = (x | a & always) * pays[1, 0, other_front]
        bonus_loss += (y | b & always) * pays[1, 1, other_middle]
        bonus_loss += (z | c & always) * pays[1, 2, other_back]
        equal = terms.plain_chi * (3 - a - b - c - x - y - z)
        gain += max(banker, 0) * equal
        loss -= min(banker, 0) * equal
        state = a | b << 1 | c << 2 | (a & b & c) << 3 | (x & y & z) << 4
        if terms.winner_total or terms.one_a_pair:
            balance = gain - loss + bonus_gain - bonus_loss
            if terms.one_a_pair:
                gain, loss, bonus_gain, bonus_loss = int(balance > 0), int(balance < 0), 0, 0
            if balance >= 0:
                loss, bonus_loss = 0, 0
            if balance <= 0:
                gain, bonus_gain = 0, 0
    return gain - loss, bonus_gain - bonus_loss, state


@njit(inline="always")
def _aces(  # noqa: PLR0917 - compiled functions take no keywords
    middle: int,
    back: int,
    other_middle: int,
    other_back: int,
    instant: int,
    other_instant: int,
    aces: int,
    other_aces: int,
    terms: Terms,
) -> int:
    """Return the ace chi that one hand takes from another."""
    taken = (aces - other_aces) * terms.ace_value
    if aces == 4:
        taken = _four_aces(middle, back, instant, terms)
    elif other_aces == 4:
        taken = -_four_aces(other_middle, other_back, other_instant, terms)
    return taken


@njit(inline="always")
def _four_aces(middle: int, back: int, instant: int, terms: Terms) -> int:
    taken = terms.four_aces_unlaid
    if instant >= 0:
        taken = terms.four_aces_instant
    elif _quad_aces(middle, terms) or _quad_aces(back, terms):
        taken = terms.four_aces_laid
    return taken


@njit(inline="always")
def _quad_aces(row: int, terms: Terms) -> bool:
    return terms.quad_aces_from <= row < terms.quad_aces_to
