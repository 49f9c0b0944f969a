"""House rules while they are being written: a system, a name, and the fields that differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args, get_origin
from uuid import uuid4

from scorer.errors import ProfileError
from scorer.house import differences, profile_from_dict
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes, field_types
from scorer.texts import Language
from ui.rounds import clean_name

IDENTITY = frozenset({"id", "base", "name_vi", "name_en"})
NAMES = "names"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Rules that need not be right yet; ``number`` tells its widgets from those of other drafts."""

    base: str
    name: str
    values: Mapping[str, object] = field(default_factory=dict)
    number: str = field(default_factory=lambda: uuid4().hex[:8])

    def value(self, name: str) -> object:
        """The value of a field: changed, or that of the system."""
        return self.values.get(name, getattr(PROFILES[self.base], name))

    def changed(self, name: str, value: object) -> "Draft":
        """The draft with one field changed, or put back to the system's value."""
        rest = {old: kept for old, kept in self.values.items() if old != name}
        if value != getattr(PROFILES[self.base], name):
            rest[name] = value
        return replace(self, values=rest)

    def on(self, base: str) -> "Draft":
        """The same changes on another system; its widgets start anew."""
        moved = replace(self, base=base, number=uuid4().hex[:8])
        for name, value in self.values.items():
            moved = moved.changed(name, value)
        return moved

    def profile(self) -> RulesProfile:
        """The rules; ProfileError names everything that does not fit."""
        return profile_from_dict({"base": self.base, "name": self.name, **self.values})

    def problems(self, language: Language) -> tuple[str, ...]:
        """Everything that does not fit, in words."""
        try:
            self.profile()
        except ProfileError as error:
            return tuple(problem.text(language) for problem in error.problems)
        return ()


def draft_of(rules: RulesProfile, language: Language) -> Draft:
    """A draft that starts where ``rules`` are."""
    values = {found.field: found.after for found in differences(rules)}
    name = rules.name_vi if language == "vi" else rules.name_en
    return Draft(base=rules.base, name=clean_name(name), values=values)


def groups(language: Language) -> Mapping[str, tuple[str, ...]]:
    """The fields by part of the rules, then the names in the page's language."""
    found: dict[str, list[str]] = {}
    for name, note in field_notes().items():
        if name in IDENTITY:
            continue
        if _is_text(name):
            if name.endswith(f"_{language}"):
                found.setdefault(NAMES, []).append(name)
        else:
            found.setdefault(note.rule.split(".", maxsplit=1)[0], []).append(name)
    names = found.pop(NAMES)
    return {group: tuple(fields) for group, fields in found.items()} | {NAMES: tuple(names)}


def _is_text(name: str) -> bool:
    kind = field_types()[name]
    return kind is str or (get_origin(kind) is tuple and get_args(kind)[0] is str)
