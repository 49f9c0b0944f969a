"""The host's tools: bring people in, free seats, send somebody home, end a round or the night."""

import uuid
from collections.abc import Callable

import streamlit as st

from table.errors import TableError
from table.hosting import BETWEEN_ROUNDS
from table.values import Phase, Role, SeatStatus
from ui import table_phone, taps
from ui.describe import note
from ui.keys import TableKey
from ui.name_field import name_field
from ui.table_desk import book, do, in_words
from ui.table_here import Here
from ui.table_lobby import invitation_html, room_code
from ui.table_terms import change_terms


def show_host_tools(here: Here) -> None:
    """The tools behind one button, so that nobody taps them by mistake."""
    with st.expander(
        here.texts("host.title"),
        icon=":material/manage_accounts:",
        key=TableKey.HOST,
        on_change="rerun",
    ) as tools:
        if tools.open:
            _tools(here)


def _tools(here: Here) -> None:
    texts, view = here.texts, here.view
    if view.phase is not Phase.LOBBY:
        st.html(invitation_html(here, room_code(here)))
    if view.phase is Phase.ARRANGING:
        _round(here)
    st.html(f'<h2 class="mb-section">{texts("table.seats")}</h2>')
    for number in range(len(view.seats)):
        _seat(here, number)
    st.html(f'<h2 class="mb-section">{texts("host.watch")}</h2>')
    _viewer_link(here)
    if view.phase in BETWEEN_ROUNDS:
        change_terms(here)
    if view.phase is not Phase.ARRANGING:
        st.html(f'<h2 class="mb-section">{texts("host.end")}</h2>')
        sure = st.toggle(texts("host.close_sure"), key=TableKey.CLOSE_SURE)
        if _button("host.close", "door_front", TableKey.CLOSE, here, disabled=not sure):
            host = here.host or ""
            do(lambda: book().close_table(host, uuid.uuid4().hex))


def _button(text: str, icon: str, key: str, here: Here, *, disabled: bool = False) -> bool:
    return taps.button(
        here.texts(text), icon=f":material/{icon}:", key=key, width="stretch", disabled=disabled
    )


def _round(here: Here) -> None:
    host = here.host or ""
    with st.container(horizontal=True):
        if _button("round.cancel", "undo", TableKey.CANCEL, here):
            do(lambda: book().cancel_round(host, uuid.uuid4().hex))
        if not here.view.due and _button("round.call_time", "timer_off", TableKey.CALL_TIME, here):
            do(lambda: book().call_time(host, uuid.uuid4().hex))


def _seat(here: Here, number: int) -> None:
    seat = here.view.seats[number]
    _name(here, number)
    arranging = here.view.phase is Phase.ARRANGING
    away = arranging and seat.status in {SeatStatus.OUT, SeatStatus.LEFT}
    with st.container(horizontal=True):
        if seat.taken and number != here.view.seat:
            key = f"{TableKey.FREE}_{number}"
            if _button("host.free", "person_remove", key, here):
                _act(here, number, book().free_seat)
        if arranging and seat.status is SeatStatus.LOCKED and not here.is_over:
            key = f"{TableKey.REOPEN}_host_{number}"
            if _button("host.open_hand", "lock_open", key, here):
                _act(here, number, book().reopen)
        text, icon = ("host.back", "login") if away else ("host.away", "logout")
        if _button(text, icon, f"{TableKey.AWAY}_{number}", here):
            _act(here, number, book().come_back if away else book().leave)


def _name(here: Here, number: int) -> None:
    """Spell a name anew, or put somebody else on the seat, whose account is another."""
    host, seat = here.host or "", here.view.seats[number]
    name = name_field(
        here.texts,
        here.texts("host.name", n=number + 1),
        seat.name,
        key=f"{TableKey.NAME}_host_{number}_{seat.name}",
    )
    if not name or name == seat.name:
        return
    with st.container(horizontal=True):
        if _button("host.rename", "edit", f"{TableKey.RENAME}_{number}", here):
            do(lambda: book().rename_seat(host, number, name, uuid.uuid4().hex))
        between = here.view.phase in BETWEEN_ROUNDS
        if between and _button(
            "host.newcomer", "person_add", f"{TableKey.NEWCOMER}_{number}", here
        ):
            do(lambda: book().seat_player(host, number, name, uuid.uuid4().hex))


def _act(here: Here, number: int, action: Callable[[str, int, str], None]) -> None:
    host = here.host or ""
    do(lambda: action(host, number, uuid.uuid4().hex))


def _viewer_link(here: Here) -> None:
    """An address that only watches; the same one each time, until the host's secret changes."""
    host = here.host or ""
    kept = st.session_state.get(TableKey.STATE_VIEWER)
    if kept is None or kept[0] != host:
        try:
            kept = (host, book().reissue(host, Role.VIEWER, None, "viewer-link"))
        except TableError as error:
            note(in_words(error, here.texts), "bad")
            return
        st.session_state[TableKey.STATE_VIEWER] = kept
    st.html(f'<p class="mb-lead">{here.texts("host.watch_lead")}</p>')
    st.code(table_phone.link(seat=kept[1]), language=None, wrap_lines=True)
