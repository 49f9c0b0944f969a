"""Taps whose run is cut short: by the page, which asks for another run, or by another message."""

import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

import ui
from tests.ui.conftest import SLOW_MACHINE_S
from tests.ui.samples import SETTLE, two_players
from ui.keys import SettleKey

BUTTON = re.compile(r"\bst\.(button|form_submit_button)\b|\bimport\b.*\bbutton\b")


def app_of(script: str) -> AppTest:
    return AppTest.from_string(script, default_timeout=SLOW_MACHINE_S).run()


def test_a_name_written_just_before_a_tap_does_not_swallow_it(open_page):
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(None, None)})
    app.text_input(key=f"{SettleKey.NAME}_0").set_value("Cô Ba")
    app.button(key=SettleKey.NEXT).click().run()
    table = app.session_state[SettleKey.STATE_ROUND]
    assert table.seats[0].name == "Cô Ba"
    assert table.active == 1


def test_a_tap_in_a_run_that_ended_early_counts_once():
    app = app_of("""
import streamlit as st
from ui import taps

state = st.session_state
if state.get("stop_next"):
    state.stop_next = False
    st.stop()
if taps.button("deal", key="deal"):
    state.deals = state.get("deals", 0) + 1
    state.stop_next = False
    st.rerun()
taps.forget()
""")
    app.session_state["stop_next"] = True
    app.button(key="deal").click().run()
    assert "deals" not in app.session_state
    app.run()
    app.run()
    assert app.session_state["deals"] == 1


def test_a_tap_on_a_button_that_has_left_or_is_disabled_is_forgotten():
    app = app_of("""
import streamlit as st
from ui import taps

state = st.session_state
if "mood" not in state:
    state.mood, state.deals = "open", 0
shut = state.mood == "shut"
state.deals += state.mood != "gone" and taps.button("deal", key="deal", disabled=shut)
taps.forget()
""")
    for mood in ("gone", "shut"):
        app.session_state["mood"] = "open"
        app.run()
        app.session_state["mood"] = mood
        app.button(key="deal").click().run()
        app.session_state["mood"] = "open"
        app.run()
        assert app.session_state["deals"] == 0
    app.button(key="deal").click().run()
    assert app.session_state["deals"] == 1


def test_every_button_of_the_pages_keeps_its_taps():
    folder = Path(ui.__path__[0])
    paths = [path for path in folder.rglob("*.py") if path.name != "taps.py"]
    assert len(paths) > 40
    for path in paths:
        assert not BUTTON.search(path.read_text(encoding="utf-8")), path
