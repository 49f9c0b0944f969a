"""Why an index is hard to read, from the pixels around it."""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices
from vision.problems import Box, Problem, ProblemKind

LEAST_HEIGHT_PX = 14.0
_DARK_PAPER = 75.0  # grey value of the paper
_GLARE_PAPER, _GLARE_CONTRAST = 225.0, 70.0
_BLUR_SHARE = 0.2  # of the index's height over which ink fades into paper: real photos that are
# sharp at most 0.14; blurred by a tenth of the height, or shaken by a third, 0.24 and more
_WHITE, _PAPER_BELOW_WHITE = 248, 238.0  # glare is whiter than paper; on white paper it is unseen
_GLARE_REACH, _GLARE_LEAST = 1.0, 0.6  # in index sizes: around the cards, and across a spot
_MOST_GLARES = 2
_EDGE_PX = 2.0
_DARK_PHOTO = 30.0  # grey value of the brightest twentieth; four photos at 15 to 34 still read well
_VIEW_SIDE_PX = 1280
_JUDGES, _JUDGED_PX = 8, 48.0
_SOFT_PHOTO_PX = 5.0  # at that size: sharp real photos 2.2 to 4.4, blurred or shaken ones 5 to 35


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
    if _softness(pixels, indices, position) > _BLUR_SHARE:
        return Problem(ProblemKind.BLURRED, box)
    return None


@dataclass(frozen=True, slots=True)
class SmallView:
    """A photo as small as suffices to judge all of it: `pixels` (H, W, 3), `scale` times as large.

    Shrinking twelve megapixels takes longer than all that is measured on it.
    """

    pixels: NDArray[np.uint8]
    scale: float

    @classmethod
    def of(cls, pixels: NDArray[np.uint8]) -> Self:
        """Shrink a photo."""
        scale = min(1.0, _VIEW_SIDE_PX / max(pixels.shape[:2]))
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return cls(np.asarray(small, np.uint8), scale)


def photo_causes(pixels: NDArray[np.uint8], view: SmallView, indices: Indices) -> list[Problem]:
    """What makes a whole photo (H, W, 3) hard to read: dark, or blurred all over.

    For photos in which something is missing or in doubt; what was read well needs no excuse. Blur
    is measured on the `indices` that were found, for it is their size that matters, and on the
    whole picture only where there are none.
    """
    grey = cv2.cvtColor(view.pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    if np.percentile(grey, 95) < _DARK_PHOTO:
        return [Problem(ProblemKind.TOO_DARK)]
    if len(indices):
        surest = np.argsort(-indices.confidence)[:_JUDGES].tolist()
        soft = float(np.median([_softness(pixels, indices, i) for i in surest])) > _BLUR_SHARE
    else:
        soft = softest_fade_px(grey, 99.9) > _SOFT_PHOTO_PX
    return [Problem(ProblemKind.BLURRED)] if soft else []


def glare_spots(
    pixels: NDArray[np.uint8], view: SmallView, indices: Indices, outlines: NDArray[np.float64]
) -> list[Problem]:
    """Where a lamp's reflection lies on cards and may hide one, the largest first.

    Args:
        pixels: the photo (H, W, 3).
        view: the same, small.
        indices: those of the cards that were read.
        outlines: (M, 4, 2) the corners of those cards in pixels.
    """
    if not len(indices):
        return []
    greys = (_grey_around(pixels, box_of(indices, i)) for i in range(len(indices)))
    if np.median([np.percentile(grey, 90) for grey in greys]) > _PAPER_BELOW_WHITE:
        return []
    small, scale = view.pixels, view.scale
    size = float(np.median(indices.heights_px)) * scale
    cards = np.zeros(small.shape[:2], np.uint8)
    around = cv2.convexHull((outlines.reshape(-1, 2) * scale).astype(np.int32))
    cv2.fillConvexPoly(cards, around, 1)
    cv2.polylines(cards, [around], True, 1, max(1, round(_GLARE_REACH * size)))
    bright = cv2.inRange(small, np.full(3, _WHITE), np.full(3, 255))
    white = cv2.bitwise_and(bright, bright, mask=cards)
    depth = cv2.distanceTransform(white, cv2.DIST_L2, 3)  # to the edge of a spot
    least = _GLARE_LEAST * size / 2
    _, _, cores, _ = cv2.connectedComponentsWithStats((depth >= least).astype(np.uint8))
    largest = sorted(cores[1:].tolist(), key=lambda core: -core[cv2.CC_STAT_AREA])[:_MOST_GLARES]
    grown = [(x - least, y - least, w + 2 * least, h + 2 * least) for x, y, w, h, _ in largest]
    boxes = [tuple(round(part / scale) for part in box) for box in grown]
    return [Problem(ProblemKind.GLARE, (x, y, w, h)) for x, y, w, h in boxes]


def _softness(pixels: NDArray[np.uint8], indices: Indices, position: int) -> float:
    """Width of an index's edges as a share of its height, a large index being shrunk first."""
    grey = _grey_around(pixels, box_of(indices, position))
    height = float(indices.heights_px[position])
    scale = min(1.0, _JUDGED_PX / height)
    if scale < 1:
        grey = np.asarray(
            cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32
        )
    return softest_fade_px(grey, 99) / (scale * height)


def softest_fade_px(grey: NDArray[np.float32], sharpest: float) -> float:
    """Width in pixels over which edges go from dark to light, in the direction where it is widest.

    A shaken photo stays sharp along the way that the hand went. `sharpest` is the percentile of
    all pixels that are taken to be the middle of an edge.
    """
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
    slopes = (across, down, (across + down) * np.sqrt(0.5), (across - down) * np.sqrt(0.5))
    steepest = min(float(np.percentile(np.abs(slope), sharpest)) for slope in slopes)
    dark, light = np.percentile(grey, (1, 99))
    return float(light - dark) / max(steepest, 1e-3)


def _grey_around(pixels: NDArray[np.uint8], box: Box) -> NDArray[np.float32]:
    x, y, w, h = box
    margin = max(2, max(w, h) // 4)
    bottom, right = pixels.shape[0] - 1, pixels.shape[1] - 1
    top, left = min(max(0, y - margin), bottom), min(max(0, x - margin), right)  # never empty
    part = pixels[top : max(top + 1, y + h + margin), left : max(left + 1, x + w + margin)]
    return cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY).astype(np.float32)
