"""The table look-ups say what `scorer.ranking` says, for every row there is."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from scorer.advice.splits import five_strengths, front_strengths
from scorer.advice.strengths import kinds_of, strength_tables
from scorer.cards import DECK
from scorer.ranking import rank_row

WHEELS = ("second", "lowest", "none")


def _rows(size):
    """One row of every rank multiset that a deck holds, and its flush where there is one."""
    for ranks in combinations_with_replacement(range(13), size):
        if max(ranks.count(rank) for rank in ranks) > 4:
            continue
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        if len(set(ranks)) == size:
            yield tuple(4 * rank for rank in ranks)
            suits[-1] = 1
        yield tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True))


@pytest.mark.parametrize("wheel", WHEELS)
@pytest.mark.parametrize(
    ("size", "look_up", "count"), [(3, front_strengths, 455), (5, five_strengths, 7462)]
)
def test_ids_order_rows_as_the_ranking_does(wheel, size, look_up, count):
    rows = np.array(list(_rows(size)), np.int8)
    ids = look_up(rows, strength_tables(wheel))
    ranked = [rank_row([DECK[card] for card in row], wheel) for row in rows]
    numbered = {strength: number for number, strength in enumerate(sorted(set(ranked)))}
    assert len(numbered) == count
    assert ids.tolist() == [numbered[strength] for strength in ranked]


@pytest.mark.parametrize("wheel", WHEELS)
def test_floor_is_the_weakest_row_that_may_lie_behind_a_front(wheel):
    tables = strength_tables(wheel)
    fronts = {}
    for row in _rows(3):
        fronts[int(front_strengths(np.array(row, np.int8), tables))] = row
    fives = {int(five_strengths(np.array(row, np.int8), tables)): row for row in _rows(5)}
    for front, row in fronts.items():
        strength = rank_row([DECK[card] for card in row], wheel)
        floor = int(tables.floor[front])
        assert rank_row([DECK[card] for card in fives[floor]], wheel) >= strength
        if floor:
            assert rank_row([DECK[card] for card in fives[floor - 1]], wheel) < strength


def test_an_unknown_wheel_is_refused():
    with pytest.raises(ValueError, match="'highest'"):
        strength_tables("highest")


def test_kickers_make_no_different_kind():
    tables = strength_tables()

    def kind(front, middle, back):
        look = {"2": 0, "3": 1, "4": 2, "5": 3, "6": 4, "7": 5, "8": 6, "9": 7, "T": 8}
        rows = [
            sorted(4 * look[rank] + suit % 4 for suit, rank in enumerate(row))
            for row in (front, middle, back)
        ]
        ids = [int(front_strengths(np.array(rows[0], np.int8), tables))]
        ids += [int(five_strengths(np.array(row, np.int8), tables)) for row in rows[1:]]
        return kinds_of(np.array([ids], np.int16), tables)[0]

    assert kind("228", "33945", "TT669") == kind("229", "33845", "TT662")
    assert kind("228", "33945", "TT669") != kind("228", "33945", "TT559")
    assert kind("228", "33945", "TT669") != kind("338", "22945", "TT669")
