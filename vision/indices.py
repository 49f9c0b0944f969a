"""The indices found in a photo: where each is and which way its card is up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

USUAL_SHAPE = 1.75  # height over width
CROP_SIDE_FACTOR = 1.4  # ink plus the white around it that tells a 6 from the tail of a 16


@dataclass(frozen=True, slots=True)
class Indices:
    """N corner indices (rank over suit), in pixels of the oriented image.

    boxes_xyxy  (N, 4)  axis-aligned box of the ink: left, top, right, bottom
    tops_xy     (N, 2)  middle of the index's top edge, up as on its own card
    bottoms_xy  (N, 2)  middle of its bottom edge
    confidence  (N,)    the detector's, 0 to 1

    Arrays become float32 copies, read-only. Raises ValueError for other
    shapes or non-finite numbers.
    """

    boxes_xyxy: Floats
    tops_xy: Floats
    bottoms_xy: Floats
    confidence: Floats

    def __post_init__(self) -> None:
        count = len(np.asarray(self.confidence))
        shapes = {"boxes_xyxy": (count, 4), "tops_xy": (count, 2), "bottoms_xy": (count, 2)}
        for name, shape in (*shapes.items(), ("confidence", (count,))):
            array = np.array(getattr(self, name), dtype=np.float32)
            if array.size == 0 and count == 0:
                array = array.reshape(shape)
            if array.shape != shape:
                raise ValueError(f"{name} is {array.shape}, expected {shape}")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} holds a number that is not finite")
            array.flags.writeable = False
            object.__setattr__(self, name, array)

    @classmethod
    def empty(cls) -> Self:
        """No index at all."""
        return cls(*(np.zeros(shape, np.float32) for shape in ((0, 4), (0, 2), (0, 2), (0,))))

    @classmethod
    def concatenated(cls, parts: Sequence["Indices"]) -> "Indices":
        """All indices of `parts` in order."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([part.boxes_xyxy for part in parts]),
            np.concatenate([part.tops_xy for part in parts]),
            np.concatenate([part.bottoms_xy for part in parts]),
            np.concatenate([part.confidence for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.confidence)

    def select(self, mask: NDArray[np.bool_] | NDArray[np.intp] | Sequence[int]) -> "Indices":
        """Those picked by a boolean mask (N,) or by positions, in that order."""
        chosen = np.asarray(mask, dtype=np.intp) if len(mask) == 0 else np.asarray(mask)
        return Indices(
            self.boxes_xyxy[chosen],
            self.tops_xy[chosen],
            self.bottoms_xy[chosen],
            self.confidence[chosen],
        )

    def moved(
        self, scale: float | tuple[float, float], offset_xy: tuple[float, float] = (0.0, 0.0)
    ) -> "Indices":
        """The same indices in another frame: every point times `scale` (x, y), plus `offset_xy`."""
        factor = np.broadcast_to(np.asarray(scale, dtype=np.float32), 2)
        shift = np.asarray(offset_xy, dtype=np.float32)
        return Indices(
            self.boxes_xyxy * np.tile(factor, 2) + np.tile(shift, 2),
            self.tops_xy * factor + shift,
            self.bottoms_xy * factor + shift,
            self.confidence,
        )

    def turned(self) -> "Indices":
        """The same indices read upside down: top and bottom points exchanged."""
        return Indices(self.boxes_xyxy, self.bottoms_xy, self.tops_xy, self.confidence)

    def turned_clockwise(self, height_px: float) -> "Indices":
        """Where they lie when their picture, so high, is turned a quarter clockwise."""

        def turned(points: Floats) -> Floats:
            return np.stack([np.float32(height_px) - points[:, 1], points[:, 0]], axis=1)

        corners = turned(self.boxes_xyxy[:, :2]), turned(self.boxes_xyxy[:, 2:])
        boxes = np.concatenate([np.minimum(*corners), np.maximum(*corners)], axis=1)
        return Indices(boxes, turned(self.tops_xy), turned(self.bottoms_xy), self.confidence)

    def redirected(self, ups: Floats) -> "Indices":
        """The same boxes read in other up directions (N, 2), sized for an index of usual shape."""
        across, along = np.abs(ups[:, 1]), np.abs(ups[:, 0])
        spans = (self.boxes_xyxy[:, 2:] - self.boxes_xyxy[:, :2]).sum(axis=1)
        widths = spans / ((1 + USUAL_SHAPE) * np.maximum(across + along, 1e-3))
        centres = (self.boxes_xyxy[:, :2] + self.boxes_xyxy[:, 2:]) / 2
        half = ups * (USUAL_SHAPE * widths / 2)[:, None]
        return Indices(self.boxes_xyxy, centres + half, centres - half, self.confidence)

    def leaned(self, turn_deg: float) -> "Indices":
        """The same boxes read in directions turned clockwise, sized for an index of usual shape."""
        if not turn_deg:
            return self
        cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        turn = np.array([[cos, sin], [-sin, cos]], np.float32)
        return self.redirected(self.ups @ turn)

    def scaled(self, factor: float) -> "Indices":
        """Smaller or larger ones around the same middles."""
        middles = self.centres_xy
        around = np.tile(middles, 2)
        return Indices(
            around + (self.boxes_xyxy - around) * np.float32(factor),
            middles + (self.tops_xy - middles) * np.float32(factor),
            middles + (self.bottoms_xy - middles) * np.float32(factor),
            self.confidence,
        )

    @property
    def centres_xy(self) -> Floats:
        """(N, 2) midway between top and bottom."""
        return (self.tops_xy + self.bottoms_xy) * np.float32(0.5)

    @property
    def heights_px(self) -> Floats:
        """(N,) from bottom to top, at least one pixel."""
        heights: Floats = np.linalg.norm(self.tops_xy - self.bottoms_xy, axis=1)
        return np.maximum(heights, np.float32(1.0))

    @property
    def ups(self) -> Floats:
        """(N, 2) unit vectors towards the card's top; upwards where the points coincide."""
        steps = self.tops_xy - self.bottoms_xy
        lengths = np.linalg.norm(steps, axis=1, keepdims=True)
        upright = np.tile(np.array([0.0, -1.0], np.float32), (len(self), 1))
        return np.where(lengths > 1e-3, steps / np.maximum(lengths, 1e-3), upright)

    @property
    def widths_px(self) -> Floats:
        """(N,) across the card's up direction, solved from the axis-aligned box.

        A w × h rectangle turned by t has the box (w|cos t| + h|sin t|, w|sin t| + h|cos t|): two
        equations for one unknown, solved by least squares and kept between 0.3 and 2.5 heights.
        """
        heights = self.heights_px
        across, along = np.abs(self.ups[:, 1]), np.abs(self.ups[:, 0])
        box_w, box_h = (self.boxes_xyxy[:, 2:] - self.boxes_xyxy[:, :2]).T
        widths = box_w * across + box_h * along - 2 * heights * across * along
        solved: Floats = np.clip(widths, 0.3 * heights, 2.5 * heights)
        return solved

    def crop_quads(self, side_factor: float = CROP_SIDE_FACTOR) -> Floats:
        """(N, 4, 2) corners of the square to classify, as seen with the card upright.

        Top left, top right, bottom right, bottom left; the side is `side_factor` times the longer
        of width and height.
        """
        half = side_factor * np.maximum(self.heights_px, self.widths_px)[:, None] / 2
        up = self.ups * half
        right = np.stack([-self.ups[:, 1], self.ups[:, 0]], axis=1) * half
        centre = self.centres_xy
        corners = [
            centre + up - right,
            centre + up + right,
            centre - up + right,
            centre - up - right,
        ]
        return np.stack(corners, axis=1)
