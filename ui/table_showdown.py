"""The showdown: row by row by the server's clock, hands named, with the count as it grows."""

from collections.abc import Sequence
from html import escape
from typing import Final

import streamlit as st

from scorer.arrangement import Row
from scorer.lines import net
from scorer.players import Standing
from scorer.reasons import Reason
from scorer.settlement import Settlement
from ui import taps
from ui.describe import cards_html, grouped, instant_name, row_name, row_names
from ui.keys import TableKey
from ui.settlement_view import tone
from ui.table_desk import book, do
from ui.table_here import Here, keep_watch
from ui.text import Texts

AT_ONCE: Final = {Reason.INSTANT_WIN, Reason.HIGHER_INSTANT_WIN}
"""What is paid before any row is compared, and counts from the first row on."""


def show_showdown(here: Here) -> None:
    """Show the rows one after another; the host may skip to the summary."""
    keep_watch(here, _row)
    if here.host and taps.button(
        here.texts("show.skip"),
        icon=":material/skip_next:",
        key=TableKey.SKIP,
        width="stretch",
    ):
        host, number = here.host, here.view.round_number
        do(lambda: book().finish_round(host, f"skip-{number}-{here.view.revision}"))


def shown_rows(here: Here) -> int:
    """How many rows lie open by now, by the server's clock: 1 to 3."""
    view = here.view
    started, ends = view.showdown_started_at, view.showdown_ends_at
    if started is None or ends is None or ends <= started:
        return len(Row)
    part = (view.server_now - started) / (ends - started)
    return min(len(Row), max(1, 1 + int(part * len(Row))))


def _row(here: Here) -> None:
    settlement = here.view.settlement
    if settlement is None:
        return
    turn = shown_rows(here)
    order = settlement.profile.showdown_order[:turn]
    st.html(row_html(settlement, order, here.texts))


def row_html(settlement: Settlement, order: Sequence[Row], texts: Texts) -> str:
    """The last row of ``order`` of every player, with the count of all rows in it."""
    row = order[-1]
    name = row_names(settlement.profile, texts)[row]
    turn = texts("show.turn", n=len(order), all=len(Row))
    players = "".join(
        _player_html(side, row, settlement, order, texts) for side in settlement.standings
    )
    return (
        f'<section class="mb-show" role="status"><header><b>{escape(name)}</b>'
        f"<span>{escape(turn)}</span></header>{players}</section>"
    )


def _player_html(
    side: Standing, row: Row, settlement: Settlement, order: Sequence[Row], texts: Texts
) -> str:
    lines = [item for item in settlement.lines if item.row in order or item.reason in AT_ONCE]
    now = net([item for item in lines if item.row is row], side.name)
    total = net(lines, side.name)
    laid = side.player.arrangement
    cards = laid.row(row) if laid else ()
    said = _said(side, row, settlement, texts)
    paid = texts.chi(now) if side.win is None else ""
    best = "best" if now > 0 else ""
    return (
        f'<article class="{best}"><header><b>{escape(side.name)} <em>{escape(said)}</em></b>'
        f'<strong class="{tone(total)}">{texts.signed(total)}</strong></header>'
        f'<p><span class="cards">{cards_html(grouped(cards), texts)}</span>'
        f'<span class="{tone(now)}">{paid}</span></p></article>'
    )


def _said(side: Standing, row: Row, settlement: Settlement, texts: Texts) -> str:
    rules = settlement.profile
    if side.win is not None:
        return texts("advice.instant", name=instant_name(side.win, rules, texts))
    laid = side.player.arrangement
    if laid is None:
        return texts("result.no_cards")
    said = row_name(laid.row(row), rules, texts)
    return f"{texts('show.foul')} · {said}" if side.foul else said
