"""Court figures cut from picture decks, to be pasted on drawn cards."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.synthesis.faces import CARD_WH, Deck, Image
from vision.synthesis.masks import Colour

CourtArt = dict[int, Image]
_COURTS = range(36, 48)


def court_art(decks: Iterable[Deck]) -> tuple[CourtArt, ...]:
    """Return the courts between the indices (RGB) of every deck that has at least eight."""
    found = []
    for deck in decks:
        art = {}
        for card in _COURTS:
            face = deck.faces.get(card)
            if face is None:
                continue
            edge = max(m.box_xyxy[2] for m in face.marks if m.box_xyxy[2] < CARD_WH[0] / 2)
            x0, y0 = round(edge) + 3, 28
            if edge < CARD_WH[0] * 0.3:
                art[card] = face.image[y0 : CARD_WH[1] - y0, x0 : CARD_WH[0] - x0, :3].copy()
        if len(art) >= 8:
            found.append(art)
    return tuple(found)


def pasted(art: Image, shape: tuple[int, ...], paper: Colour) -> Image:
    """Return the figure resized to `shape` (H, W, 3) with its own paper replaced by `paper`."""
    resized = cv2.resize(art, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    white = np.maximum(np.percentile(resized.reshape(-1, 3), 90, axis=0), 120)
    tone = np.minimum(resized / white, 1.0)
    if sum(paper) < 300:  # on dark paper the light grounds stay light: the figure is a window
        paper = (235, 235, 235)
    return np.asarray(tone * np.array(paper), np.uint8)
