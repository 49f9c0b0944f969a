"""The night as a picture for the group chat: who stands where, how it went, who pays whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from table.values import Account, Payment
from ui.lettering import drawable, lettering
from ui.share import LOSE, MUTED, TEXT, TONES, WIN, Line, Sheet
from ui.text import Texts

PLAYER_COLOURS: Final = ("#1b9668", "#d2652a", "#3f7fd9", "#a855b5", "#a07a12", "#7c7c7c")
"""A colour a player, told apart in both lights and by the colour-blind."""
CHART_PX: Final = 340
_ON_FELT: Final = "#f7f3e6"
_BRASS: Final = "#f2c14e"
_AXIS: Final = "#d8cdb8"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """What the picture tells; ``running`` is everybody's chi after each round, by name."""

    title: str
    subtitle: str
    accounts: tuple[Account, ...]
    running: tuple[Mapping[str, int], ...]
    payments: tuple[Payment, ...]


def player_colour(place: int) -> str:
    """The colour of a player by when they came to the table."""
    return PLAYER_COLOURS[place % len(PLAYER_COLOURS)]


def night_png(night: NightSummary, texts: Texts) -> bytes:
    """The picture as a PNG, 1080 pixels wide."""
    sheet = Sheet()
    sheet.add(
        Line(text=night.title, size=64, weight=800, colour=_ON_FELT),
        Line(text=night.subtitle, size=34, weight=550, colour=_BRASS),
        tone="felt",
    )
    order = sorted(enumerate(night.accounts), key=lambda item: -item[1].points)
    sheet.add(*(_Standing(account, player_colour(came), texts) for came, account in order))
    if len(night.running) > 1:
        names = [account.name for account in night.accounts]
        sheet.add(_Course(names, night.running))
    sheet.add(Line(text=texts("night.payments"), size=38, weight=750), *_payments(night, texts))
    return sheet.png()


def stands_in(names: Iterable[str]) -> bool:
    """Whether the picture shows any of the names with a stand-in, such as for an emoji."""
    return any(drawable(name, lettering(46, 700)) != name for name in names)


def _payments(night: NightSummary, texts: Texts) -> list[Line]:
    if not night.payments:
        return [Line(text=texts("night.nobody_pays"), colour=MUTED)]
    return [
        Line(
            text=texts("result.pays", payer=payment.payer, payee=payment.payee),
            aside=texts.amount(payment.money.amount),
            size=38,
            aside_weight=800,
            aside_colour=TEXT,
        )
        for payment in night.payments
    ]


@dataclass(frozen=True, slots=True)
class _Standing:
    """A player's colour, name, chi and money."""

    account: Account
    colour: str
    texts: Texts

    def height(self, width: int) -> int:
        """Name and money under one another."""
        return sum(line.height(width - 50) for line in self._lines())

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Write the lines behind the dot of the player's colour."""
        ImageDraw.Draw(picture).ellipse((x, y + 16, x + 28, y + 44), self.colour)
        for line in self._lines():
            line.draw(picture, x + 50, y, width - 50)
            y += line.height(width - 50)

    def _lines(self) -> tuple[Line, Line]:
        texts, account = self.texts, self.account
        tone = WIN if account.points > 0 else LOSE if account.points < 0 else MUTED
        chi = texts.chi(account.points)
        money = texts.money(account.money.amount)
        played = texts("night.played", n=account.rounds)
        return (
            Line(
                text=account.name,
                aside=chi,
                size=46,
                weight=700,
                aside_colour=tone,
                aside_weight=800,
            ),
            Line(text=played, aside=money, size=32, colour=MUTED),
        )


@dataclass(frozen=True, slots=True)
class _Course:
    """Everybody's account over the rounds as lines of their colours."""

    names: Sequence[str]
    running: Sequence[Mapping[str, int]]

    def height(self, width: int) -> int:  # noqa: ARG002 - every piece is asked with its width
        """The same for every night."""
        return CHART_PX

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Draw at double size and shrink, for smooth lines."""
        accounts = (dict.fromkeys(self.names, 0), *self.running)
        low = min(min(account.values()) for account in accounts)
        high = max(max(account.values()) for account in accounts)
        step = (2 * width - 40) / (len(accounts) - 1)

        def at(turn: int, chi: int) -> tuple[float, float]:
            share = (high - chi) / max(1, high - low)
            return 20 + turn * step, 2 * CHART_PX * (0.05 + 0.9 * share)

        chart = Image.new("RGB", (2 * width, 2 * CHART_PX), TONES["panel"][0])
        draw = ImageDraw.Draw(chart)
        draw.line([at(0, 0), at(len(accounts) - 1, 0)], _AXIS, 4)
        for came, name in enumerate(self.names):
            points = [at(turn, account.get(name, 0)) for turn, account in enumerate(accounts)]
            draw.line(points, player_colour(came), 12, joint="curve")
            end_x, end_y = points[-1]
            draw.ellipse((end_x - 15, end_y - 15, end_x + 15, end_y + 15), player_colour(came))
        smooth = chart.resize((width, CHART_PX), Image.Resampling.LANCZOS)
        picture.paste(smooth, (x, y))
