"""`maubinh suggest`: the arrangements of 13 cards that win most chi at this table."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands._output import InputError, described, emit, json_option
from commands._rules import rules_option
from scorer.arrangement import Arrangement, check_legality
from scorer.cards import Card
from scorer.notation import format_cards, parse_cards
from scorer.profiles import RulesProfile
from scorer.terms import Row

if TYPE_CHECKING:
    from scorer.advice import Advice, Comparison, Known, Suggestion


_LEARNING = (
    "Lần đầu gặp luật này: học cách xếp, chừng nửa phút, chỉ một lần"
    " · first time with these rules: learning to play them, about half a minute, once"
)


@click.command(name="suggest", short_help="Gợi ý xếp bài · Suggest arrangements")
@click.argument("cards", nargs=-1, required=True)
@rules_option
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
@click.option(
    "--known",
    multiple=True,
    metavar="CARDS|ROWS|PHOTO",
    help="Bài đã thấy của một đối thủ: vài lá, ba chi A/B/C đã lật, hoặc ảnh bàn · What is seen of "
    "one opponent: cards, rows FRONT/MIDDLE/BACK, or a photo of the table; may be repeated.",
)
@click.option(
    "--dead", default="", metavar="CARDS", help="Lá không ai giữ · Cards that no opponent holds."
)
@click.option(
    "--played",
    metavar="FRONT/MIDDLE/BACK",
    help="So với cách đã xếp · Compare with what was played.",
)
@json_option
def command(
    cards: tuple[str, ...],
    profile: RulesProfile,
    opponents: int,
    top: int,
    seed: int,
    known: tuple[str, ...],
    dead: str,
    played: str | None,
    *,
    as_json: bool,
) -> None:
    """Gợi ý cách xếp 13 lá ăn nhiều chi nhất · suggest the arrangements that win most chi.

    CARDS: "As Kd 10h …", 13 lá · 13 cards.
    """
    hand = _hand(" ".join(cards))
    laid = _laid(played, hand) if played else None
    seen = _seen(known, parse_cards(dead), hand, profile)
    from scorer.advice import compare_played, prepare, prepared, suggest

    if not prepared(profile, opponents):
        click.echo(_LEARNING, err=True)
        prepare(profile, opponents)
    advice = suggest(hand, profile, opponents, top, seed, known=seen)
    document, lines = _document(advice), _lines(advice, profile)
    if laid:
        comparison = compare_played(laid, profile, opponents, seed, known=seen)
        document["played"] = _comparison(comparison)
        lines += _played_lines(comparison, profile)
    emit(document, "\n".join(lines), as_json=as_json)


def _hand(text: str) -> tuple[Card, ...]:
    """Read 13 different cards; InputError says what is wrong."""
    hand = parse_cards(text)
    if len(hand) != 13:
        raise InputError(f"có {len(hand)} lá, cần 13 lá · {len(hand)} cards, expected 13")
    doubled = sorted({card for card in hand if hand.count(card) > 1})
    if doubled:
        raise InputError(f"lá lặp lại · card given twice: {format_cards(doubled)}")
    return hand


def _laid(text: str, hand: tuple[Card, ...]) -> Arrangement:
    """Read three rows of the hand's own cards."""
    laid = _rows(text)
    if set(laid.cards) != set(hand):
        strange = format_cards(sorted(set(laid.cards) ^ set(hand)))
        raise InputError(f"không cùng 13 lá · not the same 13 cards: {strange}")
    return laid


def _rows(text: str) -> Arrangement:
    rows = text.split("/")
    if len(rows) != 3:
        raise InputError(
            f"cần ba chi cách nhau bằng / · expected FRONT/MIDDLE/BACK, got {len(rows)} rows"
        )
    return Arrangement.parse(*rows)


def _seen(
    known: tuple[str, ...], dead: tuple[Card, ...], hand: tuple[Card, ...], profile: RulesProfile
) -> "Known":
    """Read what is known of the opponents."""
    from scorer.advice import Known

    arranged: list[Arrangement] = []
    held: list[tuple[Card, ...]] = []
    for text in known:
        if Path(text).is_file():
            for shown in _photographed(Path(text), hand):
                if not isinstance(shown, Arrangement):
                    held.append(shown)
                elif check_legality(shown, profile).legal:
                    arranged.append(shown)
                else:
                    held.append(shown.cards)
        elif "/" in text:
            arranged.append(_rows(text))
        else:
            held.append(parse_cards(text))
    return Known(tuple(arranged), tuple(held), dead)


def _photographed(
    photo: Path, hand: tuple[Card, ...]
) -> "Iterator[Arrangement | tuple[Card, ...]]":
    """Yield the other hands in a photo of the table, as laid where their rows can be told."""
    from vision.errors import ModelError
    from vision.image import ImageError, load_image
    from vision.reading import load_reader

    try:
        reading = load_reader().read(load_image(photo), "auto")
    except (ModelError, ImageError) as error:
        raise InputError(f"--known {photo}: {described(error)}") from error
    for shown in reading.hands:
        if len(set(shown.cards) & set(hand)) > len(shown.cards) // 2:
            continue  # the own hand lies on the table too
        if shown.rows is not None and [len(shown.rows[row]) for row in Row] == [3, 5, 5]:
            yield Arrangement(*(tuple(shown.rows[row]) for row in Row))
        else:
            yield tuple(shown.cards)


def _document(advice: "Advice") -> dict[str, object]:
    return {
        "instant_win": advice.instant_win.value if advice.instant_win else None,
        "pay": advice.pay,
        "play_on": advice.play_on,
        "borrowed_policy": advice.borrowed_policy,
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
        "bonuses": [
            {"row": bonus.row.value, "chi": bonus.chi, "chance": round(bonus.chance, 4)}
            for bonus in suggestion.bonuses
        ],
        "gap": round(suggestion.gap, 3),
        "gap_se": round(suggestion.gap_se, 3),
        "within_noise": suggestion.within_noise,
        "why_vi": suggestion.why_vi,
        "why_en": suggestion.why_en,
    }


def _comparison(comparison: "Comparison") -> dict[str, object]:
    return {
        **_entry(comparison.played),
        "lost": round(comparison.lost, 3),
        "foul_vi": comparison.foul_vi,
        "foul_en": comparison.foul_en,
    }


def _lines(advice: "Advice", profile: RulesProfile) -> list[str]:
    lines = []
    if advice.instant_win:
        vi = profile.instant_name(advice.instant_win)
        en = profile.instant_name(advice.instant_win, "en")
        lines.append(f"Thắng trắng · Instant win: {vi} · {en}, {advice.pay} chi mỗi nhà · a head")
        lines.append(
            "Đánh tiếp lời hơn · Playing on is worth more"
            if advice.play_on
            else "Nếu đánh ra · If it were played out:"
        )
    scoops = {*profile.scoop_of_2, *profile.scoop_of_3, *profile.scoop_of_4} != {1}
    for place, suggestion in enumerate(advice.suggestions, start=1):
        lines.append(f"{place}. {suggestion.chi:+.2f} chi ± {suggestion.se:.2f}")
        lines += [
            f"   {profile.row_name(row):8} {format_cards(suggestion.arrangement.row(row)):15}"
            f" {suggestion.win[row]:4.0%}"
            for row in profile.showdown_order
        ]
        if scoops:
            lines.append(
                f"   sập · scoop {suggestion.scoop:.0%}, bị sập · scooped {suggestion.scooped:.0%}"
            )
        lines += [f"   {suggestion.why_vi}", f"   {suggestion.why_en}"]
    return lines


def _played_lines(comparison: "Comparison", profile: RulesProfile) -> list[str]:
    played = comparison.played
    lost = f"thiệt · lost {comparison.lost:.2f} ± {played.gap_se:.2f}"
    lines = [f"Đã xếp · Played: {played.chi:+.2f} chi, {lost}"]
    if comparison.foul_vi and comparison.foul_en:
        return [*lines, f"   {comparison.foul_vi}", f"   {comparison.foul_en}"]
    names = ", ".join(
        f"{profile.row_name(row)} {played.win[row]:.0%}" for row in profile.showdown_order
    )
    why = [f"   {why}" for why in (played.why_vi, played.why_en) if why]
    return [*lines, f"   {names}", *why]
