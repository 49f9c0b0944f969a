"""A phone at rest asks for a number, not for a page: see `ui.server.pulse`."""

from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("pulse.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_pulse", js=script, isolate_styles=False)


def pulse(revision: int, secret: str, *, key: str) -> None:
    """Run the script or fragment again once the table that ``secret`` opens has another revision.

    So it does when a phone wakes up, and every few seconds where the server tells no revision.
    """
    _component()(
        key=key, data={"revision": revision, "key": secret}, on_changed_change=lambda: None
    )
