"""House rules: start from a system, change fields, save, read back, tell the difference."""

import json

import pytest

from scorer.errors import ProfileError, ScorerError
from scorer.house import (
    differences,
    export_profile,
    import_profile,
    profile_from_dict,
    profile_to_dict,
)
from scorer.profiles import PROFILES, get_profile
from scorer.rules_profile import field_notes

HOUSE = {
    "base": "chi-at",
    "name": "Luật nhà Tư",
    "wheel": "none",
    "loss_cap": 50,
    "scoop_of_4": [2, 3, 5],
    "instant_quads": 4,
    "showdown_order": ["front", "middle", "back"],
}


@pytest.mark.rule("R9.1")
@pytest.mark.parametrize("full", [True, False])
def test_profiles_survive_their_text(full):
    for profile in [*PROFILES.values(), profile_from_dict(HOUSE)]:
        data = json.loads(json.dumps(profile_to_dict(profile, full=full)))
        assert profile_from_dict(data) == profile
        assert import_profile(export_profile(profile)) == profile
        assert import_profile(export_profile(profile).encode()) == profile


@pytest.mark.rule("R9.1")
def test_a_profile_prints_as_its_differences():
    profile = profile_from_dict(HOUSE)
    assert (profile.id, profile.name_vi, profile.name_en) == ("house", "Luật nhà Tư", "Luật nhà Tư")
    assert [item.text("vi") for item in differences(profile)] == [
        "wheel: second → none (hạng của sảnh A-2-3-4-5)",
        "scoop_of_4: 2, 2, 4 → 2, 3, 5 (sập 1, 2, 3 nhà ở bàn 4)",
        "instant_quads: 0 → 4 (có tứ quý trong 13 lá)",
        "loss_cap: null → 50 (thua tối đa một ván)",
        "showdown_order: back, middle, front → front, middle, back (thứ tự so chi)",
    ]
    assert differences(profile)[0].text() == "wheel: second → none (where A-2-3-4-5 stands)"
    assert list(profile_to_dict(profile))[4:] == [item.field for item in differences(profile)]


@pytest.mark.rule("R9.1", "R9.2", "R9.3")
def test_systems_differ_as_the_tariffs_do():
    found = {
        item.field: (item.before, item.after)
        for item in differences(get_profile("tinh-chi"), get_profile("bigkool"))
    }
    assert found["table_minimum_stakes"] == (20, 0)
    assert found["back_quads_aces"] == (4, 12)
    assert get_profile("chi-at").clock_s == get_profile("789bet").clock_s == 90
    assert differences(get_profile("bigkool")) == ()


def test_an_unchanged_profile_is_its_system():
    assert profile_from_dict({"base": "mo-binh"}) is get_profile("mo-binh")
    assert profile_from_dict({"base": "mo-binh", "loss_cap": 9, "id": "nha-tu"}).id == "nha-tu"


@pytest.mark.rule("R9.1", "R1.7")
def test_everything_wrong_is_named_at_once():
    with pytest.raises(ProfileError) as caught:
        profile_from_dict(
            {
                "base": "poker",
                "plane_row": 2,
                "zzz": 1,
                "wheel": "middle",
                "loss_cap": 0,
                "scoop_of_2": 2,
                "instant_order": ["dragon"],
                "bonus_needs_win": "yes",
            }
        )
    assert [problem.key for problem in caught.value.problems] == [
        "bad_base",
        "unknown_field_close",
        "unknown_field_of_many",
        *["field_value"] * 5,
    ]
    text = str(caught.value)
    for part in ('"poker"', 'did you mean "plain_row"?', '"zzz"', "wheel = middle", "loss_cap = 0"):
        assert part in text
    assert "ý là “plain_row”?" in caught.value.text("vi")


@pytest.mark.rule("R9.1")
def test_a_systems_id_is_kept_for_the_system():
    with pytest.raises(ProfileError, match="changed rules need an id of their own"):
        profile_from_dict({"base": "bigkool", "id": "bigkool", "plain_row": 2})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON: line 1, column 2"),
        ("[]", "[]: expected a JSON object {…}"),
        ('{"base": "bigkool", "base": "chi-at"}', '"base" is written twice'),
        ('{"base": "bigkool", "loss_cap": NaN}', 'no JSON: "NaN is no number"'),
        (b"\xff\xfe", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"base": ' + json.dumps("x" * 200) + "}", "…"),
    ],
)
def test_text_that_is_no_profile(text, message):
    with pytest.raises(ScorerError) as caught:
        import_profile(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_fields_that_no_system_uses_alike_can_all_be_changed():
    """Every field can be written in a file as another value of its kind."""
    for name in field_notes():
        value = profile_to_dict(get_profile("chi-at"), full=True)[name]
        other = _another(name, value)
        if name != "base":
            profile = profile_from_dict({"base": "bigkool", "id": "nha", name: other})
            assert profile_to_dict(profile, full=True)[name] == other


def _another(name, value):
    changed = {"wheel": "lowest", "bonus_mode": "add", "foul": "flat", "id": "nha-tu"}
    if name in changed:
        return changed[name]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[::-1]
    return value if value is not None else 3


def test_a_list_in_a_list_of_names_is_refused():
    whole = profile_to_dict(PROFILES["bigkool"], full=True)
    broken = {**whole, "instant_order": [["dragon"], *whole["instant_order"][1:]]}
    with pytest.raises(ProfileError, match="instant_order"):
        profile_from_dict(broken)
