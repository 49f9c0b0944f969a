"""Decks drawn by the program itself: another design for every random state."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np

from vision.deck import JOKER
from vision.synthesis.backs import draw_back
from vision.synthesis.courts import JACK, draw_court, texture
from vision.synthesis.deck_art import DeckArt, pasted
from vision.synthesis.faces import (
    CARD_WH,
    CardFace,
    Deck,
    Image,
    IndexMark,
    turned_half,
)
from vision.synthesis.glyphs import word
from vision.synthesis.masks import Colour, Mask, fitted, stamp, stamp_centred, turned
from vision.synthesis.picture_decks import rounded
from vision.synthesis.style import Style, draw_style, index_left, index_mask

WIDTH, HEIGHT = CARD_WH
_Part = TypeVar("_Part")
_SPADES, _ACE = 3, 12
_BRANDS = (
    "No. 808",
    "SUPREME",
    "GOLD STAR",
    "100% PLASTIC",
    "CLUB SPECIAL",
    "POKER SIZE",
    "LUCKY 13",
)

# Where pips stand: x in column widths, y in half heights; below the middle they are upside down.
_FOUR = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
_SIX = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, 0.0, 1.0)]
_EIGHT = [(x, y) for x in (-1.0, 1.0) for y in (-1.0, -1 / 3, 1 / 3, 1.0)]
_PIPS: dict[int, list[tuple[float, float]]] = {
    0: [(0, -1), (0, 1)],
    1: [(0, -1), (0, 0), (0, 1)],
    2: _FOUR,
    3: [*_FOUR, (0, 0)],
    4: _SIX,
    5: [*_SIX, (0, -0.5)],
    6: [*_SIX, (0, -0.5), (0, 0.5)],
    7: [*_EIGHT, (0, 0)],
    8: [*_EIGHT, (0, -2 / 3), (0, 2 / 3)],
}


def draw_deck(
    rng: np.random.Generator,
    art: Sequence[DeckArt] = (),
    cards: Collection[int] = range(JOKER + 1),
) -> Deck:
    """Return a random deck of 52 faces and a joker with their marks, or of these `cards` alone.

    With `art`, most decks borrow their courts, and many their ranks or suits, from other decks
    (each from another one, stretched anew); else all is drawn.
    """
    courts = _borrowed(rng, [part.courts for part in art if part.courts], 0.65)
    glyphs = _borrowed(rng, [part.glyphs for part in art if part.glyphs], 0.4)
    suits = _borrowed(rng, [part.suits for part in art if part.suits], 0.4)
    if glyphs is not None:
        glyphs = replace(glyphs, width=float(rng.uniform(0.75, 1.2)))
    style = draw_style(rng, glyphs, suits)
    faces = {
        card: _joker(rng, style) if card == JOKER else _face(rng, card, style, courts or {})
        for card in cards
    }
    back = _finish(draw_back(rng, style.paper), style)
    return Deck("by chance", "font", faces, back)


def _borrowed(rng: np.random.Generator, parts: list[_Part], chance: float) -> _Part | None:
    return parts[int(rng.integers(len(parts)))] if parts and rng.random() < chance else None


def _face(
    rng: np.random.Generator, card: int, style: Style, courts: Mapping[int, Image]
) -> CardFace:
    rank, suit = divmod(card, 4)
    picture = _blank(style)
    ink = style.inks[suit]
    if rank == _ACE:
        _ace(rng, picture, style, suit)
    elif rank >= JACK:
        _court(rng, picture, style, card, courts)
    else:
        _pips(picture, style, rank, suit)
    marks = _print_index(picture, index_mask(style, rank, suit), style, ink)
    return CardFace(card, _finish(picture, style), marks)


def _blank(style: Style) -> Image:
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = style.paper
    if style.border:
        inset, ink = style.border, style.inks[0]
        corner = (WIDTH - 1 - inset, HEIGHT - 1 - inset)
        cv2.rectangle(picture, (inset, inset), corner, ink, 2, cv2.LINE_AA)
    return picture


def _pips(picture: Image, style: Style, rank: int, suit: int) -> None:
    ink = style.inks[suit]
    middle = (WIDTH / 2, HEIGHT / 2)
    if style.body == "single":
        stamp_centred(picture, style.suits.mask(suit, style.pip_h * 2), middle, ink)
        return
    shrink = 0.62 if style.body == "framed" else 1.0
    mask = style.suits.mask(suit, style.pip_h * shrink * (0.94 if rank > 6 else 1.0))
    upside_down = turned(mask)
    for x, y in _PIPS[rank]:
        centre = (middle[0] + x * style.column * shrink, middle[1] + y * style.rows * shrink)
        stamp_centred(picture, upside_down if y > 0 else mask, centre, ink)
    if style.body == "framed":
        half = (round(style.column * 0.62 + 60), round(style.rows * 0.62 + 60))
        start = (WIDTH // 2 - half[0], HEIGHT // 2 - half[1])
        cv2.rectangle(picture, start, (WIDTH // 2 + half[0], HEIGHT // 2 + half[1]), ink, 1)


def _ace(rng: np.random.Generator, picture: Image, style: Style, suit: int) -> None:
    grand = suit == _SPADES and style.ornate_ace
    room = WIDTH - 2 * style.offset[0] - 2 * (20 if style.sideways else style.index_w) - 10
    height = min(style.pip_h * style.ace_scale * (1.5 if grand else 1.0), room, 330)
    mask = style.suits.mask(suit, max(height, 60))
    ink, middle = style.inks[suit], (WIDTH / 2, HEIGHT / 2)
    stamp_centred(picture, mask, middle, ink)
    if not grand:
        return
    inner = fitted(mask, mask.shape[1] * 0.78, mask.shape[0] * 0.78)
    ornament = texture(rng, inner.shape, ((0, 0, 0), (255, 255, 255)))[..., 0]
    stamp_centred(picture, np.minimum(inner, ornament), middle, style.paper)
    stamp_centred(picture, style.suits.mask(suit, height * 0.4), middle, ink)
    for line in range(int(rng.integers(0, 3))):
        text = word(rng, _BRANDS[rng.integers(len(_BRANDS))], rng.uniform(11, 24))
        place = (WIDTH / 2, HEIGHT / 2 + height / 2 + 30 + 30 * line)
        stamp_centred(picture, text, place, ink)


def _field(style: Style) -> tuple[int, int, int, int]:
    """Return the rectangle (x0, y0, x1, y1) that is left for a court."""
    if style.sideways:
        x0, y0 = 46, round(style.offset[1] + max(style.rank_h, style.suit_h)) + 8
    else:
        x0, y0 = round(style.offset[0] + style.index_w) + 10, round(max(26, style.offset[1]))
    return x0, y0, WIDTH - x0, HEIGHT - y0


def _court(
    rng: np.random.Generator,
    picture: Image,
    style: Style,
    card: int,
    courts: Mapping[int, Image],
) -> None:
    rank, suit = divmod(card, 4)
    ink, middle = style.inks[suit], (WIDTH / 2, HEIGHT / 2)
    x0, y0, x1, y1 = _field(style)
    field = picture[y0:y1, x0:x1]
    if card in courts:
        field[:] = pasted(courts[card], field.shape, style.paper)
    elif style.court == "figure":
        size = (field.shape[1], field.shape[0])
        pip = style.suits.masks[suit]
        field[:] = draw_court(rng, style.wardrobe, rank, pip=pip, ink=ink, size_wh=size)
    elif style.court == "letter":
        stamp_centred(picture, style.glyphs.mask(rank, 240), middle, ink)
    else:
        stamp_centred(picture, style.suits.mask(suit, 200), middle, ink)
    if style.court_frame:
        line: Colour = style.inks[0] if rng.random() < 0.6 else style.wardrobe.colours[0]
        cv2.rectangle(picture, (x0, y0), (x1, y1), line, style.court_frame, cv2.LINE_AA)


def _print_index(picture: Image, index: Mask, style: Style, ink: Colour) -> tuple[IndexMark, ...]:
    """Print the index in two or four corners and return where its ink lies."""
    lefts = [index_left(style, index)]
    if style.corners == 4:
        lefts.append(WIDTH - lefts[0] - index.shape[1])
    upside_down, marks = turned(index), []
    for x in lefts:
        y = round(style.offset[1])
        box = (float(x), float(y), float(x + index.shape[1]), float(y + index.shape[0]))
        below = turned_half(box, CARD_WH)
        stamp(picture, index, x, y, ink)
        stamp(picture, upside_down, below.box_xyxy[0], below.box_xyxy[1], ink)
        marks += [IndexMark(box, 0), below]
    return tuple(marks)


def _joker(rng: np.random.Generator, style: Style) -> CardFace:
    """Return a joker with its figure clear of its index."""
    picture = _blank(style)
    ink = style.inks[int(rng.choice([0, 2]))]
    star = _star(round(style.suit_h))
    index = np.ascontiguousarray(_joker_index(rng, style, star))
    _, y0, _, y1 = _field(style)
    x0 = max(46, index_left(style, index) + index.shape[1] + 8)
    size = (WIDTH - 2 * x0, y1 - y0)
    figure = draw_court(rng, style.wardrobe, JACK, pip=star, ink=ink, size_wh=size)
    if rng.random() < 0.5:
        tone = figure.mean(axis=2, keepdims=True) / 255
        figure = (np.array(ink) * (1 - tone) + np.array(style.paper) * tone).astype(np.uint8)
    picture[y0:y1, x0 : WIDTH - x0] = figure
    marks = _print_index(picture, index, style, ink)
    return CardFace(JOKER, _finish(picture, style), marks)


def _joker_index(rng: np.random.Generator, style: Style, star: Mask) -> Mask:
    """Return a star, a star under a J, or the word lying on its side or with letters stacked."""
    kind = rng.integers(4)
    if kind == 0:
        return star
    if kind == 1:
        return np.rot90(word(rng, "JOKER", style.rank_h * 0.5))
    if kind == 2:
        letter = style.glyphs.mask(9, style.rank_h)
        width = max(letter.shape[1], star.shape[1])
        gap = np.zeros((max(2, round(style.gap)), width), np.uint8)
        return np.vstack([_widened(letter, width), gap, _widened(star, width)])
    return word(rng, "JOKER", style.rank_h * rng.uniform(0.35, 0.55), stacked=True)


def _widened(mask: Mask, width: int) -> Mask:
    left = (width - mask.shape[1]) // 2
    return np.pad(mask, ((0, 0), (left, width - mask.shape[1] - left)))


def _star(height: int) -> Mask:
    angle = np.radians(np.arange(10) * 36 - 90)
    radius = np.where(np.arange(10) % 2, 0.4, 1.0)
    points = np.column_stack([np.cos(angle), np.sin(angle)]) * radius[:, None]
    canvas = np.zeros((220, 220), np.uint8)
    cv2.fillPoly(canvas, [np.round(points * 100 + 110).astype(np.int32)], 255, cv2.LINE_AA)
    ink = canvas[10:192, 14:206]
    return fitted(ink, height * 192 / 182, height)


def _finish(picture: Image, style: Style) -> Image:
    finished = cv2.cvtColor(picture, cv2.COLOR_RGB2RGBA).astype(np.uint8, copy=False)
    finished[..., 3] = rounded(picture.shape, 0, style.radius)
    return finished
