"""`maubinh read`: the cards in photos."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands._output import InputError, described, emit, json_option
from commands._pictures import keep_photos, picture_files, unwritten

if TYPE_CHECKING:
    from scorer.cards import Card
    from vision.image import OrientedImage
    from vision.problems import Problem
    from vision.reading import HandReading, PhotoReading, Reader, Slot

_ROW_NAMES = {
    "front": "chi đầu · front ",
    "middle": "chi giữa · middle",
    "back": "chi cuối · back  ",
}
_DRAWN_AS = (".png", ".jpg", ".jpeg", ".webp")
_SIDE_NAMES = {
    "bottom": "phía dưới · bottom",
    "left": "bên trái · left",
    "top": "phía trên · top",
    "right": "bên phải · right",
}


@click.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…")
@click.option(
    "--hands",
    type=click.Choice(["1", "2", "3", "4", "auto"]),
    default="1",
    show_default=True,
    help="Số tay bài trong ảnh · Hands in each photo.",
)
@click.option(
    "--annotate",
    "drawn",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ghi ảnh có tên lá bài (nhiều ảnh: một thư mục) · Write the photo with the cards named "
    "(a folder for several photos).",
)
@click.option(
    "--deck",
    metavar="NAME",
    help="Bộ bài đã học bằng `maubinh tune` · A deck of your own.",
)
@click.option(
    "--merge",
    "merged",
    is_flag=True,
    help="Mọi ảnh chụp cùng một bộ bài, ảnh sau bổ sung ảnh trước · All photos show the same "
    "cards: each completes the ones before.",
)
@json_option
def command(
    photos: tuple[str, ...],
    hands: str,
    drawn: Path | None,
    deck: str | None,
    merged: bool,
    as_json: bool,
) -> None:
    """Đọc bài trong ảnh · Read the cards in photos."""
    from vision.documents import reading_document
    from vision.errors import ModelError
    from vision.reading import load_reader

    targets = _targets(photos, drawn)
    try:
        reader = load_reader(deck=deck)
    except ModelError as error:
        raise InputError(str(error)) from error
    outcomes: list[tuple[str, PhotoReading | str]] = []
    not_drawn = []
    for photo in photos:
        try:
            image, reading = _read(reader, Path(photo), hands)
        except (ValueError, OSError) as error:
            outcomes.append((photo, described(error)))
            continue
        outcomes.append((photo, reading))
        if photo in targets:
            try:
                _write_annotated(targets[photo], image, reading)
            except OSError as error:
                not_drawn.append(unwritten("--annotate", targets[photo], error))
    if merged:
        outcomes = _merged(outcomes, reader.flag_below)
    texts = [_text(photo, found) for photo, found in outcomes if not isinstance(found, str)]
    if texts or as_json:
        documents = [{"photo": photo, **reading_document(found)} for photo, found in outcomes]
        emit({"photos": documents}, "\n\n".join(texts), as_json=as_json)
    errors = [f"{photo}: {found}" for photo, found in outcomes if isinstance(found, str)]
    if errors or not_drawn:
        raise InputError("; ".join((*errors, *not_drawn)))


def _merged(
    outcomes: "list[tuple[str, PhotoReading | str]]", flag_below: float
) -> "list[tuple[str, PhotoReading | str]]":
    """The photos that were read as one, under all their names, and those that could not be."""
    from functools import reduce

    from vision.merging import merge_readings

    read = [(photo, found) for photo, found in outcomes if not isinstance(found, str)]
    failed = [(photo, found) for photo, found in outcomes if isinstance(found, str)]
    if not read:
        return outcomes
    whole = reduce(
        lambda one, more: merge_readings(one, more, flag_below), [found for _, found in read]
    )
    return [(" + ".join(photo for photo, _ in read), whole), *failed]


def _targets(photos: tuple[str, ...], drawn: Path | None) -> dict[str, Path]:
    """Where each photo's annotated copy goes; InputError where it cannot."""
    if drawn is None:
        return {}
    originals = [Path(photo) for photo in photos]
    if len(photos) == 1 and not drawn.is_dir():
        _check_file(drawn)
        files = {originals[0]: drawn}
    elif drawn.exists() and not drawn.is_dir():
        raise InputError(
            f"--annotate {drawn}: nhiều ảnh thì cần một thư mục · several photos need a folder"
        )
    else:
        drawn.mkdir(parents=True, exist_ok=True)
        files = picture_files(originals, drawn, ".png")
    keep_photos("--annotate", originals, files.values())
    return {photo: files[Path(photo)] for photo in photos}


def _check_file(drawn: Path) -> None:
    if drawn.suffix.lower() not in _DRAWN_AS:
        raise InputError(
            f"--annotate {drawn}: cần tệp .png hoặc .jpg · expected a .png or .jpg file"
        )
    if not drawn.parent.is_dir():
        raise InputError(
            f"--annotate {drawn}: không có thư mục {drawn.parent} · there is no such folder"
        )


def _read(reader: "Reader", photo: Path, hands: str) -> "tuple[OrientedImage, PhotoReading]":
    from vision.hands import HAND_COUNTS
    from vision.image import load_image

    image = load_image(photo)
    return image, reader.read(image, "auto" if hands == "auto" else HAND_COUNTS[int(hands)])


def _write_annotated(target: Path, image: "OrientedImage", reading: "PhotoReading") -> None:
    from PIL import Image

    from vision.annotate import annotate

    Image.fromarray(annotate(image, reading)).save(target)


def _text(photo: str, reading: "PhotoReading") -> str:
    width, height = reading.size_wh
    lines = [f"{photo} · {width} × {height} px · {reading.seconds:.1f} s"]
    for number, hand in enumerate(reading.hands, 1):
        if len(reading.hands) > 1:
            lines.append(f"  Tay bài {number} · hand {number} ({_SIDE_NAMES[hand.side.value]})")
        lines += [f"  {line}" for line in _hand_lines(hand)]
    return "\n".join(lines)


def _hand_lines(hand: "HandReading") -> list[str]:
    marks = {slot.card: "?" if slot.flagged else "" for slot in hand.slots}
    if hand.rows is None:
        lines = [f"{len(hand.cards)} lá · cards: " + _marked(hand.cards, marks)]
    else:
        lines = [
            f"{_ROW_NAMES[row.value]}  {_marked(cards, marks)}" for row, cards in hand.rows.items()
        ]
    lines += [_doubt(slot) for slot in hand.slots if slot.flagged]
    return lines + _problem_lines(hand.problems)


def _problem_lines(problems: "Iterable[Problem]") -> list[str]:
    """Every sentence once, with the middles in pixels of the places that it is about."""
    places: dict[str, list[str]] = {}
    for problem in problems:
        told = places.setdefault(f"! {problem.text('vi')} · {problem.text('en')}", [])
        if problem.box_xywh is not None:
            left, top, width, height = problem.box_xywh
            told.append(f"{left + width // 2}, {top + height // 2}")
    return [
        f"{sentence} (px: {'; '.join(told)})" if told else sentence
        for sentence, told in places.items()
    ]


def _marked(cards: "Iterable[Card]", marks: "Mapping[Card, str]") -> str:
    return " ".join(f"{card}{marks[card]}" for card in cards)


def _doubt(slot: "Slot") -> str:
    others = ", ".join(f"{card} {share:.0%}" for card, share in slot.alternatives[:3])
    return f"? chưa chắc · in doubt: {slot.card} {slot.confidence:.0%} ({others})"
