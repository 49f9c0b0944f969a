"""Settlement, rule by rule: fouls and instant wins."""

import pytest

from scorer.instant import InstantWin
from scorer.terms import FoulPay, FoulPaysTo, FoulToInstant, InstantVsInstant
from tests.scorer.rounds import holding, laid
from tests.scorer.settling import FOUL_Y1, NO_ACES, PAIRS, Y1, Y2, X, Z, outcome, points, reasons

# Pairs lower than PAIRS; five pairs and a triple.
LOW_PAIRS = "Ks Kh 4h 4s 7d 7h 5h 5s Js Jc 2c 2d 9h"
TRIP = "Ah Ad As Kc Kd 3s 3h 4c 4d 7c 7s Qh Qd"


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (laid("", FOUL_Y1), "rows"),
        (laid("", Y1, foul=True), "flagged"),
        (laid("", Y1, left=True), "left"),
        (holding("", Y1.replace("/", "")), "not_laid"),
        (holding("", "", foul=True), "flagged"),
        (holding("", "2c 3c", left=True), "left"),
    ],
)
def test_who_is_foul_and_why(hand, reason):
    settlement = outcome("bigkool", hand, Y2)
    assert settlement.fouls == ("An",)
    assert settlement.standings[0].foul == reason
    assert settlement.points["An"] == (-3 if hand.left else -6)


@pytest.mark.rule("R4.1")
def test_a_legal_arrangement_that_was_not_confirmed():
    late = laid("", Y1, confirmed=False)
    assert points("789bet", late, Y2) == [0, 0]
    assert points("chi-at", late, Y2) == [-6, 6]


@pytest.mark.rule("R4.2", "R4.5")
def test_a_foul_pays_the_winners_rows():
    assert reasons("bigkool", FOUL_Y1, Y2) == [("foul_row", 1)] * 3 + [("scoop", 3)]
    assert points("789bet", FOUL_Y1, Z) == [-9, 9]
    assert points("bigkool", FOUL_Y1, Y2, foul_counts_as_scooped=False) == [-3, 3]


@pytest.mark.rule("R4.4")
def test_foul_against_foul_is_nothing_but_aces():
    assert points("bigkool", FOUL_Y1, laid("", Y2, foul=True)) == [0, 0]
    assert points("tinh-chi", laid("", X, foul=True), laid("", Y1, left=True)) == [2, -2]


@pytest.mark.rule("R4.5", "R3.2")
def test_fouls_are_counted_among_the_scooped_but_not_who_left():
    assert points("chi-at", X, FOUL_Y1, Y2)[0] == 18
    gone = laid("", Y1, left=True)
    assert points("chi-at", X, gone, Y2)[0] == 3 + 6
    assert points("chi-at", X, gone, Y2, left_counts_as_scooped=True)[0] == 18


@pytest.mark.rule("R4.3")
def test_a_flat_penalty():
    assert points("mo-binh", FOUL_Y1, Y2, X) == [-18, 9 - 3, 9 + 3]
    assert reasons("mo-binh", FOUL_Y1, PAIRS) == [("instant_win", 6), ("flat_foul", 3)]
    value, both = FoulToInstant.VALUE, FoulToInstant.BOTH
    assert points("mo-binh", FOUL_Y1, PAIRS, foul_to_instant=value) == [-6, 6]
    assert points("mo-binh", FOUL_Y1, PAIRS, foul_to_instant=both) == [-15, 15]
    assert points("bigkool", FOUL_Y1, Y2, foul=FoulPay.FLAT, foul_flat=4) == [-4, 4]


@pytest.mark.rule("R4.6")
def test_a_foul_may_pay_the_rounds_winner_only():
    changes = {"foul_pays_to": FoulPaysTo.ROUND_WINNER, **NO_ACES}
    settlement = outcome("tinh-chi", FOUL_Y1, Y2, X, **changes)
    assert settlement.pairs["An"] == {"Bình": 0, "Chi": -9}  # X scoops two: three times
    assert settlement.points == {"An": -9, "Bình": -9, "Chi": 18}
    assert points("tinh-chi", FOUL_Y1, laid("", Y2, foul=True), **changes) == [0, 0]


@pytest.mark.rule("R5.2", "R5.3")
def test_an_instant_win_needs_no_rows_and_takes_from_fouls_too():
    assert points("bigkool", PAIRS, Y1, laid("", Y2, foul=True)) == [18, -9 + 6, -9 - 6]
    rows = "Ah Ad 3s / Kc Kd Qh Qd 2s / 3h 4c 4d 7c 7s"
    settlement = outcome("chi-at", laid("", rows, foul=True, confirmed=False), Y1)
    assert settlement.fouls == ()
    assert settlement.points == {"An": 6, "Bình": -6}


@pytest.mark.rule("R5.2")
def test_leaving_keeps_an_instant_win_unless_the_table_says_otherwise():
    gone = holding("", PAIRS, left=True)
    assert points("bigkool", gone, Y1) == [9, -9]
    assert points("bigkool", gone, Y1, left_keeps_instant=False) == [-3, 3]


@pytest.mark.rule("R5.3", "R3.1")
def test_instant_wins_are_not_scoops_unless_the_table_says_so():
    assert points("tinh-chi", PAIRS, Y1, Y2, **NO_ACES) == [24, -12, -12]
    changes = {"instant_counts_as_scoop": True, **NO_ACES}
    assert points("tinh-chi", PAIRS, Y1, Y2, **changes) == [72, -36, -36]
    assert points("tinh-chi", PAIRS, laid("", Y1, left=True), **changes) == [12, -12]


@pytest.mark.rule("R5.4")
def test_two_instant_wins():
    assert points("bigkool", TRIP, LOW_PAIRS) == [18, -18]
    assert points("bigkool", LOW_PAIRS, TRIP) == [-18, 18]
    difference = InstantVsInstant.DIFFERENCE
    assert points("bigkool", TRIP, LOW_PAIRS, instant_vs_instant=difference) == [9, -9]
    assert points("bigkool", PAIRS, LOW_PAIRS) == [0, 0]
    assert points("mo-binh", TRIP, LOW_PAIRS) == [0, 0]


@pytest.mark.rule("R5.4")
def test_the_cards_decide_in_789bet():
    assert reasons("789bet", PAIRS, LOW_PAIRS) == [("higher_instant_win", 3)]
    assert points("789bet", PAIRS, LOW_PAIRS) == [3, -3]
    assert points("789bet", LOW_PAIRS, PAIRS) == [-3, 3]
    dragons = (
        "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac",
        "2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc Ad",
    )
    assert points("789bet", *dragons) == [0, 0]


@pytest.mark.rule("R5.4")
def test_the_listed_order_ranks_where_pays_are_equal():
    flushes = "2c 4c 7c 9c Jc 2h 5h 7h 9h Qh Ks 5s 8s"
    pairs = "As Ac 3s 3c Td Th 4d 4h 6d 6h 8d 8h Kd"
    assert points("789bet", flushes, pairs) == [-3, 3]
    assert points("bigkool", flushes, pairs) == [0, 0]


@pytest.mark.rule("R5.5")
def test_an_instant_win_ends_the_round_in_chi_at():
    assert points("chi-at", PAIRS, FOUL_Y1, Y2) == [12, -6, -6]
    assert points("chi-at", PAIRS, FOUL_Y1, Y2, instant_ends_round=False) == [12, -6 - 6, -6 + 6]


@pytest.mark.rule("R5.6")
def test_three_flushes_may_have_to_lie_so():
    lying = "Ks 5s 8s / 2c 4c 7c 9c Jc / 2h 5h 7h 9h Qh"
    mixed = "2c 5s 8s / Ks 4c 7c 9c Jc / 2h 5h 7h 9h Qh"
    other = "2d 3d 5d / 6h 8h 9s Ts Jh / 6s 8c 9d Th Qs"
    assert points("bigkool", lying, other, instant_must_be_laid=True) == [9, -9]
    assert points("bigkool", mixed, other) == [9, -9]
    assert outcome("bigkool", mixed, other, instant_must_be_laid=True).instant_wins["An"] is None
    assert points("bigkool", PAIRS, Y1, instant_must_be_laid=True) == [9, -9]


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize(
    ("rows", "wins"),
    [
        ("Ac 2d 3h / 4s 5c 6d 7h 8s / 9c Td Jh Qs Kc", True),
        ("Ac 2d 3h / 9c Td Jh Qs Kc / 4s 5c 6d 7h 8s", True),
        ("Ac 2d 4s / 3h 5c 6d 7h 8s / 9c Td Jh Qs Kc", False),
        ("Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc", False),
    ],
)
def test_three_straights_may_have_to_lie_so(rows, wins):
    other = "2c 3c 5h / 6c 8c 9d Ts Jd / 6s 8d 9h Tc Qc"
    found = outcome("tinh-chi", rows, other, instant_must_be_laid=True, instant_dragon=0)
    assert found.instant_wins["An"] == (InstantWin.THREE_STRAIGHTS if wins else None)


@pytest.mark.rule("R5.7")
def test_instant_wins_may_have_to_be_declared():
    changes = {"instant_must_be_declared": True, "false_declaration": 5}
    rows = "3s 3h Qh / 7c 7s 4c 4d 2s / Ah Ad Kc Kd Qd"
    told = laid("", rows, declared=InstantWin.SIX_PAIRS)
    assert points("bigkool", told, Y1, **changes) == [9, -9]
    assert points("bigkool", rows, Y1, **changes) == [6, -6]
    liar = laid("", X, declared=InstantWin.DRAGON)
    assert reasons("bigkool", liar, Y1, **changes) == [
        *[("foul_row", 1)] * 3,
        ("scoop", 3),
        ("false_declaration", 5),
    ]
    assert points("bigkool", liar, Y1) == [6, -6]
