"""Names the card of each index that the detector found.

An index is cut from the full-resolution picture as a square, turned upright by its two
keypoints, and named by a small network: 52 cards in `Card.index` order, `JOKER`, and
`REJECT` for whatever is no upright index.
"""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.errors import ModelError
from vision.index_network import IndexNetwork
from vision.indices import Indices

JOKER: Final = 52
REJECT: Final = 53
CLASS_COUNT: Final = 54
CROP_PX: Final = 64
_BATCH: Final = 64


class IndexClassifier:
    """Reads indices with calibrated doubt.

    Args:
        weights: file written by `vision.training.classifier` (weights and temperature).

    Raises:
        ModelError: the file is missing or is no index classifier.
    """

    def __init__(self, weights: Path) -> None:
        self._network, self._temperature = load_network(weights)

    def __call__(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """Return calibrated log-probabilities (N, 54) for the indices of an RGB picture."""
        return self.name_crops(cut_quads(pixels, indices.crop_quads()))

    def name_crops(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return calibrated log-probabilities (N, 54) for upright RGB crops (N, 64, 64, 3)."""
        if not len(crops):
            return np.zeros((0, CLASS_COUNT), np.float32)
        with torch.inference_mode():
            logits = torch.cat(
                [
                    self._network(torch.from_numpy(batch).permute(0, 3, 1, 2).float())
                    for batch in np.array_split(crops, -(-len(crops) // _BATCH))
                ]
            )
            scores: NDArray[np.float32] = torch.log_softmax(logits / self._temperature, 1).numpy()
        return scores


def load_network(weights: Path) -> tuple[IndexNetwork, float]:
    """Return the network in evaluation mode and its temperature; raises ModelError."""
    if not weights.is_file():
        raise ModelError(f"no index classifier at {weights}")
    try:
        saved = torch.load(weights, map_location="cpu", weights_only=True)
        network = IndexNetwork(CLASS_COUNT, saved["width"])
        network.load_state_dict(saved["state"])
        temperature = float(saved["temperature"])
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, EOFError) as error:
        raise ModelError(f"{weights} is no index classifier: {error}") from error
    except Exception as error:  # pickle.UnpicklingError and its kin share no base
        raise ModelError(f"{weights} cannot be read: {error}") from error
    return network.eval().to(memory_format=torch.channels_last), temperature


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
