"""Scrolling to the top of the page when its content changes, as after a tap far below."""

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("top.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_top", js=script, isolate_styles=False)


def to_top(moment: str, *, key: str) -> None:
    """Show the top of the page whenever ``moment``, the name of what is shown, changes."""
    _component()(key=key, data={"moment": moment})
