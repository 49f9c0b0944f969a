"""Rank glyphs built from pen strokes: the letter shapes that card makers use and fonts lack.

Flat-topped threes, open and closed fours, queens with many tails, jacks with and without a bar,
slab serifs, condensed and rounded figures, thick verticals with thin horizontals.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.masks import Mask, cropped, fitted

SIZE = 256  # px: height of a figure
_ROOM = 96  # px: room for tails around the glyph box

Points = NDArray[np.float64]
Path = tuple[Points, float]  # points in glyph box units (0..1), pen width as a share of the pen


@dataclass(frozen=True, slots=True)
class Hand:
    """How one deck's figures are written; lengths in figure heights unless said otherwise."""

    pen: float
    squash: float  # horizontal scale after drawing: below 1 thins the verticals
    width: float  # of a figure before that
    square: float  # exponent of the bowls: 2 is an ellipse, more is squarer
    flat_ends: bool
    serif: float  # length of slab serifs, 0 for none
    serif_pen: float
    flat_three: bool
    open_four: bool
    seven_tick: bool
    one_flag: float
    one_foot: bool
    straight_six: bool
    queen_tail: int
    jack_bar: int  # 0 none, 1 to the left, 2 both sides
    jack_drop: float
    apex: float  # width of the A's flat top
    waist: float  # height of the middle of 3, 8, K
    aperture: float  # how far open strokes turn in, in degrees


def draw_hand(rng: np.random.Generator) -> Hand:
    """Return a random way of writing the ranks."""
    slab = rng.random() < 0.5
    pen = float(rng.choice([rng.uniform(0.08, 0.12), rng.uniform(0.12, 0.19)]))
    return Hand(
        pen=pen,
        squash=float(rng.choice([1.0, rng.uniform(0.62, 0.9), rng.uniform(0.9, 1.3)])),
        width=float(rng.uniform(0.36, 0.62)) + pen * 0.6,
        square=float(rng.choice([2.0, rng.uniform(2.0, 3.4)])),
        flat_ends=bool(rng.random() < 0.7),
        serif=float(rng.uniform(0.08, 0.16)) if slab else 0.0,
        serif_pen=float(rng.uniform(0.4, 0.85)),
        flat_three=bool(rng.random() < 0.4),
        open_four=bool(rng.random() < 0.25),
        seven_tick=bool(rng.random() < 0.35),
        one_flag=float(rng.choice([0.0, rng.uniform(0.12, 0.3)])),
        one_foot=bool(rng.random() < 0.3),
        straight_six=bool(rng.random() < 0.3),
        queen_tail=int(rng.integers(5)),
        jack_bar=int(rng.choice([0, 1, 2], p=[0.45, 0.25, 0.3])),
        jack_drop=float(rng.uniform(0.1, 0.3)),
        apex=float(rng.choice([0.0, rng.uniform(0.05, 0.2)])),
        waist=float(rng.uniform(0.42, 0.5)),
        aperture=float(rng.uniform(-20, 35)),
    )


def write(hand: Hand, label: str) -> Mask:
    """Return the mask of one of "0123456789JQKA", SIZE px tall, cropped to its ink."""
    width = hand.width * (0.3 if label == "1" else 1.1 if label in "QKA" else 1.0)
    wide, tall = max(40, round(SIZE * width)), SIZE
    pen = hand.pen * SIZE
    canvas = np.zeros((tall + 2 * _ROOM, wide + 2 * _ROOM), np.uint8)
    inner = np.array([wide - pen, tall - pen])
    for points, share in _GLYPHS[label](hand):
        scaled = points * inner + pen / 2 + _ROOM
        lines = [np.round(scaled * 16).astype(np.int32)]
        cv2.polylines(canvas, lines, False, 255, max(2, round(pen * share)), cv2.LINE_AA, 4)
    if hand.flat_ends and label != "Q":
        canvas[:_ROOM] = canvas[_ROOM + tall :] = 0
    mask = cropped(canvas)
    return fitted(mask, mask.shape[1] * hand.squash, mask.shape[0])


def _line(*points: tuple[float, float]) -> Points:
    return np.array(points, float)


def _arc(
    hand: Hand, centre: tuple[float, float], radii: tuple[float, float], start: float, end: float
) -> Points:
    """Return an arc of a superellipse; degrees run clockwise from 3 o'clock."""
    angle = np.radians(np.linspace(start, end, 48))
    power = 2 / hand.square
    x, y = np.cos(angle), np.sin(angle)
    bent = np.column_stack([np.sign(x) * np.abs(x) ** power, np.sign(y) * np.abs(y) ** power])
    return np.asarray(bent * radii + centre)


def _end(hand: Hand) -> float:
    """Return how far flat strokes run past the box, where they are cut straight."""
    return 0.12 if hand.flat_ends else 0.0


def _bar(hand: Hand, x: float, y: float, left: float = 1.0, right: float = 1.0) -> list[Path]:
    """Return the slab serif at the end of a stroke, if this hand has serifs."""
    reach = hand.serif / hand.width * 1.2
    if not reach:
        return []
    shift = (1 - hand.serif_pen) * hand.pen / 2 * (1 if y > 0.5 else -1)
    points = _line((x - reach * left, y + shift), (x + reach * right, y + shift))
    return [(points, hand.serif_pen)]


def _zero(hand: Hand) -> list[Path]:
    return [(_arc(hand, (0.5, 0.5), (0.5, 0.5), 0, 360), 1.0)]


def _one(hand: Hand) -> list[Path]:
    paths = [(_line((0.5, -_end(hand)), (0.5, 1 + _end(hand))), 1.0)]
    if hand.one_flag:
        paths.append((_line((0.5, 0.0), (0.5 - hand.one_flag * 4, hand.one_flag * 0.75)), 0.8))
    if hand.one_foot:
        paths.append((_line((-0.6, 1.0), (1.6, 1.0)), hand.serif_pen))
    return paths


def _two(hand: Hand) -> list[Path]:
    top = _arc(hand, (0.5, 0.29), (0.5, 0.29), 185 - hand.aperture * 0.4, 380)
    down = np.vstack([top, _line((0.62, 0.66), (0.0, 1.0))])
    return [(down, 1.0), (_line((0.0, 1.0), (1.0, 1.0)), 1.0), *_tick(hand, 1.0, 1.0, -0.14)]


def _tick(hand: Hand, x: float, y: float, rise: float) -> list[Path]:
    return [(_line((x, y), (x, y + rise)), hand.serif_pen)] if hand.serif else []


def _three(hand: Hand) -> list[Path]:
    waist = hand.waist
    if hand.flat_three:
        bottom = _arc(hand, (0.45, 0.69), (0.55, 0.31), -95, 150 + hand.aperture * 0.5)
        top = _line((0.03, 0.0), (0.95, 0.0), (0.36, waist - 0.06))
        return [(np.vstack([top, bottom]), 1.0), *_tick(hand, 0.03, 0.0, 0.13)]
    upper = _arc(hand, (0.47, waist / 2), (0.47, waist / 2), 200 - hand.aperture * 0.5, 450)
    lower_ry = (1 - waist) / 2
    low = _arc(hand, (0.48, waist + lower_ry), (0.52, lower_ry), -90, 160 + hand.aperture * 0.5)
    return [(upper, 1.0), (low, 1.0), (_line((0.36, waist), (0.5, waist)), 1.0)]


def _four(hand: Hand) -> list[Path]:
    level, stem = 0.7, 0.74
    foot = [(_line((stem, 0.35 if hand.open_four else 0.0), (stem, 1 + _end(hand))), 1.0)]
    start = 0.44 if hand.open_four else stem
    slope = _line((start, -_end(hand) if hand.open_four else 0.0), (0.0, level))
    return [*foot, (slope, 0.9), (_line((0.0, level), (1.05, level)), 0.85), *_bar(hand, stem, 1.0)]


def _five(hand: Hand) -> list[Path]:
    bowl = _arc(hand, (0.46, 0.67), (0.54, 0.33), 215, 510 + hand.aperture * 0.5)
    stem = _line((0.95, 0.0), (0.1, 0.0), (0.06, 0.5))
    return [(stem, 1.0), (bowl, 1.0), *_tick(hand, 0.95, 0.0, -0.06)]


def _six(hand: Hand) -> list[Path]:
    bowl = _arc(hand, (0.5, 0.68), (0.5, 0.32), 0, 360)
    if hand.straight_six:
        return [(bowl, 1.0), (_line((0.03, 0.6), (0.66, -_end(hand) - 0.02)), 1.0)]
    spine = _arc(hand, (0.5, 0.42), (0.5, 0.42), 180, 325 + hand.aperture * 0.5)
    side = _line((0.0, 0.68), (0.0, 0.42))
    return [(bowl, 1.0), (np.vstack([side, spine]), 1.0)]


def _seven(hand: Hand) -> list[Path]:
    bend = [(0.6, 0.38), (0.38, 0.7)] if hand.aperture > 10 else []
    slope = _line((1.0, 0.0), *bend, (0.3, 1.0 + _end(hand)))
    paths = [(_line((0.0, 0.0), (1.0, 0.0)), 1.0), (slope, 1.0)]
    if hand.seven_tick:
        paths.append((_line((0.0, 0.0), (0.0, 0.17)), 0.8))
    return paths


def _eight(hand: Hand) -> list[Path]:
    waist = hand.waist
    upper = _arc(hand, (0.5, waist / 2), (0.46, waist / 2), 0, 360)
    lower = _arc(hand, (0.5, (1 + waist) / 2), (0.5, (1 - waist) / 2), 0, 360)
    return [(upper, 1.0), (lower, 1.0)]


def _nine(hand: Hand) -> list[Path]:
    return [(1 - points, share) for points, share in _six(hand)]


def _jack(hand: Hand) -> list[Path]:
    stem = 0.74 if hand.jack_bar == 2 or hand.serif else 0.92
    radius = stem / 2
    top = 0.0 if hand.jack_bar else -_end(hand)
    hook = _arc(hand, (stem - radius, 1 - hand.jack_drop), (radius, hand.jack_drop), 0, 165)
    paths = [(np.vstack([_line((stem, top)), hook]), 1.0)]
    if hand.jack_bar:
        right = min(1.0, stem + 0.32) if hand.jack_bar == 2 else stem
        paths.append((_line((stem - 0.34, 0.0), (right, 0.0)), max(hand.serif_pen, 0.6)))
    if hand.serif:  # a ball or a tick where the hook ends
        paths.append((hook[-2:] + [[0.02, 0], [0.02, -0.06]], 1.2))
    return paths


def _queen(hand: Hand) -> list[Path]:
    tails = (
        _line((0.55, 0.72), (1.0, 1.06)),
        _line((0.62, 0.78), (0.9, 1.0)),
        np.vstack([_line((0.4, 0.8)), _arc(hand, (0.72, 1.06), (0.3, 0.14), 190, 20)]),
        np.vstack([_line((0.5, 1.0)), _arc(hand, (0.85, 1.02), (0.3, 0.16), 160, 60)]),
        _line((0.3, 0.84), (0.48, 0.76), (0.72, 0.98), (1.02, 0.98)),
    )
    return [*_zero(hand), (tails[hand.queen_tail], 0.9)]


def _king(hand: Hand) -> list[Path]:
    over, joint = _end(hand), hand.waist + 0.12
    paths: list[Path] = [(_line((0.08, -over), (0.08, 1 + over)), 1.0)]
    upper = _line((0.92 + over, -over), (0.08, joint))
    branch = (0.36, joint - 0.2)
    paths += [(upper, 0.85), (_line(branch, (0.96 + over * 0.6, 1 + over)), 1.0)]
    for x, y in ((0.08, 0.0), (0.08, 1.0), (0.9, 0.0), (0.94, 1.0)):
        paths += _bar(hand, x, y)
    return paths


def _ace(hand: Hand) -> list[Path]:
    over, half = _end(hand), hand.apex / 2
    left = _line((0.5 - half, -over * 0.0), (0.02 - over * 0.4, 1 + over))
    right = _line((0.5 + half, 0.0), (0.98 + over * 0.4, 1 + over))
    paths: list[Path] = [(left, 0.8), (right, 1.0), (_line((0.2, 0.68), (0.8, 0.68)), 0.8)]
    if half:
        paths.append((_line((0.5 - half, 0.0), (0.5 + half, 0.0)), 1.0))
    return [*paths, *_bar(hand, 0.04, 1.0), *_bar(hand, 0.96, 1.0)]


_GLYPHS: dict[str, Callable[[Hand], list[Path]]] = {
    "0": _zero,
    "1": _one,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "9": _nine,
    "J": _jack,
    "Q": _queen,
    "K": _king,
    "A": _ace,
}
