"""A pinhole camera over the table plane, as homographies from millimetres to pixels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Homography = NDArray[np.float64]  # (3, 3)


@dataclass(frozen=True, slots=True)
class View:
    """How the table is looked at; the target is seen at the middle of the picture."""

    target_mm: tuple[float, float]
    px_per_mm: float
    roll_deg: float
    tilt_deg: float
    tilt_direction_deg: float
    size_wh: tuple[int, int]
    focal: float = 1.1  # focal length over the longer side: 0.8 wide angle, 1.6 tele

    def homography(self) -> Homography:
        """Millimetres on the table to pixels of the picture."""
        focal_px = self.focal * max(self.size_wh)
        turn = (
            _about_z(self.tilt_direction_deg)
            @ _about_x(self.tilt_deg)
            @ _about_z(self.roll_deg - self.tilt_direction_deg)
        )
        distance = focal_px / self.px_per_mm
        origin = -turn[:, :2] @ np.asarray(self.target_mm) + np.array([0, 0, distance])
        intrinsics = np.array(
            [[focal_px, 0, self.size_wh[0] / 2], [0, focal_px, self.size_wh[1] / 2], [0, 0, 1.0]]
        )
        return np.asarray(intrinsics @ np.column_stack([turn[:, 0], turn[:, 1], origin]))


def _about_z(angle_deg: float) -> NDArray[np.float64]:
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _about_x(angle_deg: float) -> NDArray[np.float64]:
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return np.array([[1.0, 0, 0], [0, cos, -sin], [0, sin, cos]])


def card_to_table(
    x_mm: float,
    y_mm: float,
    angle_deg: float,
    image_wh: tuple[int, int],
    card_mm: tuple[float, float],
) -> Homography:
    """Pixels of an upright card picture to millimetres on the table (card centre at x, y)."""
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    sx, sy = card_mm[0] / image_wh[0], card_mm[1] / image_wh[1]
    centred = np.array([[sx, 0, -card_mm[0] / 2], [0, sy, -card_mm[1] / 2], [0, 0, 1.0]])
    placed = np.array([[cos, -sin, x_mm], [sin, cos, y_mm], [0, 0, 1.0]])
    return np.asarray(placed @ centred)


def project(homography: Homography, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (N, 2) through a homography, (N, 2)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:3])


def random_view(
    rng: np.random.Generator,
    target_mm: tuple[float, float],
    px_per_mm: float,
    size_wh: tuple[int, int],
) -> View:
    """A hand-held view: any roll, mostly near a quarter turn, tilted up to a low seat's view."""
    quarter = 90 * rng.choice([0, 1, 2, 3], p=[0.55, 0.15, 0.15, 0.15])
    roll = rng.uniform(0, 360) if rng.random() < 0.35 else quarter + rng.normal(0, 10)
    tilt = min(abs(rng.normal(0, 20)), 55.0)
    return View(
        target_mm,
        px_per_mm,
        float(roll),
        float(tilt),
        float(rng.normal(0, 25) if rng.random() < 0.6 else rng.uniform(0, 360)),
        size_wh,
        float(rng.uniform(0.75, 1.5)),
    )
