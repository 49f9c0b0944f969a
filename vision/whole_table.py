"""What a whole table says about its hands: every card of the deck lies in one of four times 13."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorer.cards import DECK
from vision.hands import HAND_SIZE, MOST_HANDS, HandPlace
from vision.problems import Problem, ProblemKind
from vision.readings import HandReading, Slot, completed, joint
from vision.rows import lines_of
from vision.seeing import Seen
from vision.whole_hands import MOST_OFF

_MOST_STRAYS = 2
_SUSPECTS = 4  # the least credible cards, of which one is the stray
_INFERRED_WORTH = 0.9  # of the probability that the cards seen are right, so that a person is asked


def without_strays(seen: Seen, hands: Sequence[HandPlace]) -> tuple[HandPlace, ...]:
    """Leave out what a hand holds beyond 13 where one other hand lacks as many or more.

    Some corner in the full hand was then misread as a card of the other, which was not seen there.
    The least credible card is left out, or the one without which the others lie in rows;
    `with_missing_cards` gives its name to the other hand.
    """
    counts = [len(hand.cards) for hand in hands]
    strays = sum(max(count - HAND_SIZE, 0) for count in counts)
    if not 0 < strays <= _MOST_STRAYS or _short(counts) is None:
        return tuple(hands)
    return tuple(replace(hand, cards=_most_credible(seen, hand.cards)) for hand in hands)


def with_missing_cards(hands: Sequence[HandReading], flag_below: float) -> list[HandReading]:
    """Give the only hand that lacks cards those that the deck leaves.

    Args:
        hands: of one photo.
        flag_below: a card less sure than this is flagged.
    """
    counts = [len(hand.cards) for hand in hands]
    at = _short(counts)
    if at is None or max(counts) > HAND_SIZE:
        return list(hands)
    seen = {card for hand in hands for card in hand.cards}
    missing = [card for card in DECK if card not in seen]
    whole = _INFERRED_WORTH * float(np.prod([joint(hand.slots) for hand in hands]))
    inferred = [Slot(card, whole, whole < flag_below, True, (), None) for card in missing]
    hand = hands[at]
    slots = (*hand.slots, *inferred)
    kept = (p for p in hand.problems if p.kind is not ProblemKind.NOT_THIRTEEN)
    told = (Problem.of(ProblemKind.INFERRED, card=str(card)) for card in missing)
    rows = completed(hand.rows, missing[0]) if len(missing) == 1 else None
    whole_hand = replace(
        hand, slots=slots, rows=rows, problems=(*kept, *told), confidence=joint(slots)
    )
    return [whole_hand if i == at else other for i, other in enumerate(hands)]


def _short(counts: Sequence[int]) -> int | None:
    """Position of the only hand of a whole table that lacks cards, if it lacks few."""
    short = [hand for hand, count in enumerate(counts) if count < HAND_SIZE]
    if len(counts) != MOST_HANDS or len(short) != 1:
        return None
    return short[0] if HAND_SIZE - counts[short[0]] <= MOST_OFF else None


def _most_credible(seen: Seen, places: Sequence[int]) -> tuple[int, ...]:
    """The 13 cards of a hand in which both networks believe most, in the same order.

    One too many is among the least credible: if the others lie in rows without one, it is that.
    """
    surplus = max(len(places) - HAND_SIZE, 0)
    doubtful = sorted(places, key=lambda place: seen.odds[place])
    for stray in doubtful[: _SUSPECTS if surplus == 1 else 0]:
        rest = tuple(place for place in places if place != stray)
        lines = lines_of(seen, rest)
        if lines is not None and lines.rows is not None:
            return rest
    least = doubtful[:surplus]
    return tuple(place for place in places if place not in least)
