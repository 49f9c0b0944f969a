"""`maubinh synthesize`: render labelled scenes for training the index detector."""

import sys
from pathlib import Path

import click

from commands import _output

SHARED = Path("../shared")


@click.command
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--count", default=8000, show_default=True, type=click.IntRange(1), help="Số ảnh · Scenes."
)
@click.option(
    "--seed", default=0, show_default=True, help="Cùng số, cùng ảnh · Same seed, same scenes."
)
@click.option(
    "--size", "size_px", default=640, show_default=True, type=click.IntRange(64, 4096), help="px."
)
@click.option(
    "--shared", default=SHARED, type=click.Path(path_type=Path), help="Bộ bài, nền · Decks, tables."
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Tiến trình · Processes.",
)
@_output.json_option
def command(
    folder: Path,
    count: int,
    seed: int,
    size_px: int,
    shared: Path,
    workers: int,
    as_json: bool,
) -> None:
    """Vẽ ảnh bàn bài có nhãn · Render COUNT labelled scenes into FOLDER (resumable)."""
    from vision.synthesis.dataset import SceneSet, write_scenes

    wanted = SceneSet(
        folder,
        count,
        seed,
        size_px,
        shared=shared if shared.is_dir() else None,
        workers=workers,
    )
    done = 0
    with click.progressbar(length=count, label="scenes", file=sys.stderr) as bar:
        for total in write_scenes(wanted):
            bar.update(total - done)
            done = total
    _output.emit(
        {"folder": str(folder), "scenes": done}, f"{done} scenes in {folder}", as_json=as_json
    )
