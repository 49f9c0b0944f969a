"""What light, lens and camera do to a small picture of a card."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]


def lit(image: Floats, rng: np.random.Generator) -> Floats:
    """Return the picture (H, W, 3), 0..255, under a random light: cast, falloff, shadow, glare."""
    height, width = image.shape[:2]
    ys = np.arange(height, dtype=np.float32)[:, None] / max(height, width) - 0.5
    xs = np.arange(width, dtype=np.float32)[None] / max(height, width) - 0.5
    field = np.ones((height, width), np.float32)
    if rng.random() < 0.6:
        field *= 1 + rng.uniform(0, 0.6) * _ramp(xs, ys, rng)
    if rng.random() < 0.25:
        edge = (_ramp(xs, ys, rng) + rng.uniform(-0.3, 0.3)) / rng.uniform(0.01, 0.25)
        field *= 1 - rng.uniform(0.2, 0.7) / (1 + np.exp(-np.clip(edge * 4, -30, 30)))
    gain = np.clip(np.exp(rng.normal(-0.15, 0.35)), 0.15, 1.3)
    bright = image * (field[..., None] * gain * cast(rng))
    if rng.random() < 0.12:
        bright += 255 * rng.uniform(0.15, 0.7) * _spot(xs, ys, rng)[..., None]
    if rng.random() < 0.2:
        bright = bright * rng.uniform(0.6, 1) + rng.uniform(5, 70)  # haze, lifted blacks
    steps = np.arange(256, dtype=np.float32) / 255
    curve = (255 * steps ** rng.uniform(0.7, 1.4)).astype(np.float32)
    return np.asarray(curve[np.clip(bright, 0, 255).astype(np.uint8)])


def cast(rng: np.random.Generator) -> Floats:
    """Return channel gains (3,): mostly near neutral, often a yellow bulb, sometimes blue dusk."""
    warmth = rng.normal(0.1, 0.25) if rng.random() < 0.7 else rng.uniform(0.2, 0.9)
    gains = np.array([1 + 0.2 * warmth, 1 - 0.08 * warmth, 1 - 0.5 * warmth]) + rng.normal(
        0, 0.04, 3
    )
    return np.clip(gains, 0.2, 1.6).astype(np.float32)


def photographed(image: Floats, index_px: float, rng: np.random.Generator) -> Image:
    """Return the picture through lens and camera: blur, noise, grey sensors, JPEG.

    Args:
        image: (H, W, 3), 0..255.
        index_px: height of an index in it, which bounds the blur that leaves it readable.
        rng: source of chance.
    """
    blurred = _blurred(image, index_px, rng)
    if rng.random() < 0.22:
        weights = rng.dirichlet([3, 6, 2]).astype(np.float32)
        grey = (blurred @ weights)[..., None]
        blurred = (grey + rng.uniform(0, 0.25) * (blurred - grey)).astype(np.float32)
    if rng.random() < 0.25:  # phones sharpen until edges ring
        soft = cv2.GaussianBlur(blurred, (0, 0), rng.uniform(0.7, 1.6))
        blurred = (blurred + rng.uniform(0.3, 1.5) * (blurred - soft)).astype(np.float32)
    strength = abs(rng.normal(0, 4)) if rng.random() < 0.85 else rng.uniform(6, 18)
    noise = rng.standard_normal(blurred.shape, np.float32)
    if rng.random() < 0.3:
        noise[:] = noise[..., :1]
    blurred = blurred + strength * noise
    if rng.random() < 0.08:
        dots = rng.random(blurred.shape[:2]) < rng.uniform(0.002, 0.02)
        blurred[dots] = rng.choice([0, 255], size=(int(dots.sum()), 1))
    exposed = np.clip(blurred, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.uniform(25, 95))
        _, packed = cv2.imencode(".jpg", exposed, [cv2.IMWRITE_JPEG_QUALITY, quality])
        exposed = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return exposed


def _blurred(image: Floats, index_px: float, rng: np.random.Generator) -> Floats:
    if rng.random() < 0.5:
        sigma = rng.uniform(0.3, max(0.4, 0.035 * index_px))
        image = cv2.GaussianBlur(image, (0, 0), sigma).astype(np.float32)
    if rng.random() < 0.2:
        length = rng.uniform(1, max(1.5, 0.11 * index_px))
        size = 2 * int(np.ceil(length / 2)) + 1
        kernel = np.zeros((size, size), np.float32)
        angle = rng.uniform(0, np.pi)
        for step in np.linspace(-length / 2, length / 2, 2 * size):
            x = round(size // 2 + step * np.cos(angle))
            y = round(size // 2 + step * np.sin(angle))
            kernel[min(max(y, 0), size - 1), min(max(x, 0), size - 1)] += 1
        image = cv2.filter2D(image, -1, kernel / kernel.sum()).astype(np.float32)
    return image


def _ramp(xs: Floats, ys: Floats, rng: np.random.Generator) -> Floats:
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(xs * np.cos(angle) + ys * np.sin(angle), np.float32)


def _spot(xs: Floats, ys: Floats, rng: np.random.Generator) -> Floats:
    angle = rng.uniform(0, np.pi)
    x, y = xs - rng.uniform(-0.4, 0.4), ys - rng.uniform(-0.4, 0.4)
    along = (x * np.cos(angle) + y * np.sin(angle)) / rng.uniform(0.05, 0.4)
    across = (y * np.cos(angle) - x * np.sin(angle)) / rng.uniform(0.05, 0.15)
    return np.asarray(np.exp(-(along**2) - across**2), np.float32)
