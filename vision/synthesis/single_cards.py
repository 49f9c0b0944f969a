"""Decks put together from single card pictures of many makers.

The pictures (a folder a card, several hundred decks in all) carry no index boxes: their corner
indices are found by shape once (`SingleCards.find`). A deck then takes any maker's picture for
each card, so that one scene mixes many index shapes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import cv2
import msgspec
import numpy as np

from scorer.cards import DECK
from vision.deck import JOKER
from vision.synthesis.corner_index import corner_index
from vision.synthesis.faces import CARD_WH, CardFace, Deck, Image, IndexMark, turned_half

_CORNER_RADIUS = 0.045  # of the card's width


def read_picture(path: Path) -> Image:
    """A training picture as RGB (H, W, 3). Raises ValueError if it is none."""
    pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError(f"{path} is no picture")
    return np.ascontiguousarray(pixels[..., ::-1], np.uint8)


def read_card(path: Path) -> Image:
    """A card picture at card size, RGB; the square files are squashed cards."""
    return np.asarray(
        cv2.resize(read_picture(path), CARD_WH, interpolation=cv2.INTER_CUBIC), np.uint8
    )


@dataclass(frozen=True, slots=True)
class SingleCards:
    """Pictures under `folder` and the indices seen on each, by path relative to it."""

    folder: Path
    marks: dict[str, tuple[IndexMark, ...]]

    @classmethod
    def find(cls, folder: Path) -> Self:
        """Look for the corner indices of every card; cards that show none are left out."""
        seen = {
            path.relative_to(folder).as_posix(): find_marks(read_card(path))
            for path in sorted(folder.glob("*/*.*"))
            if path.parent.name in _NUMBERS
        }
        return cls(folder, {name: marks for name, marks in seen.items() if marks})

    @classmethod
    def load(cls, folder: Path, path: Path) -> Self:
        """Read what `save` wrote."""
        marks = msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[IndexMark, ...]])
        return cls(folder, marks)

    def save(self, path: Path) -> None:
        """Keep the marks as JSON: finding them takes a minute."""
        path.write_bytes(msgspec.json.encode(self.marks))

    def only(self, wanted: Callable[[str], bool]) -> Self:
        """The cards whose relative path `wanted` takes."""
        kept = {name: marks for name, marks in self.marks.items() if wanted(name)}
        return replace(self, marks=kept)

    def __iter__(self) -> Iterator[tuple[int, str, tuple[IndexMark, ...]]]:
        """Card number (52 for a joker), relative path and marks of each card."""
        for name, marks in self.marks.items():
            yield _NUMBERS[name.split("/")[0]], name, marks

    def deck(self, rng: np.random.Generator, back: Image) -> Deck:
        """One picture of each card, whoever made it."""
        choices: dict[int, list[tuple[str, tuple[IndexMark, ...]]]] = {}
        for number, name, marks in self:
            choices.setdefault(number, []).append((name, marks))
        faces = {}
        for number, pictures in sorted(choices.items()):
            name, marks = pictures[int(rng.integers(len(pictures)))]
            image = _with_round_corners(read_card(self.folder / name))
            faces[number] = CardFace(number, image, marks)
        return Deck("mixed", "web", faces, back)


_NUMBERS = {str(card): card.index for card in DECK} | {"joker": JOKER}


def find_marks(card: Image) -> tuple[IndexMark, ...]:
    """The corner indices of an upright card (700, 500, 3): top left, bottom right, both or none."""
    marks = []
    if (box := corner_index(card)) is not None:
        marks.append(IndexMark(box, 0))
    if (box := corner_index(np.ascontiguousarray(card[::-1, ::-1]))) is not None:
        marks.append(turned_half(box, CARD_WH))
    return tuple(marks)


def _with_round_corners(pixels: Image) -> Image:
    """RGBA, cut as cards are cut."""
    height, width = pixels.shape[:2]
    alpha = np.zeros((height, width), np.uint8)
    radius = round(_CORNER_RADIUS * width)
    cv2.rectangle(alpha, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(alpha, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(alpha, (x, y), radius, 255, -1)
    return np.dstack([pixels, alpha])
