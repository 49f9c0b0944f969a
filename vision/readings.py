"""What a photo was read as: cards with their doubts, hands, problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorer.cards import Card
from scorer.terms import Row
from vision.hands import Side
from vision.problems import Box, Problem


@dataclass(frozen=True, slots=True)
class Slot:
    """One card of a hand.

    `confidence` is the calibrated probability that the card is there; `inferred` says that its name
    follows from the other cards more than from its own index; `alternatives` are the next likeliest
    names; `box_xywh` is its surest index in pixels of the oriented image, None if it was not seen;
    `photo` tells which of several photos that is (see `vision.merging`).
    """

    card: Card
    confidence: float
    flagged: bool
    inferred: bool
    alternatives: tuple[tuple[Card, float], ...]
    box_xywh: Box | None
    photo: int = 0


@dataclass(frozen=True, slots=True)
class HandReading:
    """The cards of one hand, in their rows from left to right if it lies in rows.

    `confidence` is the probability that every card is right.
    """

    slots: tuple[Slot, ...]
    rows: Mapping[Row, tuple[Card, ...]] | None
    confidence: float
    problems: tuple[Problem, ...]
    side: Side = Side.BOTTOM

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of the slots."""
        return tuple(slot.card for slot in self.slots)

    @property
    def flagged(self) -> bool:
        """Whether any card is in doubt."""
        return any(slot.flagged for slot in self.slots)


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """All hands of a photo, clockwise from the photographer, and the problems of any of them.

    `photos` says how many it was read from (see `vision.merging`); `size_wh` is that of the first.
    """

    hands: tuple[HandReading, ...]
    size_wh: tuple[int, int]
    seconds: float
    problems: tuple[Problem, ...]
    photos: int = 1


def joint(slots: Sequence[Slot]) -> float:
    """Probability that every card is right, 0 for no card."""
    return float(np.prod([slot.confidence for slot in slots])) if slots else 0.0


def completed(
    rows: Mapping[Row, tuple[Card, ...]] | None, card: Card
) -> Mapping[Row, tuple[Card, ...]] | None:
    """The rows with a card put into the one that is short of it."""
    if rows is None:
        return None
    return {row: cards if len(cards) == row.size else (*cards, card) for row, cards in rows.items()}
