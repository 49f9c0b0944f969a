"""Nothing that could be best is left out: brute force, and pruning against no pruning."""

from itertools import combinations

import numpy as np
import pytest

from scorer.advice.candidates import unbeaten
from scorer.advice.payoff import Hands
from scorer.advice.pool import pool_of_hands
from scorer.advice.splits import (
    five_strengths,
    front_strengths,
    ids_of_rows,
    legal_splits,
    split_rows,
    split_tables,
    strengths_of,
)
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import tariff_of
from scorer.cards import DECK
from scorer.notation import parse_cards
from scorer.profiles import PROFILES
from scorer.ranking import rank_row
from tests.advice.conftest import numbers, random_hand

ACES = (
    "As Ah Ad Ac Kd Kh 9c 9d 7s 7h 5c 4d 3s",
    "As Ah Ad Ac 6s 7s 8s 9s Ts 2d 3h 4c Jd",
    "As 2s 3s 4s 5s Ah Ad Ac Kd Kh Kc Qs Qd",
    "As Ks Qs Js Ts Ah 2h 3h 4h 5h Ad Ac 2d",
    "9s 8s 7s 6s 5s As 2d 3d 4d 5d Ad 6h 6c",
)


def _opponents(hand, tariff, count):
    """Hands laid in any legal way, of cards that the hero does not hold, some with instants."""
    rng = np.random.default_rng(3)
    rest = np.setdiff1d(np.arange(52), hand).astype(np.int8)
    strengths = strength_tables(tariff.wheel)
    rows = np.empty((count, tariff.opponents, 3), np.int16)
    aces = np.empty((count, tariff.opponents), np.int8)
    for table in range(count):
        dealt = rng.permutation(rest)
        for seat in range(tariff.opponents):
            cards = np.sort(dealt[13 * seat : 13 * seat + 13])
            legal = legal_splits(cards, strengths)
            rows[table, seat] = legal.rows()[int(np.argmax(legal.back * 1.0 + legal.middle))]
            aces[table, seat] = (cards >= 48).sum()
    instant = np.where(rng.random(aces.shape) < 0.05, 0, -1).astype(np.int8)
    return Tables(Hands(rows, instant, aces), tariff)


def _chi(rows, hand, tables):
    aces = int((hand >= 48).sum())
    return tables.settle(Hands.candidates(rows, aces)).mean(axis=1)


@pytest.mark.parametrize("system", PROFILES)
@pytest.mark.parametrize("opponents", [1, 3])
def test_pruning_loses_nothing(system, opponents):
    tariff = tariff_of(PROFILES[system], opponents)
    strengths = strength_tables(tariff.wheel)
    hands = [numbers(parse_cards(text)) for text in ACES]
    hands += list(pool_of_hands().hands[opponents::6000])
    for hand in hands:
        legal = legal_splits(hand, strengths)
        rows = np.unique(legal.rows(), axis=0)
        kept = unbeaten(legal, tariff)
        tables = _opponents(hand, tariff, 12)
        assert _chi(kept.rows(), hand, tables).max() == _chi(rows, hand, tables).max()
        assert len(kept) <= len(rows)


@pytest.mark.parametrize("seed", [1, 2])
def test_brute_force_over_every_arrangement_agrees(seed):
    profile = PROFILES["bigkool"]
    tariff = tariff_of(profile, 1)
    strengths = strength_tables()
    cards = sorted(random_hand(seed))
    hand = numbers(cards)
    ranked = {
        positions: rank_row([cards[at] for at in positions])
        for size in (3, 5)
        for positions in combinations(range(13), size)
    }
    arrangements, legal = 0, set()
    for front in combinations(range(13), 3):
        rest = [at for at in range(13) if at not in front]
        for middle in combinations(rest, 5):
            arrangements += 1
            back = tuple(at for at in rest if at not in middle)
            if ranked[front] <= ranked[middle] <= ranked[back]:
                legal.add((ranked[front], ranked[middle], ranked[back], front, middle, back))
    assert arrangements == 72_072
    every = np.array(
        [
            [
                front_strengths(hand[list(front)], strengths),
                five_strengths(hand[list(middle)], strengths),
                five_strengths(hand[list(back)], strengths),
            ]
            for *_, front, middle, back in legal
        ],
        np.int16,
    )
    found = legal_splits(hand, strengths)
    assert {tuple(row) for row in found.rows()} == {tuple(row) for row in every}
    tables = _opponents(hand, tariff, 200)
    best = _chi(unbeaten(found, tariff).rows(), hand, tables).max()
    assert best == _chi(np.unique(every, axis=0), hand, tables).max()


def test_ids_of_many_hands_are_those_of_their_rows():
    strengths, tables = strength_tables(), split_tables()
    hands = pool_of_hands().hands[:50]
    fronts, fives = ids_of_rows(hands, strengths)
    assert np.array_equal(fronts, front_strengths(hands[:, tables.front], strengths))
    assert np.array_equal(fives, five_strengths(hands[:, tables.five], strengths))


def test_a_split_number_names_the_cards_of_its_strengths():
    strengths = strength_tables()
    for seed in range(5):
        hand = numbers(random_hand(seed))
        found = legal_splits(hand, strengths)
        for at in range(0, len(found), 997):
            rows = split_rows(hand, int(found.number[at]), strengths)
            assert sorted(card for row in rows for card in row) == hand.tolist()
            ranked = [rank_row([DECK[card] for card in row]) for row in rows]
            assert ranked == sorted(ranked)
            ids = strengths_of(hand[None], found.number[at : at + 1], strengths)[0]
            assert ids.tolist() == found.rows()[at].tolist()
