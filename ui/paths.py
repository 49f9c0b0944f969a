"""SVG path data as polygons, for the few commands that the card faces use (M L H V C Q A Z)."""

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

Point = tuple[float, float]
Outline = list[Point]

STEPS: Final = 14
"""Straight pieces a curve is made of."""
_TOKEN: Final = re.compile(r"[MLHVCQAZ]|-?\d*\.?\d+")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7}


def outlines(data: str) -> tuple[Outline, ...]:
    """The subpaths of absolute path data as lists of points; closed ones end where they begin.

    >>> outlines("M0 0H2V2Z")
    ([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 0.0)],)
    """
    found: list[Outline] = []
    here: Point = (0.0, 0.0)
    for command, numbers in _commands(data):
        if command == "M":
            found.append([])
            here = (numbers[0], numbers[1])
            found[-1].append(here)
        elif command == "Z":
            here = found[-1][0]
            found[-1].append(here)
        else:
            found[-1].extend(_DRAW[command](here, numbers))
            here = found[-1][-1]
    return tuple(found)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; numbers that follow without a letter repeat it."""
    tokens = _TOKEN.findall(data)
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        count = _TAKES.get(command, 0)
        yield command, [float(token) for token in tokens[place : place + count]]
        place += count


def _line(_: Point, numbers: list[float]) -> Outline:
    return [(numbers[0], numbers[1])]


def _across(here: Point, numbers: list[float]) -> Outline:
    return [(numbers[0], here[1])]


def _down(here: Point, numbers: list[float]) -> Outline:
    return [(here[0], numbers[0])]


def _bezier(here: Point, numbers: list[float]) -> Outline:
    """A quadratic or cubic curve, by de Casteljau's construction."""
    controls = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
    return [_along(controls, step / STEPS) for step in range(1, STEPS + 1)]


def _along(controls: Outline, t: float) -> Point:
    while len(controls) > 1:
        controls = [
            (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(controls)
        ]
    return controls[0]


def _arc(here: Point, numbers: list[float]) -> Outline:
    """A circular arc: one radius, large-arc and sweep flags, end point."""
    radius, _, _, large, sweep, x, y = numbers
    half_x, half_y = (x - here[0]) / 2, (y - here[1]) / 2
    half = math.hypot(half_x, half_y)
    radius = max(radius, half)
    rise = math.sqrt(radius * radius - half * half) / half
    side = 1 if large == sweep else -1
    centre = (
        here[0] + half_x + side * rise * half_y,
        here[1] + half_y - side * rise * half_x,
    )
    start = math.atan2(here[1] - centre[1], here[0] - centre[0])
    turn = math.atan2(y - centre[1], x - centre[0]) - start
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    return [
        (
            centre[0] + radius * math.cos(start + turn * step / (2 * STEPS)),
            centre[1] + radius * math.sin(start + turn * step / (2 * STEPS)),
        )
        for step in range(1, 2 * STEPS + 1)
    ]


_DRAW: Final[dict[str, Callable[[Point, list[float]], Outline]]] = {
    "L": _line,
    "H": _across,
    "V": _down,
    "C": _bezier,
    "Q": _bezier,
    "A": _arc,
}
