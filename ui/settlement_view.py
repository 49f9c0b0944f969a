"""A settled round on the page: who has what, between whom, and the reason of every chi."""

from collections.abc import Iterable
from html import escape
from itertools import combinations

import streamlit as st

from scorer.account import Step, hand_note, pair_steps
from scorer.arrangement import Arrangement, Row
from scorer.rules_profile import RulesProfile
from scorer.settlement import Player, Settlement
from ui.describe import capital, cards_html, grouped, row_name, row_names
from ui.rounds import narrow_names
from ui.text import Texts


def show_settlement(texts: Texts, settlement: Settlement, stake: int | None = None) -> None:
    """Show the totals, the matrix, each pair's account and the hands.

    ``stake`` in đồng a chi; without one only chi are told.
    """
    names = [player.name for player in settlement.players]
    st.html(_totals_html(texts, settlement, stake))
    if len(names) > 2:
        st.html(f'<h2 class="mb-section">{texts("result.matrix")}</h2>')
        st.html(_matrix_html(texts, names, settlement))
    st.html(f'<h2 class="mb-section">{texts("result.pairs")}</h2>')
    pairs = (
        _pair_html(texts, one, other, stake, settlement) for one, other in combinations(names, 2)
    )
    st.html("".join(pairs))
    st.html(f'<h2 class="mb-section">{texts("result.hands")}</h2>')
    for player in settlement.players:
        st.html(
            f'<article class="mb-way"><header><b>{escape(player.name)}</b></header>'
            f"{hand_html(player, settlement.profile, texts)}</article>"
        )


def _totals_html(texts: Texts, settlement: Settlement, stake: int | None) -> str:
    rules, points = settlement.profile, settlement.points
    rows = []
    for side in sorted(settlement.standings, key=lambda side: -points[side.name]):
        wins = side.name in settlement.winners
        marks = [texts("result.winner")] if wins else []
        note = hand_note(side, rules, texts.language)
        if note:
            marks.append(note.removeprefix(f"{side.name} "))
        chi = points[side.name]
        money = f"<small>{texts.money(chi * stake)}</small>" if stake else ""
        rows.append(
            f'<div class="{"top" if wins else ""}"><div class="who">{escape(side.name)}'
            f"<small>{escape(' · '.join(map(capital, marks)))}</small></div>"
            f'<div class="sum"><b class="{tone(chi)}">{texts.chi(chi)}</b>'
            f"{money}</div></div>"
        )
    return f'<div class="mb-score" role="status">{"".join(rows)}</div>'


def _matrix_html(texts: Texts, names: Iterable[str], settlement: Settlement) -> str:
    names = list(names)
    shown = narrow_names(names)
    head = "".join(
        f'<th scope="col" title="{escape(name)}">{escape(short)}</th>'
        for name, short in zip(names, shown, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row" title="{escape(one)}">{escape(short)}</th>'
        + "".join(_cell_html(texts, one, other, settlement) for other in names)
        + "</tr>"
        for one, short in zip(names, shown, strict=True)
    )
    return (
        f'<table class="mb-matrix"><thead><tr><th>{escape(texts("result.from"))}</th>{head}'
        f"</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell_html(texts: Texts, one: str, other: str, settlement: Settlement) -> str:
    if one == other:
        return '<td class="self">–</td>'
    points = settlement.pairs[one][other]
    return f'<td><b class="{tone(points)}">{texts.signed(points)}</b></td>'


def _pair_html(
    texts: Texts, one: str, other: str, stake: int | None, settlement: Settlement
) -> str:
    """The account of two players as the one who takes sees it."""
    points = settlement.pairs[one][other]
    winner, loser = (one, other) if points >= 0 else (other, one)
    title = (
        texts.html("result.pays", payer=loser, payee=winner)
        if points
        else texts.html("result.even", one=one, other=other)
    )
    total = f"{abs(points)} chi"
    if points and stake:
        total += f" · {texts.amount(abs(points) * stake)}"
    steps = pair_steps(settlement, winner, loser, texts.language)
    return (
        f'<article class="mb-pair"><header><span>{title}</span><span>{total}</span></header>'
        f"<ul>{''.join(_step_html(texts, step) for step in steps)}</ul></article>"
    )


def _step_html(texts: Texts, step: Step) -> str:
    return (
        f"<li><span>{escape(capital(step.text))} <small>{escape(step.rule)}</small></span>"
        f'<b class="{tone(step.points)}">{texts.signed(step.points)}</b></li>'
    )


def rows_html(laid: Arrangement, rules: RulesProfile, texts: Texts) -> str:
    """The three rows of an arrangement, each with its name and what it holds."""
    names = row_names(rules, texts)
    rows = "".join(
        f'<div><div class="line"><span>{escape(names[row])}</span>'
        f"<em>{escape(row_name(laid.row(row), rules, texts))}</em></div>"
        f'<div class="cards">{cards_html(grouped(laid.row(row)), texts)}</div></div>'
        for row in Row
    )
    return f'<div class="mb-hand">{rows}</div>'


def hand_html(player: Player, rules: RulesProfile, texts: Texts) -> str:
    """A player's hand as it was shown: in rows, as a heap, or not at all."""
    if player.arrangement is not None:
        return rows_html(player.arrangement, rules, texts)
    if player.cards:
        cards = cards_html(grouped(player.cards), texts)
        return f'<div class="mb-hand"><div class="cards">{cards}</div></div>'
    return f'<p class="mb-why soft">{escape(texts("result.no_cards"))}</p>'


def tone(points: int) -> str:
    """The colour class of chi won or lost."""
    return "plus" if points > 0 else "minus" if points < 0 else ""
