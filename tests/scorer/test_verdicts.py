"""Verdicts: two rows, one arrangement, one changed card."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement
from scorer.cards import Card
from scorer.errors import ArrangementError, RoundError
from scorer.naming import full_hand_name, hand_name
from scorer.notation import parse_card, parse_cards
from scorer.profiles import get_profile
from scorer.ranking import rank_row
from scorer.verdicts import compare_rows, judge, swap_cards, what_if
from tests.scorer.rounds import laid

BIGKOOL = get_profile("bigkool")


@pytest.mark.parametrize(
    ("first", "second", "order", "vi", "en"),
    [
        (
            "Kc Kd Kh 2s 2d",
            "Ah Qh 9h 5h 3h",
            1,
            "cù lũ K thắng thùng A",
            "full house K beats flush A",
        ),
        ("Kc Kd 9h", "Ks Kh 9c 5d 2s", -1, "đôi K (9-5-2) thắng đôi K (9)", "pair K (9-5-2) beats"),
        ("Kc Kd 9h", "Ks Kh 9c", 0, "đôi K (9) bằng đôi K (9)", "pair K (9) equals pair K (9)"),
        ("2c 2d 2h", "Ks Kh 9c", 1, "xám 2 thắng đôi K", "three of a kind 2 beats pair K"),
    ],
)
def test_two_rows(first, second, order, vi, en):
    verdict = compare_rows(parse_cards(first), parse_cards(second), BIGKOOL)
    assert verdict.order == order
    assert verdict.text(BIGKOOL) == vi
    assert en in verdict.text(BIGKOOL, "en")


@pytest.mark.rule("R1.7")
def test_two_rows_that_cannot_be_compared():
    with pytest.raises(RoundError) as caught:
        compare_rows(parse_cards("Kc Kd"), parse_cards("Kc 2s 3s 4s"), BIGKOOL)
    assert str(caught.value) == (
        "a row of 2 cards, expected 3 or 5; a row of 4 cards, expected 3 or 5; "
        "Kc appears 2 times, expected once"
    )


@pytest.mark.rule("R1.4", "R1.5")
@pytest.mark.parametrize(
    ("cards", "system", "name", "full"),
    [
        ("As Kd 9h 5c 2s", "mo-binh", "rác A", "rác A (K-9-5-2)"),
        ("Kc Kd 9h 5c 2s", "tinh-chi", "dách K", "dách K (9-5-2)"),
        ("Kc Kd 9h 9c 2s", "bigkool", "thú K-9", "thú K-9 (2)"),
        ("Kc Kd Kh", "789bet", "xám K", "xám K"),
        ("8c 9d Th Js Qc", "chi-at", "sảnh 8-Q", "sảnh 8-Q"),
        ("Ac 2d 3h 4s 5c", "789bet", "sảnh nhị A-5", "sảnh nhị A-5"),
        ("Tc Jd Qh Ks Ac", "chi-at", "sảnh lớn 10-A", "sảnh lớn 10-A"),
        ("Ac 2c 3c 4c 5c", "chi-at", "thùng phá sảnh hạ A-5", "thùng phá sảnh hạ A-5"),
        ("Tc Jc Qc Kc Ac", "789bet", "thùng phá sảnh lớn 10-A", "thùng phá sảnh lớn 10-A"),
        ("Tc Jc Qc Kc 9c", "789bet", "thùng phá sảnh 9-K", "thùng phá sảnh 9-K"),
        ("7c 7d 7h 7s 2c", "bigkool", "tứ quý 7", "tứ quý 7 (2)"),
    ],
)
def test_names_of_rows(cards, system, name, full):
    profile = get_profile(system)
    strength = rank_row(parse_cards(cards), profile.wheel)
    assert hand_name(strength, profile) == name
    assert full_hand_name(strength, profile) == full


@pytest.mark.rule("R1.5")
def test_the_lowest_straight_keeps_its_name():
    strength = rank_row(parse_cards("Ac 2d 3h 4s 5c"), "lowest")
    assert hand_name(strength, BIGKOOL) == "sảnh A-5"
    assert hand_name(strength, BIGKOOL, "en") == "low straight A-5"


@pytest.mark.rule("R1.6")
def test_one_arrangement():
    foul = Arrangement.parse("Kc Kd 9h", "Qs Qd 9c Th 2s", "Ac Td 8h 7s 4c")
    verdict = judge(foul, BIGKOOL)
    assert not verdict.legality.legal
    assert verdict.text(BIGKOOL) == (
        "chi 1: mậu thầu A (10-8-7-4)\nchi 2: đôi Q (10-9-2)\nchi 3: đôi K (9)\n"
        "Binh lủng: chi 3 (đôi K) mạnh hơn chi 2 (đôi Q); "
        "chi 2 (đôi Q) mạnh hơn chi 1 (mậu thầu A)"
    )
    pairs = Arrangement.parse("2c 2d 3h", "3s 4c 4d 5c 5d", "6c 6d 7c 7d 9h")
    assert judge(pairs, BIGKOOL).text(BIGKOOL, "en").endswith("Legal\nInstant win: six pairs")


@pytest.mark.rule("R1.6")
def test_equal_rows_are_told_as_such():
    laid_rows = Arrangement.parse("2c 3d 4h", "6s 6d 9c Th Qs", "6c 6h 9d Tc Qd")
    strict = replace(BIGKOOL, equal_rows_are_foul=True)
    assert "chi 2 bằng chi 1 (đôi 6 (Q-10-9))" in judge(laid_rows, strict).text(strict)


def test_what_if_one_card_was_another():
    seats = [
        laid("An", "2c 3d 4h / 6s 6d 9c Th Qs / Ac Ad Kh 7s 8c"),
        laid("Bình", "2d 3c 5h / 6c 5d 9d Tc Qd / 4c 4d Kd 7d 8d"),
    ]
    result = what_if(seats, BIGKOOL, parse_card("4h"), parse_card("6h"))
    assert result.before.points == {"An": 1, "Bình": -1}
    assert result.after.points == {"An": 6, "Bình": -6}
    assert result.change == {"An": 5, "Bình": -5}
    swapped = what_if(seats, BIGKOOL, parse_card("4h"), parse_card("5h"))
    assert swapped.after.players[1].cards[2] == parse_card("4h")
    no_rows = [replace(seats[0], arrangement=None), seats[1]]
    assert what_if(no_rows, BIGKOOL, parse_card("4h"), parse_card("6h")).after.fouls == ("An",)
    with pytest.raises(RoundError, match="nobody has 8h"):
        what_if(seats, BIGKOOL, parse_card("8h"), parse_card("6h"))


def test_a_replaced_card_may_not_be_there_already():
    laid_rows = Arrangement.parse("2c 3d 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c")
    two: dict[Card, Card] = {parse_card("2c"): parse_card("3d")}
    with pytest.raises(ArrangementError, match="3d appears 2 times"):
        swap_cards(laid_rows, two)
