"""The choices that make one drawn deck differ from another."""

from dataclasses import dataclass

import numpy as np

from vision.synthesis.courts import Wardrobe, draw_wardrobe
from vision.synthesis.faces import CARD_WH
from vision.synthesis.glyphs import RankGlyphs, draw_glyphs
from vision.synthesis.masks import Colour, Mask, cropped
from vision.synthesis.suits import SuitShapes, draw_suits

WIDTH, HEIGHT = CARD_WH
WIDEST, TALLEST = 112, 275  # px: of an index, rank and suit together
Inks = tuple[Colour, Colour, Colour, Colour]


@dataclass(frozen=True, slots=True)
class Style:
    """All random choices of one deck; lengths in px of a 500x700 card."""

    paper: Colour
    inks: Inks
    glyphs: RankGlyphs
    suits: SuitShapes
    rank_h: float
    suit_h: float
    gap: float
    offset: tuple[float, float]  # of the index column from the card's corner
    index_w: float
    sideways: bool
    flush_left: bool
    corners: int
    body: str  # of number cards: "pips", "single" or "framed"
    pip_h: float
    column: float
    rows: float
    court: str  # "figure", "letter" or "pip"
    court_frame: int  # line width, 0 for none
    wardrobe: Wardrobe
    border: int  # inset of a printed line around every face, 0 for none
    ace_scale: float
    ornate_ace: bool
    radius: int


def draw_style(
    rng: np.random.Generator, glyphs: RankGlyphs | None = None, suits: SuitShapes | None = None
) -> Style:
    """Return random choices that fit together: pips and courts keep clear of the indices.

    Glyphs and suits are drawn too where they are not given.
    """
    paper, inks = _colours(rng)
    glyphs, suits = glyphs or draw_glyphs(rng), suits or draw_suits(rng)
    jumbo = rng.random() < 0.3
    rank_h = float(rng.uniform(95, 165) if jumbo else rng.uniform(54, 95))
    sideways = bool(rng.random() < 0.12)
    rank_h *= 0.8 if sideways else 1.0
    ratio = rng.choice([rng.uniform(0.42, 0.75), rng.uniform(0.7, 1.0), rng.uniform(0.95, 1.3)])
    suit_h = rank_h * float(ratio)
    index_w = _index_width(glyphs, suits, rank_h, suit_h)
    # Wider leaves no room for pips and courts; taller than this no maker prints.
    fit = min(1.0, WIDEST / index_w, TALLEST / (1.12 * rank_h + suit_h))
    rank_h, suit_h, index_w = rank_h * fit, suit_h * fit, index_w * fit
    offset = (float(rng.uniform(10, 30)), float(rng.uniform(12, 40)))
    space = WIDTH / 2 - offset[0] - (10 if sideways else index_w)  # from the index to the middle
    column = float(rng.uniform(0.5, 0.64) * space)
    rows = float(rng.uniform(190, 262))
    if sideways:
        rows = min(rows, HEIGHT / 2 - offset[1] - rank_h - 50)
    pip_h = float(min(rng.uniform(70, 130), 1.9 * (space - column), rows * 0.55))
    return Style(
        paper=paper,
        inks=inks,
        glyphs=glyphs,
        suits=suits,
        rank_h=rank_h,
        suit_h=suit_h,
        gap=rank_h * float(rng.uniform(0.04, 0.24)),
        offset=offset,
        index_w=index_w,
        sideways=sideways,
        flush_left=bool(rng.random() < 0.12),
        corners=4 if rng.random() < 0.3 and not sideways and index_w < 100 else 2,
        body=str(rng.choice(["pips", "single", "framed"], p=[0.85, 0.07, 0.08])),
        pip_h=pip_h,
        column=column,
        rows=rows,
        court=str(rng.choice(["figure", "letter", "pip"], p=[0.86, 0.09, 0.05])),
        court_frame=int(rng.choice([0, 1, 2, 3], p=[0.25, 0.3, 0.3, 0.15])),
        wardrobe=draw_wardrobe(rng, paper),
        border=int(rng.integers(6, 11)) if rng.random() < 0.1 else 0,
        ace_scale=float(rng.choice([1.0, rng.uniform(1.3, 3.0)], p=[0.25, 0.75])),
        ornate_ace=bool(rng.random() < 0.7),
        radius=int(rng.integers(14, 36)),
    )


def _index_width(glyphs: RankGlyphs, suits: SuitShapes, rank_h: float, suit_h: float) -> float:
    ranks = [glyphs.mask(rank, rank_h).shape[1] for rank in (0, 6, 8, 10)]
    return float(max(np.mean(ranks), *(suits.mask(s, suit_h).shape[1] for s in range(4))))


def index_mask(style: Style, rank: int, suit: int) -> Mask:
    """Return the ink of an index, rank and suit together, as one tight mask."""
    top = style.glyphs.mask(rank, style.rank_h)
    low = style.suits.mask(suit, style.suit_h)
    gap = max(1, round(style.gap))
    if style.sideways:
        height = max(top.shape[0], low.shape[0])
        mask = np.zeros((height, top.shape[1] + gap + low.shape[1]), np.uint8)
        mask[(height - top.shape[0]) // 2 :, : top.shape[1]][: top.shape[0]] = top
        mask[(height - low.shape[0]) // 2 :, -low.shape[1] :][: low.shape[0]] = low
        return cropped(mask)
    width = max(top.shape[1], low.shape[1])
    mask = np.zeros((top.shape[0] + gap + low.shape[0], width), np.uint8)
    share = 0 if style.flush_left else 1
    mask[: top.shape[0], share * (width - top.shape[1]) // 2 :][:, : top.shape[1]] = top
    mask[-low.shape[0] :, share * (width - low.shape[1]) // 2 :][:, : low.shape[1]] = low
    return cropped(mask)


def index_left(style: Style, index: Mask) -> int:
    """Return where the left edge of a top-left index goes."""
    if style.sideways or style.flush_left:
        return round(style.offset[0])
    return max(6, round(style.offset[0] + (style.index_w - float(index.shape[1])) / 2))


def _colours(rng: np.random.Generator) -> tuple[Colour, Inks]:
    """Return paper and the inks of clubs, diamonds, hearts and spades."""
    red: Colour = (int(rng.integers(165, 240)), int(rng.integers(0, 55)), int(rng.integers(10, 65)))
    grey = int(rng.choice([rng.integers(0, 25), rng.integers(20, 55)]))
    black: Colour = (grey, grey, grey + int(rng.integers(0, 16)))
    kind = rng.random()
    if kind < 0.2:
        return _dark(rng, red)
    white = int(rng.choice([rng.integers(244, 256), rng.integers(224, 246)]))
    paper: Colour = (white, white - int(rng.integers(0, 6)), white - int(rng.integers(0, 22)))
    if kind < 0.36:
        blue: Colour = (int(rng.integers(0, 60)), int(rng.integers(50, 130)), 200)
        green: Colour = (int(rng.integers(0, 50)), int(rng.integers(100, 150)), 60)
        orange: Colour = (235, int(rng.integers(120, 170)), 20)
        choices: list[Inks] = [
            (green, blue, red, black),
            (green, orange, red, black),
            (blue, orange, red, black),
            (green, blue, red, black),
        ]
        return paper, choices[rng.integers(len(choices))]
    return paper, (black, red, red, black)


def _dark(rng: np.random.Generator, red: Colour) -> tuple[Colour, Inks]:
    deep = int(rng.integers(8, 45))
    paper: Colour = (deep, deep, deep + int(rng.integers(0, 25)))
    pale: Colour = (235, 235, 230)
    gold: Colour = (int(rng.integers(200, 235)), int(rng.integers(160, 190)), 80)
    silver: Colour = (175, 178, 185)
    bright: Colour = (min(red[0] + 30, 255), red[1] + 20, red[2] + 10)
    choices: list[Inks] = [
        (pale, bright, bright, pale),
        (gold, gold, gold, gold),
        (silver, bright, bright, silver),
        (gold, bright, bright, gold),
        (pale, gold, gold, pale),
    ]
    return paper, choices[rng.integers(len(choices))]
