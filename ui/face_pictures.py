"""The card faces as pixels, for pictures to send: the same shapes that the pages show as SVG."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from scorer.cards import Card
from ui.faces import EDGE, FACE_RADIUS, FACE_WH, PAPER, Mark, face_marks
from ui.paths import Outline, outlines

_FINENESS: Final = 4
"""Faces are drawn this many times larger and then reduced, which smooths their edges."""


@lru_cache(maxsize=256)
def face_picture(card: Card, width_px: int, four_colour: bool = False) -> Image.Image:
    """The face of ``card``, RGBA, ``width_px`` wide and 1.4 times as high."""
    scale = width_px / FACE_WH[0] * _FINENESS
    size = (round(FACE_WH[0] * scale), round(FACE_WH[1] * scale))
    face = Image.new("RGBA", size)
    ImageDraw.Draw(face).rounded_rectangle(
        (0, 0, size[0] - 1, size[1] - 1),
        FACE_RADIUS * scale,
        fill=PAPER,
        outline=EDGE,
        width=round(scale),
    )
    for mark in face_marks(card, four_colour):
        face.paste(mark.colour, (0, 0), _shape(mark, size, scale))
    return face.resize((width_px, round(width_px * FACE_WH[1] / FACE_WH[0])), Image.Resampling.BOX)


def _shape(mark: Mark, size: tuple[int, int], scale: float) -> Image.Image:
    """Where the mark covers the face, as a mask."""
    mask = Image.new("L", size)
    for outline in outlines(mark.path):
        points = [
            ((mark.x + x * mark.scale) * scale, (mark.y + y * mark.scale) * scale)
            for x, y in outline
        ]
        if mark.pen:
            _draw_with_pen(mask, points, mark.pen * mark.scale * scale)
        else:
            # Even-odd: a shape inside another is a hole.
            part = Image.new("L", size)
            ImageDraw.Draw(part).polygon(points, fill=255)
            mask = ImageChops.difference(mask, part)
    return mask


def _draw_with_pen(mask: Image.Image, points: Outline, width: float) -> None:
    draw = ImageDraw.Draw(mask)
    draw.line(points, fill=255, width=round(width))
    for x, y in points:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)
