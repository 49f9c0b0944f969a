"""A night read from its rounds: the account as it grew, and the hands worth telling about."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorer.settlement import Player, Settlement
from scorer.terms import InstantWin
from table.values import Account, RoundKind, RoundRecord


@dataclass(frozen=True, slots=True)
class NotableHand:
    """A player's hand in a round and the chi it brought, with its instant win if it was one."""

    number: int
    player: Player
    points: int
    settlement: Settlement
    win: InstantWin | None = None


@dataclass(frozen=True)
class Night:
    """The rounds that count, in order, and everybody's account."""

    rounds: tuple[RoundRecord, ...]
    accounts: tuple[Account, ...]

    @cached_property
    def counting(self) -> tuple[RoundRecord, ...]:
        """The rounds that were not voided."""
        return tuple(record for record in self.rounds if record.kind is not RoundKind.VOID)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who played."""
        return tuple(account.name for account in self.accounts)

    @cached_property
    def running(self) -> tuple[Mapping[str, int], ...]:
        """Everybody's chi after each round that counts."""
        account = dict.fromkeys(self.names, 0)
        grown = []
        for record in self.counting:
            for person, player in zip(record.people, record.players, strict=True):
                account[person] = account.get(person, 0) + record.points[player.name]
            grown.append(dict(account))
        return tuple(grown)

    @cached_property
    def hands(self) -> tuple[NotableHand, ...]:
        """Every hand of every round that counts."""
        found = []
        for record in self.counting:
            settlement = record.settlement
            if settlement is None:
                continue
            for side in settlement.standings:
                points = record.points[side.name]
                found.append(NotableHand(record.number, side.player, points, settlement, side.win))
        return tuple(found)

    @property
    def best(self) -> NotableHand | None:
        """The hand that won most chi, the first of them."""
        won = [hand for hand in self.hands if hand.points > 0]
        return max(won, key=lambda hand: hand.points, default=None)

    @property
    def worst(self) -> NotableHand | None:
        """The hand that lost most chi, the first of them."""
        lost = [hand for hand in self.hands if hand.points < 0]
        return min(lost, key=lambda hand: hand.points, default=None)

    @property
    def instant_wins(self) -> tuple[NotableHand, ...]:
        """All instant wins."""
        return tuple(hand for hand in self.hands if hand.win is not None)
