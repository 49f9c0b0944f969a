"""Find the indices of a photo, looking again at the scale that the first look asks for.

A network finds an index best at some 32 px, while a card may fill a photo or be one of 52 in it.
So the photo is looked at once at a moderate size; then the part that holds cards is looked at
again, scaled so that its indices have that height, in tiles where it becomes too large.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.indices import Indices

Pixels = NDArray[np.uint8]
Detector = Callable[[Pixels], Indices]

BEST_HEIGHT_PX = 32.0
FIRST_SIDE_PX = 1280
OTHER_SIDES_PX = (448, 2560)  # tried in turn where the first look shows no card
TILE_PX = 1600
OVERLAP_PX = 160  # an index of five times the best height still lies whole in one of two tiles
_MOST_ENLARGED = 2.0
_GOOD_ENOUGH = (26.0, 64.0)  # median height at which a second look shows nothing new
_LEAST_HEIGHT_PX = 14.0
_SURE = 0.5  # confidence of the indices that decide where to look again
_LEAST_GROUP = 3  # indices of another size that are worth a look of their own
_BOX_SHARE = 0.8
_SPREAD = 4.0  # heights of one look, largest over smallest
_MARGIN_SIZES = 9.0  # a card and a neighbour beyond the outermost index
_SAME_INDEX = 0.4  # of the smaller one's longer side, between centres,
_SAME_NARROW = 0.75  # or of the side that way if that is less: the next card of a tight fan
_PART_OF = 0.8  # of the difference in size: a smaller box inside a larger one
_SCALE_WEIGHT = 0.3  # confidence that a fitting scale is worth


@dataclass(frozen=True, slots=True)
class Look:
    """A part of the photo (left, top, right, bottom, in its pixels) at a scale."""

    part_xyxy: tuple[int, int, int, int]
    scale: float


def find_indices(detector: Detector, pixels: Pixels, first_side_px: int = FIRST_SIDE_PX) -> Indices:
    """All indices of an RGB photo, each once, in its own pixels."""
    height, width = pixels.shape[:2]
    enlarged = _MOST_ENLARGED if first_side_px > FIRST_SIDE_PX else 1.0
    whole = Look((0, 0, width, height), min(enlarged, first_side_px / max(width, height)))
    first = _looked(detector, pixels, whole)
    again = plan_looks(first, whole, (width, height))
    seen = [first, *(_looked(detector, pixels, look) for look in again)]
    return merged(seen, [look.scale for look in (whole, *again)])


def find_turned(
    detector: Detector, pixels: Pixels, quarter_turns: int, first_side_px: int = FIRST_SIDE_PX
) -> Indices:
    """All indices of an RGB photo, each once, looked for with the photo turned counterclockwise.

    What a network misses in a photo it often finds in the turned one.
    """
    turned = np.ascontiguousarray(np.rot90(pixels, quarter_turns))
    found = find_indices(detector, turned, first_side_px)
    height, width = turned.shape[:2]
    for _ in range(quarter_turns):
        found, height, width = found.turned_clockwise(height), width, height
    return found


def plan_looks(first: Indices, whole: Look, size_wh: tuple[int, int]) -> list[Look]:
    """Where to look again, and at which scale, after the first look at the whole photo."""
    looks = []
    for group in _height_groups(first.select(first.confidence >= _SURE)):
        heights = _looked_heights(group)
        middle, least = float(np.median(heights)), float(np.percentile(heights, 15))
        scale = min(max(BEST_HEIGHT_PX / middle, _LEAST_HEIGHT_PX / least), _MOST_ENLARGED)
        easy = _GOOD_ENOUGH[0] <= middle * whole.scale <= _GOOD_ENOUGH[1]
        if easy and least * whole.scale >= _LEAST_HEIGHT_PX:
            continue
        if 0.9 < scale / whole.scale < 1.1:
            continue
        looks.append(Look(_part_around(group, size_wh), scale))
    return looks


def _height_groups(indices: Indices) -> list[Indices]:
    """The indices by height, so that one scale serves each group."""
    every = _looked_heights(indices)
    order = np.argsort(every)
    heights = every[order]
    groups, start = [], 0
    while start < len(heights):
        stop = int(np.searchsorted(heights, heights[start] * _SPREAD, side="right"))
        groups.append(indices.select(order[start:stop]))
        start = stop
    return [group for group in groups if len(group) >= min(_LEAST_GROUP, len(indices))]


def _looked_heights(indices: Indices) -> NDArray[np.float32]:
    """Heights (N,), by the box where the two points lie too close, as they do far out of scale."""
    sides = indices.boxes_xyxy[:, 2:] - indices.boxes_xyxy[:, :2]
    longest = sides.max(axis=1, initial=0)
    heights: NDArray[np.float32] = np.maximum(indices.heights_px, _BOX_SHARE * longest)
    return heights


def _part_around(group: Indices, size_wh: tuple[int, int]) -> tuple[int, int, int, int]:
    margin = _MARGIN_SIZES * float(np.median(group.heights_px))
    low = np.maximum(group.boxes_xyxy[:, :2].min(axis=0) - margin, 0)
    high = np.minimum(group.boxes_xyxy[:, 2:].max(axis=0) + margin, size_wh)
    return int(low[0]), int(low[1]), int(np.ceil(high[0])), int(np.ceil(high[1]))


def _looked(detector: Detector, pixels: Pixels, look: Look) -> Indices:
    left, top, right, bottom = look.part_xyxy
    part = pixels[top:bottom, left:right]
    width, height = (max(1, round(side * look.scale)) for side in (right - left, bottom - top))
    if (height, width) != part.shape[:2]:
        smooth = cv2.INTER_AREA if look.scale < 1 else cv2.INTER_CUBIC
        part = np.asarray(cv2.resize(part, (width, height), interpolation=smooth), dtype=np.uint8)
    found = []
    for x in _tile_starts(width):
        for y in _tile_starts(height):
            tile = np.ascontiguousarray(part[y : y + TILE_PX, x : x + TILE_PX])
            window = (x, y, x + tile.shape[1], y + tile.shape[0])
            found.append(_not_cut(detector(tile).moved(1.0, (x, y)), window, (width, height)))
    scale = ((right - left) / width, (bottom - top) / height)
    seen = Indices.concatenated(found).moved(scale, (left, top))
    return _not_cut(seen, look.part_xyxy, (pixels.shape[1], pixels.shape[0]), 2 * max(scale))


def _tile_starts(length: int) -> list[int]:
    if length <= TILE_PX:
        return [0]
    count = -(-(length - OVERLAP_PX) // (TILE_PX - OVERLAP_PX))
    return [round(i * (length - TILE_PX) / (count - 1)) for i in range(count)]


def _not_cut(
    seen: Indices,
    window_xyxy: tuple[int, int, int, int],
    frame_wh: tuple[int, int],
    slack_px: float = 2.0,
) -> Indices:
    """Leave out what the edge of a window cuts where the picture goes on beyond it."""
    low, high = np.array(window_xyxy[:2]), np.array(window_xyxy[2:])
    cut_low = (seen.boxes_xyxy[:, :2] < low + slack_px) & (low > 0)
    cut_high = (seen.boxes_xyxy[:, 2:] > high - slack_px) & (high < np.array(frame_wh))
    return seen.select(np.flatnonzero(~(cut_low | cut_high).any(axis=1)))


def merged(looks: Sequence[Indices], scales: Sequence[float]) -> Indices:
    """One index for every place, the surest first; a look at a fitting scale counts more."""
    everything = Indices.concatenated(looks)
    heights = everything.heights_px * np.repeat(scales, [len(seen) for seen in looks])
    misfit = np.minimum(np.abs(np.log2(heights / BEST_HEIGHT_PX)) / 2, 1)
    everything = everything.select(
        np.argsort(_SCALE_WEIGHT * misfit - everything.confidence, kind="stable")
    )
    centres, ups = everything.centres_xy, everything.ups
    axes = np.stack([ups, np.stack([-ups[:, 1], ups[:, 0]], axis=1)], axis=1)  # (N, 2, 2)
    sides = np.stack([everything.heights_px, everything.widths_px], axis=1)
    sizes = sides.max(axis=1, initial=0)
    keep = np.ones(len(everything), dtype=bool)
    for position in range(len(everything)):
        if keep[position]:
            rest = slice(position + 1, None)
            steps = centres[rest] - centres[position]
            longer = _SAME_INDEX * np.minimum(sizes[rest], sizes[position])
            narrow = _SAME_NARROW * np.minimum(sides[rest], sides[position])
            reach = np.minimum(longer[:, None], narrow)
            elsewhere = np.linalg.norm(steps @ axes[position].T / reach, axis=1) > 1
            inside = _PART_OF * np.abs(sizes[rest] - sizes[position])
            keep[rest] &= elsewhere & (np.linalg.norm(steps, axis=1) > inside)
    return everything.select(keep)
