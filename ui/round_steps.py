"""Going from seat to seat of a round at one phone, as settling and judging both do."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from scorer.rules_profile import RulesProfile
from ui import taps
from ui.describe import note, plain
from ui.rounds import TableRound
from ui.text import Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """What the page calls its steps: the text, icon and keys of its widgets."""

    finish: str
    icon: str
    finish_key: str
    next_key: str
    seat_key: str
    keep: Callable[[TableRound], None]


def choose_seat(texts: Texts, table: TableRound, rules: RulesProfile, steps: Steps) -> None:
    """All seats to tap, those that are ready ticked."""
    ready = {seat.id: seat.is_ready(rules) for seat in table.seats}
    names = {seat.id: plain(seat.name) for seat in table.seats}
    chosen = st.segmented_control(
        texts("settle.seats"),
        list(names),
        default=table.active,
        format_func=lambda seat_id: ("✓ " if ready[seat_id] else "") + names[seat_id],
        key=f"{steps.seat_key}_{table.active}_{len(names)}",
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    if chosen is not None and chosen != table.active:
        steps.keep(replace(table, active=chosen))
        st.rerun()


def go_on(texts: Texts, table: TableRound, rules: RulesProfile, steps: Steps) -> None:
    """The way to the next seat that is not ready, or to the end; before it what is in the way."""
    clashes = table.clashes()
    for card, names in clashes.items():
        note(texts("settle.clash", card=texts.card(card), names=texts.joined(names)), "bad")
    following = table.next_open(rules)
    if following is None:
        if taps.button(
            texts(steps.finish),
            type="primary",
            icon=f":material/{steps.icon}:",
            key=steps.finish_key,
            width="stretch",
            disabled=bool(clashes),
        ):
            steps.keep(replace(table, is_settled=True))
            st.rerun()
        return
    waiting = next(seat for seat in table.seats if seat.id == following)
    if following != table.active and taps.button(
        texts("settle.next", name=plain(waiting.name)),
        type="primary" if table.seat.is_ready(rules) else "secondary",
        icon=":material/arrow_forward:",
        key=steps.next_key,
        width="stretch",
    ):
        steps.keep(replace(table, active=following))
        st.rerun()
