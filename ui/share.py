"""Pictures to send: panels of text and card faces, one under another, as a PNG.

They hold what they are given and nothing else: no address, no key, no metadata.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from PIL import Image, ImageDraw

from scorer.cards import Card
from ui.face_pictures import face_picture
from ui.lettering import lettering, written

WIDTH_PX: Final = 1080
EDGE_PX: Final = 40
PAD_PX: Final = 36
GAP_PX: Final = 22
FACE_PX: Final = 112
FACE_GAP_PX: Final = 12
LEADING: Final = 1.3
MOST_LINES: Final = 6

TEXT: Final = "#211d16"
MUTED: Final = "#655c4c"
WIN: Final = "#0b6b4a"
LOSE: Final = "#b3261e"
_PAGE: Final = "#faf6ed"
TONES: Final = {
    "panel": ("#ffffff", "#d8cdb8"),
    "good": ("#e1f1e8", "#0b6b4a"),
    "bad": ("#fbe7e4", "#b3261e"),
    "felt": ("#0e4a36", "#0e4a36"),
}
"""Ground and border of a panel."""


class Piece(Protocol):
    """Something that lies in a panel."""

    def height(self, width: int) -> int:
        """How high it is when ``width`` pixels wide."""

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Put it on the picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Text that is broken where it does not fit, and a word at the right edge."""

    text: str
    aside: str = ""
    size: int = 34
    weight: int = 450
    colour: str = TEXT
    aside_colour: str = MUTED
    aside_weight: int = 650

    def height(self, width: int) -> int:
        """As many lines as the text needs."""
        return round(len(self._lines(width)) * self.size * LEADING)

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Write it."""
        draw = ImageDraw.Draw(picture)
        font = lettering(self.size, self.weight)
        for number, line in enumerate(self._lines(width)):
            base = y + round((number + 0.82) * self.size * LEADING)
            draw.text((x, base), line, self.colour, font, anchor="ls")
        if self.aside:
            base = y + round(0.82 * self.size * LEADING)
            at = (x + width, base)
            aside_font = lettering(self.size, self.aside_weight)
            draw.text(at, self._aside(width), self.aside_colour, aside_font, anchor="rs")

    def _aside(self, width: int) -> str:
        return written(self.aside, lettering(self.size, self.aside_weight), width * 0.6)

    def _lines(self, width: int) -> list[str]:
        font = lettering(self.size, self.weight)
        if self.aside:
            aside_font = lettering(self.size, self.aside_weight)
            width -= round(aside_font.getlength(self._aside(width))) + self.size
        lines: list[str] = []
        for word in written(self.text, font, float("inf")).split():
            joined = f"{lines[-1]} {word}" if lines else word
            if lines and font.getlength(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(written(word, font, width))
        if len(lines) > MOST_LINES:
            last = written(" ".join(lines[MOST_LINES - 1 :]), font, width)
            lines = [*lines[: MOST_LINES - 1], last]
        return lines or [""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """Card faces side by side, at most seven in a line."""

    cards: Sequence[Card]
    four_colour: bool = False
    width_px: int = FACE_PX

    def height(self, width: int) -> int:
        """As many lines as the cards need."""
        lines = -(-len(self.cards) // self._in_a_line(width))
        return lines * (self._face_height + FACE_GAP_PX) - FACE_GAP_PX

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Lay them."""
        count = self._in_a_line(width)
        for place, card in enumerate(self.cards):
            face = face_picture(card, self.width_px, self.four_colour)
            line, column = divmod(place, count)
            left = x + column * (self.width_px + FACE_GAP_PX)
            picture.paste(face, (left, y + line * (self._face_height + FACE_GAP_PX)), face)

    @property
    def _face_height(self) -> int:
        return round(self.width_px * 1.4)

    def _in_a_line(self, width: int) -> int:
        return max(1, min(7, (width + FACE_GAP_PX) // (self.width_px + FACE_GAP_PX)))


@dataclass(slots=True)
class Sheet:
    """Panels from top to bottom; `png` draws them."""

    _panels: list[tuple[str, tuple[Piece, ...]]] = field(default_factory=list)

    def add(self, *pieces: Piece, tone: str = "panel") -> None:
        """Add a panel with these pieces under one another."""
        self._panels.append((tone, pieces))

    def png(self) -> bytes:
        """The picture, 1080 pixels wide."""
        inner = WIDTH_PX - 2 * EDGE_PX - 2 * PAD_PX
        heights = [_panel_height(pieces, inner) for _, pieces in self._panels]
        total = sum(heights) + GAP_PX * (len(heights) - 1) + 2 * EDGE_PX
        picture = Image.new("RGB", (WIDTH_PX, total), _PAGE)
        y = EDGE_PX
        for (tone, pieces), height in zip(self._panels, heights, strict=True):
            ground, border = TONES[tone]
            ImageDraw.Draw(picture).rounded_rectangle(
                (EDGE_PX, y, WIDTH_PX - EDGE_PX, y + height), 28, ground, border, 3
            )
            inside = y + PAD_PX
            for piece in pieces:
                piece.draw(picture, EDGE_PX + PAD_PX, inside, inner)
                inside += piece.height(inner) + GAP_PX // 2
            y += height + GAP_PX
        buffer = io.BytesIO()
        picture.quantize(128, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def _panel_height(pieces: Sequence[Piece], width: int) -> int:
    inside = sum(piece.height(width) for piece in pieces) + GAP_PX // 2 * (len(pieces) - 1)
    return inside + 2 * PAD_PX
