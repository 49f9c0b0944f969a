"""Buttons that answer every tap, also one whose run is cut short.

Streamlit tells a button of its tap in one run only, and ends a run as soon as the phone sends
anything else or the page asks for another run: a button far down would then never hear of it.
Here a tap is noted before the page is drawn, and stays noted until its button is drawn.
"""

from typing import Any, cast

import streamlit as st

from ui.keys import ShellKey


def button(label: str, *, key: str, disabled: bool = False, **look: Any) -> bool:  # noqa: ANN401
    """``st.button``, True once for each tap; ``look`` is passed on."""
    noted = _noted()
    # The set itself is handed over: the session, asked in a callback, may end the run.
    st.button(label, key=key, disabled=disabled, on_click=noted.add, args=(key,), **look)
    if key not in noted:
        return False
    noted.remove(key)
    return not disabled


def forget() -> None:
    """Drop taps whose buttons are gone; called once the whole page is drawn."""
    _noted().clear()


def _noted() -> set[str]:
    return cast("set[str]", st.session_state.setdefault(ShellKey.STATE_TAPS, set()))
