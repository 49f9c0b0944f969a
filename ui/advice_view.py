"""Advice on the page: the instant win, and each arrangement with what it is worth and why."""

from collections.abc import Callable
from html import escape
from typing import Any, Final

import streamlit as st

from scorer.advice import (
    Advice,
    Comparison,
    Suggestion,
    compare_played,
    prepare_in_background,
    prepared,
    suggest,
)
from scorer.arrangement import Arrangement, Row
from scorer.cards import Card
from scorer.rules_profile import RulesProfile
from ui.describe import capital, cards_html, grouped, instant_name, note, row_name, row_names
from ui.text import Texts

HASHES: Final[dict[str | type[Any], Callable[[Any], Any]]] = {
    RulesProfile: repr,
    Card: str,
    Arrangement: str,
}


def advice_for(cards: tuple[Card, ...], rules: RulesProfile, opponents: int) -> Advice:
    """The adviser's answer, remembered: going back to a page must not reckon again."""
    return _advice(cards, rules, opponents, own=_own_policy(rules, opponents))


def comparison_for(played: Arrangement, rules: RulesProfile, opponents: int) -> Comparison:
    """The rows as laid beside the best ones, remembered."""
    return _comparison(played, rules, opponents, own=_own_policy(rules, opponents))


def _own_policy(rules: RulesProfile, opponents: int) -> bool:
    """Whether opponents play these very rules; if not yet, they start to learn them now."""
    known = prepared(rules, opponents)
    if not known:
        prepare_in_background(rules, opponents)
    return known


# ``own`` is part of the key: what was answered with a borrowed policy is reckoned again.
@st.cache_data(show_spinner=False, max_entries=512, hash_funcs=HASHES)
def _advice(
    cards: tuple[Card, ...],
    rules: RulesProfile,
    opponents: int,
    *,
    own: bool,  # noqa: ARG001
) -> Advice:
    return suggest(cards, rules, opponents=opponents, top=3)


@st.cache_data(show_spinner=False, max_entries=512, hash_funcs=HASHES)
def _comparison(
    played: Arrangement,
    rules: RulesProfile,
    opponents: int,
    *,
    own: bool,  # noqa: ARG001
) -> Comparison:
    return compare_played(played, rules, opponents=opponents)


def played_note(comparison: Comparison, texts: Texts) -> None:
    """Say what the rows as laid are worth, and how far they are from the best."""
    chi = texts.chi(comparison.played.chi, 1)
    if comparison.foul_vi is not None:
        note(texts("advice.played_foul", chi=chi), "bad")
    elif comparison.lost <= 0 or comparison.played.within_noise:
        note(texts("advice.played_best", chi=chi), "good")
    else:
        note(texts("advice.played_worse", chi=chi, lost=texts.number(comparison.lost, 1)))


def instant_banner(advice: Advice, rules: RulesProfile, texts: Texts) -> None:
    """Announce an instant win and what it pays, and whether playing on is worth more."""
    if advice.instant_win is None:
        return
    name = instant_name(advice.instant_win, rules, texts)
    lines = [texts("advice.instant_pays", pay=advice.pay, n=advice.opponents)]
    if advice.play_on and advice.suggestions:
        lines.append(texts("advice.play_on", chi=texts.chi(advice.suggestions[0].chi, 1)))
    st.html(
        f'<div class="mb-banner" role="status"><b>{escape(texts("advice.instant", name=name))}</b>'
        f"<p>{escape(' '.join(lines))}</p></div>"
    )


def suggestion_html(advice: Advice, place: int, rules: RulesProfile, texts: Texts) -> str:
    """One suggested arrangement: rows, chance to win each, expected chi, the reason."""
    way = advice.suggestions[place]
    return way_html(way, _heading(way, place, texts), rules, texts, best=place == 0)


def way_html(
    way: Suggestion, heading: str, rules: RulesProfile, texts: Texts, *, best: bool = False
) -> str:
    """An arrangement under a heading: rows, chance to win each, expected chi, the reason."""
    names = row_names(rules, texts)
    rows = "".join(_row_html(way, row, names[row], rules, texts) for row in Row)
    tone = "minus" if way.chi < 0 else ""
    return (
        f'<article class="mb-way {"best" if best else ""}"><header>'
        f"<b>{escape(heading)}</b>"
        f'<strong class="{tone}">{texts.chi(way.chi, 1)} '
        f"<small>± {texts.number(way.se, 1)}</small></strong></header>"
        f'<div class="mb-hand">{rows}</div>'
        f'<p class="mb-why {"" if best else "soft"}">{escape(_why(way, texts))}</p></article>'
    )


def _heading(way: Suggestion, place: int, texts: Texts) -> str:
    heading = texts("advice.way", n=place + 1)
    level = place > 0 and way.within_noise
    return f"{heading} · {texts('advice.level')}" if level else heading


def _row_html(way: Suggestion, row: Row, name: str, rules: RulesProfile, texts: Texts) -> str:
    cards = way.arrangement.row(row)
    return (
        f'<div><div class="line"><span>{escape(name)}</span>'
        f"<em>{escape(row_name(cards, rules, texts))}</em></div>"
        f'<div class="beside"><div class="cards">{cards_html(grouped(cards), texts)}</div>'
        f'<div class="mb-odds"><b>{texts.percent(way.win[row])}</b>'
        f"<small>{escape(texts('advice.wins'))}</small></div></div></div>"
    )


def _why(way: Suggestion, texts: Texts) -> str:
    """What the arrangement gains and gives up, and how often it scoops."""
    reason = capital(way.why_vi if texts.language == "vi" else way.why_en)
    if not reason:  # a foul, which has a sentence of its own
        return texts("advice.foul_pays")
    bonuses = [
        texts("advice.bonus", chi=bonus.chi, chance=texts.percent(bonus.chance))
        for bonus in way.bonuses
    ]
    scoops = texts(
        "advice.scoops", scoop=texts.percent(way.scoop), scooped=texts.percent(way.scooped)
    )
    return " ".join([f"{reason}.", *bonuses, scoops])
