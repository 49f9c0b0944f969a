"""Where cards lie on a table: arranged rows, fans, heaps, lines and whole tables.

Everything is in millimetres on the table plane, x to the right, y towards the player,
so that a camera can look at it from anywhere. Cards are listed bottom first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 88.0
RowName = Literal["front", "middle", "back"]
ROW_NAMES: tuple[RowName, ...] = ("front", "middle", "back")
ROW_LENGTHS: dict[RowName, int] = {"front": 3, "middle": 5, "back": 5}


@dataclass(frozen=True, slots=True)
class CardPose:
    """One card on the table. `angle_deg` turns clockwise as the player sees it."""

    x_mm: float
    y_mm: float
    angle_deg: float
    hand: int = 0
    row: RowName | None = None
    face_up: bool = True


Layout = list[CardPose]


def _turned(layout: Layout, angle_deg: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Layout:
    """The layout turned about the origin, then moved."""
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    return [
        replace(
            pose,
            x_mm=float(cos * pose.x_mm - sin * pose.y_mm + x_mm),
            y_mm=float(sin * pose.x_mm + cos * pose.y_mm + y_mm),
            angle_deg=pose.angle_deg + angle_deg,
        )
        for pose in layout
    ]


def arranged_rows(rng: np.random.Generator, hand: int = 0) -> Layout:
    """Three rows of 3, 5 and 5 as players lay them: spread or overlapped, neat or not."""
    step_x = CARD_WIDTH_MM * float(np.exp(rng.uniform(np.log(0.26), np.log(1.2))))
    step_y = CARD_HEIGHT_MM * float(np.exp(rng.uniform(np.log(0.38), np.log(1.2))))
    tidy = rng.uniform(0.0, 1.0)
    align = rng.choice(["left", "centre", "right"], p=[0.3, 0.6, 0.1])
    bend_deg = rng.normal(0.0, 2.0) if rng.random() < 0.4 else 0.0
    rows: list[Layout] = []
    for number, name in enumerate(ROW_NAMES):
        count = ROW_LENGTHS[name]
        spare = (5 - count) * step_x
        start = {"left": 0.0, "centre": spare / 2, "right": spare}[str(align)]
        lean = rng.normal(0.0, 3.0 * tidy)
        row: Layout = []
        for i in range(count):
            offset = i - (count - 1) / 2
            x = start + i * step_x - 2 * step_x + rng.normal(0, 3 * tidy)
            y = (number - 1) * step_y + offset**2 * abs(bend_deg) * 0.8 + rng.normal(0, 3 * tidy)
            angle = lean + offset * bend_deg + rng.normal(0, 4.0 * tidy)
            row.append(CardPose(float(x), float(y), float(angle), hand, name))
        rows.append(row[::-1] if rng.random() < 0.12 else row)
    # Mostly the row nearer to the player is laid over the farther one, so indices stay visible.
    if rng.random() < 0.12:
        rows.reverse()
    return [pose for row in rows for pose in row]


def fan(rng: np.random.Generator, count: int = 13, hand: int = 0) -> Layout:
    """A hand held or laid as a fan, right- or (less often) left-handed."""
    radius = rng.uniform(90, 260)
    index_gap = float(np.exp(rng.uniform(np.log(11), np.log(26))))
    step_deg = np.degrees(index_gap / (radius + CARD_HEIGHT_MM * 0.4))
    layout: Layout = []
    for i in range(count):
        angle = (i - (count - 1) / 2) * step_deg + rng.normal(0, step_deg * 0.12)
        reach = radius + rng.normal(0, 2.0)
        x, y = reach * np.sin(np.radians(angle)), -reach * np.cos(np.radians(angle)) + radius
        layout.append(CardPose(float(x), float(y), float(angle), hand))
    return layout[::-1] if rng.random() < 0.2 else layout


def line(rng: np.random.Generator, count: int = 13, hand: int = 0) -> Layout:
    """One overlapped row."""
    step = CARD_WIDTH_MM * rng.uniform(0.22, 1.1)
    tidy = rng.uniform(0.0, 1.0)
    layout = [
        CardPose(
            float((i - (count - 1) / 2) * step + rng.normal(0, 2 * tidy)),
            float(rng.normal(0, 4 * tidy)),
            float(rng.normal(0, 4 * tidy)),
            hand,
        )
        for i in range(count)
    ]
    return layout[::-1] if rng.random() < 0.15 else layout


def heap(rng: np.random.Generator, count: int = 13, hand: int = 0) -> Layout:
    """Cards thrown on the table in any direction, partly over each other."""
    spread = rng.uniform(22, 60) * np.sqrt(count)
    return [
        CardPose(
            float(rng.normal(0, spread)),
            float(rng.normal(0, spread * 0.8)),
            float(rng.uniform(0, 360)),
            hand,
        )
        for _ in range(count)
    ]


def grid(rng: np.random.Generator, count: int = 13, hand: int = 0) -> Layout:
    """Cards side by side without overlap, loosely aligned, some turned."""
    columns = int(rng.integers(3, 8))
    step_x = CARD_WIDTH_MM * rng.uniform(1.02, 1.5)
    step_y = CARD_HEIGHT_MM * rng.uniform(1.02, 1.4)
    jitter = rng.uniform(0, 8)
    rows = -(-count // columns)
    return [
        CardPose(
            float((i % columns - (columns - 1) / 2) * step_x + rng.normal(0, jitter)),
            float((i // columns - (rows - 1) / 2) * step_y + rng.normal(0, jitter)),
            float(rng.normal(0, jitter) + 90 * rng.choice([0, 1, 2, 3], p=[0.8, 0.06, 0.08, 0.06])),
            hand,
        )
        for i in range(count)
    ]


def whole_table(rng: np.random.Generator, hands: int | None = None) -> Layout:
    """Two to four hands around a table, each facing its own player."""
    hands = hands or int(rng.integers(2, 5))
    sides = [0, 2, 1, 3][:hands] if hands < 4 else [0, 1, 2, 3]
    away = rng.uniform(170, 300)
    maker: Callable[..., Layout] = fan if rng.random() < 0.25 else arranged_rows
    return [
        pose
        for hand, side in enumerate(sides)
        for pose in _turned(
            _turned(maker(rng, hand=hand), 0, rng.normal(0, 15), away + rng.normal(0, 15)),
            side * 90 + rng.normal(0, 6),
        )
    ]


def random_layout(rng: np.random.Generator) -> tuple[str, Layout]:
    """A layout drawn from what the reader meets, with the name of its kind."""
    kind = str(
        rng.choice(
            ["rows", "fan", "line", "heap", "grid", "table"],
            p=[0.30, 0.26, 0.08, 0.12, 0.10, 0.14],
        )
    )
    count = 13 if rng.random() < 0.5 else int(rng.integers(1, 14))
    match kind:
        case "rows":
            layout = arranged_rows(rng)
        case "fan":
            layout = fan(rng, count)
        case "line":
            layout = line(rng, count)
        case "heap":
            layout = heap(rng, count)
        case "grid":
            layout = grid(rng, count)
        case _:
            layout = whole_table(rng)
    if rng.random() < 0.15:
        layout = _with_face_down(rng, layout)
    return kind, layout


def _with_face_down(rng: np.random.Generator, layout: Layout) -> Layout:
    share = rng.uniform(0.05, 0.4)
    return [replace(pose, face_up=bool(rng.random() > share)) for pose in layout]
