"""One seat's hand in a round: captured, checked, kept in the book, locked and opened again."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from scorer.instant import find_instant_win
from scorer.settlement import Player
from table.errors import CardsClash, TableError
from table.hands import Hand
from table.values import SeatStatus, SeatView
from ui import taps
from ui.capture import Place, again_button, ask_for_hand, board
from ui.describe import instant_name, laid_hand, note
from ui.hands import Capture, Layout
from ui.keys import TableKey
from ui.rounds import unplaced
from ui.settlement_view import hand_html
from ui.table_desk import book, do, is_double_tap
from ui.table_drafts import Draft, DraftKey, Laid, drafts, from_book, laid
from ui.table_here import Here

IN_PLAY = (SeatStatus.WAITING, SeatStatus.CAPTURED)


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as this phone may handle it: its own, or any with the host's secret."""

    here: Here
    number: int
    seen: SeatView
    secret: str

    @property
    def key(self) -> DraftKey:
        """Where the hand being captured is kept."""
        return DraftKey(self.secret, self.here.view.round_number, self.number)

    @property
    def is_mine(self) -> bool:
        """Whether it is this phone's own seat."""
        return self.number == self.here.view.seat

    @property
    def held(self) -> Laid | None:
        """What the book shows this phone of the hand."""
        seen = self.seen
        return (frozenset(seen.cards), seen.arrangement) if seen.cards else None

    def draft(self) -> Draft:
        """The hand being captured; the book's where another phone has changed that."""
        kept = drafts().get(self.key)
        if self.held is not None and (kept is None or kept.sent != self.held):
            kept = Draft(from_book(self.seen.cards, self.seen.arrangement), self.held)
            drafts().put(self.key, kept)
        return kept or Draft(None)

    def keep(self, capture: Capture | None) -> None:
        """Keep the hand; once complete, in the book, which may refuse it."""
        before = self.draft()
        sent, dropped = before.sent, before.capture if capture is None else None
        drafts().put(self.key, Draft(capture, sent, dropped))
        if capture is None or not capture.is_complete or laid(capture) == sent:
            return
        hand = book_hand(capture, keep_photo=self.here.view.keep_photos)
        token, now = uuid.uuid4().hex, self.here.view.round_number
        try:
            book().capture_table(self.secret, {self.number: hand}, token, in_round=now)
        except CardsClash:
            return  # the seat itself says so as long as it lasts
        except TableError as error:
            st.session_state[TableKey.STATE_TROUBLE] = error
        else:
            drafts().put(self.key, Draft(capture, laid(capture)))


def keep_all(here: Here, captures: Mapping[int, Capture]) -> None:
    """Keep the hands of one photo of the whole table, by seat; the sure ones go into the book."""
    for number, capture in captures.items():
        chair(here, number).keep(capture.in_rows() if capture.is_complete else capture)


def chair(here: Here, number: int) -> Chair:
    """A seat with the secret that opens it to this phone: its own, else the host's."""
    if number == here.view.seat or here.host is None:
        return Chair(here, number, here.view.seats[number], here.phone.key)
    return Chair(here, number, book().view(here.host).seats[number], here.host)


def show_chair(seat: Chair) -> None:
    """Capture the hand of a seat, or show that it is locked."""
    texts = seat.here.texts
    if seat.seen.status not in IN_PLAY:
        _locked(seat)
        return
    place = Place(f"table{seat.number}", seat.keep, Layout.ROWS)
    draft = seat.draft()
    capture = draft.capture
    if capture is None:
        name = seat.seen.name
        if seat.is_mine:
            st.html(f'<p class="mb-lead">{texts("round.capture")}</p>')
        elif seat.seen.status is SeatStatus.CAPTURED:
            note(texts("round.elsewhere", name=name))
            return
        else:
            st.html(f'<p class="mb-lead">{texts.html("round.capture_for", name=name)}</p>')
        ask_for_hand(texts, place, draft.dropped)
        return
    if capture.is_complete and capture.layout is Layout.SET:
        seat.keep(capture.in_rows())
        st.rerun()
    _instant(seat, capture)
    board(texts, place, capture, laid_hand(capture, seat.here.rules, texts))
    _lock(seat, capture)
    again_button(texts, place)


def _instant(seat: Chair, capture: Capture) -> None:
    here = seat.here
    win = find_instant_win(capture.cards, here.rules) if capture.is_complete else None
    if win is None:
        return
    name = instant_name(win, here.rules, here.texts)
    said = here.texts.html("advice.instant", name=name)
    st.html(f'<div class="mb-banner" role="status"><b>{said}</b></div>')
    if here.rules.instant_must_be_declared:
        declared = st.toggle(
            here.texts("round.declare", name=name),
            seat.seen.declared == win,
            key=f"{TableKey.DECLARE}_{seat.number}_{here.view.round_number}",
        )
        if declared != (seat.seen.declared == win):
            wanted = win if declared else None
            do(lambda: book().declare(seat.secret, seat.number, wanted, uuid.uuid4().hex))


def _lock(seat: Chair, capture: Capture) -> None:
    here, texts = seat.here, seat.here.texts
    win = find_instant_win(capture.cards, here.rules) if capture.is_complete else None
    if unplaced(capture) and win is None:
        note(texts("settle.place_rows"))
    if seat.seen.clashed:
        note(texts("round.clash"), "bad")
    ready = seat.draft().sent == laid(capture) and (win or capture.arrangement is not None)
    if not ready:
        return
    foul = win is None and seat.seen.legal is False
    with st.container(key=f"{TableKey.STICKY}_lock"):
        if taps.button(
            texts("round.done_foul" if foul else "round.done"),
            type="primary",
            icon=":material/check:",
            key=f"{TableKey.LOCK}_{seat.number}",
            width="stretch",
        ):
            token, now = uuid.uuid4().hex, seat.here.view.round_number
            do(lambda: book().lock(seat.secret, seat.number, token, in_round=now))


def _locked(seat: Chair) -> None:
    here, seen = seat.here, seat.seen
    texts = here.texts
    st.html(_locked_html(seat))
    if seen.status is not SeatStatus.LOCKED or here.is_over:
        return
    # Once all are in, only the host opens a hand again.
    secret = here.host if here.view.due else seat.secret
    if secret is not None and taps.button(
        texts("round.change"),
        icon=":material/edit:",
        key=f"{TableKey.REOPEN}_{seat.number}",
        width="stretch",
    ):
        if is_double_tap():
            return
        do(lambda: book().reopen(secret, seat.number, uuid.uuid4().hex))


def _locked_html(seat: Chair) -> str:
    """The own hand as it will be shown; of another seat only that it is done."""
    here, seen = seat.here, seat.seen
    status = here.texts(f"round.{seen.status.value}")
    hand = ""
    if seat.is_mine and seen.cards:
        hand = hand_html(Player(seen.name, seen.cards, seen.arrangement), here.rules, here.texts)
    return f'<article class="mb-done"><b>{status}</b>{hand}</article>'


def book_hand(capture: Capture, *, keep_photo: bool) -> Hand:
    """A complete hand for the book."""
    photo = capture.photo.preview if keep_photo and capture.photo else None
    return Hand(capture.cards, capture.arrangement, _reading(capture), photo)


def _reading(capture: Capture) -> Mapping[str, object] | None:
    """What the reader said and what people made of it, for the book."""
    if capture.reading is None:
        return None
    return {
        "cards": [str(slot.card) for slot in capture.reading.slots],
        "confidence": [round(slot.confidence, 4) for slot in capture.reading.slots],
        "flagged": [str(slot.card) for slot in capture.reading.slots if slot.flagged],
        "corrections": [
            [str(read) if read else None, str(now) if now else None]
            for read, now in capture.corrections
        ],
    }
