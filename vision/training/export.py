"""Turn a trained detector into the file that the product ships."""

import os
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
    store_as_half(exported, target)
    exported.unlink()
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


def store_as_half(source: Path, target: Path) -> None:
    """Copy an ONNX network with its weights in half precision; arithmetic stays in float32.

    The runtime folds the casts away when it opens the file, so only the file becomes smaller.
    """
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    network = onnx.load(str(source))
    casts = []
    for weights in network.graph.initializer:
        if weights.data_type != TensorProto.FLOAT or len(weights.dims) < 2:
            continue
        name = weights.name
        half = numpy_helper.from_array(
            numpy_helper.to_array(weights).astype("float16"), f"{name}_half"
        )
        weights.CopyFrom(half)
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    del network.metadata_props[:]  # the trainer notes its own paths there
    nodes = [*casts, *network.graph.node]
    del network.graph.node[:]
    network.graph.node.extend(nodes)
    onnx.checker.check_model(network)
    onnx.save(network, str(target))


def keep_for_training(weights: Path, target: Path) -> None:
    """Copy a detector's checkpoint without the paths that its run noted, to train on from there."""
    import torch

    checkpoint = torch.load(weights, map_location="cpu", weights_only=False)
    model = checkpoint["model"]
    model.args = {"task": "pose"}
    model.pt_path = ""
    kept = {"model": model, "train_args": {"task": "pose"}, "epoch": -1, "version": ""}
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save(kept, target)
