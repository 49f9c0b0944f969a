"""Arranging: the clock, how far everybody is, and one hand at a time on this phone."""

import streamlit as st

from table.values import Role, SeatStatus
from ui import taps
from ui.components.top import to_top
from ui.describe import note, plain
from ui.keys import TableKey
from ui.table_desk import book, do
from ui.table_here import Here, keep_watch, seats_html, show_clock
from ui.table_seat import IN_PLAY, chair, show_chair
from ui.table_terms import tell_new_terms
from ui.table_whole import offer_whole_table


def show_round(here: Here) -> None:
    """Capture this phone's hand; the host may capture for anybody."""
    texts = here.texts
    if here.view.clock_ends_at is None:
        st.html(f'<h2 class="mb-section">{texts("round.title", n=here.view.round_number)}</h2>')
    tell_new_terms(here)
    with st.container(key=TableKey.BAR):
        keep_watch(here, _bar)
    number = _choose_seat(here)
    to_top(f"round {here.view.round_number} {number}", key=TableKey.TOP)
    if number is None:
        st.html(f'<p class="mb-lead">{texts("round.watching")}</p>')
        return
    if here.host and offer_whole_table(here):
        return
    show_chair(chair(here, number))


def _bar(here: Here) -> None:
    """What changes while a hand is being captured: clock, seats, and that all are in."""
    texts = here.texts
    show_clock(here)
    st.html(seats_html(here))
    if not here.view.due:
        return
    over = any(seat.status is SeatStatus.TIMED_OUT for seat in here.view.seats)
    note(texts("round.over" if over else "round.all_in"), "good")
    if here.view.role is not Role.VIEWER and taps.button(
        texts("round.reveal"),
        type="primary",
        icon=":material/visibility:",
        key=TableKey.REVEAL,
        width="stretch",
    ):
        key, number = here.phone.key, here.view.round_number
        do(lambda: book().reveal(key, f"reveal-{number}-{here.view.revision}"))


def _choose_seat(here: Here) -> int | None:
    """The seat on this phone's board; the host, once done, may turn to any that plays."""
    mine = here.mine
    if here.host is None or (mine and mine.status in IN_PLAY):
        return here.view.seat
    playing = [
        number for number, seat in enumerate(here.view.seats) if seat.status is not SeatStatus.OUT
    ]
    own = here.view.seat if here.view.seat in playing else playing[0]
    names = {number: plain(here.view.seats[number].name) for number in playing}
    chosen = st.segmented_control(
        here.texts("round.whose"),
        playing,
        default=own,
        format_func=names.__getitem__,
        key=f"{TableKey.PICK}_{here.view.round_number}",
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    return own if chosen is None else int(chosen)
