"""Line items, the unit of a settlement, and sums over them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.reasons import Reason
from scorer.terms import Row


@dataclass(frozen=True, slots=True)
class LineItem:
    """`payer` gives `payee` `points` chi (always positive) for one reason.

    `row` is None where the chi is owed for the whole hand.
    """

    payer: str
    payee: str
    row: Row | None
    points: int
    reason: Reason

    @property
    def rule(self) -> str:
        """Id of the rule in docs/rules.md."""
        return self.reason.rule


def line(payer: str, payee: str, points: int, reason: Reason, row: Row | None = None) -> LineItem:
    """Build a line, turned round if `points` are negative."""
    if points < 0:
        payer, payee, points = payee, payer, -points
    return LineItem(payer, payee, row, points, reason)


def net(lines: Iterable[LineItem], payee: str) -> int:
    """Return what `payee` gets from `lines`, minus what it pays."""
    return sum(
        item.points if item.payee == payee else -item.points
        for item in lines
        if payee in (item.payee, item.payer)
    )


def pair_matrix(names: Sequence[str], lines: Iterable[LineItem]) -> dict[str, dict[str, int]]:
    """Return `matrix[a][b]`, what a takes from b, for every pair of names."""
    matrix = {name: {other: 0 for other in names if other != name} for name in names}
    for item in lines:
        matrix[item.payee][item.payer] += item.points
        matrix[item.payer][item.payee] -= item.points
    return matrix
