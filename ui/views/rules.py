"""Rules: the five systems side by side, field by field, from the profiles themselves."""

from collections.abc import Iterable, Mapping
from enum import Enum
from html import escape
from itertools import groupby

import streamlit as st

from scorer.arrangement import Row
from scorer.fields import FieldNote
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes
from scorer.terms import InstantWin
from ui import state
from ui.describe import capital, system_name
from ui.keys import RulesKey
from ui.table_choice import choose_rules
from ui.text import Texts


def render(texts: Texts) -> None:
    """Draw the page."""
    st.html(f'<p class="mb-lead">{texts("rules.lead")}</p>')
    choose_rules(texts, RulesKey.SYSTEM)
    only_differences = st.toggle(texts("rules.only_differences"), True, key=RulesKey.DIFFERENCES)
    notes = {name: note for name, note in field_notes().items() if not _is_name(name)}
    for group, names in groupby(notes, key=lambda name: notes[name].rule.split(".")[0]):
        table = _table_html(list(names), notes, texts, only_differences=only_differences)
        if table:
            st.html(f'<h2 class="mb-section">{escape(texts(f"rules.{group}"))}</h2>{table}')


def _table_html(
    names: Iterable[str],
    notes: Mapping[str, FieldNote],
    texts: Texts,
    *,
    only_differences: bool,
) -> str:
    rows = []
    for name in names:
        values = [getattr(profile, name) for profile in PROFILES.values()]
        if only_differences and len(set(values)) == 1:
            continue
        note = notes[name]
        label = note.vi if texts.language == "vi" else note.en
        cells = "".join(
            f'<td class="{_column(profile)}">{escape(_value(value, texts))}</td>'
            for profile, value in zip(PROFILES.values(), values, strict=True)
        )
        rows.append(f'<tr><th scope="row">{escape(capital(label))}</th>{cells}</tr>')
    head = "".join(
        f'<th scope="col" class="{_column(profile)}">{escape(system_name(profile, texts))}</th>'
        for profile in PROFILES.values()
    )
    return (
        f'<table class="mb-tariff"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
        if rows
        else ""
    )


def _is_name(field: str) -> bool:
    """Whether a field only says what something is called, or in which order it is listed."""
    value = getattr(next(iter(PROFILES.values())), field)
    first = value[0] if isinstance(value, tuple) and value else value
    return isinstance(first, InstantWin) or type(first) is str


def _column(profile: RulesProfile) -> str:
    return "mine" if profile.id == state.profile().id else ""


def _value(value: object, texts: Texts) -> str:
    match value:
        case None | 0 if not isinstance(value, bool):
            return texts("rules.none")
        case bool():
            return texts("rules.yes" if value else "rules.no")
        case tuple():
            return " · ".join(_value(part, texts) for part in value)
        case Row():
            return texts(f"row.{value.value}")
        case Enum():
            return texts(f"choice.{value.value}")
        case _:
            return str(value)
