"""Settlement, rule by rule: rows, their bonuses and scoops."""

import pytest

from scorer.terms import BonusMode, PairPoints, ScoopCountedBy, ScoopMultiplies, Wheel
from tests.scorer.rounds import laid
from tests.scorer.settling import FOUL_Y1, NO_ACES, Y1, Y2, Y3, X, Z, outcome, points, reasons

# Special rows everywhere, each a loser to Z's.
LOWER = "8s 8h 8d / Tc Td Th 5s 5h / Jc Js Jd 9s 9c"
OTHER = "7d 8h 9d / 3d 3h Tc Jd Qd / 3c Kd Kh 9c 8c"


@pytest.mark.rule("R2.1", "R3.1", "R3.2")
def test_a_scoop_doubles_in_bigkool():
    assert points("bigkool", X, Y1) == [6, -6]
    assert points("bigkool", Y1, X) == [-6, 6]
    assert reasons("bigkool", X, Y1) == [("row", 1), ("row", 1), ("row", 1), ("scoop", 3)]
    assert points("789bet", X, Y1) == points("mo-binh", X, Y1) == [3, -3]


@pytest.mark.rule("R3.2")
@pytest.mark.parametrize(
    ("system", "one", "two", "three"),
    [("bigkool", 6, 12, 18), ("chi-at", 6, 18, 36), ("tinh-chi", 6, 18, 36)],
)
def test_scooping_one_two_three(system, one, two, three):
    totals = [points(system, X, *losers, **NO_ACES)[0] for losers in ([Y1], [Y1, Y2], [Y1, Y2, Y3])]
    assert totals == [one, two, three]


@pytest.mark.rule("R3.2", "R4.5")
def test_chi_at_counts_two_of_three_at_a_table_of_four():
    gone = laid("", Y3, left=True)
    assert points("chi-at", X, Y1, Y2, gone, **NO_ACES)[0] == 6 + 6 + 3


@pytest.mark.rule("R3.1", "R2.2")
def test_one_equal_row_prevents_a_scoop():
    equal_front = "2c 3c 5d / Ks Kc Kd 2s 3s / 4c 4d 4h 7s 7c"
    assert points("bigkool", equal_front, Y2) == [2, -2]
    assert reasons("bigkool", Y1, Y2) == []


@pytest.mark.rule("R2.2")
def test_equal_rows_go_to_the_banker():
    assert points("bigkool", Y1, Y2, banker=1) == [3, -3]
    assert reasons("bigkool", Y1, Y2, banker=2, plain_row=2) == [("banker_tie", 2)] * 3
    assert points("bigkool", Y1, Y2, X, banker=3) == points("bigkool", Y1, Y2, X)


@pytest.mark.rule("R2.3")
def test_bonuses_replace_the_plain_chi_or_are_added():
    bonuses = [("back_quads", 4), ("middle_full_house", 2), ("front_trips", 3)]
    assert reasons("789bet", Z, Y2) == bonuses
    assert points("789bet", Z, Y2, bonus_mode=BonusMode.ADD) == [12, -12]
    assert points("bigkool", Z, Y2) == [18, -18]
    assert points("chi-at", Z, Y2) == [26, -26]
    assert points("mo-binh", Z, Y2) == [6, -6]  # four of a kind is an instant win there


@pytest.mark.rule("R2.3", "R1.5")
@pytest.mark.parametrize(
    ("back", "system", "pay"),
    [
        ("As 2s 3s 4s 5s", "chi-at", 7),
        ("As 2s 3s 4s 5s", "bigkool", 5),
        ("Ts Js Qs Ks As", "chi-at", 10),
        ("2s 3s 4s 5s 6s", "chi-at", 5),
        ("As Ac Ad Ah 6s", "chi-at", 16),
        ("As Ac Ad Ah 6s", "tinh-chi", 12),
        ("As Ac Ad Ah 6s", "789bet", 4),
    ],
)
def test_aces_in_special_rows(back, system, pay):
    found = reasons(system, f"7c 8d 9h / 4d 4h Td Jh Qc / {back}", OTHER)
    assert [chi for reason, chi in found if reason.startswith("back_")] == [pay]


@pytest.mark.rule("R1.5", "R2.3")
def test_the_pay_of_a_suited_wheel_does_not_depend_on_its_rank():
    one = "7c 8d 9h / 4d 4h Td Jh Qc / As 2s 3s 4s 5s"
    assert reasons("chi-at", one, OTHER, wheel=Wheel.LOWEST)[0] == ("back_wheel_flush", 7)
    assert reasons("chi-at", one, OTHER, wheel=Wheel.NONE)[0] == ("row", 1)


@pytest.mark.rule("R2.4")
def test_a_bonus_may_be_paid_though_its_row_lost():
    assert reasons("789bet", Z, LOWER, bonus_needs_win=False) == [
        ("back_quads", 4),
        ("middle_full_house", 2),
        ("bonus_without_win", 2),
        ("front_trips", 3),
        ("bonus_without_win", 3),
    ]
    assert points("789bet", Z, FOUL_Y1, bonus_needs_win=False) == [9, -9]


@pytest.mark.rule("R2.4", "R3.3")
def test_a_scoop_never_costs_the_one_who_scoops():
    winner = "Qd Qh 2c / Kc Kd Kh 3c 4d / 5s 6s 7s 8s 9s"
    loser = "2d 3h 4c / 5d 6h 8c 9d Jc / Ts Tc Td Th 8d"
    assert points("bigkool", winner, loser) == [14, -14]
    # 5 + 1 + 1 for the winner against 40 for the four of a kind that lost.
    changes = {"bonus_needs_win": False, "back_quads": 40}
    assert points("bigkool", winner, loser, **changes) == [-33, 33]


@pytest.mark.rule("R2.5")
def test_points_of_a_pair():
    three_rows = "2s 4d 7h / 5s 6c 8c 9s Kd / 6d 8d 9c Tc Ac"
    two_rows = "2c 3c 4d / 5s 6c 8c 9s Kd / 6d 8d 9c Tc Ac"
    assert points("mo-binh", three_rows, Y2) == [3, -3]
    assert points("mo-binh", two_rows, Y2) == [1, -1]
    assert points("mo-binh", two_rows, Y2, pair_points=PairPoints.WINNER_TOTAL) == [2, -2]
    assert points("mo-binh", Y2, two_rows, pair_points=PairPoints.WINNER_TOTAL) == [-2, 2]
    assert reasons("mo-binh", two_rows, Y2, pair_points=PairPoints.ONE) == [("pair_won", 1)]
    assert reasons("mo-binh", Y1, Y2, pair_points=PairPoints.ONE) == []


@pytest.mark.rule("R3.3")
def test_what_a_scoop_multiplies():
    assert points("bigkool", Z, Y2, scoop_multiplies=ScoopMultiplies.PLAIN_ROWS) == [9, -9]
    both = {"scoop_multiplies": ScoopMultiplies.PLAIN_ROWS, "bonus_mode": BonusMode.ADD}
    assert points("bigkool", Z, Y2, **both) == [15, -15]


@pytest.mark.rule("R3.2")
def test_scoops_can_be_counted_by_the_loser():
    middle = "4c 4d Ac / 5h 5s Tc Td 9c / Jd Jc Js Ad 2h"
    high = "Ah Kh Kd / Qh Qc Qd 2s 3s / 7h 7d 7c 3h 3c"
    by_winner = outcome("chi-at", high, middle, Y2)
    by_loser = outcome("chi-at", high, middle, Y2, scoop_counted_by=ScoopCountedBy.LOSER)
    assert [scoop.multiplier for scoop in by_winner.scoops] == [3, 3, 2]
    assert [scoop.multiplier for scoop in by_loser.scoops] == [2, 3, 3]
