"""Turn a trained detector into the file that the product ships."""

import os
import shutil
from pathlib import Path

from vision.manifest import Detector, checksum, write_entry

os.environ.setdefault("YOLO_OFFLINE", "1")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")


def export_detector(
    weights: Path,
    models: Path,
    data: dict[str, str | int | float],
    metrics: dict[str, float] | None = None,
) -> Path:
    """Export `weights` to ONNX for any picture size and enter it in the manifest; the new file."""
    from ultralytics import YOLO

    exported = Path(YOLO(str(weights)).export(format="onnx", dynamic=True, simplify=False))
    models.mkdir(parents=True, exist_ok=True)
    target = models / "index_detector.onnx"
    shutil.move(exported, target)
    entry = Detector(
        file=target.name,
        sha256=checksum(target),
        input="RGB float32 (1, 3, H, W) in 0..1, H and W multiples of 32",
        classes=["index"],
        data=data,
        metrics=metrics or {},
    )
    write_entry(models, "detector", entry)
    return target
