"""Where somebody was going when a login came between: a scanned room, a seat of one's own.

Streamlit brings everybody back to the first page. The way is kept by the browser's tab alone, since
it may hold the secret of a seat.
"""

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("way_back.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_way_back", js=script, isolate_styles=False)


def keep_way(*, key: str) -> None:
    """Remember the address of this page."""
    _component()(key=key, data={"keep": True})


def take_way(*, key: str) -> None:
    """Go on to the address that was remembered, once."""
    _component()(key=key, data={"keep": False})
