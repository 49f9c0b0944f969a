"""Hands being captured: kept beside the sessions, so that a reload or a locked phone loses none.

A hand goes into the book once all its 13 cards are sure. Until then, and with its photo, it is
kept here under the secret of whoever captures it; nobody without that secret is shown it.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

import streamlit as st

from scorer.arrangement import Arrangement
from scorer.cards import Card
from ui.hands import Capture, hand_of

MOST_DRAFTS: Final = 128

Laid = tuple[frozenset[Card], Arrangement | None]
"""What the book holds of a hand."""


@dataclass(frozen=True, slots=True)
class DraftKey:
    """Whose draft: the secret of the phone, the round, the seat."""

    secret: str
    round_number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand on a phone, None while it is to be captured anew, and what the book has of it.

    ``dropped`` is the hand that was put away to capture another.
    """

    capture: Capture | None
    sent: Laid | None = None
    dropped: Capture | None = None


class Drafts:
    """The latest drafts of all phones; the oldest make room."""

    def __init__(self) -> None:
        self._kept: OrderedDict[DraftKey, Draft] = OrderedDict()
        self._lock = Lock()

    def get(self, key: DraftKey) -> Draft | None:
        """The draft of ``key``, None if there is none."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: DraftKey, draft: Draft | None) -> None:
        """Keep a draft, or drop it."""
        with self._lock:
            self._kept.pop(key, None)
            if draft is not None:
                self._kept[key] = draft
            while len(self._kept) > MOST_DRAFTS:
                self._kept.popitem(last=False)


@st.cache_resource(show_spinner=False)
def drafts() -> Drafts:
    """The app's only drafts."""
    return Drafts()


def laid(capture: Capture) -> Laid:
    """A complete hand as the book holds it."""
    return frozenset(capture.cards), capture.arrangement


def from_book(cards: tuple[Card, ...], arrangement: Arrangement | None) -> Capture:
    """The board for a hand that another phone captured, or that outlived a restart."""
    capture = hand_of(cards)
    return capture if arrangement is None else capture.arranged(arrangement)
