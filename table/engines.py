"""Connections to the two kinds of database: a file that is marked as ours, a server by address."""

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy import event

from table.errors import NotALedger, StoreBusy, StoreUnreachable
from table.failures import plain_errors
from table.schema import APPLICATION_ID

BUSY_S: Final = 10
# A connection is held for one short transaction, by one of Streamlit's many threads.
_POOL: Final = {"pool_size": 10, "max_overflow": 30, "pool_timeout": BUSY_S}
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",  # REPLACE is a DELETE too
    "trusted_schema = OFF",
)


def make_file(file: Path) -> None:
    """Create an empty file that only its owner may read, if there is none."""
    with plain_errors():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            if not file.is_file():
                raise StoreUnreachable(detail="not a file") from None


def sqlite_engine(url: sa.URL) -> sa.Engine:
    """Return an engine whose transactions are begun by us: BEGIN IMMEDIATE where they write."""
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_S}, hide_parameters=True, **_POOL)

    @event.listens_for(engine, "connect")
    def set_up(raw: sqlite3.Connection, _record: object) -> None:
        raw.isolation_level = None
        _claim(raw)
        for pragma in _PRAGMAS:
            _patiently(raw, f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(link: sa.Connection) -> None:
        writes = link.get_execution_options().get("maubinh_write")
        link.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _claim(raw: sqlite3.Connection) -> None:
    """Mark an empty file as ours; refuse one that holds something else, before touching it."""
    owner = _patiently(raw, "PRAGMA application_id")
    if owner == APPLICATION_ID:
        return
    if owner or _patiently(raw, "SELECT count(*) FROM sqlite_master"):
        raise NotALedger
    _patiently(raw, f"PRAGMA application_id = {APPLICATION_ID}")


def _patiently(raw: sqlite3.Connection, statement: str) -> int | str | None:
    """Run a statement whose lock SQLite itself does not wait for; return its first value."""
    for _ in range(10 * BUSY_S):
        try:
            found = raw.execute(statement).fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(0.1)
        else:
            return found[0] if found else None
    raise StoreBusy


def server_engine(url: sa.URL) -> sa.Engine:
    """Return an engine that gives up waiting, for the server or for a lock, after a while."""
    options = f"-c lock_timeout={BUSY_S}s -c statement_timeout={3 * BUSY_S}s"
    try:
        return sa.create_engine(
            url,
            pool_pre_ping=True,
            **_POOL,
            hide_parameters=True,
            connect_args={"options": options, "connect_timeout": BUSY_S},
        )
    except ImportError as error:
        needed = "PostgreSQL needs psycopg: pip install 'maubinh[club]'"
        raise StoreUnreachable(detail=needed) from error
