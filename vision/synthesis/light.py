"""What light, lens and file do to a picture: shade, shadow, glare, colour, blur, noise, JPEG.

Every function takes and returns RGB; float pictures are (H, W, 3) float32 in 0..255.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]


def smooth_field(rng: np.random.Generator, size_wh: tuple[int, int], cells: int) -> Picture:
    """A smooth random field (H, W) in 0..1, with about `cells` hills a side."""
    coarse = rng.random((cells + 2, cells + 2), dtype=np.float32)
    return np.asarray(np.clip(cv2.resize(coarse, size_wh, interpolation=cv2.INTER_CUBIC), 0, 1))


def uneven_light(rng: np.random.Generator, picture: Picture) -> Picture:
    """Lamps and windows: a broad gradient, now and then the lens's dark corners."""
    height, width = picture.shape[:2]
    low = rng.uniform(0.5, 1.0)
    field = low + (1 - low) * smooth_field(rng, (width, height), int(rng.integers(1, 4)))
    if rng.random() < 0.3:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        field = field * (1 - rng.uniform(0.1, 0.5) * (x**2 + y**2) / 2)
    return picture * field[..., None]


def cast_shadow(rng: np.random.Generator, picture: Picture) -> Picture:
    """The shadow of somebody's arm or head, hard or soft."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    centre = rng.uniform(0, 1, 2) * (width, height)
    angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
    radius = rng.uniform(0.2, 0.9) * max(width, height)
    points = (
        np.stack([np.cos(angles), np.sin(angles)], 1)
        * radius
        * rng.uniform(0.4, 1, (len(angles), 1))
    )
    cv2.fillPoly(mask, [(points + centre).astype(np.int32)], 1.0)
    sigma = float(rng.choice([2.0, 8.0, 25.0]))
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma))
    return picture * (1 - rng.uniform(0.25, 0.65) * mask)[..., None]


def glare(rng: np.random.Generator, picture: Picture) -> Picture:
    """Lamps mirrored in the plastic: bright ellipses or stripes that wash the ink out."""
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        long = rng.uniform(0.03, 0.3) * max(width, height)
        axes = (int(long), max(1, int(long * rng.uniform(0.08, 0.8))))
        cv2.ellipse(
            mask, centre, axes, float(rng.uniform(0, 360)), 0, 360, float(rng.uniform(0.3, 1)), -1
        )
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(2, 20))))
    return picture + (255 - picture) * (rng.uniform(0.3, 0.8) * mask)[..., None]


def colour_cast(rng: np.random.Generator, picture: Picture) -> Picture:
    """White balance gone wrong, yellow bulbs, dusk, weak or strong colours, other tone curves."""
    warmth = rng.normal(0, 0.10)
    gains = np.array([1 + warmth, 1 + rng.normal(0, 0.03), 1 - warmth * 1.2], np.float32)
    if rng.random() < 0.12:  # a yellow bulb that the camera did not correct
        gains *= np.array([1.05, 0.9, rng.uniform(0.45, 0.75)], np.float32)
    # Saturation as one colour matrix, all that follows as one table a channel: eight bits suffice.
    saturation = 0.0 if rng.random() < 0.05 else rng.uniform(0.5, 1.35)
    mix = np.full((3, 3), (1 - saturation) / 3) + np.eye(3) * saturation
    exposure = np.exp(rng.normal(0, 0.22)) if rng.random() < 0.85 else rng.uniform(0.22, 0.5)
    gamma, contrast = np.exp(rng.normal(0, 0.22)), rng.uniform(0.75, 1.15)
    level = np.arange(256)[:, None] * np.clip(gains, 0.4, 1.5) * exposure
    curve = 128 + (255 * (level.clip(0, 255) / 255) ** gamma - 128) * contrast
    table = curve.clip(0, 255).astype(np.uint8)[:, None, :]
    pixels = cv2.transform(picture.clip(0, 255).astype(np.uint8), mix)
    return np.asarray(cv2.LUT(pixels, table), np.float32)


def lens_blur(rng: np.random.Generator, picture: Picture, most_px: float) -> Picture:
    """Out of focus or moved, by at most about `most_px` pixels."""
    if rng.random() < 0.5:
        sigma = rng.uniform(0.2, max(0.3, most_px / 2))
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(sigma)), np.float32)
    length = max(2, round(rng.uniform(1, max(2.0, most_px * 1.6))))
    kernel = np.zeros((length, length), np.float32)
    cv2.line(kernel, (0, length // 2), (length - 1, length // 2), 1.0, 1)
    turn = cv2.getRotationMatrix2D(((length - 1) / 2,) * 2, float(rng.uniform(0, 180)), 1.0)
    kernel = np.asarray(cv2.warpAffine(kernel, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6)), np.float32)


def sensor_noise(rng: np.random.Generator, picture: Picture) -> Picture:
    """Grain, coarser for cameras that smooth it, sometimes salt and pepper."""
    height, width = picture.shape[:2]
    coarse = int(rng.choice([1, 1, 2]))
    shape = (-(-height // coarse), -(-width // coarse), 3)
    grain = rng.standard_normal(shape, dtype=np.float32) * np.float32(abs(rng.normal(0, 7)))
    if coarse > 1:
        grain = np.asarray(cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR))
    picture = picture + grain
    if rng.random() < 0.04:
        hit = rng.random((height, width)) < rng.uniform(0.001, 0.02)
        picture[hit] = rng.choice([0.0, 255.0], int(hit.sum()))[:, None]
    return picture


def as_jpeg(rng: np.random.Generator, picture: Picture) -> NDArray[np.uint8]:
    """Through a JPEG file of random quality; some were sharpened first, as phones do."""
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + (picture - soft) * np.float32(rng.uniform(0.2, 1.2))
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    quality = int(rng.integers(35, 97))
    coded = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    decoded = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(decoded[..., ::-1])


def photograph(rng: np.random.Generator, picture: Picture, index_px: float) -> NDArray[np.uint8]:
    """All of the above in physical order; `index_px` bounds the blur to what can be read."""
    picture = uneven_light(rng, picture)
    if rng.random() < 0.35:
        picture = cast_shadow(rng, picture)
    if rng.random() < 0.25:
        picture = glare(rng, picture)
    picture = colour_cast(rng, picture)
    if rng.random() < 0.6:
        picture = lens_blur(rng, picture, min(index_px * 0.075, 7.0))
    if rng.random() < 0.7:
        picture = sensor_noise(rng, picture)
    return as_jpeg(rng, picture)
