"""Decks drawn by the program itself: a new face design for every random state."""

from dataclasses import dataclass

import numpy as np

from vision.synthesis.faces import CARD_WH, CardFace, Deck, Image, IndexMark, turned_half
from vision.synthesis.glyphs import RankGlyphs, draw_glyphs
from vision.synthesis.masks import Colour, Mask, stamp, stamp_centred, turned
from vision.synthesis.picture_decks import rounded
from vision.synthesis.suits import SuitShapes, draw_suits

WIDTH, HEIGHT = CARD_WH

# Where pips stand: x in column widths (-1, 0, 1), y in half heights, upright above 0.
_SIDES = (-1.0, 1.0)
_PIPS: dict[int, list[tuple[float, float]]] = {
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    4: [(x, y) for x in _SIDES for y in (-1, 1)],
    5: [(x, y) for x in _SIDES for y in (-1, 1)] + [(0, 0)],
    6: [(x, y) for x in _SIDES for y in (-1, 0, 1)],
    7: [(x, y) for x in _SIDES for y in (-1, 0, 1)] + [(0, -0.5)],
    8: [(x, y) for x in _SIDES for y in (-1, 0, 1)] + [(0, -0.5), (0, 0.5)],
    9: [(x, y) for x in _SIDES for y in (-1, -1 / 3, 1 / 3, 1)] + [(0, 0)],
    10: [(x, y) for x in _SIDES for y in (-1, -1 / 3, 1 / 3, 1)] + [(0, -2 / 3), (0, 2 / 3)],
}


@dataclass(frozen=True, slots=True)
class Style:
    """All random choices of one deck."""

    paper: Colour
    inks: tuple[Colour, Colour, Colour, Colour]
    glyphs: RankGlyphs
    suits: SuitShapes
    rank_h: float
    suit_h: float
    gap: float
    offset: tuple[float, float]
    index_w: float
    sideways: bool
    corners: int
    pip_h: float
    column: float
    rows: float
    radius: int


def draw_deck(rng: np.random.Generator) -> Deck:
    """Return a random deck of 52 faces and a joker, drawn in under a second."""
    style = _draw_style(rng)
    faces = {card: _face(card, style) for card in range(52)}
    back = _finish(np.full((HEIGHT, WIDTH, 3), (150, 30, 40), np.uint8), style)
    return Deck("drawn by chance", "font", faces, back)


def _draw_style(rng: np.random.Generator) -> Style:
    rank_h = float(rng.choice([rng.uniform(60, 90), rng.uniform(85, 150)], p=[0.7, 0.3]))
    sideways = bool(rng.random() < 0.12)
    red = (int(rng.integers(170, 240)), int(rng.integers(0, 50)), int(rng.integers(10, 60)))
    grey = int(rng.integers(0, 40))
    black = (grey, grey, grey + int(rng.integers(0, 12)))
    white = int(rng.integers(225, 256))
    glyphs, suits = draw_glyphs(rng), draw_suits(rng)
    suit_h = rank_h * float(rng.uniform(0.5, 1.0))
    widths = [glyphs.mask(r, rank_h).shape[1] for r in (0, 8, 10)]
    suit_w = max(suits.mask(s, suit_h).shape[1] for s in range(4))
    offset = (float(rng.uniform(12, 30)), float(rng.uniform(14, 36)))
    index_w = float(max(suit_w, np.mean(widths)))
    space = WIDTH / 2 - offset[0] - (0 if sideways else index_w)  # from the index to the middle
    column = float(min(rng.uniform(85, 125), space * 0.62))
    rows = float(rng.uniform(200, 250))
    if sideways:
        rows = min(rows, HEIGHT / 2 - offset[1] - rank_h - 60)
    pip_h = float(min(rng.uniform(80, 120), 2 * (space - column) * 0.95, rows * 0.5))
    return Style(
        paper=(white, white, white - int(rng.integers(0, 20))),
        inks=(black, red, red, black),
        glyphs=glyphs,
        suits=suits,
        rank_h=rank_h,
        suit_h=suit_h,
        gap=rank_h * float(rng.uniform(0.05, 0.25)),
        offset=offset,
        index_w=index_w,
        sideways=sideways,
        corners=4 if rng.random() < 0.12 and not sideways else 2,
        pip_h=pip_h,
        column=column,
        rows=rows,
        radius=int(rng.integers(16, 34)),
    )


def _face(card: int, style: Style) -> CardFace:
    rank, suit = divmod(card, 4)
    half = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    half[:] = style.paper
    ink = style.inks[suit]
    for x, y in _PIPS.get(rank + 2, [(0, 0)]):
        big = style.pip_h * (2 if rank == 12 else 1)
        mask = style.suits.mask(suit, big)
        centre = (WIDTH / 2 + x * style.column, HEIGHT / 2 + y * style.rows)
        stamp_centred(half, turned(mask) if y > 0.01 else mask, centre, ink)
    index = index_mask(style, rank, suit)
    marks = print_index(half, index, style, ink)
    return CardFace(card, _finish(half, style), marks)


def index_mask(style: Style, rank: int, suit: int) -> Mask:
    """Return rank and suit together as one tight mask."""
    top = style.glyphs.mask(rank, style.rank_h)
    low = style.suits.mask(suit, style.suit_h)
    gap = round(style.gap)
    if style.sideways:
        height = max(top.shape[0], low.shape[0])
        mask = np.zeros((height, top.shape[1] + gap + low.shape[1]), np.uint8)
        mask[(height - top.shape[0]) // 2 :, : top.shape[1]][: top.shape[0]] = top
        mask[(height - low.shape[0]) // 2 :, -low.shape[1] :][: low.shape[0]] = low
        return mask
    width = max(top.shape[1], low.shape[1])
    mask = np.zeros((top.shape[0] + gap + low.shape[0], width), np.uint8)
    mask[: top.shape[0], (width - top.shape[1]) // 2 :][:, : top.shape[1]] = top
    mask[-low.shape[0] :, (width - low.shape[1]) // 2 :][:, : low.shape[1]] = low
    return mask


def print_index(paper: Image, index: Mask, style: Style, ink: Colour) -> tuple[IndexMark, ...]:
    """Print the index in two or four corners and return where its ink lies."""
    spare = 0.0 if style.sideways else (style.index_w - index.shape[1]) / 2
    left = style.offset[0] + spare
    lefts = [max(left, 5.0)]
    if style.corners == 4:
        lefts.append(WIDTH - lefts[0] - index.shape[1])
    marks = []
    for x in lefts:
        x0, y0 = round(x), round(style.offset[1])
        box = (float(x0), float(y0), float(x0 + index.shape[1]), float(y0 + index.shape[0]))
        stamp(paper, index, x0, y0, ink)
        below = turned_half(box, CARD_WH)
        stamp(paper, turned(index), below.box_xyxy[0], below.box_xyxy[1], ink)
        marks += [IndexMark(box, 0), below]
    return tuple(marks)


def _finish(rgb: Image, style: Style) -> Image:
    return np.dstack([rgb, rounded(rgb.shape, 0, style.radius)])
