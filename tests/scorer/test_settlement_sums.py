"""Settlement, rule by rule: aces, the loss cap, sums, and rounds that are refused."""

import pytest

from scorer.cards import DECK
from scorer.errors import RoundError
from scorer.profiles import get_profile
from scorer.settlement import Player, settle
from scorer.terms import FourAces
from tests.scorer.rounds import holding, laid
from tests.scorer.settling import NO_ACES, PAIRS, Y1, Y2, Y3, X, outcome, players, points, reasons

ALL_ACES = "2c 3d 5h / 6s 6d 9c Th Qs / Ac Ad Ah As 8c"
SPLIT_ACES = "2c 3d Th / As Ad 6s 9c Qs / Ac Ah Kh 7s 8c"
PAIRED_ACES = "Ac Ad Ah As 7c 7d 7h 3h 3s 4h 4s Kd Ks"


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
