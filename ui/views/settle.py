"""Settle: two to four hands, by photo or by taps, then every chi of the round with its reason."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast

import streamlit as st

from scorer.errors import ScorerError
from scorer.rules_profile import RulesProfile
from scorer.settlement import settle
from ui import state, taps
from ui.advice_view import advice_for
from ui.capture import Place, again_button, ask_for_hand, board
from ui.components.top import to_top
from ui.describe import instant_name, laid_hand, note, system_label
from ui.hands import Capture, Layout, hand_of
from ui.keys import SettleKey
from ui.name_field import seat_name_field
from ui.round_steps import Steps, choose_seat, go_on
from ui.rounds import (
    FEWEST_SEATS,
    MOST_SEATS,
    Seat,
    TableRound,
    unnamed_round,
    unplaced,
)
from ui.settlement_view import show_settlement
from ui.table_choice import choose_rules, choose_stake
from ui.text import Texts


def render(texts: Texts) -> None:
    """Draw the page."""
    table = _table(texts)
    rules = state.profile()
    to_top(f"{table.active} {table.is_settled}", key=SettleKey.TOP)
    if table.is_settled:
        _result(texts, table, rules)
        return
    with st.popover(
        texts("settle.setup", rules=system_label(rules, texts), stake=texts.amount(table.stake)),
        icon=":material/tune:",
        key=SettleKey.SETUP,
        width="stretch",
    ):
        choose_rules(texts, SettleKey.SETUP)
        stake = choose_stake(texts, table.stake)
        if stake != table.stake:
            _keep(replace(table, stake=stake))
            st.rerun()
    choose_seat(texts, table, rules, STEPS)
    _edit_seat(texts, _table(texts), rules)


# --- the round in the session --------------------------------------------------------------------


def _table(texts: Texts) -> TableRound:
    table: TableRound | None = st.session_state.get(SettleKey.STATE_ROUND)
    return (table or unnamed_round()).named(lambda number: texts("settle.player", n=number))


def _keep(table: TableRound) -> None:
    state.keep_unfinished(SettleKey.STATE_ROUND, table)


STEPS = Steps(
    finish="settle.settle",
    icon="payments",
    finish_key=SettleKey.SETTLE,
    next_key=SettleKey.NEXT,
    seat_key=SettleKey.SEAT,
    keep=_keep,
)


def _place(texts: Texts, seat: Seat) -> Place:
    def keep(capture: Capture | None) -> None:
        table = _table(texts)
        current = next(s for s in table.seats if s.id == seat.id)
        _keep(table.with_seat(current.holding(capture)))

    return Place(f"seat{seat.id}", keep, Layout.ROWS, with_sample=False)


# --- the table -----------------------------------------------------------------------------------


def _edit_seat(texts: Texts, table: TableRound, rules: RulesProfile) -> None:
    seat = table.seat
    _name_row(texts, table)
    place = _place(texts, seat)
    if seat.capture is None:
        if not seat.not_shown:
            ask_for_hand(texts, _whole_table(texts, table, place) or place, seat.dropped)
            _offer_rest_of_deck(texts, table, place)
    else:
        taken = table.taken_from(seat.id)
        board(texts, place, seat.capture, laid_hand(seat.capture, rules, texts, taken))
        _after_board(texts, table, rules, place)
    shown = st.toggle(
        texts("settle.not_shown"), seat.not_shown, key=f"{SettleKey.NOT_SHOWN}_{seat.id}"
    )
    if shown != seat.not_shown:
        _keep(_table(texts).with_seat(replace(seat, not_shown=shown)))
        st.rerun()
    go_on(texts, _table(texts), rules, STEPS)


def _whole_table(texts: Texts, table: TableRound, place: Place) -> Place | None:
    """Before the first hand: one photo for everybody, if the players want that."""
    if not table.is_empty or not st.toggle(
        texts("settle.whole_table", n=len(table.seats)), key=SettleKey.WHOLE_TABLE
    ):
        return None
    note(texts("settle.whole_table_order", name=table.seats[0].name))

    def keep(captures: Sequence[Capture]) -> None:
        _keep(_table(texts).with_captures(captures))

    hands = cast("Literal[2, 3, 4]", len(table.seats))
    return replace(place, hands=hands, keep_table=keep)


def _name_row(texts: Texts, table: TableRound) -> None:
    seat = table.seat
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.container(width="stretch"):
            name = seat_name_field(texts, seat, SettleKey.NAME)
        if len(table.seats) > FEWEST_SEATS and taps.button(
            texts("settle.remove_seat"),
            icon=":material/person_remove:",
            key=SettleKey.REMOVE_SEAT,
            width="content",
        ):
            _keep(table.without_seat(seat.id))
            st.rerun()
        if len(table.seats) < MOST_SEATS and taps.button(
            texts("settle.add_seat"),
            icon=":material/person_add:",
            key=SettleKey.ADD_SEAT,
            width="content",
        ):
            _keep(table.with_new_seat())
            st.rerun()
    if name == seat.own_name:
        return
    problem = table.name_problem(seat.id, name)
    if problem:
        note(texts(problem, name=name), "bad")
    else:
        _keep(table.with_seat(seat.called(name)))
        st.rerun()


# --- one seat ------------------------------------------------------------------------------------


def _offer_rest_of_deck(texts: Texts, table: TableRound, place: Place) -> None:
    rest = table.rest_of_deck()
    if rest and taps.button(
        texts("settle.rest_of_deck"),
        icon=":material/auto_awesome:",
        key=SettleKey.REST_OF_DECK,
        width="stretch",
    ):
        place.keep(hand_of(rest))
        st.rerun()


def _after_board(texts: Texts, table: TableRound, rules: RulesProfile, place: Place) -> None:
    capture = table.seat.capture
    if capture is None:
        return
    win = table.seat.instant_win(rules)
    if win is not None:
        name = instant_name(win, rules, texts)
        st.html(f'<div class="mb-banner"><b>{texts.html("advice.instant", name=name)}</b></div>')
    if capture.is_complete and capture.layout is Layout.SET:
        place.keep(capture.in_rows())
        st.rerun()
    if unplaced(capture) and win is None:
        note(texts("settle.place_rows"))
    with st.container(horizontal=True):
        if capture.is_complete and taps.button(
            texts("settle.suggest"),
            icon=":material/auto_awesome:",
            key=SettleKey.SUGGEST,
            width="stretch",
        ):
            with st.spinner(texts("advice.reckoning")):
                cards = tuple(sorted(capture.cards))
                advice = advice_for(cards, rules, len(table.seats) - 1)
            place.keep(capture.arranged(advice.suggestions[0].arrangement))
            st.rerun()
        again_button(texts, place)


# --- the result ----------------------------------------------------------------------------------


def _result(texts: Texts, table: TableRound, rules: RulesProfile) -> None:
    try:
        settlement = settle([seat.player() for seat in table.seats], rules)
    except ScorerError as error:
        note(error.text(texts.language), "bad")
    else:
        show_settlement(texts, settlement, table.stake)
    with st.container(horizontal=True):
        if taps.button(
            texts("settle.edit"), icon=":material/edit:", key=SettleKey.EDIT, width="stretch"
        ):
            _keep(replace(table, is_settled=False))
            st.rerun()
        if taps.button(
            texts("settle.new_round"),
            type="primary",
            icon=":material/replay:",
            key=SettleKey.NEW_ROUND,
            width="stretch",
        ):
            _keep(table.emptied())
            st.rerun()
