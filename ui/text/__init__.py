"""The text catalogue: everything the app says, in Vietnamese and in English."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, Literal, cast

from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal

from scorer.cards import Card

Language = Literal["vi", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("vi", "en")
_LOCALES: Final[Mapping[Language, str]] = {"vi": "vi_VN", "en": "en_GB"}


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """All texts of one language by dotted key, from its TOML file."""
    path = Path(__file__).with_name(f"{language}.toml")
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        f"{section}.{key}": cast("str", text)
        for section, texts in sections.items()
        for key, text in texts.items()
    }


class Texts:
    """The texts of one language: ``texts("read.title")``, with values by name."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = catalogue(language)

    def __call__(self, key: str, **values: object) -> str:
        """Fill the text ``key``; KeyError if the key or a value is missing."""
        text = self._texts[key]
        return text.format(**values) if values else text

    def html(self, key: str, **values: object) -> str:
        """Fill the text ``key`` for use in HTML: the values are escaped, names among them."""
        return self(key, **{name: escape(str(value)) for name, value in values.items()})

    def card(self, card: Card) -> str:
        """A card as it is said: ``Át bích``, ``ace of spades``."""
        rank = self._texts.get(f"rank.{card.rank.letter}", str(int(card.rank)))
        return self("card.name", rank=rank, suit=self(f"suit.{card.suit.letter}"))

    def number(self, value: float, digits: int = 0) -> str:
        """A number with the language's separators and exactly ``digits`` decimals."""
        pattern = "#,##0" + ("." + "0" * digits if digits else "")
        return format_decimal(value, pattern, locale=_LOCALES[self.language])

    def signed(self, value: float, digits: int = 0) -> str:
        """A number with its sign, ``+3`` or ``−2``; zero has none."""
        size = self.number(abs(value), digits)
        is_zero = not any(digit in "123456789" for digit in size)
        return size if is_zero else ("+" if value > 0 else "−") + size

    def chi(self, points: float, digits: int = 0) -> str:
        """Points with their sign and unit: ``+3 chi``."""
        return f"{self.signed(points, digits)} chi"

    def amount(self, dong: int) -> str:
        """An amount of đồng without a sign: ``20.000 ₫``."""
        return format_currency(dong, "VND", locale=_LOCALES[self.language])

    def joined(self, words: Sequence[str]) -> str:
        """Words as a list in a sentence: ``An, Bình và Chi``."""
        return format_list(words, locale=_LOCALES[self.language])

    def money(self, dong: int) -> str:
        """An amount of đồng with its sign: ``+20.000 ₫``."""
        sign = "" if dong == 0 else "+" if dong > 0 else "−"
        return sign + self.amount(abs(dong))

    def day(self, moment: datetime) -> str:
        """The day of a moment where this computer stands: ``30/11/2026``."""
        return format_date(
            moment.astimezone(),
            "short" if self.language == "vi" else "medium",
            locale=_LOCALES[self.language],
        )

    def percent(self, share: float) -> str:
        """A share of 0 to 1 as a whole percentage."""
        return f"{round(share * 100)}%"
