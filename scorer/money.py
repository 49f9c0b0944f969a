"""Money, which is never a number of chi: one chi is worth the table's stake."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.errors import Problem, RoundError

STAKE_LIMIT = 10**12


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """A sum of money in the table's smallest unit (đồng); negative where it is owed."""

    amount: int

    def __add__(self, other: "Money") -> "Money":
        return Money(self.amount + other.amount)

    def __neg__(self) -> "Money":
        return Money(-self.amount)

    def __str__(self) -> str:
        """Write thousands as Vietnamese do.

        >>> str(Money(-1250000))
        '-1.250.000'
        """
        return f"{self.amount:,}".replace(",", ".")


@dataclass(frozen=True, slots=True)
class Stake:
    """What one chi is worth; RoundError unless a whole number from 1 to 10¹²."""

    amount: int

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 1 <= self.amount <= STAKE_LIMIT:
            raise RoundError([Problem.of("bad_stake", value=self.amount, maximum=STAKE_LIMIT)])

    def worth(self, chi: int) -> Money:
        """Return the money of a number of chi."""
        return Money(self.amount * chi)

    def pay_out(self, points: Mapping[str, int]) -> dict[str, Money]:
        """Return each player's money."""
        return {name: self.worth(chi) for name, chi in points.items()}
