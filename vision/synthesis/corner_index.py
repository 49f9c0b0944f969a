"""Finds the corner index on the picture of a single upright card, by shape alone."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.faces import CARD_WH

_LOOKED_AT: Final = (320, 448)  # the size that the pixel limits below are meant for

Image = NDArray[np.uint8]
Box = tuple[float, float, float, float]


def corner_index(card: Image) -> Box | None:
    """Return the ink box of the top-left index of an upright card (700, 500, 3), or None.

    An index is the rank nearest to the corner that has a symbol of fitting size right below it.
    """
    small = cv2.resize(card, _LOOKED_AT, interpolation=cv2.INTER_AREA).astype(np.uint8)
    symbols = _symbols(small)
    pairs = [
        _union(rank, suit)
        for rank in (_with_twin(symbol, symbols) for symbol in symbols)
        for suit in symbols
        if _is_suit_of(rank, suit)
    ]
    if not pairs:
        return None
    best = min(pairs, key=lambda box: box[0] + box[1])
    scale = CARD_WH[0] / _LOOKED_AT[0]
    return best[0] * scale, best[1] * scale, best[2] * scale, best[3] * scale


def _symbols(card: Image) -> list[Box]:
    """Boxes of what stands out from the paper in the top-left corner and has a symbol's size."""
    corner = card[: int(card.shape[0] * 0.46), : int(card.shape[1] * 0.42)]
    lab = cv2.cvtColor(corner, cv2.COLOR_RGB2LAB).astype(np.float32)
    coarse = (lab // 16).astype(np.int64) @ np.array([256, 16, 1])
    values, counts = np.unique(coarse, return_counts=True)
    paper = np.median(lab[coarse == values[np.argmax(counts)]], axis=0)
    distance = np.linalg.norm((lab - paper) * [1, 1.5, 1.5], axis=2)
    distance = np.clip(distance * 1.5, 0, 255).astype(np.uint8)
    threshold, _ = cv2.threshold(distance, 0, 255, cv2.THRESH_OTSU)
    ink = (distance > max(threshold * 0.8, 45)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    height, width = ink.shape
    return [
        (float(x), float(y), float(x + w), float(y + h))
        for x, y, w, h, area in stats[1:].tolist()
        if area >= max(40, 0.12 * w * h)
        and 10 <= h <= 110
        and 4 <= w <= 120
        and 0 < x < width - w
        and 0 < y < height - h
    ]


def _with_twin(rank: Box, symbols: list[Box]) -> Box:
    """A 10 is two symbols: the rank together with one of the same height right beside it."""
    height = rank[3] - rank[1]
    for other in symbols:
        level = max(abs(other[1] - rank[1]), abs(other[3] - rank[3])) < 0.15 * height
        if level and 0 <= other[0] - rank[2] < 0.3 * height:
            return _union(rank, other)
    return rank


def _is_suit_of(rank: Box, suit: Box) -> bool:
    height, width = suit[3] - suit[1], suit[2] - suit[0]
    rank_height = rank[3] - rank[1]
    middle = (suit[0] + suit[2]) / 2
    return (
        rank_height >= 14
        and -0.1 * rank_height <= suit[1] - rank[3] <= 0.6 * rank_height
        and 0.3 * rank_height <= height <= 1.4 * rank_height
        and 0.6 < width / height < 1.5
        and rank[0] - 0.25 * rank_height <= middle <= rank[2] + 0.25 * rank_height
    )


def _union(first: Box, second: Box) -> Box:
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )
