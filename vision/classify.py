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
Floats = NDArray[np.floating[Any]]
CROP_PX: Final = 64
_BATCH: Final = 32
_SURE: Final = np.log(0.95)
_WORTH_LOOKING: Final = np.log(0.5)
_OTHER_LOOKS: Final = ((0.0, 1.25), (40.0, 1.1), (-40.0, 1.1))  # degrees, scale
# What a true index is read through as well: degrees, scale, shift in shares of the square's side.
_NEARBY_LOOKS: Final = (
    (0.0, 1.0, (0.0, 0.0)),
    (0.0, 0.88, (0.0, 0.0)),
    (0.0, 1.13, (0.0, 0.0)),
    (12.0, 1.0, (0.0, 0.0)),
    (-12.0, 1.0, (0.0, 0.0)),
    (0.0, 1.0, (0.1, 0.0)),
    (0.0, 1.0, (-0.1, 0.0)),
    (0.0, 1.0, (0.0, 0.1)),
    (0.0, 1.0, (0.0, -0.1)),
)


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
        be named for sure is looked at wider and turned either way. The surest of many looks is
        often sure of something wrong, so it counts only as far as looks beside it say the same.
        """
        quads = indices.crop_quads()
        named = self.glance(pixels, indices)
        weak = np.flatnonzero(named[:, :REJECT].max(axis=1, initial=-np.inf) < _SURE)
        for turn_deg, scale in _OTHER_LOOKS:
            doubtful = weak[named[weak, :REJECT].max(axis=1, initial=-np.inf) < _SURE]
            looks = turned(quads[doubtful], turn_deg, scale)
            again = self.name_crops(cut_quads(pixels, looks))
            surer = again[:, :REJECT].max(axis=1) > named[doubtful, :REJECT].max(axis=1)
            named[doubtful[surer]] = again[surer]
            quads[doubtful[surer]] = looks[surer]
        weak = weak[named[weak, :REJECT].max(axis=1, initial=-np.inf) > _WORTH_LOOKING]
        named[weak] = self._agreed(pixels, quads[weak])
        return named

    def glance(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """Return log-probabilities (N, 54), each index looked at once, as it was found."""
        return self.name_crops(cut_quads(pixels, indices.crop_quads()))

    def _agreed(self, pixels: NDArray[np.uint8], quads: Floats) -> NDArray[np.float32]:
        """Log-probabilities (N, 54) on which looks at and beside each square agree."""
        looks = np.concatenate([turned(quads, *look) for look in _NEARBY_LOOKS])
        named = self.name_crops(cut_quads(pixels, looks))
        shares = np.exp(named).reshape(len(_NEARBY_LOOKS), len(quads), CLASS_COUNT).mean(axis=0)
        return np.asarray(np.log(shares), np.float32)

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
    quads: Floats, degrees: float, scale: float, shift: tuple[float, float] = (0.0, 0.0)
) -> Floats:
    """Return squares (N, 4, 2) turned clockwise about their middles and made `scale` as large.

    `shift` moves them, right and down in shares of their sides.
    """
    turn = np.radians(degrees)
    matrix = scale * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middles = quads.mean(axis=1, keepdims=True)
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None, None]
    return np.asarray((quads - middles) @ matrix + middles + sides * np.asarray(shift))


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
