"""Photos that the project ships: rendered from its own decks and cloth alone, nothing fetched.

The app lets people try a sample with one tap; tests read all of them from file to cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from scorer.notation import parse_cards
from vision.synthesis.camera import View
from vision.synthesis.clutter import Backgrounds, Pixels
from vision.synthesis.font_deck import draw_deck
from vision.synthesis.layouts import ROW_LENGTHS, ROW_NAMES, CardPose, Layout, fan
from vision.synthesis.light import sensor_noise, uneven_light
from vision.synthesis.scenes import Scene, render


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo to render: its cards run hand by hand, in a hand front, middle, back."""

    name: str
    cards: str
    cloth_rgb: tuple[int, int, int]
    px_per_mm: float
    deck_seed: int
    layout_seed: int
    roll_deg: float = 0.0
    tilt_deg: float = 12.0
    size_wh: tuple[int, int] = (1600, 1200)

    def layout(self, rng: np.random.Generator) -> Layout:
        """Rows or a fan, by the sample's name."""
        return fan(rng) if self.name == "fan" else _neat_rows(rng)


def _neat_rows(rng: np.random.Generator) -> Layout:
    """Three overlapped rows as a careful player lays them."""
    return [
        CardPose(
            float((number - (count - 1) / 2) * 42 + rng.normal(0, 1.5)),
            float(row * 70 + rng.normal(0, 1.5)),
            float(rng.normal(0, 2)),
            row=name,
        )
        for row, (name, count) in enumerate(ROW_LENGTHS.items())
        for number in range(count)
    ]


class _Felt(Backgrounds):
    """Plain cloth of one colour."""

    def __init__(self, rgb: tuple[int, int, int]) -> None:
        super().__init__()
        self._rgb = rgb

    def draw(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> Pixels:
        grain = rng.normal(0, 6, (size_wh[1], size_wh[0], 1))
        return np.clip(np.array(self._rgb) + grain, 0, 255).astype(np.uint8)


GREEN, BROWN, BLUE = (28, 104, 66), (116, 78, 52), (44, 74, 122)
SAMPLES = (
    Sample("rows", "Kd Kc 9s Qs Qd Qc 4s 4d 7h 8h 9h Th Jh", GREEN, 3.9, 2, 1, -4.0),
    Sample("rows_upside_down", "Ah Qc 7d 8c 8d 5s 5h Kh 3c 4d 5d 6s 7c", BROWN, 3.4, 1, 3, 172.0),
    Sample("fan", "2s 3d 4c 6h 7s 9d 9c Ts Jd Qh Kc As Ad", BLUE, 3.8, 6, 7, 10.0),
)


def render_samples() -> Iterator[tuple[Sample, Scene]]:
    """Every sample with its photo; the same pixels on every machine with the same fonts."""
    for sample in SAMPLES:
        deck = draw_deck(np.random.default_rng(sample.deck_seed))
        rng = np.random.default_rng(sample.layout_seed)
        layout = sample.layout(rng)
        cards = [card.index for card in parse_cards(sample.cards)]
        middle = np.array([[pose.x_mm, pose.y_mm] for pose in layout]).mean(axis=0)
        view = View(
            (float(middle[0]), float(middle[1])),
            sample.px_per_mm,
            sample.roll_deg,
            sample.tilt_deg,
            0.0,
            sample.size_wh,
        )
        scene = render(
            rng,
            deck,
            layout,
            view,
            backgrounds=_Felt(sample.cloth_rgb),
            kind=sample.name,
            cards=_in_laying_order(layout, cards),
            clutter=False,
            effects=False,
        )
        lit = sensor_noise(rng, uneven_light(rng, scene.pixels.astype(np.float32)))
        yield sample, replace(scene, pixels=np.clip(lit, 0, 255).astype(np.uint8))


def truth(sample: Sample) -> Mapping[str, object]:
    """The sample's entry of a truth file."""
    cards = [str(card) for card in parse_cards(sample.cards)]
    if not sample.name.startswith("rows"):
        return {"cards": cards}
    rows = dict(zip(ROW_NAMES, (cards[:3], cards[3:8], cards[8:]), strict=True))
    return {"cards": cards, "hands": [{"rows": rows}]}


def _in_laying_order(layout: Layout, cards: list[int]) -> list[int]:
    """The cards, given in reading order, for poses listed bottom first."""

    def reading_place(number: int) -> tuple[int, int, float]:
        pose: CardPose = layout[number]
        row = ROW_NAMES.index(pose.row) if pose.row else 0
        return pose.hand, row, pose.x_mm

    order = sorted(range(len(layout)), key=reading_place)
    laid = [0] * len(layout)
    for place, number in enumerate(order):
        laid[number] = cards[place]
    return laid
