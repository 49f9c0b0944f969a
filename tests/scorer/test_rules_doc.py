"""docs/rules.md, the code and the tests name the same rules, reasons, fields and words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import scorer.account
import scorer.arrangement
import scorer.instant
import scorer.money
import scorer.round_file
import scorer.terms
from scorer.fields import read_value
from scorer.house import differences, import_profile
from scorer.profiles import PROFILES
from scorer.reasons import Reason
from scorer.rules_profile import RulesProfile, field_notes, field_types
from scorer.settlement import settle
from scorer.texts import ACCOUNT, PROBLEMS
from tests.scorer.doc_tables import RULES_DOC, with_tables

TEXT = RULES_DOC.read_text(encoding="utf-8")
HEADING = re.compile(r"^### (R\d\.\d) ", re.MULTILINE)
PARTS = HEADING.split(TEXT.split("## Năm bộ luật")[0])
SECTIONS = dict(zip(PARTS[1::2], PARTS[2::2], strict=True))
GLOSSARY = (RULES_DOC.parent / "glossary.md").read_text(encoding="utf-8")


def test_generated_tables_are_fresh():
    assert with_tables(TEXT) == TEXT, "run: python -m tests.scorer.doc_tables"


def test_every_rule_is_defended_by_a_test_and_no_test_defends_another():
    marked = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for block in re.findall(r"mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            marked |= set(re.findall(r"R\d\.\d", block))
    assert marked == set(SECTIONS)


def test_every_reason_stands_under_its_rule_and_nowhere_else():
    found = [
        (reason, rule)
        for rule, text in SECTIONS.items()
        for listing in re.findall(r"^Reasons: (.*?)\n\n", text, re.MULTILINE | re.DOTALL)
        for reason in re.findall(r"`(\w+)`", listing)
    ]
    assert sorted(found) == sorted((reason.value, reason.rule) for reason in Reason)


def test_every_field_stands_under_its_rule():
    for name, note in field_notes().items():
        assert f"| `{name}` |" in SECTIONS[note.rule]


def test_the_example_of_house_rules_is_a_profile():
    (example,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    profile = import_profile(example)
    assert [item.field for item in differences(profile)] == [
        "scoop_of_4",
        "instant_quads",
        "loss_cap",
    ]


DECISIONS = re.findall(
    r"^\| (R\d\.\d) \| ([\w ,-]+) \| .+ \| `(\w+) = (.+)` \|$", TEXT, re.MULTILINE
)


def test_decisions_are_found():
    assert len(DECISIONS) == TEXT.split("## Decisions")[1].count("\n| R")


@pytest.mark.parametrize(("rule", "systems", "field", "value"), DECISIONS)
def test_every_decision_can_be_played_otherwise(rule, systems, field, value):
    assert field_notes()[field].rule == rule
    hint = field_types()[field]
    texts = [_json(text) for text in value.split(", ")]
    other = read_value(texts if "tuple" in str(hint) else texts[0], hint)
    for system in PROFILES if systems == "all" else systems.split(", "):
        changed = replace(PROFILES[system], **{field: other})
        assert [item.field for item in differences(changed)] == [field]


def _json(text):
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


def test_glossary_names_things_that_exist():
    modules = (scorer.account, scorer.arrangement, scorer.instant, scorer.money)
    modules += (scorer.round_file, scorer.terms, scorer.settlement)
    known = {**{k: v for module in modules for k, v in vars(module).items()}, "points": settle}
    known |= dict.fromkeys(("declared", "left"), True)
    known |= dict.fromkeys(field_notes(), True)
    names = re.findall(r"\| `([\w.]+)`(?: …)? \|$", GLOSSARY, re.MULTILINE)
    assert len(names) == GLOSSARY.count("\n| ") - GLOSSARY.count("\n| tiếng Việt")
    for name in names:
        first, *rest = name.split(".")
        assert first in known, name
        assert not rest or hasattr(known[first], rest[0]), name


def test_glossary_has_every_class_and_win():
    for enum in (scorer.terms.HandClass, scorer.terms.InstantWin, scorer.terms.Row):
        for member in enum:
            assert f"`{enum.__name__}.{member.name}`" in GLOSSARY


@pytest.mark.parametrize("catalogue", [ACCOUNT, PROBLEMS])
def test_both_languages_have_the_same_fields(catalogue):
    for key, (vi, en) in catalogue.items():
        assert vi, key
        assert en, key
        fields = [sorted(re.findall(r"(?<!\{)\{(\w+)\}", text)) for text in (vi, en)]
        assert fields[0] == fields[1], key


def test_profile_names_are_complete():
    for profile in PROFILES.values():
        for name in ("row", "hand", "ace_straight", "instant"):
            vi, en = (getattr(profile, f"{name}_names_{language}") for language in ("vi", "en"))
            assert len(vi) == len(en) == len(set(vi)) == len(set(en))
    assert isinstance(PROFILES["bigkool"], RulesProfile)
