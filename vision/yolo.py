"""The first stage: a YOLO pose network that finds card indices and which way up they are.

The network is trained with ultralytics (`vision.training.detector`) and exported to ONNX; here
it runs in onnxruntime, so that reading a photo loads neither torch nor ultralytics.
"""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices
from vision.network import open_network

STRIDE_PX = 32
PAD_GREY = 114


class IndexDetector:
    """Finds every card index in a picture at the picture's own scale.

    Indices of about 12 to 120 px height are found; scaling the picture so that they fall into
    that range is the reader's task. `least_confidence` cuts what is returned; what is
    faint is for the reader to judge (`vision.seeing.believable`).
    """

    def __init__(self, weights: Path, least_confidence: float = 0.12, threads: int = 2) -> None:
        self._network = open_network(weights, threads)
        self._input = self._network.get_inputs()[0].name
        self.least_confidence = least_confidence

    def __call__(self, pixels: NDArray[np.uint8]) -> Indices:
        """Indices of an RGB picture (H, W, 3), in its pixels, surest first."""
        raw = self._network.run(None, {self._input: _as_input(pixels)})[0]
        return decode(np.asarray(raw)[0], self.least_confidence, (pixels.shape[1], pixels.shape[0]))


def _as_input(pixels: NDArray[np.uint8]) -> NDArray[np.float32]:
    """RGB (H, W, 3) to float32 (1, 3, H', W') in 0..1, padded right and below to the stride."""
    height, width = pixels.shape[:2]
    below, right = -height % STRIDE_PX, -width % STRIDE_PX
    padded = cv2.copyMakeBorder(
        pixels, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(PAD_GREY,) * 3
    )
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def decode(raw: NDArray[np.float32], least_confidence: float, size_wh: tuple[int, int]) -> Indices:
    """Network output (11, N) to indices without duplicates.

    Rows: centre x, centre y, width, height, confidence, then x, y, visibility of the top and of
    the bottom keypoint.
    """
    sure = raw[:, raw[4] >= least_confidence]
    sure = sure[:, np.argsort(-sure[4], kind="stable")]
    cx, cy, width, height, confidence, top_x, top_y, _, bottom_x, bottom_y, _ = sure
    boxes = np.stack([cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2], axis=1)
    keep = without_duplicates(boxes)
    boxes = boxes[keep].clip(0, np.tile(np.asarray(size_wh, np.float32), 2))
    tops, bottoms = np.stack([top_x, top_y], 1)[keep], np.stack([bottom_x, bottom_y], 1)[keep]
    return Indices(boxes, tops, bottoms, confidence[keep])


def without_duplicates(boxes_xyxy: NDArray[np.float32]) -> NDArray[np.intp]:
    """Positions of the boxes (surest first) that remain when each drops later ones on its spot.

    Judged by the distance of centres, not by overlap: turned neighbours in a tight fan overlap
    as boxes although they are two cards.
    """
    centres = (boxes_xyxy[:, :2] + boxes_xyxy[:, 2:]) / 2
    sizes = (boxes_xyxy[:, 2:] - boxes_xyxy[:, :2]).max(axis=1)
    alive = np.ones(len(boxes_xyxy), bool)
    for position in range(len(boxes_xyxy)):
        if alive[position]:
            apart = np.hypot(*(centres[position + 1 :] - centres[position]).T)
            reach = 0.33 * np.minimum(sizes[position + 1 :], sizes[position])
            alive[position + 1 :] &= apart > reach
    return np.flatnonzero(alive)
