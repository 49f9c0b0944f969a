"""All decks that scenes are rendered with: shared pictures, and designs drawn by chance."""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from vision.synthesis.deck_art import deck_art
from vision.synthesis.faces import CardFace, Deck, IndexMark, contact_sheet, shrink
from vision.synthesis.font_deck import draw_deck
from vision.synthesis.gnome_decks import gnome_decks
from vision.synthesis.picture_decks import picture_decks

__all__ = [
    "CardFace",
    "Deck",
    "IndexMark",
    "contact_sheet",
    "deck_art",
    "draw_deck",
    "load_decks",
    "shrink",
]


def load_decks(
    shared: Path | None,
    seed: int,
    kinds: Collection[str] = ("scan", "drawn", "gnome", "font"),
    *,
    by_chance: int = 8,
    cache: Path | None = None,
) -> list[Deck]:
    """Return every deck of the given kinds that can be had here, the same for the same seed.

    `shared` is the shared folder (None: no scans, no drawn decks), `by_chance` the number of "font"
    decks (they borrow courts, ranks and suits from the others), `cache` where decks are kept once
    cut (default: the user's cache folder). A source that is not installed adds nothing.
    """
    rng = np.random.default_rng(seed)
    decks: list[Deck] = []
    if shared is not None:
        decks += [d for d in picture_decks(shared, cache) if d.source in kinds]
    if "gnome" in kinds:
        decks += gnome_decks(cache=cache)
    if "font" in kinds:
        art = deck_art(decks)
        decks += [draw_deck(rng, art) for _ in range(by_chance)]
    return decks
