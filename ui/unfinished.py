"""Hands and rounds as text, to be taken up again after a reload: cards and names, no photo."""

import json
import uuid
from collections.abc import Mapping
from typing import Any, Final

from scorer.arrangement import Row
from ui.hands import CARDS, Capture, Layout, Slot
from ui.rounds import MOST_SEATS, Seat, TableRound

Unfinished = Capture | TableRound

# Seats taken up again get ids of their own: a widget of the page that was drawn before the browser
# was known would put what it shows in the place of what was kept.
_FIRST_ID: Final = MOST_SEATS


def to_text(kept: Unfinished) -> str:
    """A hand or a round as JSON, without its photos and what the reader said of them.

    >>> from ui.hands import empty_hand
    >>> len(from_text(to_text(empty_hand(Layout.SET))).slots)
    13
    """
    plain = _plain_round(kept) if isinstance(kept, TableRound) else _plain_hand(kept)
    return json.dumps(plain, ensure_ascii=False)


def from_text(text: str) -> Unfinished:
    """The hand or round that `to_text` wrote; ValueError for anything else."""
    try:
        plain = json.loads(text)
        return _round(plain) if "seats" in plain else _hand(plain)
    except (LookupError, TypeError) as error:
        raise ValueError(f"neither a hand nor a round: {text[:40]!r}") from error


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
