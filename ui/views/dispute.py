"""Dispute: one hand, two rows, or two to four hands; a verdict with its rule, no table needed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from typing import Final

import streamlit as st

from scorer.arrangement import Row
from scorer.instant import instant_pay
from scorer.profiles import RulesProfile
from scorer.verdicts import HandVerdict, RowVerdict, compare_rows, judge
from ui import state
from ui.capture import Place, again_button, ask_for_hand, board
from ui.describe import capital, instant_name, laid_hand, ruling, system_label
from ui.dispute_hands import several_hands
from ui.dispute_pictures import hand_sheet, offer_picture, rows_sheet
from ui.hands import Capture, Layout
from ui.keys import DisputeKey
from ui.table_choice import choose_rules
from ui.text import Texts

MATTERS: Final = ("hand", "rows", "hands")
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
        system_label(rules, texts),
        icon=":material/menu_book:",
        key=DisputeKey.RULES,
        width="stretch",
    ):
        choose_rules(texts, DisputeKey.RULES)
    draw: dict[str, Callable[[Texts, RulesProfile], None]] = {
        "hand": _one_hand,
        "rows": _two_rows,
        "hands": several_hands,
    }
    draw[matter or MATTERS[0]](texts, rules)


# --- one hand ------------------------------------------------------------------------------------


def _one_hand(texts: Texts, rules: RulesProfile) -> None:
    capture = state.hand(DisputeKey.STATE_HAND)
    if capture is None:
        st.html(f'<p class="mb-lead">{texts("dispute.hand_lead")}</p>')
        ask_for_hand(texts, HAND, state.dropped(DisputeKey.STATE_HAND))
        return
    if capture.is_complete and capture.layout is Layout.SET:
        HAND.keep(capture.in_rows())
        st.rerun()
    answer = st.container()  # above the cards: it is what the quarrel waits for
    around = laid_hand(capture, rules, texts)
    board(texts, HAND, capture, replace(around, verdict=None))
    if capture.arrangement is not None:
        verdict = judge(capture.arrangement, rules)
        lines, tone = _hand_lines(verdict, texts, rules)
        with answer:
            ruling(lines, tone)
        sheet = hand_sheet(capture.arrangement, lines, tone, rules, texts)
        offer_picture(sheet, texts, DisputeKey.PICTURE)
    again_button(texts, HAND)


def _hand_lines(
    verdict: HandVerdict, texts: Texts, rules: RulesProfile
) -> tuple[Sequence[str], str]:
    """The answer, what the rows hold, and the rule; an instant win outweighs a foul."""
    *rows, legality = verdict.text(rules, texts.language).splitlines()[: len(Row) + 1]
    lines = [legality, *map(capital, rows)]
    win = verdict.instant_wins[0] if verdict.instant_wins else None
    if win is None:
        return [*lines, texts("rule.legality")], "good" if verdict.legality.legal else "bad"
    name = instant_name(win, rules, texts)
    head = texts("dispute.win_pays", name=name, pay=instant_pay(win, rules))
    return [head, *lines, texts("rule.instant")], "good"


# --- two rows ------------------------------------------------------------------------------------


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
    answer = st.container()
    captures = [
        _one_row(texts, rules, name, int(size or ROW_SIZES[0])) for name in ("first", "second")
    ]
    first, second = captures
    if not (first and second and first.is_complete and second.is_complete):
        return
    with answer:
        if set(first.cards) & set(second.cards):
            ruling([texts("dispute.shared")], "bad")
            return
        verdict = compare_rows(first.cards, second.cards, rules)
        lines = _rows_lines(verdict, texts, rules)
        ruling(lines)
    sheet = rows_sheet((first.cards, second.cards), lines, rules, texts)
    offer_picture(sheet, texts, DisputeKey.PICTURE)


def _rows_lines(verdict: RowVerdict, texts: Texts, rules: RulesProfile) -> Sequence[str]:
    winner = {1: "dispute.first", -1: "dispute.second"}.get(verdict.order)
    head = texts("dispute.wins", row=texts(winner)) if winner else texts("dispute.level")
    return [head, capital(verdict.text(rules, texts.language)), texts("rule.rows")]


def _one_row(texts: Texts, rules: RulesProfile, name: str, size: int) -> Capture | None:
    key = DisputeKey.STATE_FIRST if name == "first" else DisputeKey.STATE_SECOND
    place = Place(f"dispute_{name}", state.keeper(key), Layout.SET, size=size)
    capture = state.hand(key)
    st.html(f'<h2 class="mb-section">{escape(texts(f"dispute.{name}"))}</h2>')
    if capture is not None and capture.size != size:
        capture = None
    if capture is None:
        ask_for_hand(texts, place, state.dropped(key))
        return None
    board(texts, place, capture, laid_hand(capture, rules, texts))
    again_button(texts, place)
    return capture
