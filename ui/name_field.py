"""A box for a name; what does not fit into a name is said, never dropped in silence."""

import streamlit as st

from table.door import NAME_LENGTH
from ui.describe import note
from ui.rounds import Seat, clean_name
from ui.text import Texts


def name_field(
    texts: Texts, label: str, current: str = "", *, key: str, placeholder: str | None = None
) -> str:
    """The name as it is kept, empty if nothing is left of it.

    The box itself takes any length: one with a limit refuses a longer name that is pasted, and
    looks as if nothing had been pasted at all.
    """
    typed = st.text_input(label, current, key=key, placeholder=placeholder)
    name = clean_name(typed)
    if clean_name(typed, most=len(typed)) != name:
        note(texts("names.cut", n=NAME_LENGTH, name=name))
    return name


def seat_name_field(texts: Texts, seat: Seat, key: str) -> str:
    """The player's own name, empty while they go by their number, which the empty box shows."""
    return name_field(
        texts, texts("settle.name"), seat.own_name, key=f"{key}_{seat.id}", placeholder=seat.name
    )
