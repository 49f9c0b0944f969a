"""The vectorised settlement pays what `scorer.settlement` pays, chi by chi."""

import random
from dataclasses import replace

import numpy as np
import pytest

from scorer.advice.instants import instant_codes
from scorer.advice.payoff import Hands
from scorer.advice.splits import five_strengths, front_strengths, legal_splits, split_rows
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import tariff_of
from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.profiles import PROFILES
from scorer.settlement import Player, settle
from scorer.terms import (
    BonusMode,
    FourAces,
    InstantVsInstant,
    PairPoints,
    ScoopCountedBy,
    ScoopMultiplies,
    Wheel,
)

BIGKOOL, CHI_AT, TINH_CHI = (PROFILES[key] for key in ("bigkool", "chi-at", "tinh-chi"))
HOUSES = {
    "added bonus": replace(BIGKOOL, bonus_mode=BonusMode.ADD),
    "bonus without win": replace(BIGKOOL, bonus_needs_win=False, front_trips=9),
    "plain rows scooped": replace(TINH_CHI, scoop_multiplies=ScoopMultiplies.PLAIN_ROWS),
    "counted by loser": replace(CHI_AT, scoop_counted_by=ScoopCountedBy.LOSER),
    "low wheel": replace(BIGKOOL, wheel=Wheel.LOWEST),
    "no wheel": replace(CHI_AT, wheel=Wheel.NONE),
    "winner total": replace(TINH_CHI, pair_points=PairPoints.WINNER_TOTAL),
    "one a pair": replace(TINH_CHI, pair_points=PairPoints.ONE),
    "loss cap": replace(TINH_CHI, loss_cap=7),
    "loss cap and loser": replace(TINH_CHI, loss_cap=3, scoop_counted_by=ScoopCountedBy.LOSER),
    "banker": replace(BIGKOOL, banker=2),
    "hero banks": replace(BIGKOOL, banker=1),
    "instant scoops": replace(CHI_AT, instant_counts_as_scoop=True, instant_ends_round=False),
    "no aces with instants": replace(
        TINH_CHI, aces_in_instant_rounds=False, four_aces_laid=FourAces.FLAT
    ),
    "difference of instants": replace(BIGKOOL, instant_vs_instant=InstantVsInstant.DIFFERENCE),
    "equal rows are foul": replace(BIGKOOL, equal_rows_are_foul=True),
}
PROFILES_UNDER_TEST = {**PROFILES, **HOUSES}


def _suited_deck(chance):
    """A deck in an order that gives strong hands: few ranks, or few suits, lie together."""
    deck = list(range(52))
    chance.shuffle(deck)
    order = chance.choice(("any", "ranks", "suits"))
    noise = chance.choice((2, 8, 25))
    if order == "ranks":
        deck.sort(key=lambda card: card / 4 * 4 + chance.uniform(0, noise))
    if order == "suits":
        deck.sort(key=lambda card: card % 4 * 13 + card / 4 + chance.uniform(0, noise))
    return deck


def _deal(chance, players, profile, tables):
    """Arranged hands as (Arrangement, ids, cards): any legal split, strong ones more often."""
    deck = _suited_deck(chance)
    dealt = []
    for seat in range(players):
        cards = np.array(sorted(deck[13 * seat : 13 * seat + 13]), np.int8)
        legal = legal_splits(cards, tables, profile.equal_rows_are_foul)
        scores = legal.front * 8 + legal.middle + legal.back
        some = [chance.randrange(len(legal)) for _ in range(chance.choice((1, 200)))]
        at = max(some, key=lambda index: int(scores[index]))
        rows = split_rows(cards, int(legal.number[at]), tables)
        laid = Arrangement(*(tuple(DECK[card] for card in row) for row in rows))
        ids = [legal.front[at], legal.middle[at], legal.back[at]]
        dealt.append((laid, ids, cards))
    return dealt


def _vectorised(dealt, tariff):
    ids = np.array([ids for _, ids, _ in dealt], np.int16)
    cards = np.array([cards for _, _, cards in dealt])
    codes = instant_codes(cards, tariff)
    aces = (cards >= 48).sum(axis=1).astype(np.int8)
    others = Hands(ids[None, 1:], codes[None, 1:], aces[None, 1:])
    hero = Hands.candidates(ids[:1], int(aces[0]), int(codes[0]))
    return int(Tables(others, tariff).settle(hero)[0, 0])


@pytest.mark.parametrize("name", PROFILES_UNDER_TEST)
def test_hero_gets_what_the_settlement_says(name):
    profile = PROFILES_UNDER_TEST[name]
    tables = strength_tables(profile.wheel)
    chance = random.Random(name)
    met = set()
    for _ in range(60):
        players = chance.choice((2, 3, 4))
        dealt = _deal(chance, players, profile, tables)
        names = "ABCD"[:players]
        seats = [Player.laid(seat, laid) for seat, (laid, _, _) in zip(names, dealt, strict=True)]
        settled = settle(seats, replace(profile, instant_cards_decide=False))
        banker = -1 if profile.banker is None else profile.banker - 1
        tariff = tariff_of(profile, players - 1, banker)
        assert _vectorised(dealt, tariff) == settled.points["A"], seats
        met |= {item.reason for item in settled.lines}
    assert len(met) >= 2


@pytest.mark.parametrize(
    "name", ["bigkool", "chi-at", "winner total", "loss cap", "instant scoops"]
)
def test_many_heroes_settle_at_many_tables_as_one_by_one(name, monkeypatch):
    profile = PROFILES_UNDER_TEST[name]
    strengths, tariff = strength_tables(profile.wheel), tariff_of(profile, 3)
    chance = random.Random(8)
    dealt = [_deal(chance, 4, profile, strengths) for _ in range(9)]
    ids = np.array([[ids for _, ids, _ in table] for table in dealt], np.int16)
    cards = np.sort([[cards for _, _, cards in table] for table in dealt]).reshape(-1, 13)
    codes = instant_codes(cards, tariff).reshape(9, 4)
    aces = (cards >= 48).sum(axis=1).astype(np.int8).reshape(9, 4)
    tables = Tables(Hands(ids[:, 1:], codes[:, 1:], aces[:, 1:]), tariff)
    heroes = Hands.candidates(ids[:5, 0], 2)
    monkeypatch.setattr("scorer.advice.tables._CELLS", 20)
    together = tables.settle(heroes)
    for hero in range(5):
        for at in range(9):
            one = tables.select(np.array([at])).settle(heroes.select(np.array([hero])))
            assert one == together[hero, at]
    own = Hands(ids[None, :, 0], codes[None, :, 0], aces[None, :, 0])
    one_each = tables.settle(own)[0]
    for at, (table, total) in enumerate(zip(dealt, one_each, strict=True)):
        assert _vectorised(table, tariff) == total, at


def test_ids_of_a_dealt_row_are_looked_up_again():
    chance = random.Random(5)
    tables = strength_tables()
    for laid, ids, _ in _deal(chance, 4, BIGKOOL, tables):
        front, middle, back = (
            np.array(sorted(card.index for card in row), np.int8)
            for row in (laid.front, laid.middle, laid.back)
        )
        assert ids[0] == front_strengths(front, tables)
        assert ids[1] == five_strengths(middle, tables)
        assert ids[2] == five_strengths(back, tables)
