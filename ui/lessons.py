"""A lesson on the learning page: the hand, where it came from, and how far the answer is."""

from dataclasses import dataclass

from scorer.arrangement import Arrangement
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


def hands_of_round(table: TableRound | None) -> tuple[PlayedHand, ...]:
    """The hands of a settled round that were laid in rows."""
    if table is None or not table.is_settled:
        return ()
    return tuple(
        PlayedHand(seat.name, seat.capture.arrangement)
        for seat in table.seats
        if seat.capture is not None and seat.capture.arrangement is not None
    )
