"""Row values are exact averages, the correction is the rest, and a shelf keeps what was made."""

from dataclasses import replace

import numpy as np
import pytest

from scorer.advice import kernels, suggest
from scorer.advice.instants import instant_codes
from scorer.advice.laying import Laying
from scorer.advice.payoff import Hands
from scorer.advice.pool import pool_of_hands
from scorer.advice.shelf import make, policy_for
from scorer.advice.splits import legal_splits, strengths_of
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import tariff_of
from scorer.advice.training import Population, answer, first_policy, row_values, train
from scorer.profiles import PROFILES
from scorer.terms import BonusMode, Wheel
from tests.advice.conftest import numbers, random_hand

PLAIN = {
    "no scoop": PROFILES["789bet"],
    "added bonus": replace(PROFILES["789bet"], bonus_mode=BonusMode.ADD),
    "bonus without win": replace(PROFILES["789bet"], bonus_needs_win=False, middle_full_house=9),
    "banker": replace(PROFILES["789bet"], banker=1),
}


def _population(tariff, count=400):
    hands = pool_of_hands().hands[:count]
    splits = np.array(
        [int(legal_splits(hand, strength_tables(tariff.wheel)).number[-1]) for hand in hands]
    )
    rows = strengths_of(hands, splits, strength_tables(tariff.wheel))
    aces = (hands >= 48).sum(axis=1).astype(np.int8)
    return Population(rows, instant_codes(hands, tariff), aces)


@pytest.mark.parametrize("name", PLAIN)
def test_row_values_add_up_to_what_the_settlement_pays(name):
    tariff = tariff_of(PLAIN[name], 1, 0 if PLAIN[name].banker else -1)
    population = _population(tariff)
    values = [row_values(tariff, population, row) for row in range(3)]
    hands = Hands(population.rows[:, None], population.instant[:, None], population.aces[:, None])
    tables = Tables(hands, tariff)
    rows = legal_splits(numbers(random_hand(7)), strength_tables()).rows()[::4000]
    chi = tables.settle(Hands.candidates(rows, 0)).mean(axis=1)
    pays = np.array([*tariff.instant_pay, 0])[population.instant].mean()
    added = sum(value[rows[:, row]] for row, value in enumerate(values))
    assert added - pays == pytest.approx(chi)


def test_the_correction_is_what_scoops_add():
    tariff = tariff_of(PROFILES["tinh-chi"], 3)
    population = _population(tariff)
    policy = answer(tariff, population, np.random.default_rng(0))
    strong = [454, 7000, 7300]
    tables = population.tables(20_000, tariff, np.random.default_rng(1))
    settled = tables.settle(Hands.candidates(np.array([strong], np.int16), 0)).mean()
    values = (policy.front_value, policy.middle_value, policy.back_value)
    rows = sum(float(value[row]) for value, row in zip(values, strong, strict=True))
    places = (policy.front_place, policy.middle_place, policy.back_place)
    at = tuple(round(float(place[row])) for place, row in zip(places, strong, strict=True))
    assert policy.correction[at] > 10
    assert rows + float(policy.correction[at]) == pytest.approx(settled, rel=0.15)


@pytest.mark.parametrize("system", PROFILES)
def test_hands_laid_together_are_laid_as_one_by_one(system):
    tariff = tariff_of(PROFILES[system], 1)
    policy, hands = policy_for(tariff).policy, pool_of_hands().hands[:150]
    strengths = strength_tables()
    together = Laying(hands, strengths, equal_rows_are_foul=False).by(policy)
    alone = policy.arrange(hands, strengths, equal_rows_are_foul=False)
    one, two = (strengths_of(hands, numbers, strengths) for numbers in (together, alone))
    if policy.correction.size > 1:
        assert np.array_equal(one, two)
    # Where rows alone count, two splits may be worth the same.
    worth = [
        policy.front_value[rows[:, 0]] + policy.middle_value[rows[:, 1]]
        + policy.back_value[rows[:, 2]]
        for rows in (one, two)
    ]  # fmt: skip
    assert worth[0] == pytest.approx(worth[1], abs=1e-5)


def test_a_policy_without_a_correction_looks_into_no_grid(monkeypatch):
    tariff = tariff_of(PROFILES["789bet"], 1)
    policy, hand = policy_for(tariff).policy, pool_of_hands().hands[:1]
    assert policy.correction.size == 1
    compiled = policy.arrange(hand, strength_tables(), equal_rows_are_foul=False)
    # Plain Python says where a compiled loop would read beyond an array.
    for name in ("best_splits", "interpolated"):
        monkeypatch.setattr(kernels, name, getattr(kernels, name).py_func)
    plain = policy.arrange(hand, strength_tables(), equal_rows_are_foul=False)
    assert np.array_equal(compiled, plain)


def test_fictitious_play_beats_where_it_started():
    tariff = tariff_of(PROFILES["bigkool"], 1)
    hands = pool_of_hands().hands
    trained = train(tariff, hands[:400], rounds=2)
    laid = []
    for policy in (trained, first_policy()):
        splits = policy.arrange(hands[1000:2000], strength_tables(), equal_rows_are_foul=False)
        rows = strengths_of(hands[1000:2000], splits, strength_tables())
        nothing = np.full(len(rows), -1, np.int8)
        laid.append(Hands(rows, nothing, np.zeros(len(rows), np.int8)))
    one, other = laid
    tables = Tables(Hands(other.rows[:, None], other.instant[:, None], other.aces[:, None]), tariff)
    assert tables.settle(Hands.candidates(one.rows[::10], 0)).mean() > 0.1


def test_a_made_policy_is_found_and_a_stranger_borrows(tmp_path, monkeypatch, two_ways):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    house = replace(PROFILES["bigkool"], wheel=Wheel.LOWEST, front_trips=11)
    tariff = tariff_of(house, 1)
    borrowed = policy_for(tariff)
    assert borrowed.borrowed
    make(tariff, hands=4000, rounds=1, start=borrowed.policy)
    own = policy_for(tariff)
    assert not own.borrowed
    assert len(own.numbers) == 4000
    advice = suggest(two_ways, house, 1)
    assert not advice.borrowed_policy
    assert advice.tables > 1000


def test_a_translated_policy_values_the_same_cards_alike():
    old, new = strength_tables("second"), strength_tables("none")
    policy = policy_for(tariff_of(PROFILES["bigkool"], 1)).policy
    moved = policy.translated(old, new)
    for suited in (0, 1):
        for number in range(0, 6188, 61):
            if old.five[suited, number] >= 0:
                value = policy.back_value[old.five[suited, number]]
                assert moved.back_value[new.five[suited, number]] == value
