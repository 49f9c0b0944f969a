"""One photo of the whole table: its hands given to the seats by the sides they lie on."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from table.values import SeatStatus
from ui import taps
from ui.capture import Place, ask_for_hand
from ui.describe import cards_html, note
from ui.hands import Capture, Layout
from ui.keys import TableKey
from ui.table_here import Here
from ui.table_seat import IN_PLAY, keep_all


def offer_whole_table(here: Here) -> bool:
    """Offer one photo for everybody; True while the page is about that."""
    texts = here.texts
    found: Sequence[Capture] | None = st.session_state.get(_found_key(here))
    if found is not None:
        _assign(here, found)
        return True
    open_seats = _open_seats(here)
    nobody_yet = all(seat.status is not SeatStatus.CAPTURED for seat in here.view.seats)
    if len(open_seats) < 2 or not nobody_yet:
        return False
    if not st.toggle(
        texts("settle.whole_table", n=len(open_seats)),
        key=f"{TableKey.WHOLE}_{here.view.round_number}",
    ):
        return False
    note(texts("round.whole_how"))
    ask_for_hand(
        texts,
        Place(
            "table_whole",
            lambda _: None,
            Layout.ROWS,
            hands="auto",
            keep_table=lambda captures: st.session_state.__setitem__(_found_key(here), captures),
            by_hand=False,
        ),
    )
    return True


def _found_key(here: Here) -> str:
    return f"{TableKey.ASSIGN}_{here.view.round_number}"


def _open_seats(here: Here) -> list[int]:
    return [number for number, seat in enumerate(here.view.seats) if seat.status in IN_PLAY]


def _assign(here: Here, found: Sequence[Capture]) -> None:
    """Say whose hand lies on which side; one tap turns the whole table round."""
    texts, seats = here.texts, _open_seats(here)
    turns = f"{_found_key(here)}_turns"
    turn: int = st.session_state.get(turns, 0)
    owners = seats[turn % len(seats) :] + seats[: turn % len(seats)]
    st.html(f'<h2 class="mb-section">{texts("round.whole_lead")}</h2>')
    if len(found) != len(seats):
        note(texts("round.whole_count", found=len(found), seats=len(seats)), "bad")
    rows = "".join(
        _hand_html(here, capture, owner) for capture, owner in zip(found, owners, strict=False)
    )
    st.html(f'<div class="mb-sides">{rows}</div>')
    if taps.button(
        texts("round.whole_turn"),
        icon=":material/rotate_right:",
        key=TableKey.TURN,
        width="stretch",
    ):
        st.session_state[turns] = turn + 1
        st.rerun()
    with st.container(horizontal=True):
        if taps.button(texts("capture.again"), key=f"{turns}_again", width="stretch"):
            _forget(here)
        if taps.button(
            texts("round.whole_keep"),
            type="primary",
            key=TableKey.KEEP_ALL,
            width="stretch",
        ):
            keep_all(here, dict(zip(owners, found, strict=False)))
            _forget(here)


def _hand_html(here: Here, capture: Capture, owner: int) -> str:
    texts = here.texts
    side = capture.reading.side.value if capture.reading else "bottom"
    return (
        f"<div><span>{escape(texts(f'side.{side}'))}</span>"
        f"<b>{escape(here.view.seats[owner].name)}</b>"
        f'<div class="cards">{cards_html(capture.cards, texts)}</div></div>'
    )


def _forget(here: Here) -> None:
    for key in (_found_key(here), f"{_found_key(here)}_turns"):
        st.session_state.pop(key, None)
    st.rerun()
