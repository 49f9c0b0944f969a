"""What else lies on a table: tablecloths, coins, notes, phones, print, and players' fingers."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
_SHAPES = ("disc", "box", "print", "stick", "sheet")


@dataclass(slots=True)
class Backgrounds:
    """Table pictures, read once; plain and patterned cloth is drawn where none are given."""

    paths: tuple[Path, ...] = ()
    _cache: dict[Path, Pixels] = field(default_factory=dict)

    def draw(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> Pixels:
        """A background of the given size, RGB (H, W, 3)."""
        if not self.paths or rng.random() < 0.2:
            return _cloth(rng, size_wh)
        path = self.paths[int(rng.integers(len(self.paths)))]
        if path not in self._cache:
            self._cache[path] = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR))[..., ::-1]
        return _crop(rng, self._cache[path], size_wh)

    @classmethod
    def under(cls, folder: Path | None) -> "Backgrounds":
        """All pictures of a folder; none where it is absent."""
        return cls(tuple(sorted(folder.glob("*.jpg"))) if folder and folder.is_dir() else ())


def _crop(rng: np.random.Generator, source: Pixels, size_wh: tuple[int, int]) -> Pixels:
    """A random turned and scaled part of a picture."""
    height, width = source.shape[:2]
    scale = max(size_wh) / (min(height, width) * rng.uniform(0.35, 1.0))
    quarter = float(rng.choice([0, 90, 180, 270]))
    turn = np.array(cv2.getRotationMatrix2D((width / 2, height / 2), quarter, scale))
    spare = np.maximum(0, np.array([width, height]) * scale - size_wh)
    turn[:, 2] += (np.array(size_wh) - (width, height)) / 2 + rng.uniform(-0.5, 0.5, 2) * spare
    return np.asarray(
        cv2.warpAffine(
            source, turn, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
    )


def _cloth(rng: np.random.Generator, size_wh: tuple[int, int]) -> Pixels:
    """Plain, striped, checked or dotted cloth."""
    width, height = size_wh
    base = rng.uniform(10, 245, 3)
    cloth = np.broadcast_to(base, (height, width, 3)).astype(np.float32).copy()
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(8, 120)
    u, v = (
        (x * np.cos(angle) + y * np.sin(angle)) / period,
        (y * np.cos(angle) - x * np.sin(angle)) / period,
    )
    other = rng.uniform(0, 255, 3).astype(np.float32)
    pattern = rng.integers(5)
    if pattern == 1:
        mask = (np.mod(u, 1) < rng.uniform(0.2, 0.6)).astype(np.float32)
    elif pattern == 2:
        mask = ((np.mod(u, 1) < 0.5) ^ (np.mod(v, 1) < 0.5)).astype(np.float32)
    elif pattern == 3:
        mask = (np.hypot(np.mod(u, 1) - 0.5, np.mod(v, 1) - 0.5) < rng.uniform(0.15, 0.4)).astype(
            np.float32
        )
    else:
        mask = np.zeros((height, width), np.float32)
    cloth += mask[..., None] * (other - cloth)
    cloth += rng.standard_normal((height, width, 1), dtype=np.float32) * rng.uniform(0, 12)
    return np.clip(cloth, 0, 255).astype(np.uint8)


def scatter_objects(rng: np.random.Generator, picture: Pixels, unit_px: float) -> None:
    """Draw a few objects in place; `unit_px` is about a card's width."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.integers(1, 6))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        colour = tuple(float(c) for c in rng.uniform(0, 255, 3))
        size = max(3.0, unit_px * rng.uniform(0.25, 1.6))
        match str(rng.choice(_SHAPES)):
            case "disc":
                cv2.circle(picture, centre, int(size / 2), colour, -1, cv2.LINE_AA)
                cv2.circle(
                    picture, centre, int(size * 0.4), tuple(c * 0.7 for c in colour), 2, cv2.LINE_AA
                )
                _print(rng, picture, centre, size * 0.4)
            case "box":
                _rectangle(rng, picture, centre, (size, size * rng.uniform(1, 2.2)), colour)
            case "sheet":
                _rectangle(rng, picture, centre, (size * 2, size * 2.6), (250.0, 248.0, 240.0))
                for line in range(int(rng.integers(2, 9))):
                    _print(
                        rng,
                        picture,
                        (centre[0], int(centre[1] + (line - 4) * size * 0.28)),
                        size * 0.3,
                    )
            case "stick":
                end = (
                    int(centre[0] + rng.normal(0, size * 2)),
                    int(centre[1] + rng.normal(0, size * 2)),
                )
                cv2.line(picture, centre, end, colour, max(2, int(size * 0.12)), cv2.LINE_AA)
            case _:
                _print(rng, picture, centre, size)


def _rectangle(
    rng: np.random.Generator,
    picture: Pixels,
    centre: tuple[int, int],
    size_wh: tuple[float, float],
    colour: tuple[float, ...],
) -> None:
    corners = cv2.boxPoints((centre, size_wh, float(rng.uniform(0, 90)))).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, colour, cv2.LINE_AA)


def _print(rng: np.random.Generator, picture: Pixels, centre: tuple[int, int], size: float) -> None:
    """Printed characters that are no card: prices, dates, brand names."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    text = "".join(rng.choice(list(letters), int(rng.integers(1, 8))))
    font = int(
        rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX])
    )
    colour = tuple(float(c) for c in rng.uniform(0, 255, 3))
    place = (int(centre[0] - size / 2), int(centre[1]))
    cv2.putText(
        picture, text, place, font, max(size / 60, 0.3), colour, max(1, int(size / 30)), cv2.LINE_AA
    )


def finger_shapes(
    rng: np.random.Generator, tip: NDArray[np.float64], unit_px: float
) -> tuple[Pixels, list[NDArray[np.int32]]]:
    """One to four fingers that reach in from outside and end at `tip`: skin colour and outlines."""
    skin = np.array([[236, 188, 160], [224, 172, 138], [198, 134, 96], [141, 95, 66], [92, 60, 44]])
    colour = np.clip(skin[int(rng.integers(len(skin)))] + rng.normal(0, 12, 3), 0, 255).astype(
        np.uint8
    )
    direction = rng.uniform(0, 2 * np.pi)
    thick = unit_px * rng.uniform(0.22, 0.34)
    shapes = []
    for number in range(int(rng.integers(1, 5))):
        angle = direction + rng.normal(0, 0.12)
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]])
        start = tip + across * thick * 1.1 * number + along * rng.uniform(0, thick)
        end = start + along * unit_px * 12
        round_tip = [
            start + thick / 2 * (np.cos(a) * across - np.sin(a) * along)
            for a in np.linspace(0, np.pi, 9)
        ]
        outline = [*round_tip, end - across * thick * 0.7, end + across * thick * 0.7]
        shapes.append(np.array(outline).astype(np.int32))
    return colour, shapes
