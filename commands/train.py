"""`maubinh train`: train the two networks from rendered scenes and real photos."""

import json
import shutil
import time
from pathlib import Path

import click

from commands import _output

SHARED = Path("../shared")
RUNS = Path("runs")
UP_DIRECTIONS = "up_directions.json"


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
    help="Điểm lưu, mỗi lần học một thư mục · Checkpoints, a folder for each training.",
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
    from vision.training.export import export_detector, keep_for_training

    last = train_detector(
        DetectorTraining(run_folder, scenes, weights, epochs=epochs, learning_rate=learning_rate),
        _Progress(),
    )
    images = sum(len(list((folder / "images").iterdir())) for folder in scenes)
    if models is not None:
        keep_for_training(last, models / "training" / "index_detector.pt")
        last = export_detector(last, models, {"images": images, "epochs": epochs})
    _output.emit(
        {"weights": str(last), "images": images}, f"{last} ({images} images)", as_json=as_json
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
    (folder / UP_DIRECTIONS).write_text(json.dumps(ups))
    known = sum(up is not None for row in ups.values() for up in row)
    _output.emit(
        {"photos": written, "directions": known},
        f"{written} photos in {folder}, {known} up directions found",
        as_json=as_json,
    )


@command.command("classifier")
@click.option(
    "--crops",
    "crop_folder",
    default=RUNS / "crops",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Ảnh cắt, thiếu thì tạo · Crops; those that are missing are made.",
)
@click.option(
    "--photos",
    "photo_folder",
    type=click.Path(exists=True, path_type=Path),
    help="Kết quả `train photos` · The folder that `maubinh train photos` filled.",
)
@click.option("--shared", default=SHARED, type=click.Path(path_type=Path))
@click.option(
    "--drawn",
    default=240,
    show_default=True,
    type=click.IntRange(0),
    help="Bộ bài tự vẽ · Decks drawn by chance; those with crops are kept.",
)
@click.option(
    "--per-deck",
    default=600,
    show_default=True,
    type=click.IntRange(1),
    help="Ảnh cắt mỗi bộ · Crops of a rendered deck that has none yet.",
)
@click.option(
    "--run",
    "run_folder",
    default=RUNS / "classifier",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Điểm lưu, mỗi lần học một thư mục · Checkpoints, a folder for each training.",
)
@click.option(
    "--weights",
    type=click.Path(exists=True, path_type=Path),
    help="Khởi đầu · Start from these, instead of random ones.",
)
@click.option(
    "--keep",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1, max_open=True),
    help="Phần giữ lại của khởi đầu · Share of --weights in the result.",
)
@click.option(
    "--views",
    default=300_000,
    show_default=True,
    type=click.IntRange(256),
    help="Số ảnh cắt mỗi lượt · Crops shown in an epoch.",
)
@click.option("--epochs", default=8, show_default=True, type=click.IntRange(1))
@click.option("--learning-rate", default=2e-3, show_default=True, type=float)
@click.option(
    "--models", type=click.Path(path_type=Path), help="Xuất vào · Export the result here."
)
@_output.json_option
def classifier(
    crop_folder: Path,
    photo_folder: Path | None,
    shared: Path,
    drawn: int,
    per_deck: int,
    run_folder: Path,
    weights: Path | None,
    keep: float,
    views: int,
    epochs: int,
    learning_rate: float,
    models: Path | None,
    as_json: bool,
) -> None:
    """Mạng đọc tên lá bài · The network that names indices."""
    from vision.training.classifier import (
        ClassifierTraining,
        calibrated,
        export_classifier,
        train_classifier,
    )
    from vision.training.crop_sources import CropPreparation, prepare_crops, shown

    if keep and weights is None:
        raise click.UsageError("--keep cần · needs --weights")
    ups = json.loads((photo_folder / UP_DIRECTIONS).read_text()) if photo_folder else {}
    wanted = CropPreparation(
        folder=crop_folder,
        shared=shared if shared.is_dir() else None,
        ups=ups,
        drawn=drawn,
        per_deck=per_deck,
    )
    folders = []
    for folder in prepare_crops(wanted):
        folders.append(folder)
        click.echo(f"crops: {folder}", err=True)
    config = ClassifierTraining(
        crops=shown(folders, views),
        run_dir=run_folder,
        output=run_folder / "index_classifier.pt",
        epochs=epochs,
        learning_rate=learning_rate,
        start=weights,
        keep=keep,
    )
    trained = train_classifier(config, _Progress())
    temperature, accuracies = calibrated(trained, folders)
    if models is not None:
        (models / "training").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(trained, models / "training" / "index_classifier.pt")
        data: dict[str, str | int | float] = {
            "start": weights.name if weights else "random weights",
            "kept_of_start": keep,
            "crops_seen": views * epochs,
            "sources": f"{len(folders)} folders of crops, see vision/training/crop_sources.py",
            "held_out": ", ".join(accuracies),
        }
        trained = export_classifier(trained, models, temperature, data, accuracies)
    lines = [f"{trained}: temperature {temperature:.2f}; held out, cards named rightly:"]
    lines += [f"{share:8.1%} {name}" for name, share in accuracies.items()]
    _output.emit(
        {"weights": str(trained), "temperature": temperature, "held_out_accuracy": accuracies},
        "\n".join(lines),
        as_json=as_json,
    )


class _Progress:
    """Says on standard error how far a training is and how long it will take."""

    _EVERY = 100

    def __init__(self) -> None:
        self._begun: tuple[int, float] | None = None  # a resumed training begins later

    def __call__(self, done: int, steps: int) -> None:
        first, begun = self._begun = self._begun or (done, time.monotonic())
        if done % self._EVERY and done != steps:
            return
        left_s = (time.monotonic() - begun) / max(done - first, 1) * (steps - done)
        click.echo(f"step {done} of {steps}, {left_s / 60:.0f} min left", err=True)
