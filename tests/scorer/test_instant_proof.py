"""Instant wins proved hand by hand where that is possible, against independent definitions.

Rank-only wins: all 3,598,180 rank histograms.  Suit-only wins: all 560 suit counts.  Straight
flushes: all 8,192 rank sets of a suit.  Numbers of hands are exact.
"""

from dataclasses import replace
from itertools import product
from math import comb, prod

import pytest

from scorer.instant import SHAPE_TESTS, HandShape, instant_wins
from scorer.profiles import get_profile
from scorer.terms import InstantWin, Wheel
from tests.scorer import naive
from tests.scorer.rounds import random_players

HANDS = comb(52, 13)
BASE = replace(get_profile("bigkool"), instant_five_pairs_trip=1)
NO_QUADS = replace(BASE, quads_count_as_two_pairs=False)
TRIP_AS_PAIR = replace(BASE, instant_five_pairs_trip=0)
WAYS = tuple(comb(4, count) for count in range(5))


def histograms():
    """Every way to hold 13 cards of 13 ranks, at most four of each."""
    counts = [0] * 13

    def fill(rank, left):
        if rank == 12:
            counts[12] = left
            yield tuple(counts)
            return
        for count in range(max(0, left - 4 * (12 - rank)), min(4, left) + 1):
            counts[rank] = count
            yield from fill(rank + 1, left - count)

    return fill(0, 13)


def by_groups(sizes):
    """What the definitions say of a hand with these group sizes, largest first."""
    halves = sorted([*(s for s in sizes if s != 4), *[2, 2] * sizes.count(4)], reverse=True)
    return {
        "dragon": sizes == [1] * 13,
        "five_pairs_trip": halves == [3, 2, 2, 2, 2, 2],
        "five_pairs_trip without quads": sizes == [3, 2, 2, 2, 2, 2],
        "six_pairs": halves == [2, 2, 2, 2, 2, 2, 1],
        "six_pairs without quads": sizes == [2, 2, 2, 2, 2, 2, 1],
        "six_pairs with trip": halves in ([2, 2, 2, 2, 2, 2, 1], [3, 2, 2, 2, 2, 2]),
        "quads": 4 in sizes,
        "three_full_houses": sizes == [3, 3, 3, 2, 2],
    }


CHECKS = {
    "dragon": (InstantWin.DRAGON, BASE),
    "five_pairs_trip": (InstantWin.FIVE_PAIRS_TRIP, BASE),
    "five_pairs_trip without quads": (InstantWin.FIVE_PAIRS_TRIP, NO_QUADS),
    "six_pairs": (InstantWin.SIX_PAIRS, BASE),
    "six_pairs without quads": (InstantWin.SIX_PAIRS, NO_QUADS),
    "six_pairs with trip": (InstantWin.SIX_PAIRS, TRIP_AS_PAIR),
    "quads": (InstantWin.QUADS, BASE),
    "three_full_houses": (InstantWin.THREE_FULL_HOUSES, BASE),
}


@pytest.mark.slow
@pytest.mark.rule("R5.1")
def test_all_rank_histograms():
    """The group sizes decide all but three straights, so each is looked up by its sizes."""
    known, found, total, number = {}, dict.fromkeys(CHECKS, 0), 0, 0
    straights = three_straight_histograms("second", a23=True)
    is_three_straights = SHAPE_TESTS[InstantWin.THREE_STRAIGHTS]
    tests = [(name, SHAPE_TESTS[win], profile) for name, (win, profile) in CHECKS.items()]
    for counts in histograms():
        number += 1
        ways = prod(map(WAYS.__getitem__, counts))
        total += ways
        sizes = tuple(sorted(counts))
        if sizes not in known:
            known[sizes] = by_groups([size for size in reversed(sizes) if size])
        shape = HandShape(counts, (), ())
        expected = known[sizes]
        for name, test, profile in tests:
            if test(shape, profile) != expected[name]:
                pytest.fail(f"{name}: {counts}")
            if expected[name]:
                found[name] += ways
        if is_three_straights(shape, BASE) != (counts in straights):
            pytest.fail(f"three_straights: {counts}")
    assert (number, total) == (3_598_180, HANDS)
    assert found["dragon"] == 4**13 == 67_108_860 + 4
    assert found["five_pairs_trip without quads"] == 320_246_784
    assert found["six_pairs without quads"] == 2_241_727_488
    assert found["six_pairs with trip"] == found["six_pairs"] + found["five_pairs_trip"]
    assert found["three_full_houses"] == comb(13, 3) * comb(10, 2) * 4**3 * 6**2
    assert HANDS - found["quads"] == hands_without_quads()


def hands_without_quads():
    """By inclusion and exclusion over the ranks held in full."""
    return sum((-1) ** n * comb(13, n) * comb(52 - 4 * n, 13 - 4 * n) for n in range(4))


def three_straight_histograms(wheel, *, a23):
    """Rank counts of every three runs, written from the letters of the runs."""
    letters = "A23456789TJQKA"
    first = 0 if wheel != "none" else 1
    fives = [letters[i : i + 5] for i in range(first, 10)]
    threes = [letters[i : i + 3] for i in range(0 if first == 0 and a23 else 1, 12)]
    return {
        tuple((a + b + c).count(letter) for letter in naive.ORDER)
        for a, b, c in product(fives, fives, threes)
    }


@pytest.mark.rule("R5.1", "R1.5")
@pytest.mark.parametrize("wheel", list(Wheel))
@pytest.mark.parametrize("a23", [True, False])
def test_three_straights_by_backtracking(wheel, a23):
    """Every split is found by taking runs out one by one, and one card off is no split."""
    profile = replace(BASE, wheel=wheel, a23_is_straight=a23)
    test = SHAPE_TESTS[InstantWin.THREE_STRAIGHTS]
    histogram_set = three_straight_histograms(wheel, a23=a23)
    neighbours = {
        tuple(c + (i == up) - (i == down) for i, c in enumerate(counts))
        for counts in sorted(histogram_set)[::10]
        for up, down in product(range(13), repeat=2)
        if counts[down] and counts[up] < 4
    }
    for counts in histogram_set | neighbours:
        cards = [
            f"{naive.ORDER[rank]}{'cdhs'[n]}" for rank, c in enumerate(counts) for n in range(c)
        ]
        expected = naive.three_straights(cards, wheel, a23)
        assert test(HandShape(counts, (), ()), profile) is expected


@pytest.mark.rule("R5.1")
def test_all_suit_counts():
    found = dict.fromkeys(("dragon_suited", "same_colour", "twelve_colour", "three_flushes"), 0)
    number = 0
    for suits in product(range(14), repeat=4):
        if sum(suits) != 13:
            continue
        number += 1
        cards = [
            "2" + suit for suit, count in zip("cdhs", suits, strict=True) for _ in range(count)
        ]
        ways = prod(comb(13, count) for count in suits)
        for key in found:
            holds = SHAPE_TESTS[InstantWin(key)](HandShape((), suits, ()), BASE)
            assert holds is naive.is_instant(key, cards, {})
            found[key] += ways * holds
    two_suits = 12 * (comb(13, 10) * comb(13, 3) + comb(13, 8) * comb(13, 5))
    assert number == comb(16, 3) == 560
    assert found == {
        "dragon_suited": 4,
        "same_colour": 2 * comb(26, 13),
        "twelve_colour": 2 * comb(26, 12) * 26,
        "three_flushes": 4 + two_suits + 12 * comb(13, 5) ** 2 * comb(13, 3),
    }


@pytest.mark.rule("R5.1", "R1.5")
@pytest.mark.parametrize("wheel", list(Wheel))
def test_all_rank_sets_of_a_suit(wheel):
    """Each of 8,192 rank sets in each suit; a hand has one if one of its suits has."""
    profile = replace(BASE, wheel=wheel)
    test = SHAPE_TESTS[InstantWin.STRAIGHT_FLUSH]
    for bits in range(1 << 13):
        text = "".join(letter if bits >> i & 1 else "." for i, letter in enumerate(naive.ORDER))
        below_two = "." if wheel is Wheel.NONE else text[-1]
        expected = any(len(run) >= 5 for run in (below_two + text).split("."))
        for suit in range(4):
            suit_bits = tuple(bits * (place == suit) for place in range(4))
            assert test(HandShape((), (), suit_bits), profile) is expected


@pytest.mark.rule("R5.1", "R5.2")
@pytest.mark.parametrize("system", ["bigkool", "mo-binh", "tinh-chi"])
def test_dealt_hands_against_the_words(system, rng):
    profile = replace(get_profile(system), **{f"instant_{win}": 1 for win in InstantWin})
    rules = {
        "wheel": "second",
        "a23_is_straight": True,
        "quads_count_as_two_pairs": True,
        "instant_five_pairs_trip": 1,
        "trip_counts_as_pair": True,
    }
    seen = set()
    for _ in range(400):
        for player in random_players(rng, 4):
            if len(player.cards) == 13:
                cards = [str(card) for card in player.cards]
                expected = {win for win in InstantWin if naive.is_instant(win, cards, rules)}
                assert set(instant_wins(player.cards, profile)) == expected
                seen |= expected
    assert seen == set(InstantWin)
