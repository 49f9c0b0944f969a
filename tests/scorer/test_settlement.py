"""Settlement, rule by rule, on hands that a person can check."""

from dataclasses import replace

import pytest

from scorer.cards import DECK
from scorer.errors import RoundError
from scorer.instant import InstantWin
from scorer.profiles import get_profile
from scorer.settlement import Player, settle
from scorer.terms import (
    AceChi,
    BonusMode,
    FoulPay,
    FoulPaysTo,
    FoulToInstant,
    FourAces,
    InstantVsInstant,
    PairPoints,
    ScoopCountedBy,
    ScoopMultiplies,
    Wheel,
)
from tests.scorer.rounds import holding, laid

# X beats each of the Ys in every row, with plain rows only; Y1 and Y2 have the same ranks;
# X and Y3 hold two aces each.
X = "Ah Ad Jc / Ks Kc Kd 2s 3s / 4c 4d 4h 7s 7c"
Y1 = "2c 3c 5d / 6c 8c 9s Td Jd / 6d 8d 9c Tc Qc"
Y2 = "2d 3d 5c / 6h 8h 9d Ts Jh / 6s 8s 9h Th Qs"
Y3 = "2h 3h 5h / 4s 5s 7d Js Qh / 7h Qd Kh As Ac"
FOUL_Y1 = "2c 3c 5d / 6d 8d 9c Tc Qc / 6c 8c 9s Td Jd"
# Special rows everywhere: three of a kind, full house, four of a kind; and a loser to them.
Z = "Kh Ks Kc / As Ac Ad 2s 2h / 7c 7d 7h 7s 3s"
LOWER = "8s 8h 8d / Tc Td Th 5s 5h / Jc Js Jd 9s 9c"
# Six pairs that leave Y1 and Y2 their cards, with two aces; lower pairs; five pairs and a triple.
PAIRS = "Ah Ad Kc Kd 3s 3h 4c 4d 7c 7s Qh Qd 2s"
LOW_PAIRS = "Ks Kh 4h 4s 7d 7h 5h 5s Js Jc 2c 2d 9h"
TRIP = "Ah Ad As Kc Kd 3s 3h 4c 4d 7c 7s Qh Qd"
ALL_ACES = "2c 3d 5h / 6s 6d 9c Th Qs / Ac Ad Ah As 8c"
SPLIT_ACES = "2c 3d Th / As Ad 6s 9c Qs / Ac Ah Kh 7s 8c"
PAIRED_ACES = "Ac Ad Ah As 7c 7d 7h 3h 3s 4h 4s Kd Ks"
OTHER = "7d 8h 9d / 3d 3h Tc Jd Qd / 3c Kd Kh 9c 8c"
NO_ACES = {"ace_chi": AceChi.NONE}


def players(*hands):
    """An, Bình, Chi, Dũng with rows where there are slashes, with mere cards elsewhere."""
    seats = []
    for name, hand in zip(("An", "Bình", "Chi", "Dũng"), hands, strict=False):
        if isinstance(hand, Player):
            seats.append(replace(hand, name=name))
        else:
            seats.append(laid(name, hand) if "/" in hand else holding(name, hand))
    return seats


def outcome(system, *hands, **changes):
    return settle(players(*hands), replace(get_profile(system), **changes))


def points(system, *hands, **changes):
    return list(outcome(system, *hands, **changes).points.values())


def reasons(system, *hands, **changes):
    return [(i.reason.value, i.points) for i in outcome(system, *hands, **changes).lines]


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


@pytest.mark.rule("R6.1")
def test_aces_in_tinh_chi_follow_the_worked_example():
    # X scoops Y for 6, Y holds two aces and X none: 4 are left.
    no_aces = "Qh Qd Jc / Ks Kc Kd 2s 3s / 4c 4d 4h 7s 7c"
    two_aces = "2c 3c 5c / 6c 8c 9d Td Kh / 6d 8d 9c Ac Ad"
    assert points("tinh-chi", no_aces, two_aces) == [4, -4]


def ace_gains(system, *hands):
    """What each player gains by the ace chi alone."""
    with_aces = points(system, *hands)
    without = points(system, *hands, **NO_ACES)
    return [after - before for after, before in zip(with_aces, without, strict=True)]


@pytest.mark.rule("R6.1", "R6.2")
def test_ace_chi_in_chi_at_needs_four_players():
    assert ace_gains("chi-at", X, Y1, Y2, Y3) == [4, -4, -4, 4]
    assert ace_gains("chi-at", X, Y1, Y2) == [0, 0, 0]
    assert ace_gains("tinh-chi", X, Y1, Y2) == [4, -2, -2]


@pytest.mark.rule("R6.2")
def test_ace_chi_in_a_round_with_an_instant_win_is_a_choice():
    assert points("tinh-chi", PAIRS, Y1) == [14, -14]
    assert points("tinh-chi", PAIRS, Y1, aces_in_instant_rounds=False) == [12, -12]


def rest_of_deck(holder):
    """Three hands that show no rows, out of the cards that the holder leaves."""
    held = players(holder)[0].cards
    left = [card for card in DECK if card not in held]
    return [Player("", tuple(left[seat::3])) for seat in range(3)]


@pytest.mark.rule("R6.3")
@pytest.mark.parametrize(
    ("holder", "system", "from_each"),
    [
        (ALL_ACES, "chi-at", 0),
        (SPLIT_ACES, "chi-at", 16),
        (laid("", SPLIT_ACES, foul=True), "chi-at", 0),
        (PAIRED_ACES, "chi-at", 16),
        (ALL_ACES, "tinh-chi", 0),
        (SPLIT_ACES, "tinh-chi", 4),
        (laid("", SPLIT_ACES, foul=True), "tinh-chi", 0),
        (PAIRED_ACES, "tinh-chi", 4),
    ],
)
def test_four_aces_in_one_hand(holder, system, from_each):
    assert ace_gains(system, holder, *rest_of_deck(holder)) == [3 * from_each] + 3 * [-from_each]


@pytest.mark.rule("R6.3")
def test_flat_pay_for_four_aces_is_a_field():
    seats = [SPLIT_ACES, *rest_of_deck(SPLIT_ACES)]
    found = reasons("chi-at", *seats, four_aces_flat=10)
    assert found[-3:] == [("four_aces", 10)] * 3
    counted = reasons("chi-at", *seats, four_aces_unlaid=FourAces.COUNTED, ace_value=2)
    assert counted[-3:] == [("aces", 8)] * 3


@pytest.mark.rule("R7.1")
def test_the_loss_cap_cuts_in_proportion():
    straight_flush = "Qs Qd 3h / 5h 5c 5s 2h 2d / 9h Th Jh Qh Kh"

    def pairs(**changes):
        return outcome("789bet", Y1, X, straight_flush, **changes).pairs

    assert pairs()["An"] == {"Bình": -3, "Chi": -8}
    # Five too many: 5 × 3/11 and 5 × 8/11 are 1 and 3 whole chi, the rest goes to Chi's 0.64.
    assert pairs(loss_cap=6)["An"] == {"Bình": -2, "Chi": -4}
    # Cutting An's debt to 3 takes 2 from Bình, who then owes Chi too much as well.
    assert pairs(loss_cap=3) == {
        "An": {"Bình": -1, "Chi": -2},
        "Bình": {"An": 1, "Chi": -4},
        "Chi": {"An": 2, "Bình": 4},
    }
    assert pairs(loss_cap=11) == pairs()


@pytest.mark.rule("R8.1", "R8.3")
def test_sums_and_the_winner():
    settlement = outcome("bigkool", X, Y1, Y2)
    assert settlement.points == {"An": 12, "Bình": -6, "Chi": -6}
    assert settlement.winners == ("An",)
    assert [player.name for player in settlement.players] == ["An", "Bình", "Chi"]
    assert outcome("bigkool", Y1, Y2).winners == ()
    assert outcome("bigkool", Y1, Y2, laid("", Y3, foul=True)).winners == ("An", "Bình")


@pytest.mark.rule("R1.1", "R1.7")
@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ([laid("An", X)], "1 players, expected 2 to 4"),
        ([laid(name, X) for name in "ABCDE"], "5 players, expected 2 to 4"),
        ([laid("An", X), laid("An", Y1)], 'the name "An" is used 2 times'),
        ([laid(" ", X), laid("An", Y1)], "the player in seat 1 has no name"),
        ([laid("An", X), laid("Ba", X.replace("Ah", "Ac"))], "Ad is in the hands of An, Ba"),
        ([holding("An", "As Kd"), laid("Ba", X)], "An: 2 cards, expected 13"),
        ([holding("An", "As As", left=True), laid("Ba", X)], "An: As appears 2 times"),
        (
            [Player("An", laid("", Y1).cards, laid("", Y2).arrangement), laid("Ba", X)],
            "An: the rows 2d 3d 5c / 6h 8h 9d Ts Jh / 6s 8s 9h Th Qs are not the cards",
        ),
    ],
)
def test_rounds_that_are_refused(seats, message):
    with pytest.raises(RoundError) as caught:
        settle(seats, get_profile("bigkool"))
    assert message in str(caught.value)


@pytest.mark.rule("R2.2", "R1.7")
def test_a_banker_needs_a_seat():
    with pytest.raises(RoundError, match="the banker's seat is 4, but there are 2 players"):
        outcome("bigkool", X, Y1, banker=4)
