"""Rules: the five systems side by side, from the profiles themselves; and rules of one's own."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

import streamlit as st

from scorer.fields import FieldNote
from scorer.house import differences
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes
from ui import state
from ui.describe import capital, system_name
from ui.house_rules import changes_html, show_house_rules
from ui.keys import RulesKey
from ui.rules_draft import NAMES, groups
from ui.rules_form import value_words
from ui.table_choice import choose_rules
from ui.text import Texts

PARTS: Final = ("compare", "house")
LISTS: Final = frozenset({"instant_order"})
"""Fields too long for a column."""


def render(texts: Texts) -> None:
    """Draw the page."""
    part = st.segmented_control(
        texts("rules.part"),
        PARTS,
        default=PARTS[0],
        format_func=lambda name: texts(f"rules.{name}"),
        key=RulesKey.PART,
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    if part == "house":
        show_house_rules(texts)
    else:
        _compare(texts)


def _compare(texts: Texts) -> None:
    st.html(f'<p class="mb-lead">{texts("rules.lead")}</p>')
    choose_rules(texts, RulesKey.SYSTEM)
    rules = state.profile()
    if rules.id not in PROFILES:
        title = f"{system_name(rules, texts)}: {texts('rules.what_differs').lower()}"
        st.html(f'<h2 class="mb-section">{escape(title)}</h2>')
        st.html(changes_html(texts, differences(rules)))
    only_differences = st.toggle(texts("rules.only_differences"), True, key=RulesKey.DIFFERENCES)
    notes = field_notes()
    for group, names in groups(texts.language).items():
        if group == NAMES:
            continue
        table = _table_html(names, notes, texts, only_differences=only_differences)
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
        if name in LISTS:
            continue
        values = [getattr(profile, name) for profile in PROFILES.values()]
        if only_differences and len(set(values)) == 1:
            continue
        note = notes[name]
        label = capital(note.vi if texts.language == "vi" else note.en)
        cells = "".join(
            f'<td class="{_column(profile)}">{escape(value_words(value, texts))}</td>'
            for profile, value in zip(PROFILES.values(), values, strict=True)
        )
        rows.append(
            f'<tr><th scope="row">{escape(label)} <small>{note.rule}</small></th>{cells}</tr>'
        )
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


def _column(profile: RulesProfile) -> str:
    """The system that is played, or that one's house rules started from, is bright."""
    return "mine" if profile.id == state.profile().base else ""
