"""Letters in pictures: the page's own typeface, which Streamlit carries, with all of Vietnamese."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from PIL import ImageFont

_FONTS: Final = Path(streamlit.__file__).parent / "static" / "static" / "media"
_UNKNOWN: Final = "\uffff"
STAND_IN: Final = "◆"
"""Drawn for an emoji, or any run of signs that the typeface lacks."""
_RUN: Final = re.compile(f"{STAND_IN}[{STAND_IN}\u200d\ufe0f]*")  # emoji are joined by some


@cache
def lettering(size_px: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    """The typeface at a size in pixels and a weight of 200 to 900."""
    path = next(_FONTS.glob("SourceSansVF-Upright*.woff2"))
    font = ImageFont.truetype(path, size_px)
    font.set_variation_by_axes([weight])
    return font


def written(text: str, font: ImageFont.FreeTypeFont, width_px: float) -> str:
    """The text as it can be drawn, cut to ``width_px`` with an ellipsis."""
    kept = drawable(text, font)
    if font.getlength(kept) <= width_px:
        return kept
    while kept and font.getlength(f"{kept}…") > width_px:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def drawable(text: str, font: ImageFont.FreeTypeFont) -> str:
    """The text with a stand-in for each run of signs that the typeface lacks."""
    signs = (sign if sign.isspace() or _has(font, sign) else STAND_IN for sign in text)
    return " ".join(_RUN.sub(STAND_IN, "".join(signs)).split())


def _has(font: ImageFont.FreeTypeFont, sign: str) -> bool:
    unknown = font.getmask(_UNKNOWN)
    drawn = font.getmask(sign)
    return drawn.size != unknown.size or bytes(drawn) != bytes(unknown)
