"""Rank glyphs of a deck: pen strokes or an installed font, stretched and joined as printers do."""

import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.synthesis.masks import Mask, cropped, fitted
from vision.synthesis.strokes import SIZE, draw_hand, write

LETTERS = "0123456789JQKA"
_UNFIT = ("Symbol", "Biolinum_K", "TrainOne", "Z003", "chorus", "cmunvt")  # odd letters, no fills
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True, slots=True)
class RankGlyphs:
    """One mask a rank, two to ace, all digits SIZE px tall; `width` scales them sideways."""

    masks: tuple[Mask, ...]
    width: float

    def mask(self, rank: int, height: float) -> Mask:
        """Return the mask of rank place 0..12 so that a digit is `height` px tall."""
        mask = self.masks[rank]
        scale = height / SIZE
        return fitted(mask, mask.shape[1] * scale * self.width, mask.shape[0] * scale)


def draw_glyphs(rng: np.random.Generator) -> RankGlyphs:
    """Return the rank glyphs of a random hand or font, condensed or widened at random."""
    font = pick_font(rng, 320) if rng.random() < 0.55 else None
    if font is not None:
        single = {letter: cropped(_text(font, letter)) for letter in LETTERS}
        scale = SIZE / single["0"].shape[0]
        single = {
            key: fitted(m, m.shape[1] * scale, m.shape[0] * scale) for key, m in single.items()
        }
        width = float(rng.choice([1.0, rng.uniform(0.5, 0.8), rng.uniform(0.75, 1.15)]))
    else:
        hand = draw_hand(rng)
        single = {letter: write(hand, letter) for letter in LETTERS}
        width = float(rng.choice([1.0, rng.uniform(0.7, 1.0)]))
    ten = joined(single["1"], single["0"], rng.uniform(-0.03, 0.12), rng.uniform(0.6, 1.0))
    order = [single[str(n)] for n in range(2, 10)] + [ten] + [single[key] for key in "JQKA"]
    return RankGlyphs(tuple(order), width)


def joined(one: Mask, zero: Mask, gap: float, squeeze: float) -> Mask:
    """Return "10" with its figures `squeeze` times as wide and `gap` heights apart."""
    one = fitted(one, one.shape[1] * squeeze, SIZE)
    zero = fitted(zero, zero.shape[1] * squeeze, SIZE)
    ten = np.zeros((SIZE, one.shape[1] + zero.shape[1] + round(gap * SIZE)), np.uint8)
    ten[:, : one.shape[1]] = one
    right = ten[:, -zero.shape[1] :]
    right[:] = np.maximum(right, zero)
    return ten


def word(rng: np.random.Generator, text: str, height: float, stacked: bool = False) -> Mask:
    """Return a word in a random font with capitals `height` px tall, letters stacked if asked."""
    font = pick_font(rng, 96) or ImageFont.load_default(96)
    if not stacked:
        mask = cropped(_text(font, text))
        return fitted(mask, mask.shape[1] * height / mask.shape[0], height)
    letters = [cropped(_text(font, letter)) for letter in text]
    scale = height / letters[0].shape[0]
    letters = [fitted(m, m.shape[1] * scale, height) for m in letters]
    width, step = max(m.shape[1] for m in letters), round(height * 1.15)
    mask = np.zeros((step * len(letters), width), np.uint8)
    for place, letter in enumerate(letters):
        x = (width - letter.shape[1]) // 2
        mask[place * step :, x:][: letter.shape[0], : letter.shape[1]] = letter
    return cropped(mask)


def pick_font(rng: np.random.Generator, size: int) -> Font | None:
    """Return a random installed font with plain ranks, or None; families are equally likely."""
    families = font_families()
    for _ in range(40 if families else 0):
        family = families[rng.integers(len(families))]
        path = family[rng.integers(len(family))]
        slanted = any(mark in path.stem for mark in ("It", "Obl", "obl", "ital", "slant", "sl1"))
        if _usable(path) and (not slanted or rng.random() < 0.1):
            return ImageFont.truetype(str(path), size)
    return None


@lru_cache(maxsize=1)
def font_families() -> tuple[tuple[Path, ...], ...]:
    """Return the installed scalable fonts by family (how their file names begin)."""
    lister = shutil.which("fc-list")
    if lister is None:
        return ()
    listed = subprocess.run(
        [lister, "--format", "%{file}\n", ":lang=en:scalable=true"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    families: dict[str, list[Path]] = {}
    for path in sorted({Path(line) for line in listed if line.endswith((".ttf", ".otf"))}):
        families.setdefault(path.stem.split("-")[0][:6].lower(), []).append(path)
    return tuple(tuple(paths) for paths in families.values())


@lru_cache(maxsize=4096)
def _usable(path: Path) -> bool:
    """Tell whether a font has lining figures, a clear zero and capitals of about one height."""
    if any(name in path.stem for name in _UNFIT):
        return False
    try:
        font = ImageFont.truetype(str(path), 48)
        masks = [cropped(_text(font, letter)) for letter in LETTERS]
    except (OSError, ValueError):
        return False
    heights = [mask.shape[0] for mask in masks]
    level = abs(font.getbbox("3")[3] - font.getbbox("0")[3]) < 4  # 3 stands on the line
    even = min(heights) > 20 and max(heights[:10]) < 1.25 * min(heights[:10])
    zero = masks[0]
    clear = int(zero[zero.shape[0] // 2, zero.shape[1] // 2]) < 60  # neither dot nor slash
    eight = masks[8] > 127
    bold = bool(eight.mean() > 0.3)  # hairlines do not survive printing
    return (
        level and even and clear and bold and len({mask.tobytes() for mask in masks}) == len(masks)
    )


def _text(font: Font, text: str) -> Mask:
    left, top, right, bottom = font.getbbox(text)
    size = (max(1, round(right - left)) + 20, max(1, round(bottom - top)) + 20)
    canvas = Pillow.new("L", size)
    ImageDraw.Draw(canvas).text((10 - left, 10 - top), text, fill=255, font=font)
    return np.asarray(canvas).astype(np.uint8)
