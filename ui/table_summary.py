"""After the showdown: the account of the round, and what the host may do about it."""

from html import escape

import streamlit as st

from table.values import RoundKind, RoundRecord
from ui import state, taps
from ui.components.top import to_top
from ui.describe import note
from ui.keys import TableKey
from ui.settlement_view import show_settlement
from ui.table_fix import offer_fix
from ui.table_here import Here, keep_watch
from ui.table_lobby import start_round
from ui.table_terms import terms


def show_summary(here: Here) -> None:
    """Who has what, between whom and why; the next round starts from here."""
    texts, record = here.texts, here.view.current
    to_top(f"summary {here.view.round_number}", key=TableKey.TOP)
    keep_watch(here, lambda _: None)
    if record is not None:
        show_record(here, record)
    if not here.host:
        st.html(f'<p class="mb-lead">{texts("summary.wait")}</p>')
        return
    with st.container(key=f"{TableKey.STICKY}_next"):
        if taps.button(
            texts("summary.start_next", n=here.view.round_number + 1),
            type="primary",
            icon=":material/play_arrow:",
            key=TableKey.NEXT_ROUND,
            width="stretch",
        ):
            start_round(here)
    if record is not None:
        offer_fix(here, record)


def show_record(here: Here, record: RoundRecord) -> None:
    """One settled round with its trace."""
    texts = here.texts
    if record.kind is RoundKind.VOID:
        note(texts("summary.void", n=record.number, why=record.why), "bad")
    elif record.kind is RoundKind.CORRECTION:
        note(texts("summary.corrected", n=record.number, why=record.why))
    said = terms(record.profile, record.stake.amount, texts)
    st.html(f'<p class="mb-lead">{escape(said)}</p>')
    settlement = record.settlement
    if settlement is not None:
        state.keep_played(record.players, of=record.digest)
        show_settlement(texts, settlement, record.stake.amount)
