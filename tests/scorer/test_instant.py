"""Instant wins: each definition, its edges, and which of several counts."""

from dataclasses import replace

import pytest

from scorer.errors import RoundError
from scorer.instant import InstantWin, deciding_ranks, find_instant_win, instant_pay, instant_wins
from scorer.notation import parse_cards
from scorer.profiles import PROFILES, get_profile
from scorer.terms import Wheel

# Every win played, all for the same pay, so that only definitions matter.
ALL_WINS = replace(get_profile("bigkool"), **{f"instant_{win}": 1 for win in InstantWin})

HANDS = {
    "suited dragon": "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
    "dragon": "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac",
    "red": "2h 3h 4h 5h 6h 7h 9h Jh 2d 4d 9d Jd Ad",
    "twelve black": "2c 2s 4c 5s 7c 8s 9c Tc Jc Js Kc Ks Ah",
    "trip": "As Ah Ad 2c 2s 4c 4h 7s 7d 9c 9h Jh Jd",
    "trip and quads": "As Ah Ad 2c 2s 2d 2h 7s 7d 9c 9h Jh Jd",
    "pairs": "As Ah 3d 2c 2s 4c 4h 7s 7d 9c 9h Jh Jd",
    "pairs, quads": "As Ah 3d 2c 2s 2d 2h 7s 7d 9c 9h Jh Jd",
    "5 5 3": "2c 4c 7c 9c Jc 2d 5d 7d 9d Qd Ks 4s 8s",
    "10 3": "2c 4c 7c 9c Jc 3c 5c 8c Qc Kc Ks 4s 8s",
    "8 5": "2c 4c 7c 9c Jc 3c 5c 8c 2d 5d 7d 9d Qd",
    "7 6": "2c 4c 7c 9c Jc 3c 5c 2d 5d 7d 9d Qd Kd",
    "straights": "2c 3d 4h 5s 6c 6d 7h 8s 9c Td Jh Qs Kc",
    "wheel, A23": "Ac 2d 3h 4s 5c Ad 2h 3s 7c 8d 9h Ts Jc",
    "QKA": "4c 5d 6h 7s 8c 5c 6d 7h 8s 9c Qd Kh As",
    "wheel flush": "As 2s 3s 4s 5s 7c 8h 9d Jc Qd Kh Tc 7d",
    "quads": "9c 9d 9h 9s 2c 3d 4h 6s 7c Jd Qh Ks Ac",
    "full houses": "9c 9d 9h 2c 2d 2h 3s 3c 3d Jd Jh Ks Kc",
    "nothing": "2c 3d 4h 6s 7c 8d 9h Js Qc Kd Ah 2s 4d",
}


def wins_of(name, profile=ALL_WINS):
    return set(instant_wins(parse_cards(HANDS[name]), profile))


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "suited dragon",
            "dragon_suited dragon same_colour three_flushes three_straights straight_flush",
        ),
        ("dragon", "dragon three_straights"),
        ("red", "same_colour three_flushes straight_flush"),
        ("twelve black", "twelve_colour"),
        ("trip", "five_pairs_trip"),
        ("trip and quads", "five_pairs_trip quads"),
        ("pairs", "six_pairs"),
        ("pairs, quads", "six_pairs quads"),
        ("5 5 3", "three_flushes"),
        ("10 3", "same_colour three_flushes"),
        ("8 5", "three_flushes"),
        ("7 6", ""),
        ("straights", "three_straights"),
        ("wheel, A23", "three_straights"),
        ("QKA", "three_straights"),
        ("wheel flush", "straight_flush"),
        ("quads", "quads"),
        ("full houses", "three_full_houses"),
        ("nothing", ""),
    ],
)
def test_definitions(name, expected):
    assert wins_of(name) == set(expected.split())


@pytest.mark.rule("R5.1")
def test_five_pairs_and_a_triple_are_six_pairs_only_where_they_are_not_played():
    without = replace(ALL_WINS, instant_five_pairs_trip=0)
    assert wins_of("trip", without) == {InstantWin.SIX_PAIRS}
    assert wins_of("trip", replace(without, trip_counts_as_pair=False)) == set()


@pytest.mark.rule("R5.1")
def test_quads_as_two_pairs_is_a_choice():
    profile = replace(ALL_WINS, quads_count_as_two_pairs=False)
    assert wins_of("trip and quads", profile) == {InstantWin.QUADS}
    assert wins_of("pairs, quads", profile) == {InstantWin.QUADS}
    assert wins_of("pairs", profile) == {InstantWin.SIX_PAIRS}


@pytest.mark.rule("R1.5", "R5.1")
def test_low_aces_are_a_choice():
    no_wheel = replace(ALL_WINS, wheel=Wheel.NONE)
    assert wins_of("wheel flush", no_wheel) == set()
    assert wins_of("wheel, A23", no_wheel) == set()
    assert wins_of("QKA", no_wheel) == {InstantWin.THREE_STRAIGHTS}
    assert wins_of("wheel flush", replace(ALL_WINS, wheel=Wheel.LOWEST)) == {
        InstantWin.STRAIGHT_FLUSH
    }
    assert wins_of("wheel, A23", replace(ALL_WINS, a23_is_straight=False)) == set()


@pytest.mark.rule("R5.2")
def test_the_best_paid_counts_and_of_equal_pays_the_first_listed():
    hand = parse_cards(HANDS["10 3"])
    found = {key: find_instant_win(hand, profile) for key, profile in PROFILES.items()}
    assert found == {
        "bigkool": "same_colour",
        "789bet": "three_flushes",
        "chi-at": "same_colour",
        "mo-binh": "same_colour",
        "tinh-chi": "three_flushes",
    }
    both = parse_cards("2c 2s 3c 3s 4c 4s 5c 5s 6c 6s 7c 7s 8c")
    assert find_instant_win(both, get_profile("mo-binh")) == "same_colour"
    assert find_instant_win(both, replace(get_profile("mo-binh"), instant_six_pairs=13)) == (
        "six_pairs"
    )
    black = get_profile("mo-binh")
    assert instant_wins(both, black)[1:3] == ("straight_flush", "six_pairs")
    assert find_instant_win(parse_cards(HANDS["nothing"]), black) is None


def test_pay_is_the_profiles():
    assert instant_pay(InstantWin.DRAGON, get_profile("bigkool")) == 39
    assert instant_pay(InstantWin.QUADS, get_profile("bigkool")) == 0


@pytest.mark.parametrize("count", [0, 12, 14])
def test_a_hand_has_thirteen_cards(count):
    cards = parse_cards(HANDS["dragon"] + " As")[:count]
    with pytest.raises(RoundError, match=f"{count} cards, expected 13"):
        find_instant_win(cards, ALL_WINS)


@pytest.mark.rule("R5.4")
@pytest.mark.parametrize(
    ("win", "name", "expected"),
    [
        (InstantWin.FIVE_PAIRS_TRIP, "trip", (14, 11, 9, 7, 4, 2)),
        (InstantWin.FIVE_PAIRS_TRIP, "trip and quads", (14, 11, 9, 7, 2, 2)),
        (InstantWin.SIX_PAIRS, "pairs", (14, 11, 9, 7, 4, 2, 3)),
        (InstantWin.SIX_PAIRS, "pairs, quads", (14, 11, 9, 7, 2, 2, 3)),
        (InstantWin.SIX_PAIRS, "trip", (14, 11, 9, 7, 4, 2, 14)),
        (InstantWin.THREE_FLUSHES, "5 5 3", (13, 12, 11, 9, 9, 8, 7, 7, 5, 4, 4, 2, 2)),
    ],
)
def test_ranks_that_decide_between_equal_wins(win, name, expected):
    assert deciding_ranks(win, parse_cards(HANDS[name])) == expected
