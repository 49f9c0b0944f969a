"""Hands of the round in progress: captured, checked, locked, opened again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import sqlalchemy as sa

from scorer.arrangement import Arrangement, check_legality, repeated_cards
from scorer.cards import Card
from scorer.errors import Problem
from scorer.instant import HAND_SIZE, find_instant_win
from scorer.notation import format_cards, parse_cards
from scorer.players import Player
from scorer.rules_profile import RulesProfile
from scorer.terms import InstantWin
from table.errors import (
    AllIn,
    BadHand,
    BadTable,
    CardsClash,
    HandLocked,
    NoSuchSeat,
    NotLaid,
    TableError,
    TimeIsOver,
    TooManyClashes,
)
from table.photos import keep_photo
from table.profiles import canonical
from table.schema import hands, held_cards
from table.turn import Record, Turn, seat_rows
from table.values import Phase

MOST_REFUSALS: Final = 5
READING_LIMIT: Final = 100_000  # characters
_HANDS: Final = (
    sa.select(hands).where(hands.c.table_id == sa.bindparam("table_id")).order_by(hands.c.seat)
)


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat captured: at most 13 cards, laid or not, with what the reader had said."""

    cards: tuple[Card, ...]
    arrangement: Arrangement | None = None
    reading: Mapping[str, object] | None = None
    photo: bytes | None = None


def deal(turn: Turn) -> None:
    """Begin a round: an empty hand for every seat that is not away."""
    forget(turn)
    present = [seat for seat in seat_rows(turn.link, turn.table_id) if not seat.away]
    if len(present) < 2:
        raise BadTable(field="players", value=len(present), expected="at least 2 at the table")
    empty = {"cards": "", "locked": False, "has_left": False, "by_host": False, "refused": 0}
    for seat in present:
        turn.link.execute(
            hands.insert().values(
                table_id=turn.table_id,
                seat=seat.seat,
                player_id=seat.player_id,
                clashed=False,
                **empty,
            )
        )


def forget(turn: Turn) -> None:
    """Remove the hands of the round before, which the book holds."""
    for table in (hands, held_cards):
        turn.link.execute(table.delete().where(table.c.table_id == turn.table_id))


def hand_rows(link: sa.Connection, table_id: int) -> dict[int, Record]:
    """Return the hands of the round by seat."""
    return {row.seat: row for row in link.execute(_HANDS, {"table_id": table_id})}


def capture(turn: Turn, captured: Mapping[int, Hand]) -> TableError | None:
    """Put hands on seats, all or none; return the refusal if a card is already elsewhere."""
    dealt = _open_hands(turn, tuple(captured))
    for seat, hand in captured.items():
        _check_hand(seat, hand)
        if dealt[seat].locked:
            raise HandLocked(number=seat + 1)
        if dealt[seat].refused >= MOST_REFUSALS and not turn.is_host:
            return TooManyClashes(number=seat + 1)
    clash = _clash(turn, captured)
    if clash is not None:
        return _refuse(turn, *clash)
    turn.link.execute(
        held_cards.delete().where(
            held_cards.c.table_id == turn.table_id, held_cards.c.seat.in_(captured)
        )
    )
    for seat, hand in captured.items():
        _store(turn, seat, hand)
    return None


def _open_hands(turn: Turn, wanted: Sequence[int]) -> dict[int, Record]:
    """Return the hands of a round that is being arranged, if all the wanted seats play it."""
    turn.require_phase(Phase.ARRANGING)
    if turn.clock_is_over:
        raise TimeIsOver
    return dealt_hands(turn, wanted)


def dealt_hands(turn: Turn, wanted: Sequence[int]) -> dict[int, Record]:
    """Return the hands of the round, if all the wanted seats play it and have not left."""
    dealt = hand_rows(turn.link, turn.table_id)
    for seat in wanted:
        if seat not in dealt or dealt[seat].has_left:
            raise NoSuchSeat(number=seat + 1)
    return dealt


def _check_hand(seat: int, hand: Hand) -> None:
    problems = repeated_cards(hand.cards)
    if len(hand.cards) > HAND_SIZE:
        problems.append(Problem.of("hand_size", count=len(hand.cards)))
    if hand.arrangement and set(hand.arrangement.cards) != set(hand.cards):
        problems.append(Problem.of("other_cards", laid=str(hand.arrangement)))
    if problems:
        raise BadHand(number=seat + 1, problems=tuple(problems))


def _clash(turn: Turn, captured: Mapping[int, Hand]) -> tuple[int, set[int]] | None:
    """Return the first seat with a card that is elsewhere, and the seats that it meets."""
    holders = {
        row.card: row.seat
        for row in turn.link.execute(
            sa.select(held_cards.c.card, held_cards.c.seat).where(
                held_cards.c.table_id == turn.table_id, held_cards.c.seat.not_in(captured)
            )
        )
    }
    for seat, hand in captured.items():
        met = {holders[card.index] for card in hand.cards if card.index in holders}
        if met:
            return seat, met
        holders |= {card.index: seat for card in hand.cards}
    return None


def _refuse(turn: Turn, seat: int, met: set[int]) -> TableError:
    """Note the clash where the host sees it; whoever guesses at cards is soon stopped."""
    own = (hands.c.table_id == turn.table_id) & (hands.c.seat == seat)
    turn.link.execute(hands.update().where(own).values(refused=hands.c.refused + 1))
    involved = (hands.c.table_id == turn.table_id) & hands.c.seat.in_({seat, *met})
    turn.link.execute(hands.update().where(involved).values(clashed=True))
    return CardsClash(number=seat + 1)


def _store(turn: Turn, seat: int, hand: Hand) -> None:
    reading = None if hand.reading is None else canonical(hand.reading)
    if reading is not None and len(reading) > READING_LIMIT:
        raise BadTable(field="reading", value=len(reading), expected="a shorter reading")
    photo = None
    if hand.photo is not None and turn.table.keep_photos:
        photo = keep_photo(turn, hand.photo)
    if hand.cards:
        turn.link.execute(
            held_cards.insert(),
            [{"table_id": turn.table_id, "card": card.index, "seat": seat} for card in hand.cards],
        )
    change_hand(
        turn,
        seat,
        cards=format_cards(hand.cards),
        rows=str(hand.arrangement) if hand.arrangement else None,
        reading=reading,
        photo_sha256=photo,
        by_host=turn.is_host,
        clashed=False,
    )


def change_hand(turn: Turn, seat: int, **values: object) -> None:
    """Change columns of one hand."""
    own = (hands.c.table_id == turn.table_id) & (hands.c.seat == seat)
    turn.link.execute(hands.update().where(own).values(**values))


def lock(turn: Turn, seat: int) -> None:
    """Lock a hand that can be settled: 13 cards, laid or an instant win."""
    dealt = _open_hands(turn, (seat,))
    hand = dealt[seat]
    problems = hand_problems(hand)
    if problems:
        raise BadHand(number=seat + 1, problems=problems)
    if hand.rows is None and find_instant_win(cards_of(hand), turn.profile) is None:
        raise NotLaid(number=seat + 1)
    change_hand(turn, seat, locked=True, clashed=False)


def reopen(turn: Turn, seat: int) -> None:
    """Open a locked hand: its player until all are in, the host until the showdown."""
    dealt = _open_hands(turn, (seat,))
    waiting = [row for row in dealt.values() if not (row.locked or row.has_left)]
    if not waiting and not turn.is_host:
        raise AllIn
    refused = 0 if turn.is_host else dealt[seat].refused
    change_hand(turn, seat, locked=False, refused=refused)


def declare(turn: Turn, seat: int, win: InstantWin | None) -> None:
    """Note what a player declares; it counts where the rules want a declaration."""
    dealt = _open_hands(turn, (seat,))
    if dealt[seat].locked:
        raise HandLocked(number=seat + 1)
    change_hand(turn, seat, declared=None if win is None else win.value)


def hand_problems(row: Record) -> tuple[Problem, ...]:
    """Return what is wrong with the cards of a hand as it stands."""
    count = len(cards_of(row))
    return () if count == HAND_SIZE else (Problem.of("hand_size", count=count),)


def is_legal(row: Record, profile: RulesProfile) -> bool | None:
    """Tell whether a hand lies legally; None if it is not laid."""
    arrangement = arrangement_of(row)
    return None if arrangement is None else check_legality(arrangement, profile).legal


def cards_of(row: Record) -> tuple[Card, ...]:
    """Return the cards of a stored hand."""
    return _read_cards(row.cards)


def arrangement_of(row: Record) -> Arrangement | None:
    """Return the rows of a stored hand."""
    return None if row.rows is None else _read_rows(row.rows)


# Phones look every second, and a hand stays what it is.
@lru_cache(maxsize=4096)
def _read_cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


@lru_cache(maxsize=4096)
def _read_rows(text: str) -> Arrangement:
    return Arrangement.parse(*text.split(" / "))


def player_of(row: Record, name: str) -> Player:
    """Return a hand as it counts when the time is over or all are in.

    Not locked is not confirmed: whether a legal arrangement counts then is a rule of the table.
    Who shows fewer than 13 cards is foul.
    """
    cards = cards_of(row)
    return Player(
        name=name,
        cards=cards,
        arrangement=arrangement_of(row),
        foul=len(cards) < HAND_SIZE and not row.has_left,
        left=row.has_left,
        confirmed=row.locked,
        declared=None if row.declared is None else InstantWin(row.declared),
    )
