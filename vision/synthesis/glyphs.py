"""Rank glyphs of a deck: from an installed font, stretched and joined as card printers do."""

import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.synthesis.masks import Mask, cropped, fitted

LABELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SIZE = 256  # px: height of a digit before it is shrunk


@dataclass(frozen=True, slots=True)
class RankGlyphs:
    """One mask a rank in `LABELS` order, all digits SIZE px tall; `widths` scales them sideways."""

    masks: tuple[Mask, ...]
    width: float

    def mask(self, rank: int, height: float) -> Mask:
        """Return the mask of rank place 0..12 so that a digit is `height` px tall."""
        mask = self.masks[rank]
        scale = height / SIZE
        return fitted(mask, mask.shape[1] * scale * self.width, mask.shape[0] * scale)


@lru_cache(maxsize=1)
def font_files() -> tuple[Path, ...]:
    """Return installed scalable fonts that hold all of the letters a deck needs, sorted."""
    try:
        listed = subprocess.run(
            ["fc-list", "--format", "%{file}\n", ":lang=en:scalable=true"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        return ()
    paths = sorted({Path(line) for line in listed if line.endswith((".ttf", ".otf"))})
    return tuple(path for path in paths if _usable(path))


def _usable(path: Path) -> bool:
    try:
        font = ImageFont.truetype(str(path), 48)
        boxes = [font.getbbox(letter) for letter in "0123456789JQKA"]
    except (OSError, ValueError):
        return False
    heights = [box[3] - box[1] for box in boxes]
    level = abs(boxes[3][3] - boxes[0][3]) < 4  # lining figures: 3 stands on the line
    return min(heights) > 20 and level and max(heights[:10]) < 1.3 * min(heights[:10])


def draw_glyphs(rng: np.random.Generator) -> RankGlyphs:
    """Return the rank glyphs of a random font, condensed or widened at random."""
    files = font_files()
    path = files[rng.integers(len(files))] if files else None
    font = _font(path)
    capital = cropped(_text(font, "A"))
    width = rng.choice([1.0, rng.uniform(0.55, 0.85), rng.uniform(0.75, 1.15)])
    overlap = rng.uniform(-0.02, 0.1)
    squeeze = rng.uniform(0.6, 0.95)
    digits = {letter: cropped(_text(font, letter)) for letter in "0123456789"}
    letters = {letter: cropped(_text(font, letter)) for letter in "JQKA"}
    scale = SIZE / digits["0"].shape[0]
    del capital
    digits = {key: _tall(mask, SIZE) for key, mask in digits.items()}
    letters = {key: _scaled(mask, scale) for key, mask in letters.items()}
    ten = joined(digits["1"], digits["0"], overlap, squeeze)
    masks = [digits[str(n)] for n in range(2, 10)] + [ten] + [letters[key] for key in "JQKA"]
    return RankGlyphs(tuple(masks), float(width))


def joined(one: Mask, zero: Mask, gap: float, squeeze: float) -> Mask:
    """Return "10" with its figures `squeeze` times as wide and `gap` heights apart."""
    one = fitted(one, one.shape[1] * squeeze, SIZE)
    zero = fitted(zero, zero.shape[1] * squeeze, SIZE)
    space = round(gap * SIZE)
    ten = np.zeros((SIZE, one.shape[1] + zero.shape[1] + space), np.uint8)
    ten[:, : one.shape[1]] = one
    ten[:, -zero.shape[1] :] = np.maximum(ten[:, -zero.shape[1] :], zero)
    return ten


def _tall(mask: Mask, height: int) -> Mask:
    return _scaled(mask, height / mask.shape[0])


def _scaled(mask: Mask, scale: float) -> Mask:
    size = (max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale)))
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _font(path: Path | None) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.truetype(str(path), 320) if path else ImageFont.load_default(320)


def _text(font: ImageFont.FreeTypeFont | ImageFont.ImageFont, text: str) -> Mask:
    canvas = Pillow.new("L", (700, 620))
    ImageDraw.Draw(canvas).text((160, 100), text, fill=255, font=font)
    return np.asarray(canvas).astype(np.uint8)
