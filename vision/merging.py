"""Two photos of the same cards as one reading: the second completes the first.

A card that both photos show is surer than in either. A doubtful card of one photo gives way to the
card of the other that it could have been. What only one photo shows is added as long as the hand
has room; where it has none the photos disagree, and a person is told about which cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from scorer.cards import Card
from scorer.notation import format_cards
from scorer.terms import Row
from vision.hands import HAND_SIZE
from vision.manifest import FLAG_BELOW
from vision.problems import Problem, ProblemKind
from vision.readings import HandReading, PhotoReading, Slot, completed, joint

_LEAST_SHARE = 0.02  # of a doubtful slot's other names: less is no candidate
_ONE_PHOTO = {
    ProblemKind.NO_CARDS,
    ProblemKind.NOT_THIRTEEN,
    ProblemKind.GAP,
    ProblemKind.UNREAD,
    ProblemKind.TOO_DARK,
    ProblemKind.BLURRED,
    ProblemKind.TOO_SMALL,
    ProblemKind.GLARE,
    ProblemKind.CUT_OFF,
}


def merge_readings(
    first: PhotoReading, second: PhotoReading, flag_below: float = FLAG_BELOW
) -> PhotoReading:
    """One reading of two photos of the same hand or table.

    Photos of the second are numbered after those of the first; either may be of several.
    Hands are matched by the cards they share. A hand of the second photo that shares none with any
    hand of the first is added to the hand that has most room for it, or stands as a further one.
    """
    hands = list(first.hands)
    for hand, place in zip(second.hands, _matched(first.hands, second.hands), strict=True):
        later = replace(
            hand,
            slots=tuple(replace(slot, photo=slot.photo + first.photos) for slot in hand.slots),
        )
        if place is None:
            hands.append(later)
        else:
            hands[place] = _Merge(hands[place], later, flag_below).hand()
    problems = dict.fromkeys(problem for hand in hands for problem in hand.problems)
    seconds = first.seconds + second.seconds
    photos = first.photos + second.photos
    return PhotoReading(tuple(hands), first.size_wh, seconds, tuple(problems), photos)


def _matched(first: Sequence[HandReading], second: Sequence[HandReading]) -> list[int | None]:
    """For each hand of the second photo the hand of the first that it shows again, if any."""
    if len(first) == 1 and len(second) == 1:
        return [0]
    shared = np.array([[len(set(a.cards) & set(b.cards)) for a in first] for b in second])
    room = np.array([[HAND_SIZE - len(set(a.cards) | set(b.cards)) for a in first] for b in second])
    found: list[int | None] = [None] * len(second)
    for later, place in zip(*linear_sum_assignment(-shared - 0.01 * room), strict=True):
        if shared[later, place] or room[later, place] >= 0:
            found[later] = int(place)
    return found


@dataclass(frozen=True, slots=True)
class _Merge:
    """Two readings of one hand."""

    first: HandReading
    second: HandReading
    flag_below: float

    def hand(self) -> HandReading:
        """Every card of either reading once, in the order of the first."""
        again = {slot.card: slot for slot in self.second.slots}
        kept = [self._twice(slot, again.pop(slot.card, None)) for slot in self.first.slots]
        known = {slot.card for slot in self.first.slots}
        kept, added = self._replaced(kept, list(again.values()))
        slots = tuple(kept + added)
        conflict: tuple[Problem, ...] = ()
        if len(slots) > HAND_SIZE:
            slots, conflict = self._disputed(slots, known)
        rows = self._rows(slots)
        problems = (*self._problems(slots, rows is not None), *conflict)
        return HandReading(_in_rows(slots, rows), rows, joint(slots), problems, self.first.side)

    def _twice(self, slot: Slot, other: Slot | None) -> Slot:
        if other is None:
            return slot
        wrong = (1 - slot.confidence) * (1 - other.confidence)
        confidence = 1 - wrong / (wrong + slot.confidence * other.confidence)
        seen = slot if slot.box_xywh else other
        return replace(
            slot,
            confidence=confidence,
            flagged=confidence < self.flag_below,
            inferred=slot.inferred and other.inferred,
            box_xywh=seen.box_xywh,
            photo=seen.photo,
        )

    def _replaced(self, kept: list[Slot], others: list[Slot]) -> tuple[list[Slot], list[Slot]]:
        """Doubtful cards of one photo as the other photo's; and what is left of the second."""
        seen_again = set(self.second.cards)
        for place, slot in enumerate(kept):
            if slot.card in seen_again:
                continue
            for other in others:
                winner = self._same_card(slot, other)
                if winner is not None:
                    kept[place] = winner
                    others.remove(other)
                    break
        return kept, others

    def _same_card(self, slot: Slot, other: Slot) -> Slot | None:
        """The slot for two different names that one card may have had, or None."""
        here = {slot.card: slot.confidence, **dict(slot.alternatives)}
        there = {other.card: other.confidence, **dict(other.alternatives)}
        could = (slot.flagged and here.get(other.card, 0) >= _LEAST_SHARE) or (
            other.flagged and there.get(slot.card, 0) >= _LEAST_SHARE
        )
        if not could:
            return None
        least = _LEAST_SHARE / 10
        weights = {
            card: here.get(card, least) * there.get(card, least) for card in (slot.card, other.card)
        }
        better = slot if weights[slot.card] >= weights[other.card] else other
        confidence = weights[better.card] / sum(weights.values())
        return replace(
            better, confidence=confidence, flagged=better.flagged and confidence < self.flag_below
        )

    def _disputed(
        self, slots: tuple[Slot, ...], known: set[Card]
    ) -> tuple[tuple[Slot, ...], tuple[Problem, ...]]:
        """More than a hand: every card that one photo alone shows is in doubt."""
        both = known & set(self.second.cards)
        alone = [slot.card for slot in slots if slot.card not in both]
        flagged = tuple(
            replace(slot, flagged=True) if slot.card in alone else slot for slot in slots
        )
        return flagged, (Problem.of(ProblemKind.CONFLICT, cards=format_cards(alone)),)

    def _problems(self, slots: tuple[Slot, ...], has_rows: bool) -> tuple[Problem, ...]:
        """What still holds; places in the second photo are left out, the first one is shown."""
        also = (
            replace(problem, box_xywh=None)
            for problem in self.second.problems
            if problem.kind not in _ONE_PHOTO
        )
        inferred = {str(slot.card) for slot in slots if slot.inferred}
        whole = len(slots) == HAND_SIZE and not any(slot.flagged for slot in slots)
        kept = [
            problem
            for problem in dict.fromkeys((*self.first.problems, *also))
            if problem.kind is not ProblemKind.NOT_THIRTEEN
            and not (whole and problem.kind in _ONE_PHOTO)
            and not (has_rows and problem.kind is ProblemKind.MISLAID)
            and not (
                problem.kind is ProblemKind.INFERRED
                and inferred.isdisjoint(value for _, value in problem.values)
            )
        ]
        if len(slots) != HAND_SIZE:
            kept.insert(0, Problem.of(ProblemKind.NOT_THIRTEEN, count=len(slots)))
        return tuple(kept)

    def _rows(self, slots: tuple[Slot, ...]) -> Mapping[Row, tuple[Card, ...]] | None:
        """Rows of the photo that knows them for exactly these cards."""
        cards = {slot.card for slot in slots}
        for reading in (self.first, self.second):
            if reading.rows is None:
                continue
            rows = reading.rows
            missing = cards - set(reading.cards)
            if len(missing) == 1:
                rows = completed(rows, missing.pop()) or rows
            placed = {card for row in rows.values() for card in row}
            if placed == cards and all(len(row) == name.size for name, row in rows.items()):
                return rows
        return None


def _in_rows(
    slots: tuple[Slot, ...], rows: Mapping[Row, tuple[Card, ...]] | None
) -> tuple[Slot, ...]:
    if rows is None:
        return slots
    by_card = {slot.card: slot for slot in slots}
    return tuple(by_card[card] for row in rows.values() for card in row)
