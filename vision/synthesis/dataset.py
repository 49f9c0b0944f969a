"""Rendered scenes as a dataset that ultralytics trains a pose network on.

Each label line is `0 cx cy w h  tx ty v  bx by v`, all as shares of the picture: one class,
`index`, and the middle of its top and bottom edge in the card's own up direction.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from vision.synthesis.clutter import Backgrounds
from vision.synthesis.deck_art import DeckArt, deck_art
from vision.synthesis.decks import Deck, draw_deck, load_decks
from vision.synthesis.scenes import Scene, random_scene
from vision.synthesis.single_cards import SingleCards

LEAST_INDEX_PX = 7.0
SCENES_PER_DECK = 40
SINGLE_MARKS = "single_cards.json"
DRAWN_SHARE, MIXED_SHARE = 0.45, 0.3  # of the batches, where there are other decks
MIXED_MOST_PX = 45.0  # the single cards are small pictures: nearer they are only a blur


@dataclass(frozen=True, slots=True)
class SceneSet:
    """What to render: `count` scenes, reproducible from `seed`."""

    folder: Path
    count: int
    seed: int = 0
    size_px: int = 640
    index_px: tuple[float, float] = (11.0, 120.0)
    shared: Path | None = None
    kinds: tuple[str, ...] = ("scan", "drawn", "gnome")
    held_out_decks: tuple[str, ...] = ()
    workers: int = 2


def label_lines(scene: Scene) -> list[str]:
    """One line an index that is large enough to be read."""
    height, width = scene.pixels.shape[:2]
    lines = []
    for index in scene.indices:
        if np.linalg.norm(index.top_xy - index.bottom_xy) < LEAST_INDEX_PX:
            continue
        x0, y0, x1, y1 = index.box_xyxy.clip(0, [width, height, width, height])
        box = [(x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height]
        points = [
            value
            for x, y in (index.top_xy, index.bottom_xy)
            for value in (np.clip(x / width, 0, 1), np.clip(y / height, 0, 1), 2)
        ]
        lines.append(" ".join(["0", *(f"{value:.6g}" for value in [*box, *points])]))
    return lines


def write_scenes(wanted: SceneSet) -> Iterator[int]:
    """Render what is not there yet; yields the number of scenes done after each batch of one deck.

    Scenes come in batches that share a deck. A batch depends on the seed and its own number
    alone, so an interrupted run goes on where it stopped and the result is the same.
    """
    for part in ("images", "labels"):
        (wanted.folder / part).mkdir(parents=True, exist_ok=True)
    cards = _single_card_folder(wanted)
    if cards and not (wanted.folder / SINGLE_MARKS).exists():
        SingleCards.find(cards).save(wanted.folder / SINGLE_MARKS)
    batches = -(-wanted.count // SCENES_PER_DECK)
    done = 0
    # Spawned, not forked: a fork would inherit OpenCV's threads in whatever state they are.
    with ProcessPoolExecutor(wanted.workers, get_context("spawn")) as pool:
        for number in pool.map(_render_batch, [wanted] * batches, range(batches)):
            done += number
            yield done


@dataclass(frozen=True, slots=True)
class _Materials:
    """What all batches of one worker process share."""

    decks: list[Deck]
    art: tuple[DeckArt, ...]
    single: SingleCards | None
    backgrounds: Backgrounds

    def random_deck(self, rng: np.random.Generator) -> Deck:
        """A drawn deck, a known one, or one of many makers' cards."""
        chance = rng.random()
        if self.single is not None and chance < MIXED_SHARE:
            return self.single.deck(rng, draw_deck(rng, cards=()).back)
        if not self.decks or chance < MIXED_SHARE + DRAWN_SHARE:
            return draw_deck(rng, self.art)
        return self.decks[int(rng.integers(len(self.decks)))]


def _single_card_folder(wanted: SceneSet) -> Path | None:
    folder = wanted.shared / "cards" / "web" if wanted.shared else None
    return folder if folder and folder.is_dir() else None


@cache
def _materials(wanted: SceneSet) -> _Materials:
    """What all batches of one worker process share, loaded once."""
    os.nice(10)
    cv2.setNumThreads(1)
    decks = [
        deck
        for deck in load_decks(wanted.shared, wanted.seed, wanted.kinds)
        if deck.name not in wanted.held_out_decks
    ]
    cards = _single_card_folder(wanted)
    single = SingleCards.load(cards, wanted.folder / SINGLE_MARKS) if cards else None
    tables = wanted.shared / "backgrounds" if wanted.shared else None
    return _Materials(decks, deck_art(decks), single, Backgrounds.under(tables))


def _render_batch(wanted: SceneSet, batch: int) -> int:
    first = batch * SCENES_PER_DECK
    numbers = range(first, min(first + SCENES_PER_DECK, wanted.count))
    if all((wanted.folder / "labels" / f"{number:06d}.txt").exists() for number in numbers):
        return len(numbers)
    materials = _materials(wanted)
    rng = np.random.default_rng((wanted.seed, batch))
    deck = materials.random_deck(rng)
    least_px, most_px = wanted.index_px
    reach = (least_px, min(most_px, MIXED_MOST_PX) if deck.source == "web" else most_px)
    size_wh = (wanted.size_px, wanted.size_px)
    for number in numbers:
        scene = random_scene(rng, deck, materials.backgrounds, size_wh, reach)
        picture = wanted.folder / "images" / f"{number:06d}.jpg"
        cv2.imwrite(str(picture), scene.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
        label = wanted.folder / "labels" / f"{number:06d}.txt"
        label.write_text("\n".join(label_lines(scene)) + "\n")
    return len(numbers)
