"""Trained networks as ONNX files, run by onnxruntime: reading a photo needs no torch."""

from pathlib import Path
from typing import TYPE_CHECKING

from vision.errors import ModelError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_network(weights: Path, threads: int = 2) -> "InferenceSession":
    """Open `weights` as an onnxruntime session.

    Raises:
        ModelError: the file is missing or broken; never an empty answer instead.
    """
    import onnxruntime

    if not weights.is_file():
        raise ModelError(f"model file {weights} is missing; run `git checkout -- models`")
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # onnxruntime has no public base class for its load errors
        raise ModelError(f"model file {weights} is broken: {error}") from error
