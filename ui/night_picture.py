"""The night as a picture for the group chat: who stands where, how it went, who pays whom."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from table.values import Account, Payment
from ui.lettering import lettering, written
from ui.text import Texts

WIDTH_PX: Final = 1080
EDGE_PX: Final = 56
LINE_PX: Final = 96
CHART_PX: Final = 380
HEAD_PX: Final = 232

PAPER: Final = "#faf6ed"
PANEL: Final = "#ffffff"
FELT: Final = "#0e4a36"
ON_FELT: Final = "#f7f3e6"
BRASS: Final = "#f2c14e"
TEXT: Final = "#211d16"
MUTED: Final = "#655c4c"
RULE: Final = "#d8cdb8"
WIN: Final = "#0b6b4a"
LOSE: Final = "#b3261e"
PLAYER_COLOURS: Final = ("#0b6b4a", "#c2571a", "#2b5fb3", "#8a3a8f")
"""One colour a seat, told apart in both lights and by the colour-blind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """What the picture tells.

    ``running`` is everybody's chi after each round, by name.
    """

    title: str
    subtitle: str
    accounts: tuple[Account, ...]
    running: tuple[Mapping[str, int], ...]
    payments: tuple[Payment, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who played, in the order of their colours."""
        return tuple(account.name for account in self.accounts)


def night_png(night: NightSummary, texts: Texts) -> bytes:
    """The picture as a PNG, 1080 pixels wide; it holds names and figures, never an address."""
    payments = max(1, len(night.payments))
    height = HEAD_PX + LINE_PX * len(night.accounts) + CHART_PX + 72 * payments + 250
    sheet = _Sheet(height)
    sheet.head(night.title, night.subtitle)
    top = HEAD_PX + 36
    order = sorted(night.accounts, key=lambda account: -account.points)
    for place, account in enumerate(order):
        sheet.standing(top + place * LINE_PX, place, account, night.names, texts)
    top += LINE_PX * len(night.accounts) + 20
    sheet.chart(top, night)
    top += CHART_PX + 40
    sheet.text((EDGE_PX, top), texts("night.payments"), 40, 700)
    if not night.payments:
        sheet.text((EDGE_PX, top + 62), texts("night.nobody_pays"), 36, 400, MUTED)
    for place, payment in enumerate(night.payments):
        sheet.payment(top + 66 + 72 * place, payment, texts)
    buffer = io.BytesIO()
    sheet.image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


class _Sheet:
    """The picture being drawn; every method draws one part below ``top``."""

    def __init__(self, height: int) -> None:
        self.image = Image.new("RGB", (WIDTH_PX, height), PAPER)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        weight: int = 400,
        colour: str = TEXT,
        *,
        anchor: str = "ls",
        width: float = WIDTH_PX,
    ) -> float:
        """Write a line at its baseline; the width it took."""
        font = lettering(size, weight)
        shown = written(text, font, width)
        x, y = at
        self.draw.text((x, y + size), shown, colour, font, anchor=anchor)
        return float(font.getlength(shown))

    def head(self, title: str, subtitle: str) -> None:
        """Write the night's name on felt."""
        self.draw.rectangle((0, 0, WIDTH_PX, HEAD_PX), FELT)
        self.draw.rectangle((0, HEAD_PX, WIDTH_PX, HEAD_PX + 6), BRASS)
        inner = WIDTH_PX - 2 * EDGE_PX
        self.text((EDGE_PX, 38), title, 78, 800, ON_FELT, width=inner)
        self.text((EDGE_PX, 140), subtitle, 38, 500, BRASS, width=inner)

    def standing(
        self, top: float, place: int, account: Account, names: Sequence[str], texts: Texts
    ) -> None:
        """Write where one player stands."""
        name, chi = account.name, account.points
        self.draw.rounded_rectangle(
            (EDGE_PX, top, WIDTH_PX - EDGE_PX, top + LINE_PX - 14), 22, PANEL, RULE, 2
        )
        colour = PLAYER_COLOURS[names.index(name) % len(PLAYER_COLOURS)]
        self.draw.ellipse((EDGE_PX + 26, top + 27, EDGE_PX + 54, top + 55), colour)
        self.text((EDGE_PX + 76, top + 14), f"{place + 1}. {name}", 42, 700, width=430)
        right = WIDTH_PX - EDGE_PX - 28
        tone = WIN if chi > 0 else LOSE if chi < 0 else MUTED
        taken = self.text(
            (right, top + 15), texts.money(account.money.amount), 34, 500, MUTED, anchor="rs"
        )
        self.text(
            (right - max(taken, 210) - 24, top + 13), texts.chi(chi), 44, 800, tone, anchor="rs"
        )

    def chart(self, top: float, night: NightSummary) -> None:
        """Draw how the night went."""
        box = (EDGE_PX, top, WIDTH_PX - EDGE_PX, top + CHART_PX)
        self.draw.rounded_rectangle(box, 22, PANEL, RULE, 2)
        self.image.paste(
            _lines(night, box[2] - box[0] - 60, CHART_PX - 60), (EDGE_PX + 30, int(top) + 30)
        )

    def payment(self, top: float, payment: Payment, texts: Texts) -> None:
        """Write who pays whom."""
        line = texts("result.pays", payer=payment.payer, payee=payment.payee)
        self.text((EDGE_PX, top), line, 40, 500, width=620)
        right = WIDTH_PX - EDGE_PX
        self.text((right, top), texts.amount(payment.money.amount), 40, 800, anchor="rs")


def _lines(night: NightSummary, width: int, height: int) -> Image.Image:
    """Each player's account over the rounds, drawn at double size for smooth lines."""
    accounts: Sequence[Mapping[str, int]] = (dict.fromkeys(night.names, 0), *night.running)
    low = min(min(account.values()) for account in accounts)
    high = max(max(account.values()) for account in accounts)
    span = max(1, high - low)
    step = 2 * width / max(1, len(accounts) - 1)

    def at(turn: int, chi: int) -> tuple[float, float]:
        return turn * step, 2 * height * (0.04 + 0.92 * (high - chi) / span)

    picture = Image.new("RGB", (2 * width, 2 * height), PANEL)
    draw = ImageDraw.Draw(picture)
    draw.line([at(0, 0), (2 * width, at(0, 0)[1])], RULE, 3)
    for seat, name in enumerate(night.names):
        points = [at(turn, account[name]) for turn, account in enumerate(accounts)]
        draw.line(points, PLAYER_COLOURS[seat % len(PLAYER_COLOURS)], 11, joint="curve")
        x, y = points[-1]
        draw.ellipse((x - 24, y - 12, x, y + 12), PLAYER_COLOURS[seat % len(PLAYER_COLOURS)])
    return picture.resize((width, height), Image.Resampling.LANCZOS)
