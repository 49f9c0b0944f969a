"""Coverage masks: the ink of a glyph or a suit as (H, W) uint8, and how they are put on paper."""

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Colour = tuple[int, int, int]


def fitted(mask: Mask, width: float, height: float, interpolation: int = cv2.INTER_AREA) -> Mask:
    """Return the mask resized to `width` x `height` px (rounded, at least 1)."""
    size = (max(1, round(width)), max(1, round(height)))
    return cv2.resize(mask, size, interpolation=interpolation).astype(np.uint8)


def stamp(paper: NDArray[np.uint8], mask: Mask, left: float, top: float, colour: Colour) -> None:
    """Print a mask in one colour on an RGB picture in place; what sticks out is cut off."""
    x, y = round(left), round(top)
    x0, y0 = max(x, 0), max(y, 0)
    x1 = min(x + mask.shape[1], paper.shape[1])
    y1 = min(y + mask.shape[0], paper.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    cover = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    region = paper[y0:y1, x0:x1]
    region[:] = (region * (1 - cover) + np.array(colour, np.float32) * cover + 0.5).astype(np.uint8)


def stamp_centred(
    paper: NDArray[np.uint8], mask: Mask, centre: tuple[float, float], colour: Colour
) -> None:
    """Print a mask with its middle at `centre` (x, y)."""
    stamp(paper, mask, centre[0] - mask.shape[1] / 2, centre[1] - mask.shape[0] / 2, colour)


def turned(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the picture or mask turned by half a turn."""
    return np.ascontiguousarray(mask[::-1, ::-1])


def cropped(mask: Mask, level: int = 40) -> Mask:
    """Return the mask cut to its ink, or unchanged where there is none."""
    rows, columns = np.nonzero(mask > level)
    if not len(rows):
        return mask
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
