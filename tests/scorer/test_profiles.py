"""The five systems as data."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from scorer.errors import ProfileError
from scorer.profiles import PROFILES, RulesProfile, get_profile
from scorer.rules_profile import field_notes, field_types
from scorer.terms import HandClass, InstantWin, Row


def test_five_systems():
    assert list(PROFILES) == ["bigkool", "789bet", "chi-at", "mo-binh", "tinh-chi"]
    for key, profile in PROFILES.items():
        assert get_profile(key) is profile
        assert profile.id == profile.base == key


def test_an_unknown_system_names_the_five():
    with pytest.raises(ProfileError, match='unknown rules "poker": expected one of bigkool, 789'):
        get_profile("poker")


def test_every_field_is_documented():
    names = [item.name for item in fields(RulesProfile)]
    assert names == list(field_notes()) == list(field_types())
    for note in field_notes().values():
        assert note.vi
        assert note.en
        assert note.rule.startswith("R")


def test_profiles_are_frozen_and_hashable():
    with pytest.raises(FrozenInstanceError):
        get_profile("bigkool").plain_row = 2
    assert len({*PROFILES.values()}) == 5


@pytest.mark.rule("R1.2")
def test_names_of_rows_hands_and_wins():
    bigkool, tinh_chi = get_profile("bigkool"), get_profile("tinh-chi")
    assert [bigkool.row_name(row) for row in Row] == ["chi 3", "chi 2", "chi 1"]
    assert [tinh_chi.row_name(row) for row in Row] == ["chi đầu", "chi giữa", "chi cuối"]
    assert tinh_chi.row_name(Row.BACK, "en") == "back"
    assert tinh_chi.hand_name(HandClass.PAIR) == "dách"
    assert tinh_chi.hand_name(HandClass.PAIR, "en") == "pair"
    assert bigkool.instant_name(InstantWin.SIX_PAIRS) == "lục phé bôn"
    assert bigkool.instant_name(InstantWin.SIX_PAIRS, "en") == "six pairs"


@pytest.mark.rule("R3.2")
def test_scoop_tables():
    tables = {
        key: [profile.scoop_multiplier(seats, n) for seats in (2, 3, 4) for n in range(1, seats)]
        for key, profile in PROFILES.items()
    }
    assert tables == {
        "bigkool": [2, 2, 2, 2, 2, 2],
        "789bet": [1, 1, 1, 1, 1, 1],
        "chi-at": [2, 2, 3, 2, 2, 4],
        "mo-binh": [1, 1, 1, 1, 1, 1],
        "tinh-chi": [2, 2, 3, 2, 3, 4],
    }


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("plain_row", -1, "plain_row = -1: expected a whole number from 0 to 1000"),
        ("plain_row", True, "plain_row = True: expected a whole number"),
        ("plain_row", "2", "plain_row = 2: expected a whole number"),
        ("wheel", "middle", "wheel = middle: expected one of: second, lowest, none"),
        ("banker", 5, "banker = 5: expected a whole number from 1 to 4 or null"),
        ("bonus_needs_win", 1, "bonus_needs_win = 1: expected true or false"),
        ("scoop_of_3", (2,), "scoop_of_3 = 2: expected a list of 2: a whole number from 1"),
        ("scoop_of_3", (2, 0), "scoop_of_3 = 2, 0: expected a list of 2"),
        ("ace_table_sizes", (5,), "ace_table_sizes = 5: expected a list of: a whole number"),
        ("ace_table_sizes", 4, "ace_table_sizes = 4: expected a list of"),
        ("showdown_order", (Row.FRONT,) * 3, "showdown_order"),
        ("name_vi", "", "name_vi = : expected text of 1 to 80 characters"),
        ("name_vi", "a\nb", "expected text of 1 to 80 characters"),
        ("row_names_vi", ("a", "b"), "row_names_vi = a, b: expected a list of 3: text"),
    ],
)
def test_values_that_do_not_fit_are_named(field, value, expected):
    with pytest.raises(ProfileError) as caught:
        replace(get_profile("bigkool"), **{field: value})
    assert expected in str(caught.value)
    assert field in caught.value.text("vi")


def test_all_problems_are_reported_at_once():
    with pytest.raises(ProfileError) as caught:
        replace(get_profile("bigkool"), plain_row=-1, loss_cap=0, name_vi=" x")
    assert len(caught.value.problems) == 3
