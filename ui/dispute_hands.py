"""Two to four laid hands without a table: captured one by one or in one photo, then judged."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, cast

import streamlit as st

from scorer.errors import ScorerError
from scorer.rules_profile import RulesProfile
from scorer.settlement import Settlement, settle
from ui import state, taps
from ui.capture import Place, again_button, ask_for_hand, board
from ui.components.top import to_top
from ui.describe import laid_hand, note
from ui.dispute_pictures import offer_picture, settlement_sheet
from ui.hands import Capture, Layout
from ui.keys import DisputeKey
from ui.name_field import seat_name_field
from ui.round_steps import Steps, choose_seat, go_on
from ui.rounds import FEWEST_SEATS, MOST_SEATS, Seat, TableRound, unnamed_round
from ui.settlement_view import show_settlement
from ui.text import Texts


def several_hands(texts: Texts, rules: RulesProfile) -> None:
    """Draw the hands to capture, or the verdict once all are in."""
    case = _case(texts)
    to_top(str(case.is_settled), key=DisputeKey.TOP)
    if case.is_settled:
        _verdict(texts, case, rules)
        return
    _choose_count(texts, case)
    choose_seat(texts, case, rules, STEPS)
    _name(texts, _case(texts))
    _capture(texts, _case(texts), rules)
    go_on(texts, _case(texts), rules, STEPS)


def _case(texts: Texts) -> TableRound:
    case: TableRound | None = st.session_state.get(DisputeKey.STATE_CASE)
    return (case or unnamed_round()).named(lambda number: texts("dispute.nth_hand", n=number))


def _keep(case: TableRound | None) -> None:
    state.keep_unfinished(DisputeKey.STATE_CASE, case)


STEPS = Steps(
    finish="dispute.judge",
    icon="gavel",
    finish_key=DisputeKey.JUDGE,
    next_key=DisputeKey.NEXT,
    seat_key=DisputeKey.SEAT,
    keep=_keep,
)


def _choose_count(texts: Texts, case: TableRound) -> None:
    count = len(case.seats)
    chosen = st.segmented_control(
        texts("dispute.how_many"),
        range(FEWEST_SEATS, MOST_SEATS + 1),
        default=count,
        format_func=lambda n: texts("dispute.n_hands", n=n),
        key=f"{DisputeKey.COUNT}_{count}",
        required=True,
        width="stretch",
    )
    if chosen is None or chosen == count:
        return
    while len(case.seats) < chosen:
        case = case.with_new_seat()
    while len(case.seats) > chosen:
        case = case.without_seat(case.seats[-1].id)
    _keep(replace(case, active=case.seats[0].id))
    st.rerun()


def _name(texts: Texts, case: TableRound) -> None:
    seat = case.seat
    name = seat_name_field(texts, seat, DisputeKey.NAME)
    if name == seat.own_name:
        return
    problem = case.name_problem(seat.id, name)
    if problem:
        note(texts(problem, name=name), "bad")
    else:
        _keep(case.with_seat(seat.called(name)))
        st.rerun()


def _place(texts: Texts, seat: Seat) -> Place:
    def keep(capture: Capture | None) -> None:
        case = _case(texts)
        current = next(other for other in case.seats if other.id == seat.id)
        _keep(case.with_seat(current.holding(capture)))

    return Place(f"dispute{seat.id}", keep, Layout.ROWS)


def _capture(texts: Texts, case: TableRound, rules: RulesProfile) -> None:
    seat = case.seat
    place = _place(texts, seat)
    if seat.capture is None:
        ask_for_hand(texts, _one_photo(texts, case, place), seat.dropped)
        return
    if seat.capture.is_complete and seat.capture.layout is Layout.SET:
        place.keep(seat.capture.in_rows())
        st.rerun()
    board(
        texts, place, seat.capture, laid_hand(seat.capture, rules, texts, case.taken_from(seat.id))
    )
    again_button(texts, place)


def _one_photo(texts: Texts, case: TableRound, place: Place) -> Place:
    """Before the first hand: one photo for all of them, if that is wanted."""
    count = len(case.seats)
    if not case.is_empty or not st.toggle(
        texts("settle.whole_table", n=count), key=DisputeKey.WHOLE
    ):
        return place
    note(texts("settle.whole_table_order", name=case.seats[0].name))

    def keep(captures: Sequence[Capture]) -> None:
        whole = _case(texts).with_captures(captures)
        _keep(replace(whole, active=whole.seats[0].id))

    hands = cast("Literal[2, 3, 4]", count)
    return replace(place, hands=hands, keep_table=keep)


def _verdict(texts: Texts, case: TableRound, rules: RulesProfile) -> None:
    settlement: Settlement | None = None
    try:
        settlement = settle([seat.player() for seat in case.seats], rules)
    except ScorerError as error:
        note(error.text(texts.language), "bad")
    else:
        show_settlement(texts, settlement)
        offer_picture(settlement_sheet(settlement, texts), texts, DisputeKey.PICTURE)
    with st.container(horizontal=True):
        if taps.button(
            texts("settle.edit"), icon=":material/edit:", key=DisputeKey.EDIT, width="stretch"
        ):
            _keep(replace(case, is_settled=False))
            st.rerun()
        if taps.button(
            texts("dispute.new_case"),
            icon=":material/replay:",
            key=DisputeKey.NEW,
            width="stretch",
        ):
            _keep(None)
            st.rerun()
