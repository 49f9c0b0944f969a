"""`maubinh suggest`: the arrangements of 13 cards that win most chi at this table."""

from typing import TYPE_CHECKING

import click

from commands._output import InputError, emit, json_option
from scorer.cards import Card
from scorer.notation import format_cards, parse_cards
from scorer.profiles import PROFILES, RulesProfile, get_profile
from scorer.terms import Row

if TYPE_CHECKING:
    from scorer.advice import Advice, Suggestion


@click.command(name="suggest", short_help="Gợi ý xếp bài · Suggest arrangements")
@click.argument("cards", nargs=-1, required=True)
@click.option(
    "--rules",
    default="bigkool",
    show_default=True,
    help=f"Luật: {', '.join(PROFILES)} · The table's rules.",
)
@click.option(
    "--opponents",
    type=click.IntRange(1, 3),
    default=3,
    show_default=True,
    help="Số đối thủ · Opponents.",
)
@click.option(
    "--top", type=click.IntRange(1, 10), default=3, show_default=True, help="Số cách · How many."
)
@click.option("--seed", type=int, default=0, help="Cùng số, cùng kết quả · Repeats an answer.")
@json_option
def command(
    cards: tuple[str, ...], rules: str, opponents: int, top: int, seed: int, *, as_json: bool
) -> None:
    """Gợi ý cách xếp 13 lá ăn nhiều chi nhất · suggest the arrangements that win most chi.

    CARDS: "As Kd 10h …", 13 lá · 13 cards.
    """
    profile = get_profile(rules)
    hand = _hand(" ".join(cards))
    from scorer.advice import suggest

    advice = suggest(hand, profile, opponents=opponents, top=top, seed=seed)
    emit(_document(advice), _text(advice, profile), as_json=as_json)


def _hand(text: str) -> tuple[Card, ...]:
    """Read 13 different cards; InputError says what is wrong."""
    hand = parse_cards(text)
    if len(hand) != 13:
        raise InputError(f"có {len(hand)} lá, cần 13 lá · {len(hand)} cards, expected 13")
    doubled = sorted({card for card in hand if hand.count(card) > 1})
    if doubled:
        raise InputError(f"lá lặp lại · card given twice: {format_cards(doubled)}")
    return hand


def _document(advice: "Advice") -> dict[str, object]:
    return {
        "instant_win": advice.instant_win.value if advice.instant_win else None,
        "pay": advice.pay,
        "suggestions": [_entry(suggestion) for suggestion in advice.suggestions],
        "seconds": round(advice.seconds, 3),
    }


def _entry(suggestion: "Suggestion") -> dict[str, object]:
    return {
        **{row.value: format_cards(suggestion.arrangement.row(row)) for row in Row},
        "chi": round(suggestion.chi, 3),
        "se": round(suggestion.se, 3),
        "win": {row.value: round(chance, 4) for row, chance in suggestion.win.items()},
        "scoop": round(suggestion.scoop, 4),
        "scooped": round(suggestion.scooped, 4),
        "within_noise": suggestion.within_noise and suggestion.gap > 0,
        "why_vi": suggestion.why_vi,
        "why_en": suggestion.why_en,
    }


def _text(advice: "Advice", profile: RulesProfile) -> str:
    lines = []
    if advice.instant_win:
        vi = profile.instant_name(advice.instant_win)
        en = profile.instant_name(advice.instant_win, "en")
        lines.append(f"Thắng trắng · Instant win: {vi} · {en}, {advice.pay} chi mỗi nhà · a head")
        if advice.play_on:
            lines.append("Đánh tiếp lời hơn · Playing on is worth more")
    for place, suggestion in enumerate(advice.suggestions, start=1):
        lines.append(f"{place}. {suggestion.chi:+.2f} chi ± {suggestion.se:.2f}")
        lines += [
            f"   {profile.row_name(row):8} {format_cards(suggestion.arrangement.row(row)):15}"
            f" {suggestion.win[row]:4.0%}"
            for row in profile.showdown_order
        ]
        lines.append(
            f"   sập · scoop {suggestion.scoop:.0%}, bị sập · scooped {suggestion.scooped:.0%}"
        )
        lines += [f"   {suggestion.why_vi}", f"   {suggestion.why_en}"]
    return "\n".join(lines)
