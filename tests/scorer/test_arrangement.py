"""Rows and their legality."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement, Row, check_legality
from scorer.errors import ArrangementError
from scorer.profiles import get_profile

LEGAL = Arrangement.parse("2c 3d 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c")


def test_rows_and_cards():
    assert [len(LEGAL.row(row)) for row in Row] == [3, 5, 5] == [row.size for row in Row]
    assert LEGAL.cards == LEGAL.front + LEGAL.middle + LEGAL.back
    assert Arrangement.parse(*str(LEGAL).split(" / ")) == LEGAL


def test_everything_wrong_with_the_rows_is_named():
    with pytest.raises(ArrangementError) as caught:
        Arrangement.parse("2c 3d", "6s 6d 9c Th 3d", "Ac Ad Kh 7s 8c 2c")
    assert str(caught.value) == (
        "front has 2 cards, expected 3; back has 6 cards, expected 5; "
        "2c appears 2 times, expected once; 3d appears 2 times, expected once"
    )


@pytest.mark.rule("R1.6")
@pytest.mark.parametrize(
    ("front", "middle", "back", "faults"),
    [
        ("2c 3d 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c", []),
        ("2c 3d 4h", "Ac Ad Kh 7s 8c", "6s 6d 9c Th Qs", [(Row.MIDDLE, Row.BACK)]),
        ("Kc Kd 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c", [(Row.FRONT, Row.MIDDLE)]),
        (
            "Kc Kd 4h",
            "6s 6d 9c Th Qs",
            "Ac 2d Kh 7s 8c",
            [(Row.FRONT, Row.MIDDLE), (Row.MIDDLE, Row.BACK)],
        ),
    ],
)
def test_each_row_that_is_too_strong_is_named(front, middle, back, faults):
    legality = check_legality(Arrangement.parse(front, middle, back), get_profile("bigkool"))
    assert [(fault.row, fault.below) for fault in legality.faults] == faults
    assert legality.legal is (not faults)
    assert not any(fault.equal for fault in legality.faults)


@pytest.mark.rule("R1.6")
def test_equal_rows_are_legal_unless_the_table_says_otherwise():
    laid = Arrangement.parse("2c 3d 4h", "6s 6d 9c Th Qs", "6c 6h 9d Tc Qd")
    profile = get_profile("bigkool")
    assert check_legality(laid, profile).legal
    (fault,) = check_legality(laid, replace(profile, equal_rows_are_foul=True)).faults
    assert fault.equal


@pytest.mark.rule("R1.5", "R1.6")
def test_the_wheel_can_make_an_arrangement_foul():
    laid = Arrangement.parse("2c 3d Th", "As 2s 3s 4s 5c", "6c 7h 8d 9c Td")
    profile = get_profile("chi-at")
    assert not check_legality(laid, profile).legal
    assert check_legality(laid, replace(profile, wheel=profile.wheel.LOWEST)).legal
