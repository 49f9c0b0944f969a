"""How an action is done: one transaction, once per token, in its turn at the table."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from table import door
from table.database import Database
from table.errors import BadToken, TableError, TokenReused
from table.keys import derive_key, key_hash, new_salt
from table.schema import actions
from table.turn import Access, Turn, find_access, table_row, to_us
from table.values import Role

TOKEN_LENGTH: Final = 200
KEEP_US: Final = 24 * 3600 * 1_000_000

Body = Callable[[Turn], TableError | None]


def known_salt(link: sa.Connection, actor: str, token: str, action: str) -> str | None:
    """Return the salt of an action that was done with this token, None if it was not.

    Raises:
        TokenReused: the token belongs to another action.
    """
    if not 1 <= len(token) <= TOKEN_LENGTH:
        raise BadToken(most=TOKEN_LENGTH)
    row = link.execute(
        sa.select(actions.c.action, actions.c.salt).where(
            actions.c.actor_hash == key_hash(actor), actions.c.token_hash == key_hash(token)
        )
    ).one_or_none()
    if row is not None and row.action != action:
        raise TokenReused
    return None if row is None else row.salt


def note_action(link: sa.Connection, actor: str, token: str, action: str, turn: Turn) -> None:
    """Remember that an action was done; those of the day before are forgotten."""
    old = (actions.c.table_id == turn.table_id) & (actions.c.at_us <= turn.now_us - KEEP_US)
    link.execute(actions.delete().where(old))
    link.execute(
        actions.insert().values(
            actor_hash=key_hash(actor),
            token_hash=key_hash(token),
            action=action,
            table_id=turn.table_id,
            salt=turn.salt,
            at_us=turn.now_us,
        )
    )


class ActionBook:
    """A database and its clock; what acts on a table goes through `_act`.

    Args:
        address: the SQLite file, or a ``postgresql://`` address.
        now: the clock; None reads the server's, on PostgreSQL the database's own.

    Raises:
        StoreError: by the constructor and by every action, if the database cannot do its part.
    """

    def __init__(self, address: str | Path, *, now: Callable[[], datetime] | None = None) -> None:
        self._database = Database(address)
        self._clock = now

    def ping(self) -> None:
        """Ask the database for nothing; StoreError if it does not answer."""
        with self._database.read() as link:
            link.execute(sa.text("SELECT 1"))

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def _now_us(self, link: sa.Connection) -> int:
        if self._clock is not None:
            return to_us(self._clock())
        return self._database.now_us(link)

    def _turn(self, link: sa.Connection, access: Access) -> Turn:
        """Wait for the table and return the turn to act on it."""
        row = table_row(link, access.table_id, lock=True)
        return Turn(link, row, access, self._now_us(link), new_salt())

    def _act(self, key: str, action: str, token: str, body: Body) -> str:
        """Do `body` once for this key and token; return the salt of the action.

        A refusal that `body` returns is raised after what it noted has been saved.
        """
        with self._database.write() as link:
            done = known_salt(link, key, token, action)
            if done is not None:
                return done
            turn = self._turn(link, find_access(link, key))
            find_access(link, key)  # it may have been revoked while we waited
            done = known_salt(link, key, token, action)  # or the same action been done
            if done is not None:
                return done
            refusal = body(turn)
            if refusal is None:
                note_action(link, key, token, action, turn)
            turn.set_table(revision=turn.table.revision + 1)
        if refusal is not None:
            raise refusal
        return turn.salt

    def _act_on_seat(
        self, key: str, action: str, seat: int, token: str, body: Callable[[Turn, int], None]
    ) -> None:
        """Do `body` for a seat as its player or as the host."""

        def checked(turn: Turn) -> None:
            turn.require_seat(seat)
            body(turn, seat)

        self._act(key, f"{action} {seat}", token, checked)

    def _act_as_host(self, key: str, action: str, token: str, body: Callable[[Turn], None]) -> None:
        """Do `body` as the host."""

        def checked(turn: Turn) -> None:
            turn.require_host()
            body(turn)

        self._act(key, action, token, checked)

    def _new_key(
        self, key: str, token: str, role: Role, seat: int | None, check: Callable[[Turn], None]
    ) -> str:
        """Issue a key in place of the one that the role or seat had; return it."""
        secret = f"{key}/{token}"  # so that the new key is as hard to guess as the old one

        def body(turn: Turn) -> None:
            check(turn)
            door.issue(turn, derive_key(secret, turn.salt, role, seat), role, seat)
            if seat is not None:
                door.change_seat(turn, seat, taken=True)

        salt = self._act(key, f"new key {role.value} {seat}", token, body)
        return derive_key(secret, salt, role, seat)
