"""`maubinh check`: one arrangement or thirteen cards, legality and instant win."""

import click

from commands._output import InputError, emit, json_option
from commands._rules import rules_option
from scorer.arrangement import Arrangement, repeated_cards
from scorer.cards import Card
from scorer.errors import RoundError
from scorer.instant import instant_pay, instant_wins
from scorer.naming import full_hand_name
from scorer.notation import parse_card, parse_cards
from scorer.rules_profile import RulesProfile
from scorer.terms import Row
from scorer.texts import ACCOUNT, render
from scorer.verdicts import fault_text, judge


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--instead",
    metavar="CARD=CARD",
    help="Nếu lá này là lá kia · What if this card was that one, such as 9h=Ah.",
)
@rules_option
@json_option
def command(
    cards: tuple[str, ...], *, instead: str | None, profile: RulesProfile, as_json: bool
) -> None:
    """Xét binh lủng, tới trắng · Check three rows, or 13 cards for an instant win.

    Rows are three words, "2c 3d 4h" "6s 6d 9c Th Qs" "Ac Ad Kh 7s 8c", or parted by "/".
    """
    rows = _read(cards)
    document, text = _verdict(rows, profile)
    if instead is not None:
        after, after_text = _verdict(_swap(rows, instead), profile)
        document = {**document, "instead": after}
        text += f"\n\n{instead}\n{after_text}"
    emit(document, text, as_json=as_json)


_Rows = tuple[tuple[Card, ...], ...]


def _read(words: tuple[str, ...]) -> _Rows:
    parts = words if len(words) == 3 else " ".join(words).split("/")
    if len(parts) not in (1, 3):
        raise InputError(
            f"có {len(parts)} chi, cần 3 chi hoặc 13 lá · "
            f"{len(parts)} rows, expected 3 rows or 13 cards"
        )
    return tuple(parse_cards(part) for part in parts)


def _swap(rows: _Rows, instead: str) -> _Rows:
    old_text, equals, new_text = instead.partition("=")
    if not equals:
        raise InputError(
            f"--instead {instead}: cần hai lá, ví dụ 9h=Ah · expected two cards such as 9h=Ah"
        )
    old, new = parse_card(old_text), parse_card(new_text)
    if not any(old in row for row in rows):
        raise InputError(
            f"--instead {instead}: trong bài không có {old} · {old} is not among the cards"
        )
    swap = {old: new, new: old}
    return tuple(tuple(swap.get(card, card) for card in row) for row in rows)


def _verdict(rows: _Rows, profile: RulesProfile) -> tuple[dict[str, object], str]:
    if len(rows) == 1:
        return _hand(rows[0], profile)
    arrangement = Arrangement(*rows)
    verdict = judge(arrangement, profile)
    document = {
        "legal": verdict.legality.legal,
        "faults": [
            {
                "row": fault.row.value,
                "below": fault.below.value,
                "vi": fault_text(fault, profile, "vi"),
                "en": fault_text(fault, profile, "en"),
            }
            for fault in verdict.legality.faults
        ],
        "rows": {row.value: full_hand_name(verdict.strengths[row], profile, "vi") for row in Row},
        **_wins(arrangement.cards, profile),
    }
    text = "\n\n".join(verdict.text(profile, language) for language in ("vi", "en"))
    return document, text


def _hand(cards: tuple[Card, ...], profile: RulesProfile) -> tuple[dict[str, object], str]:
    problems = repeated_cards(cards)
    if problems:
        raise RoundError(problems)
    document = {"legal": None, "faults": [], "rows": None, **_wins(cards, profile)}
    wins = instant_wins(cards, profile)
    lines = [
        render(ACCOUNT, "verdict_win", language, win=profile.instant_name(wins[0], language))
        if wins
        else render(ACCOUNT, "verdict_no_win", language)
        for language in ("vi", "en")
    ]
    return document, "\n".join(lines)


def _wins(cards: tuple[Card, ...], profile: RulesProfile) -> dict[str, object]:
    wins = instant_wins(cards, profile)
    return {
        "instant_win": wins[0] if wins else None,
        "pay": instant_pay(wins[0], profile) if wins else 0,
        "also": list(wins[1:]),
    }
