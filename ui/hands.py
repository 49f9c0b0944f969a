"""One hand on the board: the raw reading, where the board started, and what people made of it.

No screen in here: the board component reports taps as plain data, this module checks them and
turns them into cards, rows and problems.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from scorer.arrangement import Arrangement, Row
from scorer.cards import DECK, Card
from vision.problems import Problem, ProblemKind

if TYPE_CHECKING:
    from ui.pictures import PhotoView
    from vision.reading import HandReading

HAND_SIZE: Final = 13
SPARE: Final = "spare"
CARDS: Final[Mapping[str, Card]] = {str(card): card for card in DECK}
PLACES: Final[tuple[Row, ...]] = tuple(row for row in Row for _ in range(row.size))


class Layout(StrEnum):
    """How the board lies: one set of cards, or three rows."""

    SET = "set"
    ROWS = "rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One place of the board and what is known about it.

    ``choices`` are the likely cards, best first. ``box`` is the index in the photo as fractions
    (left, top, width, height), None for a card that a later photo shows; ``crop`` its cell in the
    strip of crops; ``read`` is what the reader said and is never changed.
    """

    card: Card | None = None
    read: Card | None = None
    row: Row | None = None
    doubt: bool = False
    inferred: bool = False
    gone: bool = False
    choices: tuple[Card, ...] = ()
    box: tuple[float, float, float, float] | None = None
    crop: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A hand as read and as corrected, kept apart: ``reading`` never changes.

    A board keeps its own taps while ``revision`` stays; a new one replaces what it shows.
    ``before`` is the hand as it was before the last tap on its set of cards, also once the set is
    laid in rows, so that the tap which completed it can be taken back.
    """

    layout: Layout
    slots: tuple[Slot, ...]
    revision: str
    size: int = HAND_SIZE
    reading: "HandReading | None" = None
    photo: "PhotoView | None" = None
    before: "Capture | None" = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the reader found wrong, as long as the hand is not complete or not arranged."""
        if self.reading is None or self.size != HAND_SIZE:
            return ()
        found = self.reading.problems
        if not self.is_complete:
            return found
        return tuple(p for p in found if p.kind is ProblemKind.MISLAID and not self.arrangement)

    @property
    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """Where the problems lie on the photo: left, top, width and height as parts of it."""
        if self.photo is None:
            return ()
        boxes = (_fraction(problem.box_xywh, *self.photo.size_wh) for problem in self.problems)
        return tuple(dict.fromkeys(box for box in boxes if box is not None))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards held now, in the order of the board."""
        return tuple(slot.card for slot in self.slots if slot.card and not slot.gone)

    @property
    def doubts(self) -> int:
        """How many cards nobody has confirmed."""
        return sum(slot.doubt for slot in self.slots if slot.card and not slot.gone)

    @property
    def is_full(self) -> bool:
        """As many distinct cards as wanted, doubtful ones among them."""
        return len(self.cards) == len(set(self.cards)) == self.size

    @property
    def is_complete(self) -> bool:
        """As many distinct cards as wanted and nothing left to confirm."""
        return self.is_full and not self.doubts

    @property
    def arrangement(self) -> Arrangement | None:
        """The rows as laid, None while a row is not full."""
        if self.layout is not Layout.ROWS or not self.is_complete:
            return None
        rows = {row: self.row(row) for row in Row}
        if any(len(cards) != row.size for row, cards in rows.items()):
            return None
        return Arrangement(front=rows[Row.FRONT], middle=rows[Row.MIDDLE], back=rows[Row.BACK])

    @property
    def corrections(self) -> tuple[tuple[Card | None, Card | None], ...]:
        """What people changed: (as read, as corrected), one entry a slot that differs."""
        return tuple((slot.read, slot.card) for slot in self.slots if slot.read != slot.card)

    def row(self, row: Row) -> tuple[Card, ...]:
        """The cards laid in ``row``."""
        return tuple(s.card for s in self.slots if s.row is row and s.card and not s.gone)

    def tapped(self, report: object) -> "Capture":
        """The hand after the board's report; a stale or malformed report changes nothing.

        A report of the set of cards still counts once they have been laid in rows: the board
        cannot have known.
        """
        if not isinstance(report, Mapping):
            return self
        before = self.before
        if report.get("revision") != self.revision:
            earlier = before.tapped(report) if before else before
            return self if earlier is None or earlier is before else earlier
        if before and report.get("back"):
            return before._restarted(before.slots)
        slots = self._tapped_slots(report.get("slots"))
        if slots is None:
            return self
        if self.layout is Layout.SET:
            last = self._tapped_slots(report.get("before"))
            before = replace(self, slots=last, before=None) if last else None
        return replace(self, slots=slots, before=before)

    def _tapped_slots(self, entries: object) -> tuple[Slot, ...] | None:
        if not isinstance(entries, Sequence) or len(entries) != len(self.slots):
            return None
        try:
            return tuple(map(_tapped_slot, self.slots, entries))
        except (KeyError, TypeError, ValueError):
            return None

    def confirmed(self) -> "Capture":
        """The same hand with every doubt taken as it stands."""
        return self._restarted(replace(slot, doubt=False) for slot in self.slots)

    def arranged(self, arrangement: Arrangement) -> "Capture":
        """The same cards laid as ``arrangement``; boxes and crops follow their cards."""
        by_card = {slot.card: slot for slot in self.slots if slot.card and not slot.gone}
        laid = (
            replace(by_card.get(card, Slot()), card=card, row=row, doubt=False)
            for row in Row
            for card in arrangement.row(row)
        )
        return self._restarted(laid, Layout.ROWS)

    def in_rows(self) -> "Capture":
        """The same hand on a board with rows, every card still beside them; undo leads back."""
        if self.layout is Layout.ROWS:
            return self
        empty = tuple(Slot(row=row) for row in PLACES)
        loose = (replace(slot, row=None) for slot in self.slots if slot.card)
        return replace(self._restarted((*empty, *loose), Layout.ROWS), before=self.before)

    def _restarted(self, slots: Iterable[Slot], layout: Layout | None = None) -> "Capture":
        return replace(
            self,
            layout=layout or self.layout,
            slots=tuple(slots),
            revision=uuid.uuid4().hex,
            before=None,
        )


def _tapped_slot(slot: Slot, entry: Mapping[str, Any]) -> Slot:
    row = entry["row"]
    card = entry["card"]
    return replace(
        slot,
        card=CARDS[card] if card is not None else None,
        row=None if row in (SPARE, Layout.SET) else Row(row),
        doubt=bool(entry["doubt"]),
        inferred=bool(entry["inferred"]),
        gone=bool(entry["gone"]),
    )


def empty_hand(layout: Layout, size: int = HAND_SIZE) -> Capture:
    """A hand, or a single row of ``size`` cards, to be tapped in."""
    if layout is Layout.ROWS:
        return _started(layout, tuple(Slot(row=row) for row in PLACES))
    return _started(layout, tuple(Slot() for _ in range(size)), size=size)


def hand_of(cards: Sequence[Card]) -> Capture:
    """Thirteen known cards beside empty rows, as when they are what three other hands leave."""
    slots = tuple(Slot(card=card) for card in sorted(cards, reverse=True))
    return _started(Layout.SET, slots).in_rows()


def read_hand(reading: "HandReading", photo: "PhotoView", size: int = HAND_SIZE) -> Capture:
    """The board for a reading: doubtful cards first, or in rows where the rows were read."""
    width, height = photo.size_wh
    slots = [
        Slot(
            card=slot.card,
            read=slot.card,
            doubt=slot.flagged,
            inferred=slot.inferred,
            choices=_choices(slot.card, [card for card, _ in slot.alternatives]),
            box=_fraction(slot.box_xywh, width, height),
            crop=crop if slot.box_xywh else None,
        )
        for crop, slot in enumerate(reading.slots)
    ]
    layout, shown = on_board(slots, reading, size)
    return _started(layout, shown, size=size, reading=reading, photo=photo)


def on_board(
    slots: Sequence[Slot], reading: "HandReading", size: int
) -> tuple[Layout, tuple[Slot, ...]]:
    """The slots in the rows that were read, else in one set with a place for each missing card."""
    if reading.rows and len(slots) == size == HAND_SIZE:
        by_card = {slot.card: slot for slot in slots}
        laid = [
            replace(by_card.pop(card), row=row)
            for row in Row
            for card in reading.rows.get(row, ())
            if card in by_card
        ]
        if not by_card and [slot.row for slot in laid] == list(PLACES):
            return Layout.ROWS, tuple(laid)
    ordered = sorted(slots, key=lambda s: (not s.doubt, -s.card.index if s.card else 0))
    choices = _left_out(reading)
    missing = [Slot(choices=choices) for _ in range(size - len(slots))]
    return Layout.SET, (*ordered, *missing)


def _started(
    layout: Layout,
    slots: tuple[Slot, ...],
    *,
    size: int = HAND_SIZE,
    reading: "HandReading | None" = None,
    photo: "PhotoView | None" = None,
) -> Capture:
    return Capture(
        layout=layout,
        slots=slots,
        revision=uuid.uuid4().hex,
        size=size,
        reading=reading,
        photo=photo,
    )


def _choices(card: Card, others: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys((card, *others)))[:3]


def _left_out(reading: "HandReading") -> tuple[Card, ...]:
    """What a card that was not seen may be: names thought of for other places, likeliest first."""
    chances: dict[Card, float] = {}
    for slot in reading.slots:
        for card, chance in slot.alternatives:
            chances[card] = max(chance, chances.get(card, 0.0))
    left = (card for card in chances if card not in reading.cards)
    return tuple(sorted(left, key=lambda card: -chances[card])[:3])


def _fraction(
    box_xywh: Sequence[float] | None, width: int, height: int
) -> tuple[float, float, float, float] | None:
    if box_xywh is None:
        return None
    x, y, w, h = box_xywh
    return (x / width, y / height, w / width, h / height)
