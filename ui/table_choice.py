"""Choosing what a table agrees on: the rule system, the same on every page, and the stake."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from scorer.rules_profile import RulesProfile
from ui import state
from ui.describe import system_label
from ui.keys import SettleKey, TableKey
from ui.text import Texts

STAKES: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
LARGEST_STAKE: Final = 10_000_000
CLOCKS_S: Final = (0, 60, 90, 120, 180)


def choose_rules(texts: Texts, key: str) -> None:
    """The five systems and the house rules to tap; a change takes effect at once."""
    current = state.rules_key(state.profile())
    chosen = pick_rules(texts, state.all_rules(), current, key)
    if chosen != current:
        state.set_profile(chosen)
        st.rerun()


def pick_rules(texts: Texts, offered: Mapping[str, RulesProfile], current: str, key: str) -> str:
    """Rules to tap, by their key; ``current`` until another one is tapped."""
    chosen = st.pills(
        texts("shell.rules"),
        list(offered),
        default=current,
        format_func=lambda choice: system_label(offered[choice], texts),
        key=f"{key}_{current}_{texts.language}",
        required=True,
    )
    return chosen or current


def choose_table(
    texts: Texts, rules: RulesProfile, key: str, rules_key: str, opponents_key: str
) -> None:
    """Rules and number of opponents in one line: both change the advice."""
    with st.container(key=key, horizontal=True, vertical_alignment="center"):
        with st.popover(system_label(rules, texts), icon=":material/menu_book:", key=rules_key):
            choose_rules(texts, rules_key)
        chosen = st.segmented_control(
            texts("read.opponents"),
            [1, 2, 3],
            default=state.opponents(),
            format_func=lambda count: texts("read.against", n=count),
            key=opponents_key,
            label_visibility="collapsed",
            required=True,
            width="stretch",
        )
    if chosen and chosen != state.opponents():
        state.set_opponents(int(chosen))
        st.rerun()


def choose_stake(texts: Texts, current: int) -> int:
    """Usual stakes to tap, any other to type; the stake of one chi in đồng."""
    tapped = st.pills(
        texts("settle.stake"),
        STAKES,
        default=current if current in STAKES else None,
        format_func=texts.amount,
        key=f"{SettleKey.STAKE}_{current}",
    )
    typed = st.number_input(
        texts("settle.other_stake"),
        min_value=1,
        max_value=LARGEST_STAKE,
        value=current,
        step=1_000,
        key=f"{SettleKey.OTHER_STAKE}_{current}",
    )
    return int(typed) if int(typed) != current else int(tapped or current)


def choose_clock(texts: Texts, usual: int | None) -> int | None:
    """The seconds to arrange in, None without a clock."""
    chosen = st.pills(
        texts("table.clock"),
        sorted({*CLOCKS_S, usual or 0}),
        default=usual or 0,
        format_func=lambda seconds: (
            texts("table.seconds", n=seconds) if seconds else texts("table.no_clock")
        ),
        key=f"{TableKey.CLOCK}_{usual}",
        required=True,
    )
    return int(chosen) if chosen else None
