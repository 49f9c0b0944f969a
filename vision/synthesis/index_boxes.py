"""Find the ink of a corner index on a card image inside a window that is known for the deck."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.faces import Image, IndexMark, turned_half

Box = tuple[float, float, float, float]
Window = tuple[int, int, int, int]

_COURTS = (9, 10, 11)  # J, Q, K as card number // 4
_HARDER = ((0.6, 0.75), (0.75, 0.6), (0.35, 0.0), (0.6, 0.0))  # contrast and inside, in turn
SPECK = 40  # px: a smaller blob is noise


def ink_box(rgb: Image, window: Window, contrast: float = 0.35, inside: float = 0.75) -> Box | None:
    """Return the tight box of the ink blobs that lie in `window` (x0, y0, x1, y1), or None.

    Paper is the commonest colour of the window. `contrast` is the share of the strongest
    difference from paper that counts as ink; a blob of which less than `inside` lies in the window
    is a pip, a frame or a court and is left out.
    """
    x0, y0, x1, y1 = window
    reach_x, reach_y = 2 * x1 - x0, y1 + (y1 - y0) // 2
    area = rgb[:reach_y, :reach_x].astype(np.int16)
    red, green, blue = np.moveaxis(np.abs(area - _paper(rgb[y0:y1, x0:x1])), 2, 0)
    difference = np.maximum(np.maximum(red, green), blue)  # far quicker than max(axis=2)
    strongest = float(np.percentile(difference[y0:y1, x0:x1], 98))
    ink = (difference > max(30.0, contrast * strongest)).astype(np.uint8)
    count, labels = cv2.connectedComponents(ink)
    total = np.bincount(labels.ravel(), minlength=count)
    within = np.bincount(labels[y0:y1, x0:x1].ravel(), minlength=count)
    keep = (within > inside * total) & (within >= SPECK)
    keep[0] = False
    rows, columns = np.nonzero(keep[labels[y0:y1, x0:x1]])
    if not len(rows):
        return None
    left, top = float(x0 + columns.min()), float(y0 + rows.min())
    return left, top, x0 + float(columns.max()) + 1, y0 + float(rows.max()) + 1


def index_marks(
    rgb: Image, window: Window, corners: int = 2, contrast: float = 0.35, inside: float = 0.75
) -> tuple[IndexMark, ...]:
    """Return the marks found in the top-left corner and its half turn, or in all four corners.

    A four-corner deck has the same upright index at the top right, and both again half turned.
    """
    size = (rgb.shape[1], rgb.shape[0])
    turned = np.ascontiguousarray(rgb[::-1, ::-1])
    windows: Sequence[tuple[Window, bool]] = [(window, False)]
    if corners == 4:
        windows = [(window, False), (window, True)]
    marks = []
    for image, upside_down in ((rgb, False), (turned, True)):
        for place, right in windows:
            box = _box(image, place, right, contrast, inside)
            if box is None:
                continue
            marks.append(turned_half(box, size) if upside_down else IndexMark(box, 0))
    return tuple(marks)


def _box(rgb: Image, window: Window, right: bool, contrast: float, inside: float) -> Box | None:
    if not right:
        return ink_box(rgb, window, contrast, inside)
    box = ink_box(np.ascontiguousarray(rgb[:, ::-1]), window, contrast, inside)
    return None if box is None else (rgb.shape[1] - box[2], box[1], rgb.shape[1] - box[0], box[3])


def _paper(window: Image) -> NDArray[np.int16]:
    flat = window.reshape(-1, 3)
    levels = (flat >> 4).astype(np.int32)
    codes = levels[:, 0] * 256 + levels[:, 1] * 16 + levels[:, 2]
    common = np.bincount(codes).argmax()
    paper: NDArray[np.int16] = np.median(flat[codes == common], axis=0).astype(np.int16)
    return paper


def repaired(
    found: dict[int, tuple[IndexMark, ...]], images: dict[int, Image], window: Window, corners: int
) -> dict[int, tuple[IndexMark, ...]]:
    """Return the marks of a deck with the odd ones looked for again.

    All indices of a deck are about equally tall, courts and the others each. Where a card's are
    not, its index touches a pip or a frame: darker ink is looked for, then all ink of the window.
    What is still odd is left out.
    """
    result = {}
    for card, marks in found.items():
        kin = [c for c in found if (c // 4 in _COURTS) == (card // 4 in _COURTS)]
        usual = float(np.median([_height(mark) for c in kin for mark in found[c]]))
        good = [mark for mark in marks if not _odd(mark, usual)]
        for contrast, inside in _HARDER:
            if len(good) == corners:
                break
            again = index_marks(images[card], window, corners, contrast, inside)
            good += [m for m in again if not _odd(m, usual) and not _overlaps(m, good)]
        result[card] = tuple(good)
    return result


def _height(mark: IndexMark) -> float:
    return mark.box_xyxy[3] - mark.box_xyxy[1]


def _odd(mark: IndexMark, usual: float) -> bool:
    return not 0.87 < _height(mark) / usual < 1.15


def _overlaps(new: IndexMark, marks: list[IndexMark]) -> bool:
    x0, y0, x1, y1 = new.box_xyxy
    return any(
        left < x1 and x0 < right and top < y1 and y0 < bottom
        for left, top, right, bottom in (mark.box_xyxy for mark in marks)
    )
