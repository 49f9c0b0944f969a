"""The database behind the book: where it lies, how it is opened, transactions, plain errors.

A file (SQLite: write-ahead log, full synchronisation) unless a PostgreSQL address is given.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from table.engines import make_file, server_engine, sqlite_engine
from table.errors import NotALedger, StoreCorrupt, StoreNewer, StoreReadOnly, StoreUnreachable
from table.failures import plain_errors
from table.schema import APPLICATION_ID, REVISION

FILE_NAME: Final = "night.db"
_REVISIONS_BEFORE: Final = ("0001",)
_POSTGRESQL: Final = ("postgresql://", "postgres://", "postgresql+psycopg://")


def data_file(folder: Path | None = None) -> Path:
    """Return the book's file in a folder, the user's data folder if None."""
    if folder is None:
        from platformdirs import user_data_path

        folder = user_data_path("maubinh", appauthor=False)
    return folder / FILE_NAME


def locate(place: str | None = None) -> str | Path:
    """Return the address of the book in a folder; a ``postgresql://`` address stands for itself."""
    if place is not None and place.startswith(_POSTGRESQL):
        return place
    return data_file(None if place is None else Path(place))


def read_address(address: str | Path) -> sa.URL:
    """Return the address of a database: a file, a ``sqlite:`` or a ``postgresql:`` address."""
    if isinstance(address, str) and address.startswith(_POSTGRESQL):
        return sa.make_url("postgresql+psycopg://" + address.partition("://")[2])
    if isinstance(address, str) and address.startswith("sqlite:"):
        try:
            return sa.make_url(address)
        except ArgumentError as error:
            raise StoreUnreachable(detail="this is no database address") from error
    return sa.URL.create("sqlite+pysqlite", database=str(address))


class Database:
    """One open database, at the newest format; with `migrate` off as it is, but never empty.

    Raises:
        StoreError: it cannot be opened, is damaged, newer than this program, or something else.
    """

    def __init__(self, address: str | Path, *, migrate: bool = True) -> None:
        self.url = read_address(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite and migrate:
            make_file(Path(self.url.database or ""))
        self.engine = sqlite_engine(self.url) if self.is_sqlite else server_engine(self.url)
        self._writer = self.engine.execution_options(maubinh_write=True)
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**snapshot)
        try:
            self._check(migrate=migrate)
        except StoreUnreachable:
            self.close()
            # SQLite writes beside the file even to read it, and says no more than "unable to open".
            if self.file and not os.access(self.file.parent, os.W_OK):
                raise StoreReadOnly from None
            raise
        except BaseException:
            self.close()
            raise

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database."""
        return Path(self.url.database) if self.is_sqlite and self.url.database else None

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Run one transaction that takes the write lock first; all of it counts or nothing."""
        with plain_errors(), self._writer.begin() as link:
            yield link

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Run one transaction that sees a single moment of the database."""
        with plain_errors(), self._reader.begin() as link:
            yield link

    def now_us(self, link: sa.Connection) -> int:
        """Return microseconds since 1970: of the server that all app processes share."""
        if self.is_sqlite:
            return time.time_ns() // 1000
        now = link.scalar(sa.text("SELECT extract(epoch FROM clock_timestamp()) * 1000000"))
        return int(now or 0)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def _check(self, *, migrate: bool) -> None:
        with self.read() as link:
            if self.is_sqlite and (fault := quick_fault(link)):
                raise StoreCorrupt(detail=fault)
            found = format_of(link)
        if not migrate and found is None:
            raise NotALedger
        if found == REVISION or not migrate:
            return
        if found is not None and self.file is not None:
            keep_copy(self.file, found)
        with self.write() as link:
            upgrade(link)


def format_of(link: sa.Connection) -> str | None:
    """Return the format of a database, None if it is empty.

    Raises:
        NotALedger: there are tables, but not ours.
        StoreNewer: a newer version of the program made it.
    """
    names = set(sa.inspect(link).get_table_names())
    if not names:
        return None
    if not {"alembic_version", "round_hands"} <= names:
        raise NotALedger
    found = str(link.scalar(sa.text("SELECT version_num FROM alembic_version")))
    if found not in (*_REVISIONS_BEFORE, REVISION):
        raise StoreNewer(revision=found)
    return found


def quick_fault(link: sa.Connection) -> str | None:
    """Return what is wrong with the pages of a SQLite file, None if nothing is."""
    found = str(link.scalar(sa.text("PRAGMA quick_check(1)")))
    return None if found == "ok" else " ".join(found.split())


def upgrade(link: sa.Connection, to: str = "head") -> None:
    """Bring a database to a format inside the caller's transaction, once if several ask."""
    from alembic import command
    from alembic.config import Config

    if link.dialect.name == "postgresql":
        link.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": APPLICATION_ID})
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    settings.attributes["connection"] = link
    command.upgrade(settings, to)


def keep_copy(file: Path, found: str) -> Path:
    """Copy a file of an older format beside itself, before it is migrated."""
    copy = file.with_name(f"{file.stem}.format-{found}{file.suffix}")
    if not copy.exists():
        unfinished = copy.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
        unfinished.chmod(0o600)
        unfinished.replace(copy)
    return copy
