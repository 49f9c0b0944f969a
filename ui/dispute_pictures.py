"""A verdict as a picture to send: the cards, the answer, the reasons and their rules."""

from collections.abc import Sequence
from itertools import combinations

import streamlit as st

from scorer.account import hand_note, pair_steps
from scorer.arrangement import Arrangement, Row
from scorer.cards import Card
from scorer.players import Standing
from scorer.rules_profile import RulesProfile
from scorer.settlement import Settlement
from ui import state
from ui.describe import capital, grouped, row_name, row_names, system_name
from ui.share import LOSE, MUTED, TEXT, WIN, Faces, Line, Piece, Sheet
from ui.text import Texts

HEAD_SIZE = 44
SMALL_SIZE = 28
FILE_NAME = "mau-binh.png"


def hand_sheet(
    laid: Arrangement, lines: Sequence[str], tone: str, rules: RulesProfile, texts: Texts
) -> Sheet:
    """One judged hand."""
    sheet = _sheet(rules, texts)
    _add_ruling(sheet, lines, tone)
    sheet.add(*_rows(laid, rules, texts))
    return sheet


def rows_sheet(
    rows: Sequence[Sequence[Card]], lines: Sequence[str], rules: RulesProfile, texts: Texts
) -> Sheet:
    """Two rows compared."""
    sheet = _sheet(rules, texts)
    _add_ruling(sheet, lines, "good")
    for name, cards in zip(("first", "second"), rows, strict=True):
        title = Line(text=texts(f"dispute.{name}"), aside=row_name(cards, rules, texts), weight=700)
        sheet.add(title, _faces(cards))
    return sheet


def settlement_sheet(settlement: Settlement, texts: Texts) -> Sheet:
    """Several hands settled: everybody's chi, every pair with its reasons, the hands."""
    rules = settlement.profile
    sheet = _sheet(rules, texts)
    points = settlement.points
    standings = sorted(settlement.standings, key=lambda side: -points[side.name])
    sheet.add(*(_total(side, settlement, texts) for side in standings), tone="good")
    for one, other in combinations(points, 2):
        sheet.add(*_pair(settlement, one, other, texts))
    for side in settlement.standings:
        title = Line(text=side.name, weight=750, size=38)
        laid = side.player.arrangement
        if laid is not None:
            sheet.add(title, *_rows(laid, rules, texts))
        elif side.player.cards:
            sheet.add(title, _faces(grouped(side.player.cards)))
    return sheet


def offer_picture(sheet: Sheet, texts: Texts, key: str) -> None:
    """A button that saves the picture, drawn only when it is pressed."""
    st.download_button(
        texts("dispute.picture"),
        data=sheet.png,
        file_name=FILE_NAME,
        mime="image/png",
        icon=":material/download:",
        key=key,
        on_click="ignore",
        width="stretch",
    )


def _sheet(rules: RulesProfile, texts: Texts) -> Sheet:
    sheet = Sheet()
    head = Line(
        text=texts("shell.name"),
        aside=system_name(rules, texts),
        size=HEAD_SIZE,
        weight=800,
        colour="#f7f3e6",
        aside_colour="#f2c14e",
    )
    sheet.add(head, tone="felt")
    return sheet


def _add_ruling(sheet: Sheet, lines: Sequence[str], tone: str) -> None:
    head, *rest = lines
    sheet.add(
        Line(text=head, size=HEAD_SIZE, weight=750), *(Line(text=line) for line in rest), tone=tone
    )


def _faces(cards: Sequence[Card]) -> Faces:
    return Faces(cards=cards, four_colour=state.four_colour())


def _rows(laid: Arrangement, rules: RulesProfile, texts: Texts) -> list[Piece]:
    names = row_names(rules, texts)
    pieces: list[Piece] = []
    for row in Row:
        cards = laid.row(row)
        held = row_name(cards, rules, texts)
        pieces += [
            Line(text=names[row], aside=held, colour=MUTED, aside_colour=TEXT),
            _faces(grouped(cards)),
        ]
    return pieces


def _total(side: Standing, settlement: Settlement, texts: Texts) -> Line:
    chi = settlement.points[side.name]
    said = hand_note(side, settlement.profile, texts.language)
    name = side.name if said is None else f"{side.name}: {said.removeprefix(f'{side.name} ')}"
    return Line(text=name, aside=texts.chi(chi), size=40, weight=700, aside_colour=_tone(chi))


def _pair(settlement: Settlement, one: str, other: str, texts: Texts) -> list[Piece]:
    chi = settlement.pairs[one][other]
    winner, loser = (one, other) if chi >= 0 else (other, one)
    title = (
        texts("result.pays", payer=loser, payee=winner)
        if chi
        else texts("result.even", one=one, other=other)
    )
    steps = pair_steps(settlement, winner, loser, texts.language)
    return [
        Line(text=title, aside=f"{abs(chi)} chi", weight=700, aside_colour=TEXT),
        *(
            Line(
                text=f"{capital(step.text)} ({step.rule})",
                aside=texts.signed(step.points),
                size=SMALL_SIZE,
                aside_colour=_tone(step.points),
            )
            for step in steps
        ),
    ]


def _tone(points: int) -> str:
    return WIN if points > 0 else LOSE if points < 0 else MUTED
