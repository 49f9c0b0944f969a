"""Decks that come from pictures: the shared drawn and scanned decks."""

from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthesis.backs import draw_back
from vision.synthesis.deck_store import cache_folder, stored
from vision.synthesis.faces import CardFace, Deck, Image
from vision.synthesis.index_boxes import Window, index_marks, repaired

RANKS, SUITS = "23456789TJQKA", "cdhs"


@dataclass(frozen=True, slots=True)
class PictureDeck:
    """Where the top-left index lies on the 500x700 pictures of a deck and how to cut the card."""

    window: Window
    corners: int = 2
    inset: int = 2
    radius: int = 18
    soften: float = 0.0
    scanned: bool = False


PICTURE_DECKS = {
    "drawn/accessible_horizontal": PictureDeck((3, 8, 240, 106), inset=7, soften=3),
    "drawn/accessible_vertical": PictureDeck((3, 8, 126, 204), inset=7, soften=3),
    "drawn/horizontal2": PictureDeck((3, 8, 240, 106), inset=7, soften=3),
    "drawn/horizontal4": PictureDeck((3, 8, 240, 106), inset=7, soften=3),
    "drawn/vertical2": PictureDeck((3, 8, 126, 204), inset=7, soften=3),
    "drawn/vertical4": PictureDeck((3, 8, 126, 204), inset=7, soften=3),
    "drawn/belgian": PictureDeck((10, 9, 76, 180), inset=9, radius=16),
    "drawn/vector": PictureDeck((3, 7, 91, 178), inset=2, radius=22),
    "scans/bicycle": PictureDeck((10, 22, 76, 186), scanned=True),
    "scans/bicycle_iphone": PictureDeck((10, 22, 78, 190), scanned=True),
    "scans/dutch": PictureDeck((18, 32, 104, 172), corners=4, scanned=True),
}


def picture_decks(shared: Path, cache: Path | None = None) -> list[Deck]:
    """Return every shared deck that is there; a card without a found index is left out.

    Each is cut once and kept in `cache` (default: the user's cache folder).
    """
    decks = []
    for name, how in PICTURE_DECKS.items():
        folder = shared / "cards" / name
        key = name.replace("/", "_")
        deck = stored(cache or cache_folder(), key, partial(_read, folder, how))
        if deck is not None:
            decks.append(deck)
    return decks


def card_number(stem: str) -> int:
    """Return 0..51 for a file stem such as "Td"."""
    return 4 * RANKS.index(stem[0]) + SUITS.index(stem[1])


def _read(folder: Path, how: PictureDeck) -> Deck | None:
    images = {}
    for path in sorted(folder.glob("[2-9TJQKA][cdhs].jpg")):
        bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if bgr is not None:
            rgb = np.ascontiguousarray(bgr[..., ::-1]).astype(np.uint8)
            images[card_number(path.stem)] = rgb
    if not images:
        return None
    found = {c: index_marks(rgb, how.window, how.corners) for c, rgb in images.items()}
    marks = repaired(found, images, how.window, how.corners)
    faces = {
        card: CardFace(card, _cut(images[card], how), marks[card])
        for card in images
        if len(marks[card]) == how.corners
    }
    back = draw_back(np.random.default_rng(crc32(folder.name.encode())), (250, 250, 246))
    alpha = rounded(back.shape, how.inset, how.radius)
    source = "scan" if how.scanned else "drawn"
    return Deck(folder.name, source, faces, np.dstack([back, alpha]))


def _cut(rgb: Image, how: PictureDeck) -> Image:
    alpha = scanned_outline(rgb) if how.scanned else rounded(rgb.shape, how.inset, how.radius)
    if how.soften:
        rgb = cv2.GaussianBlur(rgb, (0, 0), how.soften).astype(np.uint8)
    return np.dstack([rgb, alpha])


@lru_cache(maxsize=32)
def rounded(shape: tuple[int, ...], inset: int, radius: int) -> NDArray[np.uint8]:
    """Return an antialiased alpha mask (H, W) of a card with round corners."""
    height, width = shape[0] * 2, shape[1] * 2
    big = np.zeros((height, width), np.uint8)
    edge, pad = 2 * inset, 2 * (inset + radius)
    cv2.rectangle(big, (pad, edge), (width - 1 - pad, height - 1 - edge), 255, -1)
    cv2.rectangle(big, (edge, pad), (width - 1 - edge, height - 1 - pad), 255, -1)
    for x in (pad, width - 1 - pad):
        for y in (pad, height - 1 - pad):
            cv2.circle(big, (x, y), 2 * radius, 255, -1)
    mask = cv2.resize(big, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return mask.astype(np.uint8)


def scanned_outline(rgb: Image) -> NDArray[np.uint8]:
    """Return an alpha mask of the card in a scan: the hull of its bright paper."""
    bright = (rgb.min(axis=2) > 0.55 * np.percentile(rgb.min(axis=2), 85)).astype(np.uint8)
    paper = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    alpha = np.zeros((rgb.shape[0], rgb.shape[1]), np.uint8)
    cv2.fillConvexPoly(alpha, hull, 255)
    drawn_in = cv2.erode(alpha, np.ones((7, 7), np.uint8), borderValue=0)
    return cv2.GaussianBlur(drawn_in, (0, 0), 0.8).astype(np.uint8)
