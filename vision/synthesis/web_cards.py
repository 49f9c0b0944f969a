"""Decks put together from single card pictures of many makers.

The pictures (a folder a card) carry no index boxes; a trained detector and classifier mark
them once (`mark_cards`), and only cards whose indices agree with their folder are kept. A deck
then takes any maker's picture for each card, so a scene mixes hundreds of index shapes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from scorer.cards import DECK
from vision.indices import Indices
from vision.synthesis.faces import CARD_WH, JOKER, CardFace, Deck, Image, IndexMark

Detect = Callable[[NDArray[np.uint8]], Indices]
Classify = Callable[[NDArray[np.uint8], Indices], NDArray[np.float32]]
Marks = dict[str, list[IndexMark]]

LEAST_LOG_PROBABILITY = np.log(0.5)
UPRIGHT_COS = 0.97  # cards photographed askew stay out: their marks would not be rectangles
CORNER_RADIUS = 0.045


def read_card(path: Path) -> Image:
    """A card picture at card size, RGB; the square files are squashed cards."""
    return np.asarray(
        cv2.resize(read_picture(path), CARD_WH, interpolation=cv2.INTER_CUBIC), np.uint8
    )


def read_picture(path: Path) -> Image:
    """A training picture as RGB (H, W, 3). Raises ValueError if it is none."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{path} is no picture")
    return np.ascontiguousarray(pixels[..., ::-1], np.uint8)


def card_paths(folder: Path) -> Iterator[tuple[int, Path]]:
    """Card number (52 for a joker) and path of every picture under `folder`."""
    numbers = {str(card): card.index for card in DECK} | {"joker": JOKER}
    for name, number in sorted(numbers.items()):
        for path in sorted((folder / name).glob("*.*")):
            yield number, path


def mark_cards(
    folder: Path, detect: Detect, classify: Classify
) -> Iterator[tuple[str, list[IndexMark]]]:
    """Find the indices of every card picture; yields relative path and marks (none: do not use)."""
    for number, path in card_paths(folder):
        pixels = np.ascontiguousarray(read_card(path))
        indices = detect(pixels)
        named = classify(pixels, indices)
        marks = [_mark(indices, i) for i in range(len(indices))]
        agree = [
            mark is not None and named[i, number] > LEAST_LOG_PROBABILITY
            for i, mark in enumerate(marks)
        ]
        sound = len(marks) in (2, 4) and all(agree)
        yield (
            f"{path.parent.name}/{path.name}",
            [m for m in marks if m is not None] if sound else [],
        )


def _mark(indices: Indices, i: int) -> IndexMark | None:
    """An upright or upside-down mark in the corner where it belongs, else None."""
    up = indices.tops_xy[i] - indices.bottoms_xy[i]
    upright = -up[1] / max(float(np.hypot(*up)), 1e-6)
    x0, y0, x1, y1 = (float(value) for value in indices.boxes_xyxy[i])
    at_top = (y0 + y1) / 2 < CARD_WH[1] / 2
    if upright * (1 if at_top else -1) < UPRIGHT_COS:
        return None
    return IndexMark((x0, y0, x1, y1), 0 if at_top else 180)


def save_marks(path: Path, marks: Marks) -> None:
    """Write marks as JSON."""
    path.write_bytes(msgspec.json.encode(marks))


def load_marks(path: Path) -> Marks:
    """Read marks that `save_marks` wrote."""
    return msgspec.json.decode(path.read_bytes(), type=Marks)


@dataclass(frozen=True, slots=True)
class WebCards:
    """Marked single cards, from which decks are put together."""

    folder: Path
    marks: Marks

    def deck(self, rng: np.random.Generator, back: Image) -> Deck:
        """One picture of each card, whoever made it."""
        by_card: dict[str, list[str]] = {}
        for name, marks in self.marks.items():
            if marks:
                by_card.setdefault(name.split("/")[0], []).append(name)
        numbers = {str(card): card.index for card in DECK} | {"joker": JOKER}
        faces = {}
        for card, names in sorted(by_card.items()):
            name = names[int(rng.integers(len(names)))]
            faces[numbers[card]] = CardFace(
                numbers[card], _with_corners(read_card(self.folder / name)), tuple(self.marks[name])
            )
        return Deck("web", "web", faces, back)


def _with_corners(pixels: Image) -> Image:
    """RGBA with rounded corners, as cards are cut."""
    height, width = pixels.shape[:2]
    alpha = np.zeros((height, width), np.uint8)
    radius = round(CORNER_RADIUS * width)
    cv2.rectangle(alpha, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(alpha, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(alpha, (x, y), radius, 255, -1)
    return np.dstack([pixels, alpha])
