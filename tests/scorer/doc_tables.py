"""Tables of docs/rules.md that follow from the code; run as a module to write them anew."""

import re
from pathlib import Path

from scorer.fields import FieldNote
from scorer.house import value_text
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes, field_types

RULES_DOC = Path(__file__).parents[2] / "docs" / "rules.md"
LONGEST_CELL = 120
BLOCK = re.compile(r"<!-- generated: (.+?) -->\n.*?<!-- end -->", re.DOTALL)
TARIFF = re.compile(
    r"plain_row|(front|middle|back)_|instant_(?!names|order|vs|rank|cards|ends|must|counts)"
)

NAMES = {
    "row_names_vi": "Chi, từ chi 3 lá · rows from the front",
    "hand_names_vi": "Bộ bài, từ yếu · hands from the weakest",
    "ace_straight_names_vi": "Sảnh có A · straights with an ace",
    "instant_names_vi": "Thắng trắng, theo R5.1 · instant wins as in R5.1",
}


def with_tables(text):
    return BLOCK.sub(
        lambda block: f"<!-- generated: {block[1]} -->\n{_table(block[1])}<!-- end -->", text
    )


def _table(name):
    return _systems() if name == "systems" else _fields(name.removeprefix("fields "))


def _fields(rule):
    lines = [
        "| field | values | bigkool, 789bet, chi-at, mo-binh, tinh-chi | |",
        "|---|---|---|---|",
    ]
    for name, note in field_notes().items():
        if note.rule == rule:
            values = [value_text(getattr(profile, name)) for profile in PROFILES.values()]
            shown = values[0] if len(set(values)) == 1 else " · ".join(values)
            if len(shown) > LONGEST_CELL:
                shown = "xem từng bộ luật · see each system"
            lines.append(f"| `{name}` | {_domain(name, note)} | {shown} | {note.vi} · {note.en} |")
    return "\n".join(lines) + "\n"


def _domain(name, note: FieldNote):
    hint = field_types()[name]
    text = str(hint)
    if hint is bool:
        return "true, false"
    if "str" in text and not isinstance(hint, type):
        return f"{note.length} texts"
    if hint is str:
        return "text"
    if "int" in text:
        unit = f" {note.unit}" if note.unit else ""
        many = f"{note.length or 'several'} of " if "tuple" in text else ""
        return f"{many}{note.minimum}–{note.maximum}{unit}" + (", null" if "None" in text else "")
    if "tuple" in text:
        return "all in some order"
    return ", ".join(hint)


def _systems():
    parts = []
    for profile in PROFILES.values():
        parts.append(f"### {profile.id}: {profile.name_vi} · {profile.name_en}\n")
        for field, title in NAMES.items():
            parts.append(f"{title}: {', '.join(getattr(profile, field))}.\n")
        parts.append("| chi | pay |\n|---|---|")
        for name, note in field_notes().items():
            value = getattr(profile, name)
            if TARIFF.match(name) and value:
                parts.append(f"| {note.vi} · {note.en} (`{name}`) | {value} |")
        parts.append("\n| luật · rule | value |\n|---|---|")
        for name, note in field_notes().items():
            value = getattr(profile, name)
            if (
                not TARIFF.match(name)
                and not name.endswith(("_vi", "_en"))
                and _tells(profile, name)
            ):
                parts.append(f"| {note.vi} · {note.en} (`{name}`) | {value_text(value)} |")
        parts.append("")
    return "\n".join(parts)


def _tells(profile, name):
    """A field is worth a line where this system differs from the defaults."""
    default = RulesProfile.__dataclass_fields__[name].default
    return name not in ("id", "base") and getattr(profile, name) != default


if __name__ == "__main__":
    RULES_DOC.write_text(with_tables(RULES_DOC.read_text(encoding="utf-8")), encoding="utf-8")
