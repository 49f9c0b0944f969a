"""Court figures drawn by the program: crowned, robed, two-way and as busy as printed ones."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.faces import Image
from vision.synthesis.masks import Colour, Mask, fitted, stamp, turned
from vision.synthesis.suits import bezier

JACK, QUEEN, KING = 9, 10, 11
BLACK: Colour = (20, 18, 24)
_PALETTES: tuple[tuple[Colour, ...], ...] = (
    ((200, 30, 40), (245, 200, 40), (30, 60, 150), BLACK),
    ((190, 25, 35), (240, 190, 30), BLACK, (245, 240, 230)),
    ((40, 110, 80), (215, 60, 50), (240, 205, 110), (40, 45, 90)),
    ((130, 40, 110), (235, 175, 50), (40, 120, 160), BLACK),
    ((210, 50, 40), (60, 100, 180), (250, 225, 120), (90, 150, 200)),
    ((190, 150, 80), (150, 30, 40), (70, 60, 60), (230, 220, 190)),
)
_SKINS: tuple[Colour, ...] = ((250, 235, 220), (245, 215, 190), (255, 250, 245), (225, 180, 140))


@dataclass(frozen=True, slots=True)
class Wardrobe:
    """What the courts of one deck have in common."""

    colours: tuple[Colour, ...]
    ground: Colour
    skin: Colour
    line: int
    slant: float


def draw_wardrobe(rng: np.random.Generator, paper: Colour) -> Wardrobe:
    """Return a random dress for the courts of a deck on paper of the given colour."""
    colours = list(_PALETTES[rng.integers(len(_PALETTES))])
    rng.shuffle(colours)
    return Wardrobe(
        colours=tuple(_shifted(rng, colour) for colour in colours),
        ground=paper if rng.random() < 0.7 else _shifted(rng, (245, 235, 200)),
        skin=_SKINS[rng.integers(len(_SKINS))],
        line=int(rng.integers(1, 4)),
        slant=float(rng.choice([0.0, rng.uniform(-0.7, 0.7)])),
    )


def draw_court(
    rng: np.random.Generator,
    wardrobe: Wardrobe,
    rank: int,
    *,
    pip: Mask,
    ink: Colour,
    size_wh: tuple[int, int],
) -> Image:
    """Return the two-way figure of a court card (RGB) of the given size, its pip by the head."""
    width, height = size_wh
    figure = np.empty((height, width, 3), np.uint8)
    figure[:] = wardrobe.ground
    _robe(rng, figure, wardrobe)
    _held(rng, figure, wardrobe, rank)
    _head(rng, figure, wardrobe, rank)
    _pip(figure, pip, ink)
    y, x = np.ogrid[0:height, 0:width]
    upper = (y - height / 2) < wardrobe.slant * (x - width / 2)
    return np.where(upper[..., None], figure, turned(figure))


def texture(rng: np.random.Generator, shape: tuple[int, ...], colours: tuple[Colour, ...]) -> Image:
    """Return an ornament over (H, W): stripes, checks, dots, scales or lozenges of two colours."""
    height, width = shape[:2]
    one, two = (colours[i] for i in rng.choice(len(colours), 2, replace=False))
    angle, cell = rng.uniform(0, np.pi), rng.uniform(7, 23)
    along, across = np.float32(np.cos(angle) / cell), np.float32(np.sin(angle) / cell)
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)
    u, v = x * along + y * across, y * along - x * across
    pu, pv = u - np.floor(u) - 0.5, v - np.floor(v) - 0.5
    kind = rng.integers(6)
    if kind == 0:
        mark = np.abs(pu) < rng.uniform(0.12, 0.3)
    elif kind == 1:
        mark = (pu > 0) ^ (pv > 0)
    elif kind == 2:
        mark = pu**2 + pv**2 < rng.uniform(0.05, 0.14)
    elif kind == 3:
        mark = np.abs(np.hypot(pu, pv) - 0.33) < 0.09
    elif kind == 4:
        mark = np.abs(pu) + np.abs(pv) < rng.uniform(0.25, 0.4)
    else:
        mark = np.abs(pu + 0.3 * np.sin(v * 6.28)) < 0.15
    return np.where(mark[..., None], np.array(two, np.uint8), np.array(one, np.uint8))


def _shifted(rng: np.random.Generator, colour: Colour) -> Colour:
    red, green, blue = (int(np.clip(c + rng.integers(-22, 23), 0, 255)) for c in colour)
    return red, green, blue


def _pixels(points: NDArray[np.float64], picture: Image) -> NDArray[np.int32]:
    return np.round(points * [picture.shape[1], picture.shape[0]]).astype(np.int32)


def _dress(
    rng: np.random.Generator, picture: Image, points: NDArray[np.float64], wardrobe: Wardrobe
) -> None:
    """Fill a polygon (unit coordinates) with an ornament and outline it."""
    outline = _pixels(points, picture)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline], 255)
    x, y, w, h = cv2.boundingRect(outline)
    x0, y0 = max(x, 0), max(y, 0)
    region = (slice(y0, max(y + h, y0)), slice(x0, max(x + w, x0)))
    inside = mask[region] > 0
    if inside.size:
        picture[region][inside] = texture(rng, inside.shape, wardrobe.colours)[inside]
    cv2.polylines(picture, [outline], True, BLACK, wardrobe.line, cv2.LINE_AA)


def _robe(rng: np.random.Generator, picture: Image, wardrobe: Wardrobe) -> None:
    shoulder, wide = rng.uniform(0.29, 0.34), rng.uniform(0.4, 0.5)
    for side in (-1, 1):
        sleeve = bezier(
            [(0.5, shoulder - 0.03), (0.5 + side * wide, shoulder), (0.5 + side * wide, 0.7)]
        )
        _dress(rng, picture, np.vstack([sleeve, [(0.5, 0.72)]]), wardrobe)
        for ring in np.arange(0.12, 0.5, rng.uniform(0.05, 0.09)):
            inner = 0.5 + side * (wide - ring * 0.55)
            arc = bezier([(0.5 + side * 0.05, shoulder + ring * 0.5), (inner, 0.36), (inner, 0.72)])
            colour = wardrobe.colours[rng.integers(len(wardrobe.colours))]
            lines = [_pixels(arc, picture)]
            cv2.polylines(picture, lines, False, colour, int(rng.integers(2, 8)), cv2.LINE_AA)
            cv2.polylines(picture, lines, False, BLACK, wardrobe.line, cv2.LINE_AA)
    half = rng.uniform(0.05, 0.12)
    panel = np.array([(0.5 - half, 0.3), (0.5 + half, 0.3), (0.5 + half, 0.75), (0.5 - half, 0.75)])
    _dress(rng, picture, panel, wardrobe)
    slope = rng.uniform(0.3, 0.6)
    for side in (-1, 1):
        x0, x1 = 0.5 - side * 0.42, 0.5 + side * 0.3
        band = np.array([(x0, 0.34), (x0, 0.41), (x1, 0.41 + slope), (x1, 0.34 + slope)])
        if rng.random() < 0.6:
            _dress(rng, picture, band, wardrobe)
    collar = np.array([(0.33, 0.33), (0.42, 0.27), (0.58, 0.27), (0.67, 0.33), (0.5, 0.38)])
    _dress(rng, picture, collar, wardrobe)


def _held(rng: np.random.Generator, picture: Image, wardrobe: Wardrobe, rank: int) -> None:
    """Draw a sword, an axe or a flower at the right side."""
    x, lean = rng.uniform(0.78, 0.9), rng.uniform(-0.06, 0.06)
    rod = np.array([(x + lean, 0.03), (x, 0.6)])
    colour = wardrobe.colours[rng.integers(len(wardrobe.colours))]
    for tone, extra in ((BLACK, 2 * wardrobe.line), (colour, 0)):
        width = int(rng.integers(5, 9)) + extra if rank != QUEEN else 3 + extra
        cv2.polylines(picture, [_pixels(rod, picture)], False, tone, width, cv2.LINE_AA)
    if rank == QUEEN:
        for angle in np.linspace(0, 2 * np.pi, 7)[:-1]:
            petal = np.array([(x + lean + 0.045 * np.cos(angle), 0.08 + 0.03 * np.sin(angle))])
            centre = _pixels(petal, picture)[0]
            cv2.circle(picture, (int(centre[0]), int(centre[1])), 9, colour, -1, cv2.LINE_AA)
            cv2.circle(picture, (int(centre[0]), int(centre[1])), 9, BLACK, 1, cv2.LINE_AA)
    else:
        guard = np.array([(x - 0.09, 0.36), (x + 0.09, 0.36), (x + 0.07, 0.39), (x - 0.07, 0.39)])
        _dress(rng, picture, guard, wardrobe)
    hand = _pixels(np.array([(x, 0.43)]), picture)[0]
    axes = (int(0.06 * picture.shape[1]), int(0.03 * picture.shape[0]))
    for colour, width in ((wardrobe.skin, -1), (BLACK, wardrobe.line)):
        place = (int(hand[0]), int(hand[1]))
        cv2.ellipse(picture, place, axes, 0, 0, 360, colour, width, cv2.LINE_AA)


def _head(rng: np.random.Generator, picture: Image, wardrobe: Wardrobe, rank: int) -> None:
    x, y = 0.5 + rng.uniform(-0.03, 0.03), 0.2
    hair = wardrobe.colours[rng.integers(len(wardrobe.colours))]
    length = {JACK: 0.08, QUEEN: 0.11, KING: 0.09}[rank]
    for side in (-1, 1):
        for curl in range(3):
            place = (x + side * (0.13 + 0.012 * curl), y - 0.02 + curl * length / 2)
            _blob(picture, place, (0.05, 0.03), hair, wardrobe.line)
    if rank == KING:
        _blob(picture, (x, y + 0.06), (0.11, 0.06), hair, wardrobe.line)
    _blob(picture, (x, y), (0.12, 0.075), wardrobe.skin, wardrobe.line)
    gaze = rng.uniform(-0.015, 0.015)
    for side in (-1, 1):
        eye = x + side * 0.05 + gaze
        _blob(picture, (eye, y - 0.012), (0.022, 0.007), (255, 255, 255), 1)
        _blob(picture, (eye + gaze, y - 0.012), (0.009, 0.006), BLACK, 1)
        _stroke(picture, [(eye - 0.03, y - 0.027), (eye + 0.03, y - 0.027)], wardrobe.line)
    _stroke(picture, [(x + gaze, y - 0.01), (x + gaze + 0.015, y + 0.02), (x, y + 0.022)], 1)
    _blob(picture, (x + gaze, y + 0.042), (0.03, 0.006), (190, 40, 50), 1)
    if rank == KING:
        for side in (-1, 1):
            _stroke(picture, [(x, y + 0.032), (x + side * 0.07, y + 0.045)], wardrobe.line + 2)
    _headgear(rng, picture, wardrobe, rank, (x, y - 0.055))


def _headgear(
    rng: np.random.Generator,
    picture: Image,
    wardrobe: Wardrobe,
    rank: int,
    foot: tuple[float, float],
) -> None:
    x, y = foot
    if rank == JACK:
        cap = [(x - 0.17, y), (x - 0.14, y - 0.07), (x + 0.1, y - 0.09), (x + 0.18, y)]
        _dress(rng, picture, np.array(cap), wardrobe)
        plume = bezier([(x + 0.1, y - 0.05), (x + 0.32, y - 0.13), (x + 0.3, y + 0.02)])
        _dress(rng, picture, plume, wardrobe)
        return
    wide = 0.15 if rank == KING else 0.11
    high = 0.085 if rank == KING else 0.06
    spikes = [(x - wide, y)]
    for place in np.linspace(-1, 1, 5):
        spikes += [(x + place * wide * 1.15, y - high), (x + (place + 0.25) * wide, y - high * 0.4)]
    _dress(rng, picture, np.array([*spikes[:-1], (x + wide, y)]), wardrobe)
    band = np.array([(x - wide, y), (x + wide, y), (x + wide, y + 0.02), (x - wide, y + 0.02)])
    _dress(rng, picture, band, wardrobe)
    for place in np.linspace(-1, 1, 5):
        gem = (x + place * wide * 1.15, y - high)
        _blob(picture, gem, (0.02, 0.012), wardrobe.colours[0], wardrobe.line)


def _blob(
    picture: Image,
    centre: tuple[float, float],
    radii: tuple[float, float],
    colour: Colour,
    line: int,
) -> None:
    height, width = picture.shape[:2]
    place = (round(centre[0] * width), round(centre[1] * height))
    axes = (max(1, round(radii[0] * width)), max(1, round(radii[1] * height)))
    cv2.ellipse(picture, place, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
    cv2.ellipse(picture, place, axes, 0, 0, 360, BLACK, line, cv2.LINE_AA)


def _stroke(picture: Image, points: list[tuple[float, float]], width: int) -> None:
    cv2.polylines(picture, [_pixels(np.array(points), picture)], False, BLACK, width, cv2.LINE_AA)


def _pip(picture: Image, pip: Mask, ink: Colour) -> None:
    height = picture.shape[0] * 0.13
    stamp(picture, fitted(pip, height * pip.shape[1] / pip.shape[0], height), 9, 12, ink)
