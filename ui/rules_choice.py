"""Choosing the rule system of the table, the same on every page."""

import streamlit as st

from scorer.profiles import PROFILES
from ui import state
from ui.describe import system_name
from ui.text import Texts


def choose_rules(texts: Texts, key: str) -> None:
    """The five systems to tap; a change takes effect at once."""
    current = state.profile().id
    chosen = st.pills(
        texts("shell.rules"),
        list(PROFILES),
        default=current,
        format_func=lambda profile_id: system_name(PROFILES[profile_id], texts),
        key=f"{key}_{current}_{texts.language}",
        required=True,
    )
    if chosen and chosen != current:
        state.set_profile(chosen)
        st.rerun()
