"""One action on one table: who acts, when, and the table's row, locked until the action ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from scorer.rules_profile import RulesProfile
from table.errors import NoSuchSeat, NotAllowed, TimeIsOver, WrongKey, WrongPhase
from table.keys import key_hash
from table.profiles import read_profile
from table.schema import keys, players, seats, tables
from table.values import Phase, Role

Record = sa.Row[Any]

# Asked with every look of every phone, so put together only once.
_KEY = sa.select(keys.c.table_id, keys.c.role, keys.c.seat).where(
    keys.c.key_hash == sa.bindparam("key_hash"), keys.c.revoked_us.is_(None)
)
_TABLE = sa.select(tables).where(tables.c.id == sa.bindparam("table_id"))
_LOCKED_TABLE = _TABLE.with_for_update()
_SEATS = (
    sa.select(seats, players.c.name)
    .join(players, players.c.id == seats.c.player_id)
    .where(seats.c.table_id == sa.bindparam("table_id"))
    .order_by(seats.c.seat)
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_us(moment: datetime) -> int:
    """Return microseconds since 1970."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def from_us(us: int) -> datetime:
    """Return the moment, in UTC."""
    return _EPOCH + timedelta(microseconds=us)


def moment(us: int | None) -> datetime | None:
    """Return the moment, None for None."""
    return None if us is None else from_us(us)


@dataclass(frozen=True, slots=True)
class Access:
    """What a valid key opens."""

    table_id: int
    role: Role
    seat: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """An action in its transaction.

    `table` is the row as it was when the action began; `salt` is what new keys are derived with.
    """

    link: sa.Connection
    table: Record
    access: Access
    now_us: int
    salt: str

    @property
    def table_id(self) -> int:
        """The table's number in this database."""
        return self.access.table_id

    @property
    def profile(self) -> RulesProfile:
        """The table's rules."""
        return read_profile(self.table.profile)

    @property
    def phase(self) -> Phase:
        """The phase now; a showdown ends by the clock alone."""
        return phase_at(self.table, self.now_us)

    @property
    def clock_is_over(self) -> bool:
        """True from the very microsecond in which the arranging clock ends."""
        return clock_is_over(self.table, self.now_us)

    @property
    def is_host(self) -> bool:
        """Whether the host acts."""
        return self.access.role is Role.HOST

    def require_host(self) -> None:
        """Raise NotAllowed unless the host acts."""
        if not self.is_host:
            raise NotAllowed(role=self.access.role.value)

    def require_seat(self, seat: int) -> None:
        """Raise NotAllowed unless the host or the seat itself acts."""
        if not self.is_host and (self.access.role, self.access.seat) != (Role.SEAT, seat):
            raise NotAllowed(role=self.access.role.value)

    def require_phase(self, *phases: Phase) -> None:
        """Raise WrongPhase unless the table is in one of the phases."""
        if self.phase not in phases:
            raise WrongPhase(phase=self.phase.value)

    def require_round(self, number: int | None) -> None:
        """Raise TimeIsOver if what is done was meant for another round; None fits any."""
        if number is not None and number != self.table.round_number:
            raise TimeIsOver

    def set_table(self, **values: object) -> None:
        """Change columns of the table's row."""
        self.link.execute(tables.update().where(tables.c.id == self.table_id).values(**values))


def phase_at(table: Record, now_us: int) -> Phase:
    """Return the phase of a table at a moment."""
    phase = Phase(table.phase)
    if phase is Phase.SHOWDOWN and now_us >= table.showdown_ends_us:
        return Phase.SUMMARY
    return phase


def clock_is_over(table: Record, now_us: int) -> bool:
    """Tell whether the arranging clock has ended; a table without one has no end."""
    return table.clock_ends_us is not None and now_us >= table.clock_ends_us


def find_access(link: sa.Connection, key: str) -> Access:
    """Return what a key opens; WrongKey if nothing."""
    row = link.execute(_KEY, {"key_hash": key_hash(key)}).one_or_none()
    if row is None:
        raise WrongKey
    return Access(row.table_id, Role(row.role), row.seat)


def table_row(link: sa.Connection, table_id: int, *, lock: bool = False) -> Record:
    """Return a table's row; with `lock` nobody else acts on it until the transaction ends."""
    return link.execute(_LOCKED_TABLE if lock else _TABLE, {"table_id": table_id}).one()


def seat_rows(link: sa.Connection, table_id: int) -> Sequence[Record]:
    """Return the seats of a table with their players' names, in order."""
    return link.execute(_SEATS, {"table_id": table_id}).all()


def seat_row(link: sa.Connection, table_id: int, seat: int) -> Record:
    """Return one seat of a table; NoSuchSeat if it has fewer."""
    rows = seat_rows(link, table_id)
    if not 0 <= seat < len(rows):
        raise NoSuchSeat(number=seat + 1)
    return rows[seat]
