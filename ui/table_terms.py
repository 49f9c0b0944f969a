"""What a table plays by, changed by its host between rounds; settled rounds keep theirs."""

import uuid
from collections.abc import Hashable

import streamlit as st

from scorer.rules_profile import RulesProfile
from table.values import RoundRecord
from ui import state, taps
from ui.describe import note, system_name
from ui.keys import TableKey
from ui.table_choice import choose_clock, choose_stake, pick_rules
from ui.table_desk import book, do
from ui.table_here import Here
from ui.text import Texts


def terms(rules: RulesProfile, stake: int, texts: Texts) -> str:
    """Rules and stake in a line."""
    return texts("settle.setup", rules=system_name(rules, texts), stake=texts.amount(stake))


def tell_new_terms(here: Here) -> None:
    """Say in the first round under other rules or another stake that they are others."""
    before = here.view.previous
    if before is not None and _of(before) != (here.rules, here.stake):
        note(here.texts("terms.from_now", terms=terms(here.rules, here.stake, here.texts)))


def keep_terms(rounds: tuple[RoundRecord, ...]) -> bool:
    """Whether all rounds were played by the same rules for the same stake."""
    return len({_of(record) for record in rounds}) < 2


def _of(record: RoundRecord) -> tuple[Hashable, ...]:
    return (record.profile, record.stake.amount)


def change_terms(here: Here) -> None:
    """Rules, stake and clock of the rounds to come; nothing changes before the host says so."""
    texts, view = here.texts, here.view
    st.html(f'<h2 class="mb-section">{texts("terms.title")}</h2>')
    current = state.rules_key(here.rules)
    offered = {**state.all_rules(), current: here.rules}
    rules = offered[pick_rules(texts, offered, current, f"{TableKey.RULES}_change")]
    stake = choose_stake(texts, here.stake)
    seconds = choose_clock(texts, view.arranging_seconds)
    same = (rules, stake, seconds) == (here.rules, here.stake, view.arranging_seconds)
    if taps.button(
        texts("terms.change"),
        icon=":material/published_with_changes:",
        key=TableKey.TERMS,
        width="stretch",
        disabled=same,
    ):
        do(
            lambda: book().change_rules(
                here.host or "",
                profile=rules,
                stake=stake,
                arranging_seconds=seconds,
                token=uuid.uuid4().hex,
            )
        )
