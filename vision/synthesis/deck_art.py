"""What drawn decks borrow from picture decks: court figures, rank glyphs and suit shapes."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthesis.faces import CARD_WH, CardFace, Deck, Image
from vision.synthesis.glyphs import RankGlyphs
from vision.synthesis.masks import Colour, Mask, cropped, fitted
from vision.synthesis.strokes import SIZE
from vision.synthesis.suits import SIZE as SUIT_SIZE
from vision.synthesis.suits import SuitShapes

_COURTS = range(36, 48)
_SUITS_OF_RANK = (3, 0, 2, 1)  # where to take a rank glyph from: dark suits first


@dataclass(frozen=True, slots=True, eq=False)
class DeckArt:
    """Parts of one picture deck; None or empty where they could not be had."""

    courts: dict[int, Image]
    glyphs: RankGlyphs | None
    suits: SuitShapes | None


def deck_art(decks: Iterable[Deck]) -> tuple[DeckArt, ...]:
    """Return what can be borrowed from every deck, decks without anything left out."""
    found = []
    for deck in decks:
        courts = _courts(deck)
        parts = {c: p for c, f in deck.faces.items() if (p := _split(f)) is not None}
        art = DeckArt(courts, _glyphs(parts), _suits(parts))
        if art.courts or art.glyphs or art.suits:
            found.append(art)
    return tuple(found)


def pasted(court: Image, shape: tuple[int, ...], paper: Colour) -> Image:
    """Return the figure resized to `shape` (H, W, 3) with its own paper replaced by `paper`."""
    resized = cv2.resize(court, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    white = np.maximum(np.percentile(resized[::6, ::6].reshape(-1, 3), 90, axis=0), 120)
    if sum(paper) < 300:  # on dark paper the light grounds stay light: the figure is a window
        paper = (235, 235, 235)
    tones = np.minimum(np.arange(256)[:, None] / white, 1.0) * np.array(paper)
    return cv2.LUT(resized, tones.astype(np.uint8)[None]).astype(np.uint8)


def _courts(deck: Deck) -> dict[int, Image]:
    art = {}
    for card in _COURTS:
        face = deck.faces.get(card)
        if face is None:
            continue
        edge = max(m.box_xyxy[2] for m in face.marks if m.box_xyxy[2] < CARD_WH[0] / 2)
        x0, y0 = round(edge) + 3, 28
        if edge < CARD_WH[0] * 0.21:  # beside wider indices no whole figure is left
            art[card] = face.image[y0 : CARD_WH[1] - y0, x0 : CARD_WH[0] - x0, :3].copy()
    return art if len(art) >= 8 else {}


def _split(face: CardFace) -> tuple[Mask, Mask] | None:
    """Return the ink of rank and suit of a face's first index, None unless a clear gap parts them.

    Only indices with the suit below the rank are split.
    """
    x0, y0, x1, y1 = (round(value) for value in face.marks[0].box_xyxy)
    margin = 3
    crop = face.image[y0 - margin : y1 + margin, x0 - margin : x1 + margin, :3].astype(np.float32)
    if crop.size == 0 or y1 - y0 < 1.4 * (x1 - x0):
        return None
    paper = np.percentile(crop.reshape(-1, 3), 85, axis=0)
    ink = np.abs(crop - paper).max(axis=2)
    ink = np.clip(ink / np.percentile(ink, 90) * 255, 0, 255).astype(np.uint8)
    empty = np.flatnonzero((ink > 90).sum(axis=1) == 0)
    inner = empty[(empty > 0.4 * len(ink)) & (empty < 0.85 * len(ink))]
    if not len(inner):
        return None
    cut = int(inner[len(inner) // 2])
    return cropped(ink[:cut], 90), cropped(ink[cut:], 90)


def _glyphs(parts: dict[int, tuple[Mask, Mask]]) -> RankGlyphs | None:
    masks = []
    for rank in range(13):
        card = next((4 * rank + s for s in _SUITS_OF_RANK if 4 * rank + s in parts), None)
        if card is None:
            return None
        masks.append(parts[card][0])
    unit = float(np.median([mask.shape[0] for mask in masks[:9]]))
    if unit < 30 or any(not 0.8 < mask.shape[0] / unit < 1.45 for mask in masks):
        return None
    return RankGlyphs(tuple(_sharp(mask, SIZE / unit) for mask in masks), 1.0)


def _suits(parts: dict[int, tuple[Mask, Mask]]) -> SuitShapes | None:
    shapes = []
    for suit in range(4):
        masks = [parts[c][1] for c in range(suit, 36, 4) if c in parts]
        if len(masks) < 4:
            return None
        middle = masks[int(np.argsort([mask.shape[1] for mask in masks])[len(masks) // 2])]
        shapes.append(_sharp(middle, SUIT_SIZE / middle.shape[0]))
    return SuitShapes((shapes[0], shapes[1], shapes[2], shapes[3]))


def _sharp(mask: Mask, scale: float) -> Mask:
    """Return the mask enlarged with its edges made crisp again."""
    big = fitted(mask, mask.shape[1] * scale, mask.shape[0] * scale, cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(np.pad(big, 8), (0, 0), 0.6 * scale).astype(np.float32)
    return cropped(_without_specks(np.clip((soft - 128) * 4 + 128, 0, 255).astype(np.uint8)))


def _without_specks(mask: Mask) -> Mask:
    _, labels, stats, _ = cv2.connectedComponentsWithStats((mask > 40).astype(np.uint8))
    areas = stats[:, cv2.CC_STAT_AREA].copy()
    areas[0] = 0
    return np.where((areas > 0.12 * areas.max())[labels], mask, 0).astype(np.uint8)
