"""All decks that scenes are rendered with: shared pictures, and designs drawn by chance."""

from collections.abc import Collection
from pathlib import Path

import numpy as np

from vision.synthesis.deck_sources import picture_decks
from vision.synthesis.faces import CardFace, Deck, IndexMark, contact_sheet, shrink
from vision.synthesis.font_deck import draw_deck

__all__ = ["CardFace", "Deck", "IndexMark", "contact_sheet", "draw_deck", "load_decks", "shrink"]


def load_decks(
    shared: Path | None,
    seed: int,
    kinds: Collection[str] = ("scan", "drawn", "gnome", "font"),
    drawn_by_chance: int = 8,
) -> list[Deck]:
    """Return every deck of the given kinds that can be had here, the same for the same seed.

    `shared` is the shared folder (None: none), `drawn_by_chance` the number of "font" decks.
    """
    rng = np.random.default_rng(seed)
    decks: list[Deck] = []
    if shared is not None:
        back = draw_deck(rng).back
        decks += [deck for deck in picture_decks(shared, back) if deck.source in kinds]
    if "font" in kinds:
        decks += [draw_deck(rng) for _ in range(drawn_by_chance)]
    return decks
