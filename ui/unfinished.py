"""Hands, rounds and lessons as text, to be taken up again after a reload, without photos."""

import json
import uuid
from collections.abc import Mapping
from typing import Any, Final

from scorer.arrangement import Arrangement, Row
from scorer.notation import format_cards
from ui.hands import CARDS, Capture, Layout, Slot
from ui.lessons import Lesson
from ui.practice import Source
from ui.rounds import MOST_SEATS, Seat, TableRound

Unfinished = Capture | TableRound | Lesson

# Seats taken up again get ids of their own: a widget of the page that was drawn before the browser
# was known would put what it shows in the place of what was kept.
_FIRST_ID: Final = MOST_SEATS


def to_text(kept: Unfinished) -> str:
    """A hand, a round or a lesson as JSON, without photos and what the reader said of them.

    >>> from ui.hands import empty_hand
    >>> len(from_text(to_text(empty_hand(Layout.SET))).slots)
    13
    """
    match kept:
        case Capture():
            plain = _plain_hand(kept)
        case TableRound():
            plain = _plain_round(kept)
        case Lesson():
            plain = _plain_lesson(kept)
    return json.dumps(plain, ensure_ascii=False)


def from_text(text: str) -> Unfinished:
    """What `to_text` was given; ValueError for a text that it did not write."""
    try:
        plain = json.loads(text)
        if "seats" in plain:
            return _round(plain)
        return _lesson(plain) if "source" in plain else _hand(plain)
    except (LookupError, TypeError) as error:
        raise ValueError(f"no hand, round or lesson: {text[:40]!r}") from error


def _plain_hand(capture: Capture) -> Mapping[str, Any]:
    return {
        "layout": capture.layout,
        "size": capture.size,
        "slots": [_plain_slot(slot) for slot in capture.slots],
    }


def _plain_slot(slot: Slot) -> Mapping[str, Any]:
    return {
        "card": slot.card and str(slot.card),
        "read": slot.read and str(slot.read),
        "row": None if slot.row is None else slot.row.value,
        "doubt": slot.doubt,
        "inferred": slot.inferred,
        "gone": slot.gone,
        "choices": [str(card) for card in slot.choices],
    }


def _hand(plain: Mapping[str, Any]) -> Capture:
    return Capture(
        layout=Layout(plain["layout"]),
        slots=tuple(map(_slot, plain["slots"])),
        revision=uuid.uuid4().hex,
        size=plain["size"],
    )


def _slot(plain: Mapping[str, Any]) -> Slot:
    card, read, row = plain["card"], plain["read"], plain["row"]
    return Slot(
        card=CARDS[card] if card else None,
        read=CARDS[read] if read else None,
        row=None if row is None else Row(row),
        doubt=bool(plain["doubt"]),
        inferred=bool(plain["inferred"]),
        gone=bool(plain["gone"]),
        choices=tuple(CARDS[choice] for choice in plain["choices"]),
    )


def _plain_round(table: TableRound) -> Mapping[str, Any]:
    return {
        "seats": [_plain_seat(seat) for seat in table.seats],
        "stake": table.stake,
        "active": table.seats.index(table.seat),
        "is_settled": table.is_settled,
    }


def _plain_seat(seat: Seat) -> Mapping[str, Any]:
    return {
        "name": seat.name,
        "number": seat.number,
        "hand": _plain_hand(seat.capture) if seat.capture else None,
        "not_shown": seat.not_shown,
    }


def _round(plain: Mapping[str, Any]) -> TableRound:
    seats = tuple(_seat(_FIRST_ID + place, seat) for place, seat in enumerate(plain["seats"]))
    return TableRound(
        seats=seats,
        stake=plain["stake"],
        active=seats[plain["active"]].id,
        is_settled=plain["is_settled"],
    )


def _seat(seat_id: int, plain: Mapping[str, Any]) -> Seat:
    return Seat(
        id=seat_id,
        name=plain["name"],
        number=plain["number"],
        capture=_hand(plain["hand"]) if plain["hand"] else None,
        not_shown=plain["not_shown"],
    )


def _plain_lesson(lesson: Lesson) -> Mapping[str, Any]:
    laid = lesson.laid
    return {
        "hand": _plain_hand(lesson.capture),
        "source": lesson.source,
        "holder": lesson.holder,
        "laid": laid and [format_cards(laid.row(row)) for row in Row],
        "declared": lesson.declared,
        "false_instant": lesson.false_instant,
        "checked": lesson.checked,
    }


def _lesson(plain: Mapping[str, Any]) -> Lesson:
    return Lesson(
        capture=_hand(plain["hand"]),
        source=Source(plain["source"]),
        holder=plain["holder"],
        laid=Arrangement.parse(*plain["laid"]) if plain["laid"] else None,
        declared=plain["declared"],
        false_instant=plain["false_instant"],
        checked=plain["checked"],
    )
