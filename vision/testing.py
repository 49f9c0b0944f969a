"""Tables of cards without a camera: positions, visible indices and painted stand-ins for photos.

Everything is measured in millimetres on the table until `Camera` projects it into pixels. The
painted picture shows each index as a block whose colours carry the card's number and its up
direction; `PaintDetector` and `PaintClassifier` read it back, so that whatever calls two networks
can be tested at any scale without one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck import CLASS_COUNT, REJECT
from vision.indices import Floats, Indices

CARD_W_MM, CARD_H_MM = 63.0, 88.0
INDEX_W_MM, INDEX_H_MM = 9.0, 17.0
_INSET_X_MM, _INSET_Y_MM = 6.5, 12.0

_CLOTH, _INK = 220, 345  # grey of the painted table; red and blue of an index together are less

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """A card on the table: centre in mm (y towards the viewer), turned clockwise by `turn_deg`."""

    x: float
    y: float
    turn_deg: float = 0.0

    def to_table(self, points: Array) -> Array:
        """(K, 2) points of the upright card around its centre, in mm, to the table."""
        turn = np.radians(self.turn_deg)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        moved: Array = points @ rotation.T + (self.x, self.y)
        return moved

    @property
    def outline(self) -> Array:
        """(4, 2) corners on the table."""
        w, h = CARD_W_MM / 2, CARD_H_MM / 2
        return self.to_table(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]))

    def moved(self, x: float, y: float, turn_deg: float) -> "Pose":
        """Turn the pose around the table's origin, then move it."""
        centre = Pose(x, y, turn_deg).to_table(np.array([[self.x, self.y]]))[0]
        return Pose(float(centre[0]), float(centre[1]), self.turn_deg + turn_deg)


def rows_layout(
    rng: np.random.Generator,
    *,
    pitch_mm: float = 70.0,
    row_gap_mm: float = 95.0,
    jitter_mm: float = 3.0,
    jitter_deg: float = 4.0,
    bend: float = 0.0,
    counts: Sequence[int] = (3, 5, 5),
) -> list[Pose]:
    """Three rows, front first and farthest away; `bend` is the sag in mm 150 mm off the middle."""
    poses = []
    for row, count in enumerate(counts):
        slip = float(rng.normal(0, jitter_mm))
        for place in range(count):
            x = (place - (count - 1) / 2) * pitch_mm + slip + float(rng.normal(0, jitter_mm))
            y = (row - 1) * row_gap_mm + bend * (x / 150) ** 2 + float(rng.normal(0, jitter_mm))
            lean = np.degrees(np.arctan(2 * bend * x / 150**2))
            poses.append(Pose(x, y, float(lean + rng.normal(0, jitter_deg))))
    return poses


def fan_layout(rng: np.random.Generator, count: int = 13, spread_deg: float = 110.0) -> list[Pose]:
    """A hand held or laid as a fan, left card lowest."""
    radius = 110.0
    turns = np.linspace(-spread_deg / 2, spread_deg / 2, count) + rng.normal(0, 0.8, count)
    rim = radius * np.stack([np.sin(np.radians(turns)), -np.cos(np.radians(turns))], axis=1)
    return [Pose(float(x), float(y), float(t)) for (x, y), t in zip(rim, turns, strict=True)]


def heap_layout(rng: np.random.Generator, count: int = 13, spread_mm: float = 110.0) -> list[Pose]:
    """Cards thrown anyhow."""
    places = rng.uniform(-spread_mm, spread_mm, (count, 2))
    turns = rng.uniform(0, 360, count)
    return [Pose(float(x), float(y), float(t)) for (x, y), t in zip(places, turns, strict=True)]


def table_layout(
    hands: Sequence[list[Pose]], sides_deg: Sequence[float], out_mm: float
) -> list[Pose]:
    """Hands around a table: each `out_mm` from the middle, 0 degrees nearest the viewer."""
    poses = []
    for hand, side in zip(hands, sides_deg, strict=True):
        poses += [pose.moved(0, out_mm, 0).moved(0, 0, side) for pose in hand]
    return poses


@dataclass(frozen=True, slots=True)
class Camera:
    """A homography from the table (mm) to pixels."""

    matrix: Array
    size_wh: tuple[int, int]

    @classmethod
    def over(
        cls, poses: Sequence[Pose], size_wh: tuple[int, int], turn_deg: float = 0, tilt: float = 0
    ) -> "Camera":
        """Look at all cards, the table turned by `turn_deg`; `tilt` 0 from above, 0.4 strong."""
        outlines = np.concatenate([pose.outline for pose in poses])
        middle = (outlines.min(axis=0) + outlines.max(axis=0)) / 2
        turn = np.radians(turn_deg)
        rotate = np.array(
            [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
        )
        shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        reach = float(np.abs(outlines - middle).max()) * 1.5
        lean = np.array([[1, 0, 0], [0, 1 - 0.5 * tilt, 0], [0, -tilt / reach, 1]])
        placed = lean @ rotate @ shift
        seen = _project(placed, outlines)
        low, high = seen.min(axis=0), seen.max(axis=0)
        scale = 0.92 * float((np.array(size_wh) / (high - low)).min())
        fit = np.array(
            [
                [scale, 0, size_wh[0] / 2 - scale * (low[0] + high[0]) / 2],
                [0, scale, size_wh[1] / 2 - scale * (low[1] + high[1]) / 2],
                [0, 0, 1],
            ]
        )
        return cls(fit @ placed, size_wh)

    def project(self, points: Array) -> Array:
        """(K, 2) mm on the table to (K, 2) pixels."""
        return _project(self.matrix, points)


def _project(matrix: Array, points: Array) -> Array:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    flat: Array = homogeneous[:, :2] / homogeneous[:, 2:]
    return flat


def visible_indices(
    poses: Sequence[Pose], camera: Camera, *, four_corners: bool = False
) -> tuple[Indices, NDArray[np.intp]]:
    """Indices that no later card covers, and (N,) the position of the card of each.

    A card has one at its upper left and one, upside down, at its lower right; a deck with four
    corners has them on the other side too.
    """
    parts, owners = [], []
    x, y = CARD_W_MM / 2 - _INSET_X_MM, CARD_H_MM / 2 - _INSET_Y_MM
    w, h = INDEX_W_MM / 2, INDEX_H_MM / 2
    ink = np.array([[-w, -h], [w, -h], [w, h], [-w, h], [0, -h], [0, h]])
    for owner, pose in enumerate(poses):
        covers = [later.outline.astype(np.float32) for later in poses[owner + 1 :]]
        for sign, side in ((1, x), (-1, x), (1, -x), (-1, -x))[: 4 if four_corners else 2]:
            mark = pose.to_table(sign * (ink + (-side, -y)))
            if any(_inside(cover, point) for cover in covers for point in mark):
                continue
            seen = camera.project(mark).astype(np.float32)
            box = np.concatenate([seen[:4].min(axis=0), seen[:4].max(axis=0)])
            parts.append(Indices(box[None], seen[4:5], seen[5:], np.array([0.9], np.float32)))
            owners.append(owner)
    return Indices.concatenated(parts), np.array(owners, dtype=np.intp)


def _inside(outline: NDArray[np.float32], point: Array) -> bool:
    return cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) > 0


def angles_deg(indices: Indices) -> Floats:
    """(N,) how far each card is turned clockwise from upright, -180 to 180."""
    angles: Floats = np.degrees(np.arctan2(indices.ups[:, 0], -indices.ups[:, 1]))
    return angles


def log_probs_of(names: Sequence[int], certainty: float = 0.999) -> NDArray[np.float32]:
    """(N, 54) what a classifier says that is `certainty` sure of each name."""
    rest = (1 - certainty) / (CLASS_COUNT - 1)
    probs = np.full((len(names), CLASS_COUNT), rest, np.float32)
    probs[np.arange(len(names)), list(names)] = certainty
    logs: NDArray[np.float32] = np.log(probs)
    return logs


def paint(indices: Indices, names: Sequence[int], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """(H, W, 3) picture of the indices: upper half red, lower half blue, green tells the name."""
    pixels = np.full((size_wh[1], size_wh[0], 3), _CLOTH, np.uint8)
    rights = np.stack([-indices.ups[:, 1], indices.ups[:, 0]], axis=1)
    for i, name in enumerate(names):
        side = rights[i] * indices.widths_px[i] / 2
        top, bottom, centre = indices.tops_xy[i], indices.bottoms_xy[i], indices.centres_xy[i]
        green = 40 + 4 * (int(name) % 53)
        for end, colour in ((top, (250, green, 0)), (bottom, (0, green, 250))):
            quad = np.array([end - side, end + side, centre + side, centre - side])
            cv2.fillConvexPoly(pixels, np.round(quad * 16).astype(np.int32), colour, shift=4)
    return pixels


@dataclass(frozen=True, slots=True)
class PaintDetector:
    """Finds painted indices of a network's range of heights, as a detector would."""

    least_height_px: float = 10.0
    most_height_px: float = 140.0
    flipped: bool = False

    def __call__(self, pixels: NDArray[np.uint8]) -> Indices:
        """Indices in the pixels of the given picture."""
        red_px, blue_px = pixels[:, :, 0].astype(int), pixels[:, :, 2].astype(int)
        ink = (red_px + blue_px < _INK).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(ink)
        parts = []
        for label in range(1, count):
            left, top, width, height, area = (int(value) for value in stats[label])
            window = (slice(top, top + height), slice(left, left + width))
            spot = labels[window] == label
            red = spot & (red_px[window] > blue_px[window])
            blue = spot & ~red
            if area < 20 or not red.any() or not blue.any():
                continue
            ends = [np.argwhere(half).mean(axis=0)[::-1] + (left, top) for half in (red, blue)]
            step = ends[0] - ends[1]  # the halves' middles lie half a height apart
            ends = [ends[0] + step / 2, ends[1] - step / 2]
            if not self.least_height_px <= 2 * np.linalg.norm(step) <= self.most_height_px:
                continue
            box = np.array([[left, top, left + width, top + height]])
            first, second = reversed(ends) if self.flipped else ends
            parts.append(Indices(box, first[None], second[None], np.array([0.9])))
        return Indices.concatenated(parts)


@dataclass(frozen=True, slots=True)
class PaintClassifier:
    """Names painted indices; one given upside down is rejected."""

    certainty: float = 0.999

    def __call__(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """(N, 54) log-probabilities."""
        names = []
        quarter = (indices.tops_xy - indices.bottoms_xy) / 4
        for x, y in (indices.centres_xy + quarter).round().astype(int):
            red, green, blue = (int(value) for value in pixels[y, x])
            names.append(round((green - 40) / 4) if red > blue else REJECT)
        return log_probs_of(names, self.certainty)

    def glance(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """(N, 54) the same: nothing that is painted needs a second look."""
        return self(pixels, indices)


@dataclass(frozen=True, slots=True)
class AsTold:
    """A classifier that says what a function of the picture and the indices tells."""

    tell: Callable[[NDArray[np.uint8], Indices], NDArray[np.float32]]

    def __call__(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """(N, 54) log-probabilities."""
        return self.tell(pixels, indices)

    def glance(self, pixels: NDArray[np.uint8], indices: Indices) -> NDArray[np.float32]:
        """(N, 54) the same."""
        return self.tell(pixels, indices)
