"""What a deck of card images is: faces, the indices printed on them, and a back."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck import JOKER

CARD_WH = (500, 700)

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class IndexMark:
    """One corner index: the tight ink box of rank and suit together.

    `box_xyxy` is in pixels of the card image (x0, y0 inclusive, x1, y1 exclusive). `up_deg` is 0
    where the index stands upright in the upright card, 180 where it stands on its head.
    """

    box_xyxy: tuple[float, float, float, float]
    up_deg: int


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """The front of one card: `card` 0..51 as `Card.index`, 52 a joker; RGBA (700, 500, 4)."""

    card: int
    image: Image
    marks: tuple[IndexMark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Card faces by card number (a scanned deck may miss some) and one RGBA back.

    `source` is "scan", "drawn", "gnome" or "font".
    """

    name: str
    source: str
    faces: dict[int, CardFace]
    back: Image


def turned_half(box_xyxy: tuple[float, float, float, float], size_wh: tuple[int, int]) -> IndexMark:
    """Return the bottom-corner mark that a half turn of a card makes of a top-corner box."""
    x0, y0, x1, y1 = box_xyxy
    width, height = size_wh
    return IndexMark((width - x1, height - y1, width - x0, height - y0), 180)


def shrink(face: CardFace, scale: float) -> CardFace:
    """Return the face resized by `scale` (area averaging), its marks with it."""
    size = (round(face.image.shape[1] * scale), round(face.image.shape[0] * scale))
    weight = face.image[..., 3:].astype(np.float32)
    colour = cv2.resize(face.image[..., :3] * weight, size, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(weight, size, interpolation=cv2.INTER_AREA)[..., None]
    small = np.dstack([colour / np.maximum(alpha, 1), alpha])
    marks = tuple(replace(mark, box_xyxy=_scaled(mark.box_xyxy, scale)) for mark in face.marks)
    return CardFace(face.card, np.clip(small, 0, 255).astype(np.uint8), marks)


def _scaled(
    box: tuple[float, float, float, float], scale: float
) -> tuple[float, float, float, float]:
    return box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale


def contact_sheet(deck: Deck, card_w: int = 125, columns: int = 13) -> Image:
    """Return an RGB picture of all faces and the back with the index boxes drawn (top green)."""
    tiles = list(_tiles(deck, card_w))
    height, width = tiles[0].shape[:2]
    rows = -(-len(tiles) // columns)
    sheet = np.full((rows * (height + 4), columns * (width + 4), 3), 96, np.uint8)
    for place, tile in enumerate(tiles):
        y, x = place // columns * (height + 4), place % columns * (width + 4)
        sheet[y : y + tile.shape[0], x : x + width] = tile[:height]
    return sheet


def _tiles(deck: Deck, card_w: int) -> Iterator[Image]:
    order = sorted(deck.faces, key=lambda card: (card == JOKER, card % 4, card))
    faces = [deck.faces[card] for card in order]
    for face in [*faces, CardFace(JOKER, deck.back, ())]:
        scale = card_w / face.image.shape[1]
        small = shrink(face, scale)
        alpha = small.image[..., 3:].astype(np.float32) / 255
        tile = (small.image[..., :3] * alpha + 96 * (1 - alpha)).astype(np.uint8)
        for mark in small.marks:
            x0, y0, x1, y1 = (round(value) for value in mark.box_xyxy)
            colour = (0, 200, 0) if mark.up_deg == 0 else (255, 0, 255)
            cv2.rectangle(tile, (x0 - 1, y0 - 1), (x1, y1), colour, 1)
        yield tile
