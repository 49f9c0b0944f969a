"""What the hero knows beyond the own hand: shown hands, cards seen, cards out of play."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.arrangement import Arrangement
from scorer.cards import Card

Cards = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Known:
    """What the hero knows beyond the own hand."""

    arranged: tuple[Arrangement, ...] = ()
    """Opponents whose rows are known."""
    held: tuple[tuple[Card, ...], ...] = ()
    """Cards known to be in the hands of further opponents, one entry (1 to 13 cards) each."""
    dead: tuple[Card, ...] = ()
    """Cards that no opponent holds."""

    @property
    def seated(self) -> bool:
        """Whether anything is known of who holds what."""
        return bool(self.arranged or self.held)

    def check(self, hand: Sequence[Card], opponents: int) -> None:
        """Raise ValueError if this cannot be true of ``opponents`` others beside ``hand``."""
        every = [*hand, *self.cards()]
        doubled = sorted({str(card) for card in every if every.count(card) > 1})
        if doubled:
            raise ValueError(f"lá đã biết bị lặp · known cards given twice: {' '.join(doubled)}")
        if len(self.arranged) + len(self.held) > opponents:
            known = len(self.arranged) + len(self.held)
            raise ValueError(
                f"biết {known} tay bài, chỉ có {opponents} đối thủ · {known} hands known: "
                f"expected at most {opponents}"
            )
        if any(len(cards) > 13 for cards in self.held):
            raise ValueError("một tay bài hơn 13 lá · a known hand of more than 13 cards")
        if 52 - len(hand) - len(self.dead) < 13 * opponents:
            raise ValueError(
                f"{len(self.dead)} lá không ai giữ: còn lại không đủ chia · "
                f"{len(self.dead)} cards out of play: too few are left to deal"
            )

    def cards(self) -> tuple[Card, ...]:
        """Return every card that is known."""
        laid = [card for arrangement in self.arranged for card in arrangement.cards]
        held = [card for cards in self.held for card in cards]
        return (*laid, *held, *self.dead)


def indices(cards: Sequence[Card]) -> Cards:
    """Return sorted card numbers."""
    return np.array(sorted(card.index for card in cards), np.int8)
