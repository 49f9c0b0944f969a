"""Learn: arrange a hand, see what was given away and why; and a record of how that goes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from secrets import randbits
from typing import cast

import streamlit as st

from scorer.advice import Advice
from scorer.rules_profile import RulesProfile
from ui import state, taps
from ui.advice_view import (
    advice_for,
    comparison_for,
    instant_banner,
    suggestion_html,
    way_html,
)
from ui.capture import Place, ask_for_hand, board
from ui.components.top import to_top
from ui.describe import capital, laid_hand, note, plain, ruling
from ui.hands import Capture, Layout, hand_of
from ui.keys import LearnKey, SettleKey
from ui.lessons import Lesson, PlayedHand, hands_of_round
from ui.notebook import NotebookError
from ui.practice import Attempt, Mistake, Outcome, Source, deal, deal_tricky, weigh, weigh_declared
from ui.table_choice import choose_table
from ui.text import Texts
from ui.views.learn_record import show_record

PARTS = ("practise", "record")


def render(texts: Texts) -> None:
    """Draw the page."""
    rules = state.profile()
    lesson = _lesson()
    to_top(f"{lesson is None} {lesson is not None and lesson.checked}", key=LearnKey.TOP)
    part = st.segmented_control(
        texts("learn.part"),
        PARTS,
        default=PARTS[0],
        format_func=lambda name: texts(f"learn.{name}"),
        key=LearnKey.PART,
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    if part == "record":
        show_record(texts, rules)
    elif lesson is None:
        _choose_hand(texts, rules)
    elif lesson.checked:
        _show_answer(texts, lesson, rules)
    else:
        _arrange(texts, lesson, rules)


def _lesson() -> Lesson | None:
    return cast("Lesson | None", st.session_state.get(LearnKey.STATE_LESSON))


def _keep(lesson: Lesson | None) -> None:
    state.keep_unfinished(LearnKey.STATE_LESSON, lesson)
    st.session_state.pop(LearnKey.STATE_DROPPED, None)


def _put_away(lesson: Lesson) -> None:
    """Choose another hand; one that was captured can be taken back, one that was dealt cannot."""
    _keep(None)
    if lesson.source is Source.PHOTO:
        st.session_state[LearnKey.STATE_DROPPED] = lesson.capture


def _keep_capture(capture: Capture | None) -> None:
    lesson = _lesson()
    if capture is None:
        _keep(None)
    elif lesson is None:
        _keep(Lesson(capture=capture, source=Source.PHOTO))
    else:
        _keep(replace(lesson, capture=capture))


PLACE = Place("learn", _keep_capture, Layout.SET, with_sample=True)


# --- choosing a hand -----------------------------------------------------------------------------


def _choose_hand(texts: Texts, rules: RulesProfile) -> None:
    st.html(f'<p class="mb-lead">{texts("learn.lead")}</p>')
    with st.container(horizontal=True):
        _button(texts, "deal", "playing_cards", lambda: _deal(Source.DEALT, texts, rules))
        _button(texts, "tricky", "psychology", lambda: _deal(Source.TRICKY, texts, rules))
    played = _played()
    if played:
        _button(texts, "played", "history", lambda: _deal_played(played))
    st.html(f'<p class="mb-lead">{texts("learn.or_photo")}</p>')
    ask_for_hand(texts, PLACE, state.hand(LearnKey.STATE_DROPPED))


def _button(texts: Texts, name: str, icon: str, act: Callable[[], None]) -> None:
    if taps.button(
        texts(f"learn.{name}"),
        icon=f":material/{icon}:",
        key=LearnKey[name.upper()],
        type="primary" if name in {"deal", "next", "check"} else "secondary",
        width="stretch",
    ):
        act()
        st.rerun()


def _deal(source: Source, texts: Texts, rules: RulesProfile) -> None:
    rng = Random(randbits(64))
    if source is Source.TRICKY:
        with st.spinner(texts("learn.searching")):
            cards = deal_tricky(rng, rules, state.opponents())
    else:
        cards = deal(rng)
    _keep(Lesson(capture=hand_of(cards), source=source))


def _played() -> tuple[PlayedHand, ...]:
    """Hands to practise from this phone's last round and from its nights."""
    here = hands_of_round(st.session_state.get(SettleKey.STATE_ROUND))
    notebook = state.notebook()
    if notebook is None:
        return here
    try:
        return (*here, *notebook.played())
    except NotebookError:
        return here


def _deal_played(played: tuple[PlayedHand, ...]) -> None:
    """The hands of the table one after another."""
    turn = st.session_state.get(LearnKey.STATE_TURN, 0)
    st.session_state[LearnKey.STATE_TURN] = turn + 1
    hand = played[turn % len(played)]
    _keep(
        Lesson(
            capture=hand_of(hand.laid.cards),
            source=Source.TABLE,
            holder=hand.holder,
            laid=hand.laid,
        )
    )


# --- arranging it --------------------------------------------------------------------------------


def _arrange(texts: Texts, lesson: Lesson, rules: RulesProfile) -> None:
    capture = lesson.capture
    if capture.is_complete and capture.layout is Layout.SET:
        _keep(replace(lesson, capture=capture.in_rows()))
        st.rerun()
    if lesson.holder:
        note(texts("learn.held_by", name=lesson.holder))
    fixed = lesson.source is not Source.PHOTO
    around = replace(laid_hand(capture, rules, texts), verdict=None, fixed=fixed)
    board(texts, PLACE, capture, around)
    if lesson.false_instant:
        note(texts("learn.no_instant"), "bad")
    choose_table(texts, rules, LearnKey.TABLE, LearnKey.RULES, LearnKey.OPPONENTS)
    with st.container(horizontal=True):
        if taps.button(
            texts("learn.declare"),
            icon=":material/bolt:",
            key=LearnKey.DECLARE,
            disabled=not capture.is_complete,
            width="stretch",
        ):
            _declare(texts, lesson, rules)
        if taps.button(
            texts("learn.check"),
            icon=":material/done_all:",
            key=LearnKey.CHECK,
            type="primary",
            disabled=capture.arrangement is None,
            width="stretch",
        ):
            _check(texts, lesson, rules)
    _button(texts, "other", "arrow_back", lambda: _put_away(lesson))


def _advice(texts: Texts, capture: Capture, rules: RulesProfile) -> Advice:
    with st.spinner(texts("advice.reckoning")):
        return advice_for(tuple(sorted(capture.cards)), rules, state.opponents())


def _declare(texts: Texts, lesson: Lesson, rules: RulesProfile) -> None:
    advice = _advice(texts, lesson.capture, rules)
    if advice.instant_win is None:
        _keep(replace(lesson, false_instant=True))
    else:
        lesson = replace(lesson, declared=True, checked=True)
        _remember(lesson, _outcome(texts, lesson, rules), rules)
        _keep(lesson)
    st.rerun()


def _check(texts: Texts, lesson: Lesson, rules: RulesProfile) -> None:
    lesson = replace(lesson, checked=True)
    _remember(lesson, _outcome(texts, lesson, rules), rules)
    _keep(lesson)
    st.rerun()


def _outcome(texts: Texts, lesson: Lesson, rules: RulesProfile) -> Outcome:
    advice = _advice(texts, lesson.capture, rules)
    laid = lesson.capture.arrangement
    if lesson.declared or laid is None:
        return weigh_declared(advice)
    comparison = comparison_for(laid, rules, state.opponents())
    return weigh(advice, comparison, false_instant=lesson.false_instant)


def _remember(lesson: Lesson, outcome: Outcome, rules: RulesProfile) -> None:
    notebook = state.notebook()
    if notebook is None:
        return
    attempt = Attempt(
        at=datetime.now(UTC),
        source=lesson.source,
        rules=rules.id,
        opponents=state.opponents(),
        cards=lesson.capture.cards,
        outcome=outcome,
    )
    try:
        notebook.add(attempt)
    except NotebookError as error:
        st.toast(plain(str(error)))


# --- the answer ----------------------------------------------------------------------------------


def _show_answer(texts: Texts, lesson: Lesson, rules: RulesProfile) -> None:
    outcome = _outcome(texts, lesson, rules)
    advice = _advice(texts, lesson.capture, rules)
    opponents = state.opponents()
    _headline(texts, lesson, outcome, rules)
    instant_banner(advice, rules, texts)
    laid = lesson.capture.arrangement
    if laid is not None and not lesson.declared:
        played = comparison_for(laid, rules, opponents).played
        st.html(way_html(played, texts("learn.yours"), rules, texts))
    with st.container(horizontal=True):
        _button(texts, "again", "edit", lambda: _again(lesson))
        _button(texts, "next", "arrow_forward", lambda: _next(texts, lesson, rules))
    st.html(f'<h2 class="mb-section">{texts("advice.title")}</h2>')
    for place in range(len(advice.suggestions)):
        st.html(suggestion_html(advice, place, rules, texts))
    if lesson.laid is not None:
        theirs = comparison_for(lesson.laid, rules, opponents).played
        st.html(way_html(theirs, texts("learn.theirs", name=lesson.holder), rules, texts))
    st.html(f'<p class="mb-lead">{texts("advice.meaning", n=opponents)}</p>')
    choose_table(texts, rules, LearnKey.TABLE, LearnKey.RULES, LearnKey.OPPONENTS)


def _headline(texts: Texts, lesson: Lesson, outcome: Outcome, rules: RulesProfile) -> None:
    lines = [
        texts(f"mistake.{mistake.value}")
        for mistake in outcome.mistakes
        if mistake is not Mistake.FOUL
    ]
    laid = lesson.capture.arrangement
    if Mistake.FOUL in outcome.mistakes and laid is not None:
        comparison = comparison_for(laid, rules, state.opponents())
        foul = comparison.foul_vi if texts.language == "vi" else comparison.foul_en
        lines.insert(0, capital(foul or ""))
    if outcome.lost:
        head = texts("learn.lost", chi=texts.number(outcome.lost, 1))
    else:
        head = texts("learn.declared" if lesson.declared else "learn.nothing_lost")
    ruling([head, *lines], tone="bad" if outcome.lost else "good")


def _again(lesson: Lesson) -> None:
    _keep(replace(lesson, checked=False, declared=False))


def _next(texts: Texts, lesson: Lesson, rules: RulesProfile) -> None:
    played = _played()
    if lesson.source is Source.TABLE and played:
        _deal_played(played)
    elif lesson.source is Source.PHOTO:
        _put_away(lesson)
    else:
        _deal(lesson.source, texts, rules)
