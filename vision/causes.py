"""Why an index is hard to read, from the pixels around it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices
from vision.problems import Box, Problem, ProblemKind

LEAST_HEIGHT_PX = 14.0
_DARK_PAPER = 75.0  # grey value of the paper
_GLARE_PAPER, _GLARE_CONTRAST = 225.0, 70.0
_BLUR_SHARE = 0.16  # of the index's height over which ink fades into paper
_EDGE_PX = 2.0
_DARK_PHOTO = 45.0


def box_of(indices: Indices, position: int) -> Box:
    """Left, top, width, height of an index in whole pixels."""
    left, top, right, bottom = indices.boxes_xyxy[position].tolist()
    return round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top))


def cause_of(pixels: NDArray[np.uint8], indices: Indices, position: int) -> Problem | None:
    """The likeliest reason why the index at `position` is doubtful, None if it looks fine."""
    box = box_of(indices, position)
    height = float(indices.heights_px[position])
    left, top, right, bottom = indices.boxes_xyxy[position].tolist()
    edges = (left, top, pixels.shape[1] - right, pixels.shape[0] - bottom)
    if min(edges) < _EDGE_PX:
        return Problem(ProblemKind.CUT_OFF, box)
    if height < LEAST_HEIGHT_PX:
        return Problem.of(ProblemKind.TOO_SMALL, box, height=height, least=LEAST_HEIGHT_PX)
    grey = _grey_around(pixels, box)
    ink, paper = np.percentile(grey, (2, 90))
    if paper < _DARK_PAPER:
        return Problem(ProblemKind.TOO_DARK, box)
    if paper > _GLARE_PAPER and paper - ink < _GLARE_CONTRAST:
        return Problem(ProblemKind.GLARE, box)
    if fade_px(grey) > _BLUR_SHARE * height:
        return Problem(ProblemKind.BLURRED, box)
    return None


def fade_px(grey: NDArray[np.float32]) -> float:
    """Width in pixels over which the sharpest edges of a grey picture go from dark to light."""
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    steepest = float(np.percentile(np.hypot(across, down), 99))
    dark, light = np.percentile(grey, (2, 98))
    return float(light - dark) / max(steepest, 1e-3)


def photo_is_dark(pixels: NDArray[np.uint8]) -> bool:
    """Whether hardly anything in the photo is bright enough to be paper."""
    grey = cv2.cvtColor(pixels[::8, ::8], cv2.COLOR_RGB2GRAY)
    return bool(np.percentile(grey, 95) < _DARK_PHOTO)


def _grey_around(pixels: NDArray[np.uint8], box: Box) -> NDArray[np.float32]:
    x, y, w, h = box
    margin = max(2, max(w, h) // 4)
    part = pixels[max(0, y - margin) : y + h + margin, max(0, x - margin) : x + w + margin]
    return cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY).astype(np.float32)
