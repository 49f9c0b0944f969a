"""Cards, rows and rules in words and in small pieces of HTML; no rule is decided here."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape

import streamlit as st

from scorer.arrangement import Row, check_legality
from scorer.cards import Card
from scorer.naming import hand_name
from scorer.profiles import PROFILES
from scorer.ranking import rank_row
from scorer.rules_profile import RulesProfile
from scorer.terms import InstantWin
from scorer.verdicts import fault_text
from ui.components.board import Surroundings
from ui.hands import Capture, Layout
from ui.text import Texts


def system_name(profile: RulesProfile, texts: Texts) -> str:
    """The short name of a rule system, the own name of house rules."""
    if profile.id in PROFILES:
        return texts(f"system.{profile.id}")
    return profile.name_vi if texts.language == "vi" else profile.name_en


def system_label(profile: RulesProfile, texts: Texts) -> str:
    """The name of a rule system for a place that reads markdown."""
    return plain(system_name(profile, texts))


def row_names(profile: RulesProfile, texts: Texts) -> Mapping[Row, str]:
    """What this table calls the three rows."""
    return {row: capital(profile.row_name(row, texts.language)) for row in Row}


def instant_name(win: InstantWin, profile: RulesProfile, texts: Texts) -> str:
    """What this table calls an instant win."""
    return capital(profile.instant_name(win, texts.language))


def row_name(cards: Sequence[Card], profile: RulesProfile, texts: Texts) -> str:
    """What three or five cards are: ``Thú K-9``."""
    return capital(hand_name(rank_row(cards, profile.wheel), profile, texts.language))


def laid_hand(
    capture: Capture, rules: RulesProfile, texts: Texts, taken: Mapping[Card, str] | None = None
) -> Surroundings:
    """What the board says around a hand: names of rows, what they hold, legal or foul."""
    notes = {
        row: row_name(capture.row(row), rules, texts)
        for row in Row
        if capture.layout is Layout.ROWS and len(capture.row(row)) == row.size
    }
    arrangement = capture.arrangement
    verdict = None
    if arrangement is not None:
        faults = check_legality(arrangement, rules).faults
        why = "; ".join(fault_text(fault, rules, texts.language) for fault in faults)
        verdict = (
            ("bad", texts("foul.because", why=why)) if faults else ("good", texts("foul.none"))
        )
    return Surroundings(
        row_names=row_names(rules, texts), notes=notes, verdict=verdict, taken=taken or {}
    )


def grouped(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a player holds a row: larger groups first, then from the top."""
    held = tuple(cards)
    counts = Counter(card.rank for card in held)
    return tuple(sorted(held, key=lambda card: (-counts[card.rank], -card.index)))


def cards_html(cards: Iterable[Card], texts: Texts) -> str:
    """Card faces side by side, named for those who cannot see them."""
    return "".join(
        f'<i class="card c{card}" role="img" aria-label="{escape(texts.card(card))}"></i>'
        for card in cards
    )


def note(text: str, tone: str = "") -> None:
    """A remark in a box of its own; tone ``bad`` is read out at once."""
    role = ' role="alert"' if tone == "bad" else ""
    st.html(f'<div class="mb-note {tone}"{role}>{escape(text)}</div>')


def ruling(lines: Sequence[str], tone: str = "good") -> None:
    """A verdict: the first line is the answer, the others say why."""
    head, *rest = lines
    body = "".join(f"<p>{escape(line)}</p>" for line in rest)
    st.html(
        f'<article class="mb-ruling {tone}" role="status"><b>{escape(head)}</b>{body}</article>'
    )


def plain(text: str) -> str:
    """Somebody's own words for a place that reads markdown: every sign stands for itself."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()<>#+-.!|:$~&" else sign for sign in text)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
