"""Before the first round: the room code, its QR code, who is here, and the host's start."""

from html import escape

import segno
import streamlit as st

from ui import table_phone, taps
from ui.keys import TableKey
from ui.table_desk import book, do
from ui.table_here import Here, keep_watch
from ui.table_terms import terms


def show_lobby(here: Here) -> None:
    """Wait for the others."""
    texts, view = here.texts, here.view
    setup = terms(here.rules, here.stake, texts)
    if view.arranging_seconds:
        setup += " · " + texts("table.seconds", n=view.arranging_seconds)
    st.html(f'<p class="mb-lead">{escape(setup)}</p>')
    if here.host:
        st.html(invitation_html(here, room_code(here)))
    st.html(f'<h2 class="mb-section">{texts("lobby.who")}</h2>')
    keep_watch(here, _who)
    if not here.host:
        st.html(f'<p class="mb-lead">{texts("lobby.wait")}</p>')
        return
    st.html(f'<p class="mb-lead">{texts("lobby.no_phone")}</p>')
    if taps.button(
        texts("lobby.start", n=view.round_number + 1),
        type="primary",
        icon=":material/play_arrow:",
        key=TableKey.START,
        width="stretch",
    ):
        start_round(here)


def start_round(here: Here) -> None:
    """Deal: the next round begins, once, whoever of the hosts taps."""
    host, view = here.host or "", here.view
    token = f"start-{view.round_number + 1}-{view.revision}"  # the same on two hosts' phones
    do(lambda: book().start_round(host, token))


def room_code(here: Here) -> str:
    """The room code, which the host's secret shows at any time."""
    return book().view(here.host or "").room_code or ""


def invitation_html(here: Here, code: str) -> str:
    """The room code in big letters beside a QR code of the way in."""
    address = table_phone.link(room=code)
    picture = segno.make(address, error="m").svg_data_uri(
        border=2, omitsize=True, dark="#0e2a20", light="#ffffff"
    )
    texts = here.texts
    shown = "".join("<u></u>" if sign == "-" else f"<span>{escape(sign)}</span>" for sign in code)
    return (
        f'<section class="mb-room"><img alt="{escape(texts("lobby.qr"))}" src="{escape(picture)}">'
        f"<p>{escape(texts('lobby.code'))}</p>"
        f'<b aria-label="{escape(code)}">{shown}</b>'
        f"<small>{escape(address)}</small></section>"
    )


def _who(here: Here) -> None:
    texts = here.texts
    rows = "".join(
        f'<li class="{"in" if seat.taken else ""}"><b>{escape(seat.name)}</b>'
        f"<small>{escape(texts('lobby.here' if seat.taken else 'lobby.free'))}</small></li>"
        for seat in here.view.seats
    )
    st.html(f'<ul class="mb-who">{rows}</ul>')
