"""Names the card of each index that the detector found.

An index is cut from the full-resolution picture as a square, turned upright by its two
keypoints, and named by a small network: 52 cards in `Card.index` order, `JOKER`, and
`REJECT` for whatever is no upright index.
"""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices
from vision.network import open_network

JOKER: Final = 52
REJECT: Final = 53
CLASS_COUNT: Final = 54
CROP_PX: Final = 64
_BATCH: Final = 32
_SURE: Final = np.log(0.9)
_OTHER_LOOKS: Final = ((0.0, 1.25), (40.0, 1.1), (-40.0, 1.1))  # degrees, scale


class IndexClassifier:
    """Reads indices with calibrated doubt.

    Args:
        weights: ONNX file written by `vision.training.classifier.export_classifier`.
        temperature: what the logits are divided by, from the manifest.
        threads: of onnxruntime.

    Raises:
        ModelError: the file is missing or broken.
    """

    def __init__(self, weights: Path, temperature: float = 1.0, threads: int = 2) -> None:
        self._network = open_network(weights, threads)
        self._input = self._network.get_inputs()[0].name
        self._temperature = np.float32(temperature)

    def __call__(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """Return calibrated log-probabilities (N, 54) for the indices of an RGB picture.

        Keypoints can be some forty degrees or a quarter of the height off: an index that cannot
        be named for sure is looked at wider and turned either way, and named by its surest look.
        """
        quads = indices.crop_quads()
        named = self.name_crops(cut_quads(pixels, quads))
        for turn_deg, scale in _OTHER_LOOKS:
            doubtful = np.flatnonzero(named[:, :REJECT].max(axis=1, initial=-np.inf) < _SURE)
            again = self.name_crops(cut_quads(pixels, turned(quads[doubtful], turn_deg, scale)))
            surer = again[:, :REJECT].max(axis=1) > named[doubtful, :REJECT].max(axis=1)
            named[doubtful[surer]] = again[surer]
        return named

    def name_crops(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return calibrated log-probabilities (N, 54) for upright RGB crops (N, 64, 64, 3)."""
        logits = np.zeros((len(crops), CLASS_COUNT), np.float32)
        for start in range(0, len(crops), _BATCH):
            batch = crops[start : start + _BATCH].transpose(0, 3, 1, 2).astype(np.float32)
            logits[start : start + _BATCH] = self._network.run(None, {self._input: batch})[0]
        logits /= self._temperature
        logits -= logits.max(axis=1, keepdims=True)
        return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def turned(
    quads: NDArray[np.floating[Any]], degrees: float, scale: float
) -> NDArray[np.floating[Any]]:
    """Return squares (N, 4, 2) turned clockwise about their middles and made `scale` as large."""
    turn = np.radians(degrees)
    matrix = scale * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middles = quads.mean(axis=1, keepdims=True)
    return np.asarray((quads - middles) @ matrix + middles)


def cut_quads(
    pixels: NDArray[np.uint8], quads: NDArray[np.floating[Any]], size_px: int = CROP_PX
) -> NDArray[np.uint8]:
    """Cut squares out of a picture and turn them upright.

    Args:
        pixels: picture (H, W, 3).
        quads: corners (N, 4, 2) in pixels: top left, top right, bottom right, bottom left
            as seen by a reader of the card.
        size_px: side of the crops.

    Returns:
        Crops (N, size_px, size_px, 3). Large squares are averaged down, so that fine print
        does not alias; what lies beyond the picture repeats its edge.
    """
    crops = np.empty((len(quads), size_px, size_px, 3), np.uint8)
    for crop, quad in zip(crops, np.asarray(quads, np.float32), strict=True):
        side = max(float(np.linalg.norm(quad[1] - quad[0])), 1.0)
        samples = size_px * min(max(int(np.ceil(side / size_px)), 1), 16)
        edge = samples - 0.5
        corners = np.array([[-0.5, -0.5], [edge, -0.5], [edge, edge]], np.float32)
        warped = cv2.warpAffine(
            pixels,
            cv2.getAffineTransform(corners, quad[:3] - 0.5),
            (samples, samples),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        crop[:] = cv2.resize(warped, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return crops
