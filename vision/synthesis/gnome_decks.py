"""Decks of the Debian package `gnome-cards-data`: SVG sheets of 13 columns and 5 rows of cards.

The package is GPL; it is read where it is installed and nothing of it is copied into this project.
"""

import shutil
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.synthesis.deck_store import cache_folder, stored
from vision.synthesis.faces import CARD_WH, CardFace, Deck, Image
from vision.synthesis.index_boxes import Window, index_marks, repaired
from vision.synthesis.picture_decks import rounded

SHEETS = Path("/usr/share/aisleriot/cards")
_COLUMNS = "A23456789TJQK"  # columns of a sheet; its rows are clubs, diamonds, hearts, spades
_RANKS = "23456789TJQKA"
_BACK = (4, 2)  # row, column


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where the top-left index lies on a 500x700 card, and which ranks have the letters A K Q J."""

    window: Window = (11, 11, 79, 176)
    ranks: str = _COLUMNS
    corners: int = 2
    inset: int = 6


_GERMAN, _FRENCH, _NUMBERS = "A23456789TK", "A23456789T", "23456789T"
SHEET_DECKS = {
    "ancient_french": Sheet(ranks=_NUMBERS),
    "anglo": Sheet(),
    "anglo_bitmap": Sheet(),
    "anglo_modern": Sheet(),
    "anglo_modern_4_color": Sheet(),
    "anglo_poker": Sheet(),
    "atlasnye": Sheet(),
    "atlasnye_skat": Sheet(ranks=_GERMAN),
    "berlin": Sheet(ranks=_GERMAN),
    "dondorf": Sheet((15, 15, 87, 176), corners=4, inset=13),
    "gnomangelo": Sheet(inset=11),
    "gnomangelo_bitmap": Sheet(inset=11),
    "guyenne-classic": Sheet((13, 15, 84, 176), ranks=_FRENCH, inset=12),
    "lattmann": Sheet(ranks=_GERMAN),
    "neoclassical": Sheet((9, 11, 77, 182)),
    "neoclassical_4_color": Sheet((9, 11, 77, 182)),
    "orell": Sheet(),
    "ornamental": Sheet((14, 30, 140, 290), inset=4),
    "paris": Sheet((13, 15, 84, 176), inset=12),
    "plastic": Sheet((13, 15, 104, 225)),
    "rheinland": Sheet(ranks=_GERMAN),
    "simplistic": Sheet((11, 20, 79, 182)),
    "slavic_costumes": Sheet(ranks=_NUMBERS + "K"),
    "tango": Sheet((9, 25, 135, 300)),
    "tarocco": Sheet(ranks=_FRENCH),
    "tigullio": Sheet(),
    "Атласные": Sheet(ranks=_NUMBERS + "K"),
}


def gnome_decks(sheets: Path = SHEETS, cache: Path | None = None) -> list[Deck]:
    """Return the decks of the installed package, none where it or `rsvg-convert` is missing.

    Each is rasterised and cut once and kept in `cache` (default: the user's cache folder).
    """
    folder = cache or cache_folder()
    decks = []
    for name, sheet in SHEET_DECKS.items():
        svg = sheets / f"{name}.svgz"
        deck = stored(folder, f"gnome_{name}", partial(_read, svg, sheet))
        if deck is not None:
            decks.append(deck)
    return decks


def _read(svg: Path, sheet: Sheet) -> Deck | None:
    picture = _rasterised(svg)
    return None if picture is None else _deck(svg.stem, sheet, picture)


def _rasterised(svg: Path) -> Image | None:
    converter = shutil.which("rsvg-convert")
    if converter is None or not svg.exists():
        return None
    size = ["-w", str(13 * CARD_WH[0]), "-h", str(5 * CARD_WH[1])]
    done = subprocess.run([converter, *size, str(svg)], check=True, capture_output=True)
    picture = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
    return None if picture is None else cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA).astype(np.uint8)


def _deck(name: str, sheet: Sheet, picture: Image) -> Deck:
    images = {
        4 * _RANKS.index(rank) + suit: _cell(picture, suit, _COLUMNS.index(rank))
        for rank in sheet.ranks
        for suit in range(4)
    }
    found = {c: index_marks(rgb, sheet.window, sheet.corners) for c, rgb in images.items()}
    marks = repaired(found, images, sheet.window, sheet.corners)
    alpha = rounded((CARD_WH[1], CARD_WH[0]), sheet.inset, 24)
    faces = {
        card: CardFace(card, np.dstack([rgb, alpha]), marks[card])
        for card, rgb in images.items()
        if len(marks[card]) == sheet.corners
    }
    return Deck(name, "gnome", faces, np.dstack([_cell(picture, *_BACK), alpha]))


def _cell(picture: Image, row: int, column: int) -> Image:
    """Return one card of the sheet as RGB on white."""
    width, height = CARD_WH
    cell = picture[row * height : (row + 1) * height, column * width : (column + 1) * width]
    alpha = cell[..., 3:].astype(np.float32) / 255
    return np.ascontiguousarray((cell[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8))
