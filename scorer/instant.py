"""Instant wins: which thirteen cards win without being compared, and how two of them compare.

All tests look at a hand's rank histogram, its suit counts and, for straight flushes, its ranks by
suit.  Whether thirteen ranks split into three straights is read from a table of every such split.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from types import MappingProxyType

from scorer.arrangement import Arrangement
from scorer.cards import Card, Suit
from scorer.errors import Problem, RoundError
from scorer.rules_profile import RulesProfile
from scorer.terms import InstantWin, Wheel

__all__ = [
    "SHAPE_TESTS",
    "HandShape",
    "InstantWin",
    "deciding_ranks",
    "find_instant_win",
    "instant_pay",
    "instant_wins",
    "lies_as",
]

HAND_SIZE = 13
_RED = (Suit.DIAMONDS, Suit.HEARTS)
_FLUSH_SPLITS = frozenset({(0, 0, 0, 13), (0, 0, 3, 10), (0, 0, 5, 8), (0, 3, 5, 5)})


@dataclass(frozen=True, slots=True)
class HandShape:
    """All that decides an instant win.

    `ranks`: cards of each rank, 13 numbers from two up; `suits`: cards of each suit, 4 numbers;
    `suit_bits`: for each suit, bit r set where the suit's card of rank r + 2 is held.
    """

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    suit_bits: tuple[int, ...]


def find_instant_win(cards: Sequence[Card], profile: RulesProfile) -> InstantWin | None:
    """Return the instant win that 13 cards count as, None if they are an ordinary hand.

    Judged on the cards alone: rules about laying and declaring are the settlement's.

    >>> from scorer.notation import parse_cards
    >>> from scorer.profiles import get_profile
    >>> hand = parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")
    >>> print(find_instant_win(hand, get_profile("bigkool")))
    dragon
    """
    wins = instant_wins(cards, profile)
    return wins[0] if wins else None


def instant_wins(cards: Sequence[Card], profile: RulesProfile) -> tuple[InstantWin, ...]:
    """Return every instant win of the profile that 13 cards are, the one that counts first.

    Best paid first, equal pays in the profile's order.  RoundError for a number other than 13.
    """
    if len(cards) != HAND_SIZE:
        raise RoundError([Problem.of("hand_size", count=len(cards))])
    shape = _shape(cards)
    found = [
        win
        for win in profile.instant_order
        if instant_pay(win, profile) and SHAPE_TESTS[win](shape, profile)
    ]
    return tuple(sorted(found, key=lambda win: -instant_pay(win, profile)))


def instant_pay(win: InstantWin, profile: RulesProfile) -> int:
    """Return the chi that `win` takes from each player, 0 if the profile does not play it."""
    pay: int = getattr(profile, f"instant_{win.value}")
    return pay


def lies_as(win: InstantWin, arrangement: Arrangement | None, profile: RulesProfile) -> bool:
    """Tell whether an arrangement shows `win` row by row; always true of wins that need no rows.

    The rows may be in the wrong order: which is stronger does not matter here.
    """
    if win not in (InstantWin.THREE_FLUSHES, InstantWin.THREE_STRAIGHTS):
        return True
    if arrangement is None:
        return False
    rows = (arrangement.front, arrangement.middle, arrangement.back)
    if win is InstantWin.THREE_FLUSHES:
        return all(len({card.suit for card in row}) == 1 for row in rows)
    return all(
        frozenset(card.rank - 2 for card in row) in _straights(len(row), profile) for row in rows
    )


def deciding_ranks(win: InstantWin, cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the ranks that decide between two holders of the same win, compared in order.

    Five pairs and a triple: the triple, then the pairs; six pairs: the pairs, then the odd card
    (four of a kind is two equal pairs); everything else: all 13 ranks.  From the top, ace high.
    """
    ranks = sorted((int(card.rank) for card in cards), reverse=True)
    counts = {rank: ranks.count(rank) for rank in dict.fromkeys(ranks)}
    pairs = [rank for rank, count in counts.items() for _ in range(count // 2)]
    if win is InstantWin.FIVE_PAIRS_TRIP:
        trips = [rank for rank, count in counts.items() if count == 3]
        return (*trips, *(rank for rank in pairs if rank not in trips))
    if win is InstantWin.SIX_PAIRS:
        return (*pairs, *(rank for rank, count in counts.items() if count % 2))
    return tuple(ranks)


def _shape(cards: Sequence[Card]) -> HandShape:
    ranks, suits, bits = [0] * 13, [0] * 4, [0] * 4
    for card in cards:
        rank, suit = divmod(card.index, 4)
        ranks[rank] += 1
        suits[suit] += 1
        bits[suit] |= 1 << rank
    return HandShape(tuple(ranks), tuple(suits), tuple(bits))


def _reds(shape: HandShape) -> int:
    return sum(shape.suits[suit] for suit in _RED)


def _quads_allowed(shape: HandShape, profile: RulesProfile) -> bool:
    return profile.quads_count_as_two_pairs or 4 not in shape.ranks


def _is_five_pairs_trip(shape: HandShape, profile: RulesProfile) -> bool:
    return 1 not in shape.ranks and shape.ranks.count(3) == 1 and _quads_allowed(shape, profile)


def _is_six_pairs(shape: HandShape, profile: RulesProfile) -> bool:
    if sum(count // 2 for count in shape.ranks) != 6 or not _quads_allowed(shape, profile):
        return False
    own_rule = profile.instant_five_pairs_trip > 0 or not profile.trip_counts_as_pair
    return 3 not in shape.ranks or not own_rule


def _is_three_straights(shape: HandShape, profile: RulesProfile) -> bool:
    return shape.ranks in _three_straight_splits(profile.wheel, profile.a23_is_straight)


def _is_straight_flush(shape: HandShape, profile: RulesProfile) -> bool:
    runs = [sum(1 << rank for rank in run) for run in _straights(5, profile)]
    return any(bits & run == run for bits in shape.suit_bits for run in runs)


# Every definition, by its key; a hand may meet several.
SHAPE_TESTS: Mapping[InstantWin, Callable[[HandShape, RulesProfile], bool]] = MappingProxyType(
    {
        InstantWin.DRAGON_SUITED: lambda shape, _: HAND_SIZE in shape.suits,
        InstantWin.DRAGON: lambda shape, _: 0 not in shape.ranks,
        InstantWin.SAME_COLOUR: lambda shape, _: _reds(shape) in (0, 13),
        InstantWin.TWELVE_COLOUR: lambda shape, _: _reds(shape) in (1, 12),
        InstantWin.FIVE_PAIRS_TRIP: _is_five_pairs_trip,
        InstantWin.SIX_PAIRS: _is_six_pairs,
        InstantWin.THREE_FLUSHES: lambda shape, _: tuple(sorted(shape.suits)) in _FLUSH_SPLITS,
        InstantWin.THREE_STRAIGHTS: _is_three_straights,
        InstantWin.STRAIGHT_FLUSH: _is_straight_flush,
        InstantWin.QUADS: lambda shape, _: 4 in shape.ranks,
        InstantWin.THREE_FULL_HOUSES: lambda shape, _: (
            shape.ranks.count(3) == 3 and shape.ranks.count(2) == 2
        ),
    }
)


def _straights(size: int, profile: RulesProfile) -> tuple[frozenset[int], ...]:
    wheel = profile.wheel is not Wheel.NONE
    return _runs(size, wheel and (size == 5 or profile.a23_is_straight))


@cache
def _runs(size: int, ace_low: bool) -> tuple[frozenset[int], ...]:
    """Return the rank sets (0 = two … 12 = ace) of all runs of `size`."""
    first = -1 if ace_low else 0
    return tuple(
        frozenset(rank % 13 for rank in range(low, low + size)) for low in range(first, 14 - size)
    )


@cache
def _three_straight_splits(wheel: Wheel, a23_is_straight: bool) -> frozenset[tuple[int, ...]]:
    """Return the rank histogram of every 5+5+3 split into runs: at most 55 × 12 = 660."""
    ace_low = wheel is not Wheel.NONE
    return frozenset(
        tuple(sum(rank in run for run in (*fives, three)) for rank in range(13))
        for fives in combinations_with_replacement(_runs(5, ace_low), 2)
        for three in _runs(3, ace_low and a23_is_straight)
    )
