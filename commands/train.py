"""`maubinh train`: train the two networks from rendered scenes and real photos."""

import sys
from pathlib import Path

import click

from commands import _output

SHARED = Path("../shared")
RUNS = Path("runs")


@click.group
def command() -> None:
    """Huấn luyện bộ đọc · Train the two networks (resumable, in the background for hours)."""


@command.command("detector")
@click.option(
    "--scenes",
    required=True,
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Thư mục ảnh đã vẽ · Folder(s) that `maubinh synthesize` or `train photos` filled.",
)
@click.option(
    "--weights",
    default=SHARED / "weights" / "yolo11n-coco.pt",
    show_default=True,
    type=click.Path(exists=True, path_type=Path),
    help="Khởi đầu · Start from these.",
)
@click.option(
    "--run",
    "run_folder",
    default=RUNS / "detector",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Điểm lưu · Checkpoints.",
)
@click.option("--epochs", default=2, show_default=True, type=click.IntRange(1))
@click.option("--learning-rate", default=1e-3, show_default=True, type=float)
@click.option(
    "--models", type=click.Path(path_type=Path), help="Xuất vào · Export the result here."
)
@_output.json_option
def detector(
    scenes: tuple[Path, ...],
    weights: Path,
    run_folder: Path,
    epochs: int,
    learning_rate: float,
    models: Path | None,
    as_json: bool,
) -> None:
    """Mạng tìm chỉ số · The network that finds indices."""
    from vision.training.detector import DetectorTraining, train_detector
    from vision.training.export import export_detector

    last = train_detector(
        DetectorTraining(
            run_folder, scenes, scenes[0], weights, epochs=epochs, learning_rate=learning_rate
        )
    )
    images = sum(len(list((folder / "images").iterdir())) for folder in scenes)
    if models is not None:
        last = export_detector(last, models, {"images": images, "epochs": epochs})
    _output.emit(
        {"weights": str(last), "images": images}, f"{last} ({images} images)", as_json=as_json
    )


@command.command("web-cards")
@click.argument("marks", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--cards",
    default=SHARED / "cards" / "web",
    show_default=True,
    type=click.Path(exists=True, path_type=Path),
    help="Ảnh từng lá · Single cards, a folder a card.",
)
@_output.json_option
def web_cards(marks: Path, cards: Path, as_json: bool) -> None:
    """Tìm chỉ số trên ảnh từng lá · Mark the indices of single cards, for MARKS (JSON)."""
    from vision.reading import load_reader
    from vision.synthesis.web_cards import card_paths, mark_cards, save_marks

    reader = load_reader()
    total = sum(1 for _ in card_paths(cards))
    with click.progressbar(
        mark_cards(cards, reader.detector, reader.classifier), total, "cards", file=sys.stderr
    ) as bar:
        found = dict(bar)
    save_marks(marks, found)
    usable = sum(bool(card_marks) for card_marks in found.values())
    _output.emit(
        {"cards": total, "usable": usable}, f"{usable} of {total} cards marked", as_json=as_json
    )


@command.command("photos")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--photos",
    default=SHARED / "photos" / "train",
    show_default=True,
    type=click.Path(exists=True, path_type=Path),
    help="Ảnh thật · Labelled real photos.",
)
@click.option(
    "--copies", default=1, show_default=True, type=click.IntRange(1), help="Trọng số · Weight."
)
@_output.json_option
def photos(folder: Path, photos: Path, copies: int, as_json: bool) -> None:
    """Ảnh thật làm dữ liệu · Prepare real photos as training data in FOLDER."""
    from vision.reading import load_reader
    from vision.training.photos import find_up_directions, write_photo_dataset

    reader = load_reader()
    ups = find_up_directions(photos, reader.detector, reader.classifier)
    written = write_photo_dataset(photos, folder, ups, copies)
    known = sum(up is not None for row in ups.values() for up in row)
    _output.emit(
        {"photos": written, "directions": known},
        f"{written} photos in {folder}, {known} up directions found",
        as_json=as_json,
    )
