"""Render tables with held-out decks and a truth.json, to be read by `maubinh evaluate`.

    python -m benchmarks.rendered_tables FOLDER [--rows 30] [--fan 30] [--table 20] [--seed 9000]
    maubinh evaluate FOLDER

Rows 5/5/3, fans of 13 and whole tables of four hands, lit and photographed like training scenes.
Half of the decks are the ones that the classifier never saw, half are drawn by chance from this
seed; tables take decks of 52 cards. A scene in which some card shows no corner is dealt again: no
reader could name it. The file's prefix is its kind, so that `evaluate` reports them apart.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scorer.cards import DECK
from vision.deck import JOKER
from vision.synthesis.camera import random_view
from vision.synthesis.clutter import Backgrounds
from vision.synthesis.decks import Deck, draw_deck, load_decks
from vision.synthesis.layouts import (
    ROW_NAMES,
    Layout,
    arranged_rows,
    fan,
    whole_table,
)
from vision.synthesis.scenes import Scene, SceneIndex, index_height_share, render
from vision.training.crop_sources import HELD_OUT_DECKS

_LEAST_SEEN = 0.95  # of a card's best index: under a finger or the next card nobody can read it
_LEAST_INDEX_PX = 16.0  # what the app asks for


@dataclass(frozen=True, slots=True)
class Kind:
    """What to render of one kind: how a hand lies, and the photo's size."""

    layout: Callable[[np.random.Generator], Layout]
    size_wh: tuple[int, int]
    hands: int = 1


KINDS = {
    "rows": Kind(arranged_rows, (2400, 1800)),
    "fan": Kind(fan, (2400, 1800)),
    "table": Kind(lambda rng: whole_table(rng, 4), (3200, 2400), 4),
}


def held_out_decks(shared: Path | None) -> list[Deck]:
    """The decks that the classifier never saw, those that are installed."""
    return [deck for deck in load_decks(shared, 0, ("scan", "drawn", "gnome")) if _held_out(deck)]


def _held_out(deck: Deck) -> bool:
    return deck.name in HELD_OUT_DECKS


def readable_scene(
    rng: np.random.Generator, kind: str, decks: list[Deck], tables: Backgrounds
) -> Scene:
    """A scene in which every card shows an index that can be read."""
    how = KINDS[kind]
    while True:
        known = [deck for deck in decks if len(set(deck.faces) - {JOKER}) >= 13 * how.hands]
        drawn = rng.random() < 0.5 or not known
        deck = draw_deck(rng) if drawn else known[int(rng.integers(len(known)))]
        layout = how.layout(rng)
        cards = rng.permutation([card for card in deck.faces if card != JOKER])[: len(layout)]
        places = np.array([[pose.x_mm, pose.y_mm] for pose in layout])
        extent_mm = float(np.linalg.norm(np.ptp(places, axis=0) + 90))
        px_per_mm = rng.uniform(0.75, 1.15) * min(how.size_wh) / extent_mm
        if px_per_mm * 88 * index_height_share(deck) < _LEAST_INDEX_PX:
            continue
        middle = (places.max(axis=0) + places.min(axis=0)) / 2
        view = random_view(rng, (float(middle[0]), float(middle[1])), px_per_mm, how.size_wh)
        scene = render(rng, deck, layout, view, backgrounds=tables, kind=kind, cards=cards.tolist())
        seen = {index.pose for index in scene.indices if index.visible >= _LEAST_SEEN}
        if len(seen) == len(layout):
            return scene


def truth(scene: Scene) -> dict[str, object]:
    """The scene's entry of a truth file."""
    hands: list[dict[str, object]] = []
    for hand in sorted({pose.hand for pose in scene.layout}):
        mine = [
            (pose.row, str(DECK[card]))
            for pose, card in zip(scene.layout, scene.cards, strict=True)
            if pose.hand == hand
        ]
        if mine[0][0] is None:
            hands.append({"cards": [card for _, card in mine]})
        else:
            rows = {str(name): [card for row, card in mine if row == name] for name in ROW_NAMES}
            hands.append({"rows": rows})
    return {
        "deck": scene.deck,
        "hands": hands,
        "indices": [_place(index) for index in scene.indices],
    }


def _place(index: SceneIndex) -> dict[str, object]:
    """Where an index lies, for those who ask why a card was missed."""
    x, y = (index.top_xy + index.bottom_xy) / 2
    height = float(np.linalg.norm(index.top_xy - index.bottom_xy))
    name = "joker" if index.card == JOKER else str(DECK[index.card])
    return {
        "card": name,
        "centre_xy": [round(float(x), 1), round(float(y), 1)],
        "height_px": round(height, 1),
        "visible": round(index.visible, 2),
    }


def main() -> None:
    """Render what is asked for into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    for kind, count in (("rows", 30), ("fan", 30), ("table", 20)):
        parser.add_argument(f"--{kind}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    wanted = parser.parse_args()
    shared = wanted.shared if wanted.shared.is_dir() else None
    decks = held_out_decks(shared)
    tables = Backgrounds.under(shared / "backgrounds" if shared else None)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    entries = {}
    for place, kind in enumerate(KINDS):
        for number in range(getattr(wanted, kind)):
            rng = np.random.default_rng((wanted.seed, place, number))
            scene = readable_scene(rng, kind, decks, tables)
            name = f"{kind}_{number:03d}.jpg"
            picture = np.ascontiguousarray(scene.pixels[..., ::-1])
            cv2.imwrite(str(wanted.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
            entries[name] = truth(scene)
            print(f"{name} {scene.deck}", flush=True)
    (wanted.folder / "truth.json").write_text(json.dumps(entries, indent=1))


if __name__ == "__main__":
    main()
