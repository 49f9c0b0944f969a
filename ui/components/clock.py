"""The countdown of a round: told by the server how much is left, ticking in the page."""

from datetime import timedelta
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("clock.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_clock", js=script, isolate_styles=False)


def clock(
    left: timedelta, total: timedelta, *, label: str, over: str, round_number: int, key: str
) -> None:
    """Count down what is ``left`` of ``total``; ``label`` beside it, ``over`` once it is over."""
    _component()(
        key=key,
        data={
            "left_ms": max(0, round(left / timedelta(milliseconds=1))),
            "total_ms": max(1, round(total / timedelta(milliseconds=1))),
            "label": label,
            "over": over,
            "round": round_number,
        },
    )
