"""Card backs: lattices, rosettes, scrolls and plain fields inside a border."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.faces import CARD_WH, Image
from vision.synthesis.masks import Colour

_COLOURS: tuple[Colour, ...] = (
    (190, 30, 45),
    (30, 60, 140),
    (20, 25, 60),
    (25, 100, 70),
    (20, 20, 24),
    (120, 30, 90),
    (200, 130, 40),
    (70, 140, 190),
    (110, 70, 40),
)


def draw_back(rng: np.random.Generator, paper: Colour) -> Image:
    """Return a random two-way back (700, 500, 3) RGB with a border of paper."""
    width, height = CARD_WH
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = paper
    border = 0 if rng.random() < 0.2 else int(rng.integers(14, 40))
    field = picture[border : height - border, border : width - border]
    main = _COLOURS[rng.integers(len(_COLOURS))]
    light: Colour = paper if rng.random() < 0.7 else _COLOURS[rng.integers(len(_COLOURS))]
    field[:] = main
    field[_pattern(rng, field.shape)] = light
    for inset in np.cumsum(rng.integers(6, 22, int(rng.integers(0, 4)))):
        corner = (field.shape[1] - 1 - int(inset), field.shape[0] - 1 - int(inset))
        cv2.rectangle(field, (int(inset), int(inset)), corner, light, int(rng.integers(2, 6)))
    if rng.random() < 0.6:
        _medallion(rng, picture, main, light)
    return picture


def _pattern(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return a boolean ornament that a half turn leaves unchanged."""
    height, width = shape[:2]
    y = np.arange(height, dtype=np.float32)[:, None] - (height - 1) / 2
    x = np.arange(width, dtype=np.float32)[None] - (width - 1) / 2
    cell = rng.uniform(14, 60)
    u, v = (x + y * rng.uniform(0.5, 1)) / cell, (x - y * rng.uniform(0.5, 1)) / cell
    pu, pv = np.abs(u - np.round(u)), np.abs(v - np.round(v))
    thick = rng.uniform(0.06, 0.2)
    kind = rng.integers(7)
    plain: NDArray[np.bool_] = np.zeros((height, width), bool)
    if kind == 0:
        plain |= (pu < thick) | (pv < thick)
    elif kind == 1:
        plain |= (pu < 0.25) ^ (pv < 0.25)
    elif kind == 2:
        plain |= pu**2 + pv**2 < thick * 0.6
    elif kind == 3:
        plain |= np.abs(np.hypot(x, y) / cell % 1 - 0.5) < thick
    elif kind == 4:
        angle = np.arctan2(y, x) * 2 * rng.integers(3, 14)
        plain |= np.sin(angle + np.hypot(x, y) / cell) > rng.uniform(-0.2, 0.6)
    elif kind == 5:
        wave = np.cos(x / cell * 3) * np.cos(y / cell * 3) + np.cos((x * x - y * y) / cell**2)
        plain |= wave > rng.uniform(-0.2, 0.6)
    return plain


def _medallion(rng: np.random.Generator, picture: Image, main: Colour, light: Colour) -> None:
    middle = (picture.shape[1] // 2, picture.shape[0] // 2)
    size = int(rng.integers(50, 150))
    petals = 2 * int(rng.integers(2, 9))
    cv2.circle(picture, middle, size, light, -1, cv2.LINE_AA)
    for turn in range(petals):
        axes = (size * 9 // 10, max(4, size // petals))
        cv2.ellipse(picture, middle, axes, 360 * turn / petals, 0, 360, main, 3, cv2.LINE_AA)
    cv2.circle(picture, middle, size, main, 4, cv2.LINE_AA)
    cv2.circle(picture, middle, size // 4, main, -1, cv2.LINE_AA)
