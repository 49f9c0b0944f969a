"""Thirteen cards laid in three rows, and whether they lie legally."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.cards import Card
from scorer.errors import ArrangementError, Problem
from scorer.notation import format_cards, parse_cards
from scorer.ranking import Strength, rank_row
from scorer.rules_profile import RulesProfile
from scorer.terms import Row

__all__ = ["Arrangement", "Fault", "Legality", "Row", "check_legality", "repeated_cards"]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Rows of 3, 5 and 5 distinct cards; ArrangementError names everything that is wrong.

    Cards keep the order in which they were laid; the order inside a row means nothing.
    """

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]

    def __post_init__(self) -> None:
        problems = [
            Problem.of("row_length", row=row.value, count=len(cards), expected=row.size)
            for row in Row
            if len(cards := self.row(row)) != row.size
        ]
        problems.extend(repeated_cards(self.cards))
        if problems:
            raise ArrangementError(problems)

    @classmethod
    def parse(
        cls,
        front: str | Iterable[str | Card],
        middle: str | Iterable[str | Card],
        back: str | Iterable[str | Card],
    ) -> "Arrangement":
        """Read three rows; NotationError or ArrangementError if they are none.

        >>> str(Arrangement.parse("2c 3d 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c"))
        '2c 3d 4h / 6s 6d 9c Th Qs / Ac Ad Kh 7s 8c'
        """
        return cls(parse_cards(front), parse_cards(middle), parse_cards(back))

    def row(self, row: Row) -> tuple[Card, ...]:
        """Return the cards of one row."""
        cards: tuple[Card, ...] = getattr(self, row.value)
        return cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """All 13 cards, front first."""
        return (*self.front, *self.middle, *self.back)

    def __str__(self) -> str:
        return " / ".join(format_cards(self.row(row)) for row in Row)


@dataclass(frozen=True, slots=True)
class Fault:
    """A row that is too strong for its place: it beats, or equals, the row `below` it."""

    row: Row
    below: Row
    strength: Strength
    below_strength: Strength

    @property
    def equal(self) -> bool:
        """True where the rows are equal, which only some tables call foul."""
        return self.strength == self.below_strength


@dataclass(frozen=True, slots=True)
class Legality:
    """Outcome of `check_legality`: every fault, none if the arrangement is legal."""

    faults: tuple[Fault, ...]

    @property
    def legal(self) -> bool:
        """False for binh lủng."""
        return not self.faults


def check_legality(arrangement: Arrangement, profile: RulesProfile) -> Legality:
    """Tell whether front ≤ middle ≤ back under the profile, and if not, where it breaks.

    >>> from scorer.profiles import get_profile
    >>> laid = Arrangement.parse("Kc Kd 9h", "Qs Qd 9c Th 2s", "Ac Ad Kh 7s 8c")
    >>> [(fault.row.value, fault.below.value) for fault in
    ...  check_legality(laid, get_profile("bigkool")).faults]
    [('front', 'middle')]
    """
    strengths = {row: rank_row(arrangement.row(row), profile.wheel) for row in Row}
    faults = (
        Fault(row, below, strengths[row], strengths[below])
        for row, below in ((Row.FRONT, Row.MIDDLE), (Row.MIDDLE, Row.BACK))
        if strengths[row] > strengths[below]
        or (profile.equal_rows_are_foul and strengths[row] == strengths[below])
    )
    return Legality(tuple(faults))


def repeated_cards(cards: Iterable[Card]) -> list[Problem]:
    """Return one problem for each card that appears more than once."""
    return [
        Problem.of("card_twice", card=str(card), count=count)
        for card, count in sorted(Counter(cards).items())
        if count > 1
    ]
