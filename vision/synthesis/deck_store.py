"""Finished decks kept on disk: cutting one takes seconds, mapping it takes none.

The pictures of a deck are one memory-mapped array, so that many processes share one copy.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import platformdirs

from vision.synthesis.faces import CardFace, Deck, IndexMark

_VERSION = 1  # raise when decks are cut differently


def cache_folder() -> Path:
    """Return the user's cache folder for decks."""
    return Path(platformdirs.user_cache_dir("maubinh")) / "decks"


def stored(folder: Path, name: str, build: Callable[[], Deck | None]) -> Deck | None:
    """Return the deck kept under `name` in `folder`, built and kept first where it is not there.

    The images of a kept deck are read-only.
    """
    facts, pictures = (folder / f"{name}.{_VERSION}.{kind}" for kind in ("json", "npy"))
    if not facts.exists():
        deck = build()
        if deck is None:
            return None
        _keep(deck, facts, pictures)
    return _mapped(facts, pictures)


def _keep(deck: Deck, facts: Path, pictures: Path) -> None:
    cards = sorted(deck.faces)
    images = np.stack([*(deck.faces[card].image for card in cards), deck.back])
    marks = [[(*m.box_xyxy, m.up_deg) for m in deck.faces[card].marks] for card in cards]
    text = json.dumps({"name": deck.name, "source": deck.source, "cards": cards, "marks": marks})
    facts.parent.mkdir(parents=True, exist_ok=True)
    unfinished = pictures.with_suffix(f".{os.getpid()}")
    with unfinished.open("wb") as file:
        np.save(file, images)
    unfinished.replace(pictures)
    unfinished.write_text(text, "utf-8")
    unfinished.replace(facts)  # last: it says that the deck is complete


def _mapped(facts: Path, pictures: Path) -> Deck:
    said = json.loads(facts.read_text("utf-8"))
    images = np.load(pictures, mmap_mode="r")
    faces = {
        card: CardFace(
            card,
            np.asarray(images[place]),
            tuple(IndexMark((m[0], m[1], m[2], m[3]), m[4]) for m in said["marks"][place]),
        )
        for place, card in enumerate(said["cards"])
    }
    return Deck(said["name"], said["source"], faces, np.asarray(images[-1]))
