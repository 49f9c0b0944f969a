"""House rules while they are written: changes, what does not fit, the parts they are shown in."""

import pytest

from scorer.house import differences
from scorer.profiles import BIGKOOL, PROFILES
from scorer.rules_profile import field_notes
from ui.rules_draft import IDENTITY, NAMES, Draft, draft_of, groups


def test_a_change_back_to_the_system_is_no_change():
    draft = Draft(base="bigkool", name="Nhà").changed("front_trips", 7)
    assert draft.value("front_trips") == 7
    assert draft.profile().front_trips == 7
    assert draft.changed("front_trips", BIGKOOL.front_trips).values == {}


def test_changes_move_to_another_system():
    draft = Draft(base="bigkool", name="Nhà").changed("front_trips", 5).on("chi-at")
    assert draft.base == "chi-at"
    assert draft.values == {}  # five is what that system pays
    assert (
        Draft(base="bigkool", name="Nhà").changed("loss_cap", 9).on("chi-at").profile().loss_cap
        == 9
    )


def test_everything_that_does_not_fit_is_told_in_words():
    draft = Draft(base="bigkool", name="").changed("row_names_vi", ("một",))
    problems = draft.problems("vi")
    assert len(problems) == 3  # both names are empty
    assert any("row_names_vi" in problem for problem in problems)
    assert Draft(base="bigkool", name="Nhà").problems("en") == ()


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_rule_is_in_one_part(language):
    by_group = groups(language)
    fields = [name for names in by_group.values() for name in names]
    assert len(fields) == len(set(fields))
    other = "en" if language == "vi" else "vi"
    expected = {name for name in field_notes() if not name.endswith(f"_{other}")} - IDENTITY
    assert set(fields) == expected
    assert all(name.endswith(language) for name in by_group[NAMES])


def test_saved_rules_become_a_draft_again():
    rules = Draft(base="tinh-chi", name="Nhà").changed("loss_cap", 30).profile()
    assert draft_of(rules, "vi").profile() == rules
    assert differences(draft_of(PROFILES["tinh-chi"], "vi").profile()) == ()
