"""Another photo of a hand on the board: it completes the hand; what people settled stays."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorer.arrangement import Row
from scorer.cards import Card
from ui.hands import HAND_SIZE, Capture, Layout, Slot, on_board
from ui.pictures import Box, view_more
from vision.image import OrientedImage
from vision.problems import ProblemKind
from vision.readings import HandReading, PhotoReading, joint
from vision.readings import Slot as ReadSlot

MOST_SURPLUS: Final = 3
"""Cards beyond a hand that two photos of one hand may show; more is another hand or a table."""

_BETTER_SEEN: Final = {
    ProblemKind.GAP,
    ProblemKind.CARD_TWICE,
    ProblemKind.UNREAD,
    ProblemKind.TOO_DARK,
    ProblemKind.BLURRED,
    ProblemKind.TOO_SMALL,
    ProblemKind.GLARE,
    ProblemKind.CUT_OFF,
}
_SETTLED: Final = 0.999  # how sure a card is that a person chose or confirmed
_UNSURE: Final = 0.5  # how sure one is that the board itself put into doubt
_SEEN: Final = (0, 0, 1, 1)  # stands for a place in an earlier photo: its crop is there already


class NotCompletedError(ValueError):
    """The photo tells nothing about this hand; ``key`` is the text that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def is_worth_another(capture: Capture) -> bool:
    """Whether another photo may show what is missing or in doubt on the board."""
    if capture.reading is None or capture.photo is None or capture.size != HAND_SIZE:
        return False
    missing = HAND_SIZE - len(capture.cards)
    seen_badly = any(problem.kind in _BETTER_SEEN for problem in capture.problems)
    return missing > 0 or (missing == 0 and seen_badly)


def add_photo(
    capture: Capture, image: OrientedImage, second: HandReading, flag_below: float
) -> Capture:
    """The hand with what ``second``, the reading of ``image``, adds to it.

    What people changed or confirmed stays and is not asked for again. The new hand's reading is
    that of all its photos, with the problems that are left on the board.

    Raises:
        NotCompletedError: no card is seen, or another hand, or nothing that the board lacks.
    """
    if capture.reading is None or capture.photo is None:
        raise ValueError("the hand has no first photo")
    if not second.slots:
        raise NotCompletedError("capture.no_cards")
    corrected = _Corrected(capture, capture.reading)
    found = _merged(corrected.reading(), corrected.believed(second), flag_below)
    if len(found.slots) > HAND_SIZE + MOST_SURPLUS:
        raise NotCompletedError("capture.other_hand")
    layout, slots = corrected.board(found)
    if _adds_nothing(capture, slots):
        raise NotCompletedError("capture.nothing_new")
    raw = _merged(capture.reading, second, flag_below)
    return replace(
        capture,
        layout=layout,
        slots=slots,
        revision=uuid.uuid4().hex,
        before=None,
        reading=replace(raw, problems=found.problems),
        photo=view_more(capture.photo, image, corrected.cells(found)),
    )


def _merged(first: HandReading, second: HandReading, flag_below: float) -> HandReading:
    from vision.merging import merge_readings  # brings SciPy, which no page needs before

    photos = 1 + max((slot.photo for slot in first.slots), default=0)
    one = PhotoReading((first,), (1, 1), 0.0, (), photos)
    other = PhotoReading((second,), (1, 1), 0.0, ())
    return merge_readings(one, other, flag_below).hands[0]


def _adds_nothing(capture: Capture, slots: Iterable[Slot]) -> bool:
    now = [slot for slot in slots if slot.card]
    same = {slot.card for slot in now} == set(capture.cards)
    return same and sum(slot.doubt for slot in now) >= capture.doubts


@dataclass(frozen=True, slots=True)
class _Corrected:
    """A hand as people left it, and as it was read."""

    capture: Capture
    read: HandReading

    @property
    def held(self) -> list[Slot]:
        return [slot for slot in self.capture.slots if slot.card and not slot.gone]

    @property
    def settled(self) -> set[Card]:
        """Cards that a person chose, or confirmed where the reader was in doubt."""
        flagged = {slot.card for slot in self.read.slots if slot.flagged}
        return {
            slot.card
            for slot in self.held
            if slot.card and not slot.doubt and (slot.card != slot.read or slot.card in flagged)
        }

    def reading(self) -> HandReading:
        """The board as a reading; without rows where people lay the cards in rows themselves."""
        slots = tuple(self._as_read(slot.card, slot) for slot in self.held if slot.card)
        rows = self.read.rows if self.capture.layout is Layout.SET else None
        if rows is not None:
            now = {slot.read: slot.card for slot in self.held if slot.read}
            rows = {row: tuple(now.get(c) or c for c in cards) for row, cards in rows.items()}
        problems = tuple(p for p in self.read.problems if p.kind is not ProblemKind.CONFLICT)
        return HandReading(slots, rows, joint(slots), problems, self.read.side)

    def _as_read(self, card: Card, slot: Slot) -> ReadSlot:
        seen = _SEEN if slot.crop is not None else None
        same = next((read for read in self.read.slots if read.card == card == slot.read), None)
        if same is not None and same.flagged == slot.doubt:
            return replace(same, box_xywh=seen, photo=0)
        others = tuple((other, 0.1) for other in slot.choices if other != card)
        sure = _UNSURE if slot.doubt else _SETTLED
        return ReadSlot(card, sure, slot.doubt, False, others if slot.doubt else (), seen)

    def believed(self, second: HandReading) -> HandReading:
        """The second reading without the names that people refused.

        A refused name counts all the same where the photo shows what it was changed to as well:
        then it is another card.
        """
        now, seen = set(self.capture.cards), set(second.cards)
        refused = {
            slot.read
            for slot in self.capture.slots
            if slot.read and slot.read not in now and (slot.gone or slot.card not in seen)
        }
        slots = tuple(slot for slot in second.slots if slot.card not in refused)
        rows = second.rows if self.capture.layout is Layout.SET else None
        return replace(second, slots=slots, rows=rows)

    def cells(self, found: HandReading) -> Sequence[int | Box | None]:
        """Where the crop of every card found is: a cell of the first photos, or a box of this."""
        crops = {slot.card: slot.crop for slot in self.held}
        return [slot.box_xywh if slot.photo else crops.get(slot.card) for slot in found.slots]

    def board(self, found: HandReading) -> tuple[Layout, tuple[Slot, ...]]:
        """The cards found on the board; those that lie in rows stay where they lie."""
        settled = self.settled
        by_card = {slot.card: slot for slot in self.held}
        slots = [
            _slot(read, by_card.get(read.card), cell, read.card in settled)
            for cell, read in enumerate(found.slots)
        ]
        refused = tuple(
            Slot(read=slot.read, gone=True)
            for slot in self.capture.slots
            if slot.read and (slot.gone or not slot.card)
        )
        if self.capture.layout is Layout.SET:
            layout, shown = on_board(slots, found, HAND_SIZE)
            return layout, (*shown, *refused)
        return Layout.ROWS, (*self._in_places(slots), *refused)

    def _in_places(self, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        """The same cards in their places, the merged reading has them in the board's order.

        One more card lies in the one place that is open; where it goes is a question otherwise.
        """
        kept = [replace(slot, row=old.row) for slot, old in zip(slots, self.held, strict=False)]
        added = slots[len(kept) :]
        free = [row for row in Row for _ in range(row.size - sum(s.row is row for s in kept))]
        if len(added) == len(free) == 1:
            return (*kept, replace(added[0], row=free[0]))
        return (*kept, *(Slot(row=row) for row in free), *added)


def _slot(read: ReadSlot, old: Slot | None, cell: int, settled: bool) -> Slot:
    choices = tuple(dict.fromkeys((read.card, *(card for card, _ in read.alternatives))))[:3]
    return Slot(
        card=read.card,
        read=old.read if old and settled else read.card,
        doubt=read.flagged and not settled,
        inferred=read.inferred and not settled,
        choices=old.choices if old and settled else choices,
        box=old.box if old and not read.photo else None,
        crop=cell if read.box_xywh else None,
    )
