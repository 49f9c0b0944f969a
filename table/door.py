"""Who gets in: opening a table, room codes with limited attempts, keys issued and revoked."""

import unicodedata
from collections.abc import Sequence
from typing import Final
from uuid import uuid4

import sqlalchemy as sa

from scorer.instant import HAND_SIZE
from scorer.money import Stake
from scorer.rules_profile import RulesProfile
from table.errors import BadName, BadTable, SeatTaken, TooManyAttempts, WrongRoomCode
from table.keys import (
    ALPHABET,
    CODE_LENGTH,
    code_hash,
    derive_key,
    key_hash,
    read_code,
    room_code,
)
from table.profiles import write_profile
from table.schema import APPLICATION_ID, attempts, keys, players, seats, tables
from table.turn import Record, Turn, seat_row
from table.values import OpenedTable, Phase, Role

NAME_LENGTH: Final = 40
MOST_SEATS: Final = 52 // HAND_SIZE
CLOCK_S: Final = range(5, 3601)

# Wrong codes in ten minutes. What makes codes safe is the limit of all clients together: whoever
# tries at that rate for the eight hours of an evening while 100 tables are open finds one of them
# in one evening of 100,000. One client is an address, behind which a whole club may sit: its share
# only keeps one address from shutting the door to all others, and nobody types it full by hand.
WINDOW_US: Final = 600 * 1_000_000
CHANCE: Final = 1e-5
TABLES_OPEN: Final = 100
WINDOWS: Final = 8 * 3600 * 1_000_000 // WINDOW_US
MOST_OF_ALL: Final = int(CHANCE * len(ALPHABET) ** CODE_LENGTH / (TABLES_OPEN * WINDOWS))
MOST_OF_CLIENT: Final = MOST_OF_ALL // 10


def clean_name(name: str) -> str:
    """Return a name as it is shown: one line, composed letters, no control characters.

    Raises:
        BadName: nothing is left, or more than 40 characters.
    """
    letters = unicodedata.normalize("NFC", name)
    shown = "".join(c for c in letters if unicodedata.category(c) not in _UNSHOWN or c in _JOINERS)
    shown = " ".join(shown.split())
    if not 1 <= len(shown) <= NAME_LENGTH or not shown.strip(_JOINERS):
        raise BadName(name=shown[: 2 * NAME_LENGTH], most=NAME_LENGTH)
    return shown


_UNSHOWN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_JOINERS: Final = "\u200d"  # holds emoji of several parts together


def name_key(name: str) -> str:
    """Return what two names must differ in."""
    return unicodedata.normalize("NFKC", name).casefold()


def check_rules(profile: RulesProfile, stake: int, seat_count: int, seconds: int | None) -> None:
    """Raise BadTable, or the stake's RoundError, for what no table can have."""
    Stake(stake)
    if not 2 <= seat_count <= MOST_SEATS:
        raise BadTable(field="seats", value=seat_count, expected=f"2 to {MOST_SEATS}")
    if profile.banker is not None and profile.banker > seat_count:
        raise BadTable(field="banker", value=profile.banker, expected=f"1 to {seat_count}")
    if seconds is not None and seconds not in CLOCK_S:
        expected = f"{CLOCK_S[0]} to {CLOCK_S[-1]} seconds, or none"
        raise BadTable(field="clock", value=seconds, expected=expected)


def secrets_of(token: str, salt: str, seat_count: int) -> OpenedTable:
    """Return the keys of a table that was opened with this token and salt."""
    host = derive_key(token, salt, Role.HOST)
    return OpenedTable(
        room_code=room_code(host),
        host_key=host,
        viewer_key=derive_key(token, salt, Role.VIEWER),
        seat_keys=tuple(derive_key(token, salt, Role.SEAT, seat) for seat in range(seat_count)),
    )


def insert_table(
    link: sa.Connection,
    now_us: int,
    opened: OpenedTable,
    *,
    profile: RulesProfile,
    stake: int,
    names: Sequence[str],
    arranging_seconds: int | None,
    keep_photos: bool,
) -> int:
    """Write a new table and its keys; return its number."""
    table_id: int = link.execute(
        tables.insert()
        .values(
            uid=str(uuid4()),
            code_hash=code_hash(opened.room_code.replace("-", "")),
            profile=write_profile(profile),
            stake=stake,
            arranging_seconds=arranging_seconds,
            phase=Phase.LOBBY.value,
            round_number=0,
            revision=0,
            opened_us=now_us,
            keep_photos=keep_photos,
        )
        .returning(tables.c.id)
    ).scalar_one()
    for seat, name in enumerate(names):
        player_id = player_named(link, table_id, name)
        link.execute(
            seats.insert().values(
                table_id=table_id, seat=seat, player_id=player_id, taken=False, away=False
            )
        )
    at = {"table_id": table_id, "issued_us": now_us}
    _insert_key(link, opened.host_key, role=Role.HOST, seat=None, **at)
    _insert_key(link, opened.viewer_key, role=Role.VIEWER, seat=None, **at)
    for seat, key in enumerate(opened.seat_keys):
        _insert_key(link, key, role=Role.SEAT, seat=seat, **at)
    return table_id


def player_named(link: sa.Connection, table_id: int, name: str) -> int:
    """Return the player of that name, a new one if nobody had it tonight."""
    shown = clean_name(name)
    own = (players.c.table_id == table_id) & (players.c.name_key == name_key(shown))
    found = link.scalar(sa.select(players.c.id).where(own))
    if found is not None:
        return int(found)
    values = {"table_id": table_id, "name": shown, "name_key": name_key(shown)}
    added: int = link.execute(
        players.insert().values(**values).returning(players.c.id)
    ).scalar_one()
    return added


def knock(
    link: sa.Connection, typed: str, client: str, now_us: int
) -> Record | WrongRoomCode | TooManyAttempts:
    """Return the table of a room code, or what to raise once the attempt has been counted."""
    if link.dialect.name == "postgresql":
        # Attempts at the same moment are counted one after the other.
        link.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": APPLICATION_ID + 1})
    link.execute(attempts.delete().where(attempts.c.at_us <= now_us - WINDOW_US))
    own = key_hash(client)
    for most, whose in ((MOST_OF_CLIENT, attempts.c.client_hash == own), (MOST_OF_ALL, sa.true())):
        latest = sa.select(attempts.c.at_us).where(whose).order_by(attempts.c.at_us.desc())
        binding = link.scalar(latest.offset(most - 1).limit(1))
        if binding is not None:
            wait_us = binding + WINDOW_US - now_us
            return TooManyAttempts(retry_after_s=max(1, -(-wait_us // 1_000_000)))
    letters = read_code(typed)
    if letters is not None:
        query = sa.select(tables).where(tables.c.code_hash == code_hash(letters))
        row = link.execute(query).one_or_none()
        if row is not None:
            return row
    link.execute(attempts.insert().values(client_hash=own, at_us=now_us))
    return WrongRoomCode()


def issue(turn: Turn, key: str, role: Role, seat: int | None) -> None:
    """Make a key valid, and every other key of the same role and seat invalid."""
    same = (keys.c.table_id == turn.table_id) & (keys.c.role == role.value)
    revoke(turn, same & (keys.c.seat.is_(None) if seat is None else keys.c.seat == seat))
    _insert_key(turn.link, key, role=role, seat=seat, table_id=turn.table_id, issued_us=turn.now_us)
    if role is Role.HOST:
        turn.set_table(code_hash=code_hash(room_code(key).replace("-", "")))


def revoke(turn: Turn, which: sa.ColumnElement[bool]) -> None:
    """End keys."""
    valid = keys.c.revoked_us.is_(None)
    turn.link.execute(keys.update().where(which & valid).values(revoked_us=turn.now_us))


def _insert_key(link: sa.Connection, key: str, *, role: Role, **values: int | None) -> None:
    link.execute(keys.insert().values(key_hash=key_hash(key), role=role.value, **values))


def claim(turn: Turn, seat: int, key: str) -> None:
    """Give a free seat to whoever asks; the key handed out before ends."""
    if seat_row(turn.link, turn.table_id, seat).taken:
        raise SeatTaken(number=seat + 1)
    take(turn, seat, key)


def take(turn: Turn, seat: int, key: str) -> None:
    """Give a seat a new key and mark it taken."""
    issue(turn, key, Role.SEAT, seat)
    change_seat(turn, seat, taken=True)


def free(turn: Turn, seat: int) -> None:
    """End the keys of a seat, which anybody with the room code may then claim."""
    seat_row(turn.link, turn.table_id, seat)
    revoke(turn, (keys.c.table_id == turn.table_id) & (keys.c.seat == seat))
    change_seat(turn, seat, taken=False)


def change_seat(turn: Turn, seat: int, **values: object) -> None:
    """Change columns of a seat."""
    own = (seats.c.table_id == turn.table_id) & (seats.c.seat == seat)
    turn.link.execute(seats.update().where(own).values(**values))


def rename(turn: Turn, seat: int, name: str) -> None:
    """Give the person on a seat another name; rounds that were settled keep the old one."""
    shown = clean_name(name)
    person = seat_row(turn.link, turn.table_id, seat).player_id
    same_key = (players.c.table_id == turn.table_id) & (players.c.name_key == name_key(shown))
    if turn.link.scalar(sa.select(players.c.id).where(same_key, players.c.id != person)):
        raise BadName(name=shown, most=NAME_LENGTH)
    own = players.c.id == person
    turn.link.execute(players.update().where(own).values(name=shown, name_key=name_key(shown)))


def seat_person(turn: Turn, seat: int, name: str) -> None:
    """Put another person on a seat; who played earlier goes on with that account."""
    seat_row(turn.link, turn.table_id, seat)
    person = player_named(turn.link, turn.table_id, name)
    seated = (seats.c.table_id == turn.table_id) & (seats.c.player_id == person)
    if turn.link.scalar(sa.select(seats.c.seat).where(seated, seats.c.seat != seat)) is not None:
        raise BadName(name=clean_name(name), most=NAME_LENGTH)
    change_seat(turn, seat, player_id=person, away=False)
