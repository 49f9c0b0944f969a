"""Draw a reading over its photo: a box on every index and the card's name beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scorer.cards import Card, Suit
from vision.image import OrientedImage
from vision.problems import Box
from vision.reading import PhotoReading, Slot

SURE, DOUBTFUL, TROUBLE = (30, 140, 60), (214, 120, 0), (200, 30, 30)
_RED, _BLACK, _PAPER = (200, 20, 30), (20, 20, 20), (255, 255, 255)
_LABEL_SHARE = 0.017  # of the photo's mean side
_CROWDED_SHARE = 1.15  # of an index's height, at most

Point = tuple[float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Label:
    text: str
    suit: Suit
    colour: Colour


def annotate(image: OrientedImage, reading: PhotoReading) -> NDArray[np.uint8]:
    """(H, W, 3) RGB copy of the photo with every card named: green sure, orange in doubt.

    Red boxes mark where something is wrong: a card that could not be read, a likely gap.
    """
    picture = Image.fromarray(np.array(image.pixels))
    draw = ImageDraw.Draw(picture)
    slots = [slot for hand in reading.hands for slot in hand.slots if slot.box_xywh]
    height = _label_height(image.size_wh, [slot.box_xywh for slot in slots if slot.box_xywh])
    taken: list[Box] = [slot.box_xywh for slot in slots if slot.box_xywh]
    for problem in reading.problems:
        if problem.box_xywh and problem.box_xywh not in taken:
            _frame(draw, problem.box_xywh, TROUBLE, max(2, height // 8))
    for slot in slots:
        if slot.box_xywh:
            label = _label_of(slot)
            _frame(draw, slot.box_xywh, label.colour, max(2, height // 12))
            place = _free_place(slot.box_xywh, _label_size(label, height), taken, image.size_wh)
            taken.append(place)
            _draw_label(draw, place, label)
    return np.asarray(picture)


def captioned(pixels: NDArray[np.uint8], lines: Sequence[str]) -> NDArray[np.uint8]:
    """The picture with lines of text on white above it."""
    height, width = pixels.shape[:2]
    size = max(14, width // 60)
    band = round(size * 1.4 * len(lines) + size)
    picture = Image.new("RGB", (width, height + band), _PAPER)
    picture.paste(Image.fromarray(np.array(pixels)), (0, band))
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        place = (size // 2, round(size * (0.4 + 1.4 * row)))
        draw.text(place, line, fill=_BLACK, font=ImageFont.load_default(size))
    return np.asarray(picture)


def _label_height(size_wh: tuple[int, int], boxes: Sequence[Box]) -> int:
    usual = max(12.0, _LABEL_SHARE * sum(size_wh))
    if len(boxes) > 1:  # labels larger than the indices would hide a fan
        usual = min(
            usual, max(12.0, _CROWDED_SHARE * float(np.median([max(b[2:]) for b in boxes])))
        )
    return round(usual)


def _label_of(slot: Slot) -> _Label:
    colour = DOUBTFUL if slot.flagged or slot.inferred else SURE
    mark = "?" if slot.flagged else ""
    return _Label(_rank_text(slot.card) + mark, slot.card.suit, colour)


def _rank_text(card: Card) -> str:
    return "10" if card.rank.letter == "T" else card.rank.letter


def _label_size(label: _Label, height: int) -> tuple[int, int]:
    letters = ImageFont.load_default(height * 0.8).getlength(label.text)
    return round(letters + height * 1.3), round(height * 1.1)


def _frame(draw: ImageDraw.ImageDraw, box: Box, colour: Colour, width: int) -> None:
    x, y, w, h = box
    draw.rectangle(
        (x - width, y - width, x + w + width, y + h + width), outline=colour, width=width
    )


def _free_place(
    box: Box, size: tuple[int, int], taken: Sequence[Box], size_wh: tuple[int, int]
) -> Box:
    """The side of a box (above, below, right, left) where a label hides least."""
    x, y, w, h = box
    wide, high = size
    gap = max(3, high // 6)
    middle_x, middle_y = x + (w - wide) // 2, y + (h - high) // 2
    corners = [
        (middle_x, y - high - gap),
        (middle_x, y + h + gap),
        (x + w + gap, middle_y),
        (x - wide - gap, middle_y),
    ]
    places = [
        (min(max(left, 0), size_wh[0] - wide), min(max(top, 0), size_wh[1] - high), wide, high)
        for left, top in corners
    ]
    return min(places, key=lambda place: sum(_shared(place, other) for other in taken))


def _shared(one: Box, other: Box) -> int:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high)


def _draw_label(draw: ImageDraw.ImageDraw, place: Box, label: _Label) -> None:
    x, y, wide, high = place
    edge = max(1, high // 14)
    draw.rounded_rectangle(
        (x, y, x + wide, y + high), radius=high // 4, fill=_PAPER, outline=label.colour, width=edge
    )
    ink = _RED if label.suit.is_red else _BLACK
    font = ImageFont.load_default(high / 1.1 * 0.8)
    pad = high * 0.22
    draw.text((x + pad, y + high / 2), label.text, fill=ink, font=font, anchor="lm")
    side = high * 0.62
    draw_suit(draw, label.suit, (x + wide - pad - side, y + (high - side) / 2), side, ink)


def draw_suit(
    draw: ImageDraw.ImageDraw, suit: Suit, corner: Point, side: float, ink: Colour
) -> None:
    """A suit's shape in a square of the given side whose top left corner is `corner`."""
    x, y = corner

    def at(points: Sequence[Point]) -> list[Point]:
        return [(x + side * px, y + side * py) for px, py in points]

    def disc(px: float, py: float, radius: float) -> None:
        low, high = at([(px - radius, py - radius), (px + radius, py + radius)])
        draw.ellipse((*low, *high), fill=ink)

    stem = at([(0.5, 0.55), (0.7, 1.0), (0.3, 1.0)])
    if suit is Suit.DIAMONDS:
        draw.polygon(at([(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)]), fill=ink)
    elif suit is Suit.HEARTS:
        disc(0.27, 0.3, 0.25)
        disc(0.73, 0.3, 0.25)
        draw.polygon(at([(0.05, 0.43), (0.5, 0.32), (0.95, 0.43), (0.5, 1.0)]), fill=ink)
    elif suit is Suit.SPADES:
        disc(0.27, 0.58, 0.25)
        disc(0.73, 0.58, 0.25)
        draw.polygon(at([(0.05, 0.46), (0.5, 0.0), (0.95, 0.46), (0.5, 0.62)]), fill=ink)
        draw.polygon(stem, fill=ink)
    else:
        disc(0.5, 0.24, 0.23)
        disc(0.25, 0.58, 0.23)
        disc(0.75, 0.58, 0.23)
        draw.polygon(at([(0.4, 0.3), (0.6, 0.3), (0.6, 0.65), (0.4, 0.65)]), fill=ink)
        draw.polygon(stem, fill=ink)
