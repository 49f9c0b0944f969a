"""Table: a night of two to four players, each on a phone, from the lobby to the last summary."""

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st

from table.errors import TableError
from table.values import Phase
from ui import table_phone, taps
from ui.describe import note
from ui.keys import TableKey
from ui.table_desk import in_words, tell_trouble
from ui.table_entry import show_entry
from ui.table_here import Here, keep_watch, look, show_clock
from ui.table_host import show_host_tools
from ui.table_lobby import show_lobby
from ui.table_name import offer_own_name
from ui.table_round import show_round
from ui.table_showdown import show_showdown
from ui.table_summary import show_record, show_summary
from ui.text import Texts


def render(texts: Texts) -> None:
    """Draw the page."""
    tell_trouble(texts)
    phone = table_phone.phone()
    if phone is None:
        show_entry(texts)
        return
    try:
        here = look(texts, phone)
    except TableError as error:
        _lost(texts, error)
        return
    if st.session_state.get(TableKey.STATE_LOOK) and here.view.previous is not None:
        _previous(here)
        return
    PHASES[here.view.phase](here)
    _foot(here)


def _closed(here: Here) -> None:
    note(here.texts("table.closed"))
    if here.view.current is not None:
        show_record(here, here.view.current)


PHASES: Final[Mapping[Phase, Callable[[Here], None]]] = {
    Phase.LOBBY: show_lobby,
    Phase.ARRANGING: show_round,
    Phase.SHOWDOWN: show_showdown,
    Phase.SUMMARY: show_summary,
    Phase.CLOSED: _closed,
}


def _lost(texts: Texts, error: TableError) -> None:
    """The secret opens nothing, or the book cannot be read; never a dead end."""
    note(in_words(error, texts), "bad")
    with st.container(horizontal=True):
        if taps.button(
            texts("table.again"), icon=":material/refresh:", key=TableKey.AGAIN, width="stretch"
        ):
            st.rerun()
        if taps.button(
            texts("table.other"),
            icon=":material/logout:",
            key=TableKey.LEAVE,
            width="stretch",
        ):
            _leave()


def _previous(here: Here) -> None:
    """The round before, while the clock of this one goes on."""
    texts, record = here.texts, here.view.previous
    keep_watch(here, show_clock)
    if taps.button(
        texts("table.back"),
        icon=":material/arrow_back:",
        key=TableKey.BACK,
        width="stretch",
    ):
        st.session_state.pop(TableKey.STATE_LOOK, None)
        st.rerun()
    if record is not None:
        st.html(f'<h2 class="mb-section">{texts("round.title", n=record.number)}</h2>')
        show_record(here, record)


def _foot(here: Here) -> None:
    """The round before, the host's tools, and the way out."""
    texts = here.texts
    if here.view.previous is not None and taps.button(
        texts("table.previous"),
        icon=":material/history:",
        key=TableKey.PREVIOUS,
        width="stretch",
    ):
        st.session_state[TableKey.STATE_LOOK] = True
        st.rerun()
    if here.host is not None and here.view.phase is not Phase.CLOSED:
        show_host_tools(here)
    if here.view.phase in {Phase.ARRANGING, Phase.SHOWDOWN}:
        return
    offer_own_name(here)
    with st.popover(
        texts("table.leave"), icon=":material/logout:", key=TableKey.LEAVE, width="stretch"
    ):
        st.html(f"<p>{texts('table.leave_lead')}</p>")
        if taps.button(texts("table.leave_now"), key=TableKey.LEAVE_NOW, width="stretch"):
            _leave()


def _leave() -> None:
    table_phone.leave()
    st.rerun()
