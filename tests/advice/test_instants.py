"""Instant wins of many hands at once are those of `scorer.instant`."""

import random
from dataclasses import replace

import numpy as np
import pytest

from scorer.advice.instants import instant_codes
from scorer.advice.tariff import tariff_of
from scorer.cards import DECK
from scorer.instant import find_instant_win
from scorer.profiles import PROFILES
from scorer.terms import Wheel

_EVERY = {
    f"instant_{name}": 5
    for name in ("same_colour", "twelve_colour", "five_pairs_trip", "straight_flush", "quads")
}
HOUSES = {
    "every kind": replace(PROFILES["mo-binh"], **_EVERY, instant_three_full_houses=90),
    "no wheel": replace(PROFILES["mo-binh"], wheel=Wheel.NONE),
    "no quads as pairs": replace(PROFILES["bigkool"], quads_count_as_two_pairs=False),
    "no trip as a pair": replace(PROFILES["tinh-chi"], trip_counts_as_pair=False),
    "no A-2-3": replace(PROFILES["bigkool"], a23_is_straight=False),
}
PROFILES_UNDER_TEST = {**PROFILES, **HOUSES}


def _hands(count):
    """Random hands, and hands that lean towards each kind."""
    chance = random.Random(11)
    hands = []
    for _ in range(count):
        deck = list(range(52))
        chance.shuffle(deck)
        lean = chance.choice(("", "rank", "suit", "colour", "run", "pairs"))
        key = {
            "": lambda card: 0,
            "rank": lambda card: card // 4 + chance.uniform(0, 2),
            "suit": lambda card: card % 4 + chance.uniform(0, 0.6),
            "colour": lambda card: (card % 4 in (1, 2)) + chance.uniform(0, 1.02),
            "run": lambda card: card % 4 * 1.0 + chance.uniform(0, 4),
            "pairs": lambda card: card // 4 * 7 % 13 + (card % 4 > 1) * 30 + chance.uniform(0, 9),
        }[lean]
        deck.sort(key=key)
        hands.append(sorted(deck[:13]))
    dragons = [[4 * rank + chance.randrange(4) for rank in range(13)] for _ in range(3)]
    straights = [
        [0, 5, 10, 15, 19, 20, 25, 30, 35, 36, 40, 45, 50],
        [48, 1, 6, 11, 12, 17, 22, 27, 28, 33, 49, 2, 7],
    ]
    return np.array([sorted(hand) for hand in (*hands, *dragons, *straights)], np.int8)


@pytest.mark.parametrize("name", PROFILES_UNDER_TEST)
def test_codes_are_the_wins_that_the_scorer_finds(name):
    profile = PROFILES_UNDER_TEST[name]
    tariff = tariff_of(profile, 1)
    hands = _hands(1500)
    codes = instant_codes(hands, tariff)
    for hand, code in zip(hands, codes, strict=True):
        win = find_instant_win([DECK[card] for card in hand], profile)
        assert (tariff.instant_kinds[code] if code >= 0 else None) == win
    assert len(set(codes.tolist())) > 3
