"""House rules travel as a code: it comes back whole, or it is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.errors import ProfileError, ScorerError
from scorer.house_code import PREFIX, read_rules_code, rules_code
from scorer.profiles import CHI_AT, PROFILES
from scorer.terms import InstantWin, Row, Wheel

HOUSE = replace(
    CHI_AT,
    id="house",
    name_vi="Luật nhà Tư <b>",
    name_en="Luật nhà Tư <b>",
    loss_cap=50,
    scoop_of_4=(2, 3, 6),
    wheel=Wheel.LOWEST,
    showdown_order=(Row.FRONT, Row.MIDDLE, Row.BACK),
)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_a_system_comes_back_as_itself(profile):
    assert read_rules_code(rules_code(profile)) == profile


def test_usual_house_rules_fit_in_a_line():
    code = rules_code(HOUSE)
    assert read_rules_code(code) == HOUSE
    assert len(code) <= 120
    spread = "\n".join(f" {code[at : at + 20]} " for at in range(0, len(code), 20))
    assert read_rules_code(spread) == HOUSE


@given(
    cap=st.none() | st.integers(1, 100_000),
    pays=st.lists(st.integers(0, 1000), min_size=3, max_size=3),
    order=st.permutations(list(InstantWin)),
    name=st.text(
        st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=80
    ),
)
def test_any_rules_come_back(cap, pays, order, name):
    house = replace(
        CHI_AT,
        id="house",
        name_vi=name,
        name_en=name,
        loss_cap=cap,
        front_trips=pays[0],
        middle_quads=pays[1],
        instant_dragon=pays[2],
        instant_order=tuple(order),
    )
    assert read_rules_code(rules_code(house)) == house


@pytest.mark.parametrize("at", range(len(PREFIX), 40))
def test_one_wrong_letter_is_noticed(at):
    code = rules_code(HOUSE)
    wrong = "A" if code[at] != "A" else "B"
    with pytest.raises(ScorerError):
        read_rules_code(code[:at] + wrong + code[at + 1 :])


@pytest.mark.parametrize("cut", range(len(PREFIX), 60))
def test_a_cut_code_is_noticed(cut):
    with pytest.raises(ProfileError):
        read_rules_code(rules_code(HOUSE)[:cut])


@pytest.mark.parametrize(
    "text",
    ["", "MB1", "hello", "MB1-", "MB1-%%%", "MB1-ü", "MB2-abc", "<script>", "MB1-" + "A" * 9000],
)
def test_what_is_no_code_is_refused(text):
    with pytest.raises(ProfileError):
        read_rules_code(text)
