"""`maubinh evaluate`: how well photos with known cards are read."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commands._output import InputError, emit, json_option
from commands._pictures import keep_photos, picture_files, unwritten

if TYPE_CHECKING:
    from vision.evaluate import Evaluated, Figures, PhotoResult

_COLUMNS = (
    "photos",
    "exact",
    "recall",
    "precision",
    "silent",
    "of cards",
    "of rows",
    "flagged",
    "rows",
    "ECE",
    "median",
    "p95",
)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--failures",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Ghi ảnh những lần đọc sai · Write annotated pictures of the failures.",
)
@json_option
def command(folder: Path, failures: Path | None, as_json: bool) -> None:
    """Đo độ chính xác trên thư mục ảnh có truth.json · Measure a folder with a truth.json.

    FOLDER may also be the truth file itself; its photos lie beside it.
    """
    from vision.errors import ModelError
    from vision.evaluate import evaluate
    from vision.reading import load_reader
    from vision.truth import TruthError, load_truth

    try:
        truth = load_truth(folder)
        reader = load_reader()
    except (TruthError, ModelError) as error:
        raise InputError(str(error)) from error
    photos = folder.parent if folder.is_file() else folder
    pictures: dict[Path, Path] = {}
    if failures is not None:
        failures.mkdir(parents=True, exist_ok=True)
        pictures = picture_files([Path(photo.name) for photo in truth], failures, ".jpg")
        keep_photos("--failures", [photos / photo for photo in pictures], pictures.values())
    results, not_drawn = [], []
    for number, evaluated in enumerate(evaluate(reader, photos, truth), 1):
        results.append(evaluated.result)
        _tell(number, len(truth), evaluated.result)
        if picture := pictures.get(Path(evaluated.result.photo)):
            try:
                _write_failure(picture, evaluated)
            except OSError as error:
                not_drawn.append(unwritten("--failures", picture, error))
    if all(result.error for result in results):
        raise InputError(
            f"{photos}: không đọc được ảnh nào trong {len(results)} · "
            f"no photo of {len(results)} could be read"
        )
    emit(_document(results), _text(results), as_json=as_json)
    if not_drawn:
        raise InputError("; ".join(not_drawn))


def _tell(number: int, total: int, result: "PhotoResult") -> None:
    state = "silently wrong" if result.silent else "ok" if result.exact else "wrong, told"
    print(f"{number}/{total} {result.photo}: {result.error or state}", file=sys.stderr)


def _write_failure(file: Path, evaluated: "Evaluated") -> None:
    from PIL import Image

    from vision.evaluate import failure_picture

    pixels = failure_picture(evaluated)
    if pixels is not None:
        picture = Image.fromarray(pixels)
        picture.thumbnail((2000, 2000))
        picture.save(file, quality=88)


def _groups(results: "Sequence[PhotoResult]") -> "dict[str, dict[str, Figures]]":
    from vision.evaluate import figures_by

    return {
        "source": figures_by(results, lambda result: result.source),
        "light": figures_by(results, lambda result: result.light),
        "overlap": figures_by(results, lambda result: result.overlap),
    }


def _document(results: "Sequence[PhotoResult]") -> dict[str, object]:
    from vision.evaluate import figures

    return {
        "all": asdict(figures(results)),
        "by": {
            condition: {name: asdict(part) for name, part in parts.items()}
            for condition, parts in _groups(results).items()
        },
        "failures": [
            {
                "photo": result.photo,
                "missing": [str(card) for card in result.missing],
                "wrong": [str(card) for card in result.wrong],
                "silent": result.silent,
                "silent_cards": [str(card) for card in result.silent_cards],
                "silent_rows": result.silent_rows,
                "error": result.error,
            }
            for result in results
            if result.failed
        ],
    }


def _text(results: "Sequence[PhotoResult]") -> str:
    from scorer.notation import format_cards
    from vision.evaluate import figures

    lines = [" " * 18 + "".join(f"{name:>10}" for name in _COLUMNS), _line("all", figures(results))]
    for condition, parts in _groups(results).items():
        lines.append(f"{condition}:")
        lines += [_line(f"  {name}", part) for name, part in parts.items()]
    for result in results:
        if result.failed:
            missing, wrong = format_cards(result.missing), format_cards(result.wrong)
            told = result.error or _silence(result)
            lines.append(f"{result.photo}: missing [{missing}] wrong [{wrong}] {told}")
    return "\n".join(lines)


def _silence(result: "PhotoResult") -> str:
    from scorer.notation import format_cards

    cards, rows = format_cards(result.silent_cards), "rows" if result.silent_rows else ""
    return f"silent [{' '.join(filter(None, (cards, rows)))}]" if result.silent else "told"


def _line(name: str, part: "Figures") -> str:
    cells = (
        str(part.photos),
        _share(part.exact),
        _share(part.recall),
        _share(part.precision),
        str(part.silent),
        str(part.silent_cards),
        str(part.silent_rows),
        _share(part.flagged),
        _share(part.rows),
        _share(part.calibration_error),
        f"{part.seconds_median:.2f} s",
        f"{part.seconds_p95:.2f} s",
    )
    return f"{name:<18}" + "".join(f"{cell:>10}" for cell in cells)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
