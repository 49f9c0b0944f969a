"""Strength of a row of three or five cards.

The naive way is to count ranks and look for runs each time.  A row's strength depends only on its
sorted ranks and on whether all its suits agree, and there are few such patterns (6,175 rank
multisets of five, 455 of three), so each pattern is worked out once and remembered.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scorer.cards import Card
from scorer.terms import HandClass, Wheel

__all__ = ["HandClass", "Strength", "rank_row"]

_ACE = 14
_WHEEL = (_ACE, 5, 4, 3, 2)
_GROUPS = {
    (4, 1): HandClass.QUADS,
    (3, 2): HandClass.FULL_HOUSE,
    (3, 1, 1): HandClass.TRIPS,
    (3,): HandClass.TRIPS,
    (2, 2, 1): HandClass.TWO_PAIR,
    (2, 1, 1, 1): HandClass.PAIR,
    (2, 1): HandClass.PAIR,
}


@dataclass(frozen=True, slots=True, order=True)
class Strength:
    """Class of a row and its ranks in the order in which they are compared; bigger is stronger.

    Groups come first, then kickers; straights list all five ranks from the top.  A front row has
    fewer ranks, and a rank it does not have counts lowest, so rows of three and five cards compare
    directly: K-K-9 is weaker than K-K-9-5-2.
    """

    hand_class: HandClass
    ranks: tuple[int, ...]


def rank_row(cards: Sequence[Card], wheel: str = Wheel.SECOND) -> Strength:
    """Return the strength of 3 or 5 distinct cards; ValueError for any other number.

    `wheel` says where A-2-3-4-5 stands: ``second``, ``lowest`` or ``none`` (no straight).

    >>> from scorer.notation import parse_cards
    >>> rank_row(parse_cards("As 2d 3h 4c 5s")) > rank_row(parse_cards("9s Td Jh Qc Ks"))
    True
    """
    ranks = sorted([card.index >> 2 for card in cards], reverse=True)
    suits = {card.index & 3 for card in cards}
    return _pattern_strength(tuple(ranks), len(suits) == 1, wheel)


@cache
def _pattern_strength(zero_based: tuple[int, ...], suited: bool, wheel: str) -> Strength:
    """Return the strength of descending ranks counted from 0 = two."""
    ranks = tuple(rank + 2 for rank in zero_based)
    if len(ranks) not in (3, 5):
        raise ValueError(f"a row of {len(ranks)} cards: expected 3 or 5")
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = tuple(count for count, _ in groups)
    if shape in _GROUPS:
        return Strength(_GROUPS[shape], tuple(rank for _, rank in groups))
    if len(ranks) == 3:
        return Strength(HandClass.HIGH_CARD, ranks)
    run = _run(ranks, wheel)
    if run:
        return Strength(HandClass.STRAIGHT_FLUSH if suited else HandClass.STRAIGHT, run)
    return Strength(HandClass.FLUSH if suited else HandClass.HIGH_CARD, ranks)


def _run(ranks: tuple[int, ...], wheel: str) -> tuple[int, ...] | None:
    """Return five different descending ranks as a straight compares them, None if they are none."""
    if ranks == _WHEEL:
        if wheel == Wheel.NONE:
            return None
        # With its ace in front the wheel falls between K-high and A-K-Q-J-10 by itself.
        return _WHEEL if wheel == Wheel.SECOND else (5, 4, 3, 2, 1)
    return ranks if ranks[0] - ranks[-1] == 4 else None
