"""The id by which a browser is known again after a reload: random, secret, kept by the browser."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_ID: Final = re.compile(r"[0-9a-f]{32}")


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("browser.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_browser", js=script, isolate_styles=False)


def browser_id(known: str | None, *, key: str) -> str | None:
    """Ask the browser for its id; None until it has answered, which takes one more run."""
    answer = _component()(key=key, data={"known": known}, on_id_change=lambda: None)
    told = answer.get("id")
    return told if isinstance(told, str) and _ID.fullmatch(told) else known
