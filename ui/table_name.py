"""A player's own name, changed on the player's own phone."""

import uuid

import streamlit as st

from table.values import Phase
from ui import taps
from ui.describe import note, plain
from ui.keys import TableKey
from ui.name_field import name_field
from ui.table_desk import book, do
from ui.table_here import Here


def offer_own_name(here: Here) -> None:
    """Let whoever has a seat call themselves otherwise; the host does so among the tools."""
    texts, seat, number = here.texts, here.mine, here.view.seat
    if seat is None or number is None or here.host or here.view.phase is Phase.CLOSED:
        return
    with st.popover(
        texts("table.own_name", name=plain(seat.name)),
        icon=":material/edit:",
        key=TableKey.OWN_NAME,
        width="stretch",
    ):
        name = name_field(
            texts, texts("settle.name"), seat.name, key=f"{TableKey.NAME}_own_{seat.name}"
        )
        # Always open to taps: a box tells its text only when it is left, by this very tap.
        tapped = taps.button(texts("host.rename"), key=f"{TableKey.RENAME}_own", width="stretch")
        others = {other.name.casefold() for other in here.view.seats if other is not seat}
        if tapped and name.casefold() in others:  # said here, where the player looks
            note(texts("names.taken", name=name), "bad")
        elif tapped and name and name != seat.name:
            key = here.phone.key
            do(lambda: book().rename_seat(key, number, name, uuid.uuid4().hex))
