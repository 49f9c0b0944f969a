"""House rules as text: a profile is written as its differences from the system it started from.

The file is JSON: `{"base": "chi-at", "name": "Luật nhà Tư", "loss_cap": 50}`; `profile_from_dict`
reads the same as an inline profile of a round file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import Problem, ProfileError
from scorer.fields import problem_with, read_value, write_value
from scorer.json_text import load_json, shown, unknown_fields
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes, field_types
from scorer.texts import Language

_IDENTITY = ("id", "base", "name_vi", "name_en")
HOUSE_ID = "house"


@dataclass(frozen=True, slots=True)
class Difference:
    """One field in which a profile differs from another."""

    field: str
    before: object
    after: object

    def text(self, language: Language = "en") -> str:
        """Return `field: before → after (what it means)`."""
        note = field_notes()[self.field]
        meaning = note.vi if language == "vi" else note.en
        before, after = (value_text(value) for value in (self.before, self.after))
        return f"{self.field}: {before} → {after} ({meaning})"


def differences(profile: RulesProfile, base: RulesProfile | None = None) -> tuple[Difference, ...]:
    """Return what `profile` changes in `base`, its own base system if none is given.

    Names of the profile itself are no rules and are left out.
    """
    start = base or PROFILES[profile.base]
    return tuple(
        Difference(name, getattr(start, name), getattr(profile, name))
        for name in field_notes()
        if name not in _IDENTITY and getattr(start, name) != getattr(profile, name)
    )


def profile_to_dict(profile: RulesProfile, *, full: bool = False) -> dict[str, object]:
    """Return JSON values: identity and differences, or every field if `full` (a snapshot)."""
    changed = {difference.field for difference in differences(profile)}
    return {
        name: write_value(getattr(profile, name))
        for name in field_notes()
        if full or name in _IDENTITY or name in changed
    }


def profile_from_dict(data: Mapping[str, object]) -> RulesProfile:
    """Read a profile; ProfileError names every unknown field and every value that does not fit.

    `base` names the system that fills in what is not given.  `name` stands for both languages.

    >>> profile_from_dict({"base": "bigkool", "loss_cap": 30}).loss_cap
    30
    """
    given = dict(data)
    base_id = given.get("base")
    base = PROFILES.get(base_id) if isinstance(base_id, str) else None
    problems: list[Problem] = []
    if base is None:
        known = ", ".join(PROFILES)
        problems.append(Problem.of("bad_base", value=shown(base_id), known=known))
        base = PROFILES["bigkool"]
    name = given.pop("name", None)
    names = {} if name is None else {"name_vi": name, "name_en": name}
    given = {"id": HOUSE_ID, **names, **given, "base": base.id}
    notes, types = field_notes(), field_types()
    problems.extend(unknown_fields(given, notes))
    values: dict[str, Any] = {
        key: read_value(raw, types[key]) for key, raw in given.items() if key in notes
    }
    found = (problem_with(key, value, types[key], notes[key]) for key, value in values.items())
    problems.extend(problem for problem in found if problem)
    if problems:
        raise ProfileError(problems)
    return _named(replace(base, **values), base)


def _named(profile: RulesProfile, base: RulesProfile) -> RulesProfile:
    """Return the base itself if nothing differs; refuse a system's id for other rules."""
    if not differences(profile, base) and profile.id in (HOUSE_ID, base.id):
        return base
    if profile.id in PROFILES:
        raise ProfileError([Problem.of("system_id", value=profile.id)])
    return profile


def export_profile(profile: RulesProfile) -> str:
    """Return the text of a profile file, ending in a newline; `import_profile` reads it back."""
    return json.dumps(profile_to_dict(profile), ensure_ascii=False, indent=2) + "\n"


def import_profile(text: str | bytes) -> RulesProfile:
    """Read a profile file; ScorerError names everything that is wrong with it."""
    data = load_json(text)
    if not isinstance(data, dict):
        raise ProfileError([Problem.of("not_an_object", value=shown(data))])
    return profile_from_dict(data)


def value_text(value: object) -> str:
    """Return a field's value for people, as it is typed into a file but without quotes.

    >>> value_text((2, 3)), value_text(None), value_text(True)
    ('2, 3', 'null', 'true')
    """
    written = write_value(value)
    if isinstance(written, list):
        return ", ".join(map(value_text, written))
    return written if isinstance(written, str) else json.dumps(written)
