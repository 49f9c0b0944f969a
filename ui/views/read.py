"""Read: a photo of 13 cards in; the cards, the instant win and the best arrangements out."""

import streamlit as st

from scorer.notation import parse_cards
from scorer.rules_profile import RulesProfile
from ui import state, taps
from ui.advice_view import (
    advice_for,
    comparison_for,
    instant_banner,
    played_note,
    suggestion_html,
)
from ui.capture import Place, again_button, ask_for_hand, board
from ui.describe import cards_html, laid_hand
from ui.hands import Capture, Layout
from ui.keys import CaptureKey, ReadKey
from ui.table_choice import choose_table
from ui.text import Texts

PLACE = Place("read", state.keeper(ReadKey.STATE_HAND), Layout.SET, with_sample=True)


def render(texts: Texts) -> None:
    """Draw the page."""
    rules = state.profile()
    capture = state.hand(ReadKey.STATE_HAND)
    if capture is None:
        st.html(f'<p class="mb-lead">{texts("read.lead")}</p>')
        ask_for_hand(texts, PLACE, state.dropped(ReadKey.STATE_HAND))
        st.html(_tips_html(texts))
        return
    board(texts, PLACE, capture, laid_hand(capture, rules, texts))
    if capture.is_complete:
        choose_table(texts, rules, ReadKey.TABLE, ReadKey.RULES, ReadKey.OPPONENTS)
        _advise(texts, capture, rules)
    elif capture.is_full and taps.button(
        texts("read.use_anyway", n=capture.doubts),
        key=CaptureKey.USE_ANYWAY.of(PLACE.scope),
        width="stretch",
    ):
        PLACE.keep(capture.confirmed())
        st.rerun()
    again_button(texts, PLACE)


def _tips_html(texts: Texts) -> str:
    fan = cards_html(parse_cards("As Kh Qd Jc Ts 9h 8d"), texts)
    tips = "".join(f"<p>{texts(f'read.tip_{name}')}</p>" for name in ("corners", "light", "lay"))
    return f'<div class="mb-tips"><div class="fan" aria-hidden="true">{fan}</div>{tips}</div>'


def _advise(texts: Texts, capture: Capture, rules: RulesProfile) -> None:
    opponents = state.opponents()
    with st.spinner(texts("advice.reckoning")):
        advice = advice_for(tuple(sorted(capture.cards)), rules, opponents)
    instant_banner(advice, rules, texts)
    played = st.container()
    st.html(f'<h2 class="mb-section">{texts("advice.title")}</h2>')
    for place in range(len(advice.suggestions)):
        st.html(suggestion_html(advice, place, rules, texts))
    st.html(f'<p class="mb-lead">{texts("advice.meaning", n=opponents)}</p>')
    if capture.arrangement is not None:
        with played, st.spinner(texts("advice.reckoning")):
            played_note(comparison_for(capture.arrangement, rules, opponents), texts)
