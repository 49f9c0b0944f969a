"""Photos that the project ships: rendered from its own decks and cloth alone, nothing fetched.

The app lets people try a sample with one tap; tests read all of them from file to cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from scorer.notation import parse_cards
from vision.synthesis.camera import View
from vision.synthesis.clutter import Backgrounds
from vision.synthesis.font_deck import draw_deck
from vision.synthesis.layouts import (
    ROW_NAMES,
    CardPose,
    Layout,
    arranged_rows,
    fan,
    whole_table,
)
from vision.synthesis.scenes import Scene, render


@dataclass(frozen=True, slots=True)
class Sample:
    """A photo to render: its cards run hand by hand, in a hand front, middle, back."""

    name: str
    seed: int
    cards: str
    px_per_mm: float
    roll_deg: float = 0.0
    tilt_deg: float = 12.0
    size_wh: tuple[int, int] = (1600, 1200)

    def layout(self, rng: np.random.Generator) -> Layout:
        """Rows, a fan or a table, by the sample's name."""
        if self.name.startswith("fan"):
            return fan(rng)
        if self.name.startswith("table"):
            return whole_table(rng, hands=4)
        return arranged_rows(rng)


SAMPLES = (
    Sample("rows", 4, "Kd Kc 9s 7h 8h 9h Th Jh Qs Qd Qc 4s 4d", 3.2, -4.0),
    Sample("rows_upside_down", 11, "Ah Qc 7d 8c 8d 5s 5h Kh 3c 4d 5d 6s 7c", 2.6, 172.0),
    Sample("fan", 5, "2s 3d 4c 6h 7s 9d 9c Ts Jd Qh Kc As Ad", 3.4, 10.0),
)


def render_samples() -> Iterator[tuple[Sample, Scene]]:
    """Every sample with its photo; the same pixels on every machine with the same fonts."""
    for sample in SAMPLES:
        rng = np.random.default_rng(sample.seed)
        deck = draw_deck(rng)
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
            backgrounds=Backgrounds(),
            kind=sample.name,
            cards=_in_laying_order(layout, cards),
            clutter=False,
        )
        yield sample, scene


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
