"""Dispute: is this hand foul, which of two rows wins; a verdict with the rule, no table needed."""

from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from scorer.arrangement import Row
from scorer.instant import instant_pay
from scorer.profiles import RulesProfile
from scorer.verdicts import compare_rows, judge
from ui import state
from ui.capture import Place, again_button, ask_for_hand, board
from ui.describe import capital, instant_name, laid_hand, ruling, system_name
from ui.hands import Capture, Layout
from ui.keys import DisputeKey
from ui.table_choice import choose_rules
from ui.text import Texts

MATTERS: Final = ("hand", "rows")
ROW_SIZES: Final = (5, 3)
HAND: Final = Place("dispute", state.keeper(DisputeKey.STATE_HAND), Layout.ROWS)


def render(texts: Texts) -> None:
    """Draw the page."""
    rules = state.profile()
    matter = st.segmented_control(
        texts("dispute.matter"),
        MATTERS,
        default=MATTERS[0],
        format_func=lambda name: texts(f"dispute.{name}"),
        key=DisputeKey.MATTER,
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    with st.popover(
        system_name(rules, texts),
        icon=":material/menu_book:",
        key=DisputeKey.RULES,
        width="stretch",
    ):
        choose_rules(texts, DisputeKey.RULES)
    if matter == "rows":
        _two_rows(texts, rules)
    else:
        _one_hand(texts, rules)


def _one_hand(texts: Texts, rules: RulesProfile) -> None:
    capture = state.hand(DisputeKey.STATE_HAND)
    if capture is None:
        st.html(f'<p class="mb-lead">{texts("dispute.hand_lead")}</p>')
        ask_for_hand(texts, HAND)
        return
    if capture.is_complete and capture.layout is Layout.SET:
        HAND.keep(capture.in_rows())
        st.rerun()
    around = laid_hand(capture, rules, texts)
    board(texts, HAND, capture, replace(around, verdict=None))
    if capture.arrangement is not None:
        verdict = judge(capture.arrangement, rules)
        *rows, legality = verdict.text(rules, texts.language).splitlines()[: len(Row) + 1]
        lines = [legality, *map(capital, rows)]
        win = verdict.instant_wins[0] if verdict.instant_wins else None
        if win is not None:
            name = instant_name(win, rules, texts)
            lines.insert(0, texts("dispute.win_pays", name=name, pay=instant_pay(win, rules)))
        ruling(lines, tone="" if verdict.legality.legal or win else "bad")
    again_button(texts, HAND)


def _two_rows(texts: Texts, rules: RulesProfile) -> None:
    size = st.segmented_control(
        texts("dispute.row_size"),
        ROW_SIZES,
        default=ROW_SIZES[0],
        format_func=lambda count: texts("dispute.cards", n=count),
        key=DisputeKey.ROW_SIZE,
        required=True,
        width="stretch",
    )
    captures = [
        _one_row(texts, rules, name, int(size or ROW_SIZES[0])) for name in ("first", "second")
    ]
    first, second = captures
    if first and second and first.is_complete and second.is_complete:
        if set(first.cards) & set(second.cards):
            ruling([texts("dispute.shared")], tone="bad")
            return
        verdict = compare_rows(first.cards, second.cards, rules)
        winner = {1: "dispute.first", -1: "dispute.second"}.get(verdict.order)
        head = texts("dispute.wins", row=texts(winner)) if winner else texts("dispute.level")
        ruling([head, capital(verdict.text(rules, texts.language))])


def _one_row(texts: Texts, rules: RulesProfile, name: str, size: int) -> Capture | None:
    key = DisputeKey.STATE_FIRST if name == "first" else DisputeKey.STATE_SECOND
    place = Place(f"dispute_{name}", state.keeper(key), Layout.SET, size=size)
    capture = state.hand(key)
    st.html(f'<h2 class="mb-section">{escape(texts(f"dispute.{name}"))}</h2>')
    if capture is not None and capture.size != size:
        capture = None
    if capture is None:
        ask_for_hand(texts, place)
        return None
    board(texts, place, capture, laid_hand(capture, rules, texts))
    again_button(texts, place)
    return capture
