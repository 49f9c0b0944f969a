"""`maubinh tune`: learn a person's own deck from a few photos of it."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands._output import InputError, described, emit, json_option

if TYPE_CHECKING:
    from vision.image import OrientedImage
    from vision.own_decks import OwnDeck
    from vision.reading import PhotoReading, Reader
    from vision.training.own_deck import KnownPhotos
    from vision.truth import TruePhoto

_WHOLE_DECK = 52


@click.command()
@click.argument(
    "photos", nargs=-1, required=True, metavar="PHOTO…", type=click.Path(path_type=Path)
)
@click.option("--deck", required=True, metavar="NAME", help="Tên bộ bài · What to call the deck.")
@click.option(
    "--names",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Tên lá trong từng ảnh, đã xem lại · The cards of each photo, checked "
    "(default: NAME.json; written if it is not there).",
)
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1, 64))
@json_option
def command(
    photos: tuple[Path, ...], deck: str, names: Path | None, threads: int, as_json: bool
) -> None:
    """Học bộ bài của bạn, hai bước · Learn your own deck, in two steps.

    1. Photograph all 52 cards in a few spreads, best every card twice, and run this. It writes
    NAME.json with the cards that it read in each photo.

    2. Correct NAME.json (the order within a photo does not matter) and run the same again. Some
    minutes later the deck is learnt, tried on what was held back, and used by `maubinh read
    --deck NAME` if it is read better than before; what was learnt earlier stays otherwise.
    """
    from vision.errors import ModelError
    from vision.own_decks import deck_folder
    from vision.reading import load_reader

    deck_folder(deck)
    _check_photos(photos)
    listed = names or Path(f"{deck}.json")
    try:
        reader = load_reader()
    except ModelError as error:
        raise InputError(str(error)) from error
    if listed.exists():
        _tune(reader, photos, deck, listed, threads, as_json=as_json)
    else:
        _propose(reader, photos, listed, as_json=as_json)


def _check_photos(photos: tuple[Path, ...]) -> None:
    by_name: dict[str, Path] = {}
    for photo in photos:
        other = by_name.setdefault(photo.name, photo)
        if other is not photo:
            raise InputError(
                f"{other}, {photo}: hai ảnh trùng tên · two photos of one name; give each its own"
            )


def _propose(reader: "Reader", photos: tuple[Path, ...], listed: Path, *, as_json: bool) -> None:
    """Write what is read in each photo, for a person to correct."""
    readings = {photo.name: reader.read(_opened(photo)) for photo in photos}
    names = {
        photo: {"cards": [str(card) for hand in reading.hands for card in hand.cards]}
        for photo, reading in readings.items()
    }
    lines = [f' "{photo}": {json.dumps(entry)}' for photo, entry in names.items()]
    listed.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    doubts = {photo: _doubts(reading) for photo, reading in readings.items()}
    text = [f"{photo}: {_summary(names[photo]['cards'], doubts[photo])}" for photo in names]
    text.append(f"Sửa {listed} cho đúng rồi chạy lại · correct {listed}, then run the same again")
    emit(
        {"names": str(listed), "photos": names, "doubts": doubts}, "\n".join(text), as_json=as_json
    )


def _opened(photo: Path) -> "OrientedImage":
    from vision.image import ImageError, load_image

    try:
        return load_image(photo)
    except ImageError as error:
        raise InputError(f"{photo}: {described(error)}") from error


def _doubts(reading: "PhotoReading") -> list[str]:
    return [str(slot.card) for hand in reading.hands for slot in hand.slots if slot.flagged]


def _summary(cards: list[str], doubts: list[str]) -> str:
    marked = [f"{card}?" if card in doubts else card for card in cards]
    return f"{len(cards)} lá · cards: {' '.join(marked)}"


def _tune(
    reader: "Reader",
    photos: tuple[Path, ...],
    deck: str,
    listed: Path,
    threads: int,
    *,
    as_json: bool,
) -> None:
    from vision.training.own_deck import DeckTuning, tune_deck

    known = _known(reader, photos, listed)
    missing = _WHOLE_DECK - len(known.cards)
    print(
        f"{len(known.indices)} góc bài của {len(known.cards)} lá · indices of so many cards"
        + (f"; {missing} lá chưa thấy · cards unseen" if missing else ""),
        file=sys.stderr,
    )
    tuned = tune_deck(deck, known.indices, DeckTuning(threads=threads))
    emit(_document(tuned, known, photos), _text(tuned, known, photos), as_json=as_json)


def _known(reader: "Reader", photos: tuple[Path, ...], listed: Path) -> "KnownPhotos":
    from vision.training.own_deck import KnownPhotos

    truth = _truth(listed)
    unnamed = [photo.name for photo in photos if photo.name not in truth]
    if unnamed:
        raise InputError(f"{listed}: chưa ghi bài của · no cards for {', '.join(unnamed)}")
    known = KnownPhotos()
    for photo in photos:
        cards = sorted(truth[photo.name].cards)
        known.add(_opened(photo), cards, reader.detector, reader.classifier)
    return known


def _truth(listed: Path) -> "dict[str, TruePhoto]":
    from vision.truth import TruthError, load_truth

    try:
        return {photo.name: photo for photo in load_truth(listed)}
    except TruthError as error:
        raise InputError(str(error)) from error


def _document(
    tuned: "OwnDeck", known: "KnownPhotos", photos: tuple[Path, ...]
) -> dict[str, object]:
    import msgspec

    return {
        "deck": tuned.name,
        "on": tuned.on,
        "held_back": tuned.held_back,
        "temperature": tuned.classifier.temperature,
        "calibration": tuned.calibration,
        "before": msgspec.structs.asdict(tuned.before),
        "after": msgspec.structs.asdict(tuned.after),
        "others_before": msgspec.structs.asdict(tuned.others_before),
        "others_after": msgspec.structs.asdict(tuned.others_after),
        "cards": len(known.cards),
        "unseen": {
            photos[number].name: [str(card) for card in cards]
            for number, cards in known.unseen.items()
        },
        "seconds": tuned.seconds,
    }


def _text(tuned: "OwnDeck", known: "KnownPhotos", photos: tuple[Path, ...]) -> str:
    lines = [
        f"{photos[number].name}: không thấy · not found: {' '.join(map(str, cards))}"
        for number, cards in known.unseen.items()
        if cards
    ]
    lines.append(f"Thử trên phần để riêng · held back: {tuned.held_back}")
    for when, score in (("trước · before", tuned.before), ("sau · after", tuned.after)):
        right, sure = f"{score.right}/{score.of}", f"{score.certainty:.1%}"
        lines.append(f"{when}: {right} đúng · right, chắc · certainty {sure}")
    kept, of = tuned.others_after.right, tuned.others_after.of
    lines.append(
        f"bộ bài khác · other decks: {tuned.others_before.right}/{of} → {kept}/{of} đúng · right"
    )
    lines.append(f"Nhiệt độ · temperature {tuned.classifier.temperature:.2f}: {tuned.calibration}")
    lines.append(
        f'Dùng · use: maubinh read PHOTO --deck "{tuned.name}"'
        if tuned.on
        else "Không tốt hơn, giữ bộ đọc đang dùng · no better: what reads this deck now stays"
    )
    return "\n".join(lines)
