"""What only the host may do to a settled round: correct it or void it, with a reason that stays."""

import uuid
from dataclasses import replace
from typing import Final

import streamlit as st

from scorer.settlement import Player
from table.values import RoundKind, RoundRecord
from ui import state, taps
from ui.capture import Place, again_button, ask_for_hand, board
from ui.describe import laid_hand, note, plain
from ui.hands import Capture, Layout
from ui.keys import TableKey
from ui.table_desk import book, do
from ui.table_drafts import from_book
from ui.table_here import Here

MOST_WHY: Final = 200


def offer_fix(here: Here, record: RoundRecord) -> None:
    """Offer the host to correct or void a round, out of the way of those who read it."""
    texts = here.texts
    if here.host is None or record.replaced:
        return
    with st.expander(
        texts("fix.title", n=record.number),
        icon=":material/build:",
        key=f"{TableKey.FIX}_{record.number}_{record.digest[:8]}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            _fix(here, record)


def _fix(here: Here, record: RoundRecord) -> None:
    texts, scope = here.texts, f"fix{record.number}_{record.digest[:8]}"
    place = _choose_player(here, record, scope)
    player = _edited(record, place, scope)
    _edit(here, record, place, player, scope)
    why = st.text_input(
        texts("fix.why"),
        max_chars=MOST_WHY,
        placeholder=texts("fix.why_hint"),
        key=f"{TableKey.WHY}_{scope}",
    ).strip()
    players = [_edited(record, number, scope) for number in range(len(record.players))]
    # Open to taps before there is a reason: the box tells its text only when it is left.
    with st.container(horizontal=True):
        void = taps.button(
            texts("fix.void"),
            icon=":material/block:",
            key=f"{TableKey.VOID}_{scope}",
            width="stretch",
            disabled=record.kind is RoundKind.VOID,
        )
        keep = taps.button(
            texts("fix.keep"),
            type="primary",
            icon=":material/check:",
            key=f"{TableKey.KEEP_FIX}_{scope}",
            width="stretch",
        )
    host, number = here.host or "", record.number
    if (void or keep) and not why:
        note(texts("fix.why_first"), "bad")
    elif void:
        do(lambda: book().void_round(host, number, why, f"void-{record.digest}"))
    elif keep:
        do(lambda: book().correct_round(host, number, players, why, uuid.uuid4().hex))


def _choose_player(here: Here, record: RoundRecord, scope: str) -> int:
    chosen = st.segmented_control(
        here.texts("round.whose"),
        range(len(record.players)),
        default=0,
        format_func=lambda number: plain(record.players[number].name),
        key=f"{TableKey.PICK}_{scope}",
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    return int(chosen or 0)


def _kept(scope: str, place: int) -> str:
    return f"{TableKey.STATE_FIX}_{scope}_{place}"


def _edited(record: RoundRecord, place: int, scope: str) -> Player:
    """A player with what the host changed so far."""
    player = record.players[place]
    foul = st.session_state.get(f"{TableKey.ABSENT}_{scope}_{place}_kept", player.foul)
    if _kept(scope, place) not in st.session_state:
        return replace(player, foul=foul)
    capture: Capture | None = st.session_state[_kept(scope, place)]
    cards = capture.cards if capture else ()
    laid = capture.arrangement if capture else None
    return replace(player, cards=cards, arrangement=laid, foul=foul, confirmed=True)


def _edit(here: Here, record: RoundRecord, number: int, player: Player, scope: str) -> None:
    texts, kept = here.texts, _kept(scope, number)

    def keep(capture: Capture | None) -> None:
        state.hold(kept, capture)

    place = Place(f"{scope}_{number}", keep, Layout.ROWS)
    if kept not in st.session_state and player.cards:
        keep(from_book(player.cards, player.arrangement))
    capture: Capture | None = st.session_state.get(kept)
    if capture is None:
        ask_for_hand(texts, place, state.dropped(kept))
    else:
        if capture.is_complete and capture.layout is Layout.SET:
            keep(capture.in_rows())
            st.rerun()
        taken = {
            card: other.name
            for other in (_edited(record, n, scope) for n in range(len(record.players)))
            if other.name != player.name
            for card in other.cards
        }
        board(texts, place, capture, laid_hand(capture, record.profile, texts, taken))
        again_button(texts, place)
    key = f"{TableKey.ABSENT}_{scope}_{number}"
    foul = st.toggle(texts("settle.not_shown"), player.foul, key=key)
    st.session_state[f"{key}_kept"] = foul
    if not foul and (capture is None or not capture.is_complete):
        note(texts("fix.incomplete"))
