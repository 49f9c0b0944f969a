"""A settled round on the page: who has what, between whom, and the reason of every chi."""

from collections.abc import Iterable
from html import escape
from itertools import combinations

import streamlit as st

from scorer.account import Step, hand_note, pair_steps
from scorer.arrangement import Row
from scorer.rules_profile import RulesProfile
from scorer.settlement import Settlement
from ui.describe import capital, cards_html, grouped, row_name, row_names
from ui.rounds import Seat, TableRound
from ui.text import Texts


def show_settlement(texts: Texts, table: TableRound, settlement: Settlement) -> None:
    """Show the totals, the matrix, each pair's account and the hands."""
    names = [seat.name for seat in table.seats]
    st.html(_totals_html(texts, settlement, table.stake))
    if len(names) > 2:
        st.html(f'<h2 class="mb-section">{texts("result.matrix")}</h2>')
        st.html(_matrix_html(texts, names, settlement))
    st.html(f'<h2 class="mb-section">{texts("result.pairs")}</h2>')
    pairs = (
        _pair_html(texts, one, other, table.stake, settlement)
        for one, other in combinations(names, 2)
    )
    st.html("".join(pairs))
    st.html(f'<h2 class="mb-section">{texts("result.hands")}</h2>')
    for seat in table.seats:
        st.html(_hand_html(texts, seat, settlement.profile))


def _totals_html(texts: Texts, settlement: Settlement, stake: int) -> str:
    rules, points = settlement.profile, settlement.points
    rows = []
    for side in sorted(settlement.standings, key=lambda side: -points[side.name]):
        wins = side.name in settlement.winners
        marks = [texts("result.winner")] if wins else []
        note = hand_note(side, rules, texts.language)
        if note:
            marks.append(note.removeprefix(f"{side.name} "))
        chi = points[side.name]
        rows.append(
            f'<div class="{"top" if wins else ""}"><div class="who">{escape(side.name)}'
            f"<small>{escape(' · '.join(map(capital, marks)))}</small></div>"
            f'<div class="sum"><b class="{_tone(chi)}">{texts.chi(chi)}</b>'
            f"<small>{texts.money(chi * stake)}</small></div></div>"
        )
    return f'<div class="mb-score" role="status">{"".join(rows)}</div>'


def _matrix_html(texts: Texts, names: Iterable[str], settlement: Settlement) -> str:
    names = list(names)
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr><th scope='row'>{escape(one)}</th>"
        + "".join(_cell_html(texts, one, other, settlement) for other in names)
        + "</tr>"
        for one in names
    )
    return (
        f'<table class="mb-matrix"><thead><tr><th>{escape(texts("result.from"))}</th>{head}'
        f"</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell_html(texts: Texts, one: str, other: str, settlement: Settlement) -> str:
    if one == other:
        return '<td class="self">–</td>'
    points = settlement.pairs[one][other]
    return f'<td><b class="{_tone(points)}">{texts.signed(points)}</b></td>'


def _pair_html(texts: Texts, one: str, other: str, stake: int, settlement: Settlement) -> str:
    """The account of two players as the one who takes sees it."""
    points = settlement.pairs[one][other]
    winner, loser = (one, other) if points >= 0 else (other, one)
    title = (
        texts.html("result.pays", payer=loser, payee=winner)
        if points
        else texts.html("result.even", one=one, other=other)
    )
    total = f"{abs(points)} chi · {texts.amount(abs(points) * stake)}" if points else "0 chi"
    steps = pair_steps(settlement, winner, loser, texts.language)
    return (
        f'<article class="mb-pair"><header><span>{title}</span><span>{total}</span></header>'
        f"<ul>{''.join(_step_html(texts, step) for step in steps)}</ul></article>"
    )


def _step_html(texts: Texts, step: Step) -> str:
    return (
        f"<li><span>{escape(capital(step.text))} <small>{escape(step.rule)}</small></span>"
        f'<b class="{_tone(step.points)}">{texts.signed(step.points)}</b></li>'
    )


def _hand_html(texts: Texts, seat: Seat, rules: RulesProfile) -> str:
    capture = seat.capture
    if capture is None:
        body = f'<p class="mb-why soft">{escape(texts("result.no_cards"))}</p>'
    elif capture.arrangement is None:
        cards = cards_html(grouped(capture.cards), texts)
        body = f'<div class="mb-hand"><div class="cards">{cards}</div></div>'
    else:
        names = row_names(rules, texts)
        body = "".join(
            f'<div><div class="line"><span>{escape(names[row])}</span>'
            f"<em>{escape(row_name(capture.row(row), rules, texts))}</em></div>"
            f'<div class="cards">{cards_html(grouped(capture.row(row)), texts)}</div></div>'
            for row in Row
        )
        body = f'<div class="mb-hand">{body}</div>'
    return f'<article class="mb-way"><header><b>{escape(seat.name)}</b></header>{body}</article>'


def _tone(points: int) -> str:
    return "plus" if points > 0 else "minus" if points < 0 else ""
