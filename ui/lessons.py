"""A lesson on the learning page: the hand, where it came from, and how far the answer is."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.arrangement import Arrangement
from scorer.settlement import Player
from ui.hands import Capture
from ui.practice import Source
from ui.rounds import TableRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One hand being practised.

    ``holder`` and ``laid`` are who held it at a real table and what they made of it; a false
    declaration is remembered until the hand is checked.
    """

    capture: Capture
    source: Source
    holder: str = ""
    laid: Arrangement | None = None
    declared: bool = False
    false_instant: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand from a table, and how it was laid there."""

    holder: str
    laid: Arrangement


def hands_of(players: Iterable[Player]) -> tuple[PlayedHand, ...]:
    """The hands that were laid in rows."""
    return tuple(
        PlayedHand(player.name, player.arrangement)
        for player in players
        if player.arrangement is not None
    )


def hands_of_round(table: TableRound | None) -> tuple[PlayedHand, ...]:
    """The hands of a round on this phone, once it is settled: before that they are secret."""
    if table is None or not table.is_settled:
        return ()
    return hands_of(seat.player() for seat in table.seats)
