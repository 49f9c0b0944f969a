"""The personal record: chi given away hand by hand, and the mistakes that cost most."""

from collections.abc import Sequence
from html import escape
from typing import Final

import streamlit as st

from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile
from ui import state, taps
from ui.describe import cards_html, grouped, note
from ui.keys import LearnKey
from ui.notebook import Notebook, NotebookError
from ui.practice import RECENT, Attempt, habits, mean_lost, running_mean
from ui.text import Texts

WORST_SHOWN: Final = 3
CHART_HEIGHT_PX: Final = 240
HANDS_DRAWN: Final = 200


def show_record(texts: Texts, rules: RulesProfile) -> None:
    """Draw the record of this browser, over all rules."""
    notebook = state.notebook()
    if notebook is None:
        st.html(f'<p class="mb-lead">{texts("record.opening")}</p>')
        return
    try:
        attempts = notebook.attempts()
    except NotebookError as error:
        note(texts("record.broken", reason=error), "bad")
        return
    if not attempts:
        st.html(f'<p class="mb-lead">{texts("record.empty")}</p>')
        return
    st.html(_figures_html(texts, attempts))
    _chart(texts, attempts)
    st.html(_habits_html(texts, attempts))
    st.html(_worst_html(texts, attempts, rules))
    _offer_to_forget(texts, notebook)


def _figures_html(texts: Texts, attempts: Sequence[Attempt]) -> str:
    recent, before = attempts[-RECENT:], attempts[:-RECENT]
    figures = [
        (texts("record.hands"), texts.number(len(attempts))),
        (texts("record.mean", n=len(recent)), texts.number(mean_lost(recent), 1)),
    ]
    if before:
        figures.append((texts("record.before"), texts.number(mean_lost(before), 1)))
    clean = sum(not attempt.outcome.mistakes for attempt in attempts) / len(attempts)
    figures.append((texts("record.clean"), texts.percent(clean)))
    return '<dl class="mb-figures">{}</dl>'.format(
        "".join(
            f"<div><dt>{escape(name)}</dt><dd>{escape(figure)}</dd></div>"
            for name, figure in figures
        )
    )


def _chart(texts: Texts, attempts: Sequence[Attempt]) -> None:
    """Each hand a bar of what it gave away, over them the mean of the last ten."""
    shown = attempts[-HANDS_DRAWN:]
    first = len(attempts) - len(shown) + 1
    points = [
        {"hand": first + place, "lost": round(attempt.outcome.lost, 2), "mean": round(mean, 2)}
        for place, (attempt, mean) in enumerate(
            zip(shown, running_mean(attempts)[-len(shown) :], strict=True)
        )
    ]
    st.html(f'<h2 class="mb-section">{texts("record.chart")}</h2>')
    hand = {
        "field": "hand",
        "type": "ordinal",
        "title": texts("record.hand_axis"),
        "axis": {"labelOverlap": True, "labelAngle": 0},
    }
    lost = {"field": "lost", "type": "quantitative", "title": texts("record.lost_axis")}
    bars = {"mark": {"type": "bar", "color": "#c98a12"}, "encoding": {"y": lost}}
    line = {
        "mark": {
            "type": "line",
            "color": "#1f9d6c",
            "strokeWidth": 3,
            "point": {"color": "#1f9d6c"},
        },
        "encoding": {"y": {"field": "mean", "type": "quantitative"}},
    }
    spec = {
        "data": {"values": points},
        "height": CHART_HEIGHT_PX,
        "encoding": {"x": hand, "tooltip": [hand, lost]},
        "layer": [bars, line],
    }
    st.vega_lite_chart(spec, width="stretch")
    st.html(f'<p class="mb-lead">{texts("record.chart_meaning", n=RECENT)}</p>')


def _habits_html(texts: Texts, attempts: Sequence[Attempt]) -> str:
    rows = "".join(
        f"<li><span>{escape(texts(f'mistake.{habit.mistake.value}'))}"
        f" <small>{escape(texts('record.times', n=habit.count))}</small></span>"
        f'<b class="minus">{texts.chi(-habit.lost, 1)}</b></li>'
        for habit in habits(attempts)
    )
    head = f'<h2 class="mb-section">{texts("record.mistakes")}</h2>'
    if not rows:
        return f'{head}<p class="mb-lead">{texts("record.no_mistakes")}</p>'
    return f'{head}<article class="mb-pair"><ul>{rows}</ul></article>'


def _worst_html(texts: Texts, attempts: Sequence[Attempt], rules: RulesProfile) -> str:
    costly = [attempt for attempt in attempts if attempt.outcome.lost > 0]
    if not costly:
        return ""
    worst = sorted(costly, key=lambda attempt: -attempt.outcome.lost)[:WORST_SHOWN]
    hands = "".join(
        f'<article class="mb-way"><header><b>{escape(_when(attempt, rules, texts))}</b>'
        f'<strong class="minus">{texts.chi(-attempt.outcome.lost, 1)}</strong></header>'
        f'<div class="mb-held">{cards_html(grouped(attempt.cards), texts)}</div></article>'
        for attempt in worst
    )
    return f'<h2 class="mb-section">{texts("record.worst")}</h2><div class="mb-list">{hands}</div>'


def _when(attempt: Attempt, rules: RulesProfile, texts: Texts) -> str:
    """Day and rules, so that a hand is found again; house rules by their own name."""
    if attempt.rules in PROFILES:
        name = texts(f"system.{attempt.rules}")
    else:
        name = rules.name_vi if rules.id == attempt.rules else texts("record.house")
    return f"{attempt.at:%d/%m/%Y} · {name}"


def _offer_to_forget(texts: Texts, notebook: Notebook) -> None:
    with st.popover(
        texts("record.forget"),
        icon=":material/delete:",
        key=LearnKey.FORGET,
        width="stretch",
    ):
        st.write(texts("record.forget_meaning"))
        if taps.button(texts("record.forget_surely"), key=LearnKey.FORGET_SURELY, width="stretch"):
            notebook.forget_hands()
            st.rerun()
