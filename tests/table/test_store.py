"""The database itself: formats, damage, locks, no space, no right to write; never overwritten."""

# ruff: noqa: S608 - the statements are ours

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorer.profiles import get_profile
from table import database, engines
from table.book import TableBook
from table.database import Database, locate, read_address, upgrade
from table.errors import (
    NotALedger,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreNewer,
    StoreReadOnly,
    StoreUnreachable,
)
from table.failures import plain_errors
from table.schema import REVISION, metadata
from tests.table.night import NAMES, laid


@pytest.fixture
def file(tmp_path, migrated_sqlite):
    """A book with one settled round, closed."""
    copy = tmp_path / "night.db"
    shutil.copy(migrated_sqlite, copy)
    with closing(TableBook(copy)) as book:
        keys = open_two(book)
        book.start_round(keys.host_key, "start")
        for seat in range(2):
            book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token="capture")
            book.lock(keys.seat_keys[seat], seat, "lock")
        book.reveal(keys.host_key, "reveal")
    return copy


def open_two(book):
    return book.open_table(
        profile=get_profile("bigkool"),
        stake=1,
        seats=NAMES[:2],
        arranging_seconds=None,
        token="open",
    )


def test_the_migrations_make_the_tables_that_the_program_uses(empty_address):
    with closing(Database(empty_address)) as opened, opened.read() as link:
        assert compare_metadata(MigrationContext.configure(link), metadata) == []


def test_the_newest_migration_is_the_format_of_the_program():
    settings = Config()
    settings.set_main_option("script_location", "table/migrations")
    scripts = [script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()]
    assert scripts == [REVISION, *reversed(database._REVISIONS_BEFORE)]


def test_two_programs_may_open_an_empty_book_at_once(empty_address):
    code = (
        "import sys; from table.book import TableBook\n"
        "TableBook(sys.argv[1]).close(); print('open')"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(empty_address)], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [process.communicate()[0] for process in running] == [b"open\n"] * 2


def test_an_older_book_is_migrated_and_a_copy_kept(file, tmp_path):
    older = tmp_path / "older.db"
    make_older(file, older)
    with closing(TableBook(older)) as book:
        keys = open_two(book)  # the same token: the same table
        assert book.totals(keys.host_key)["An"] == -1
        assert not book.view(keys.host_key).keep_photos
    kept = tmp_path / "older.format-0001.db"
    with closing(sqlite3.connect(kept)) as link:
        assert link.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert link.execute("SELECT count(*) FROM rounds").fetchone() == (1,)


def make_older(newest, older):
    """A book of the first format with the rows of a newer one."""
    link = sa.create_engine(f"sqlite:///{older}")
    with link.begin() as target:
        upgrade(target, "0001")
        target.execute(sa.text(f"PRAGMA application_id = {database.APPLICATION_ID}"))
    link.dispose()
    with closing(sqlite3.connect(older)) as target:
        target.execute("ATTACH ? AS newest", [str(newest)])
        for table in metadata.sorted_tables:
            if table.name == "photos":
                continue
            names = [f'"{column.name}"' for column in table.c if column.name != "keep_photos"]
            columns = ", ".join(names)
            copy = f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newest.{table}"
            target.execute(copy)
        target.commit()


def test_a_newer_book_is_refused_and_left_alone(file):
    with closing(sqlite3.connect(file)) as link:
        link.execute("UPDATE alembic_version SET version_num = '0099'")
        link.commit()
    before = file.read_bytes()
    with pytest.raises(StoreNewer, match="0099"):
        TableBook(file)
    assert file.read_bytes() == before


def test_a_newer_server_book_is_refused(empty_postgres):
    TableBook(empty_postgres).close()
    with closing(Database(empty_postgres)) as opened, opened.write() as link:
        link.execute(sa.text("UPDATE alembic_version SET version_num = '0099'"))
    with pytest.raises(StoreNewer, match="update"):
        TableBook(empty_postgres)


def test_another_programs_database_is_left_alone(tmp_path):
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as link:
        link.execute("CREATE TABLE recipes (name TEXT)")
        link.commit()
    before = file.read_bytes()
    with pytest.raises(NotALedger):
        TableBook(file)
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_another_programs_server_database_is_left_alone(empty_postgres):
    import psycopg

    with psycopg.connect(empty_postgres, autocommit=True) as link:
        link.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(NotALedger):
        TableBook(empty_postgres)


def damages():
    yield "text", lambda data: b"this is no database at all" * 400
    yield "zeros in the head", lambda data: bytes(100) + data[100:]
    yield "cut off", lambda data: data[: len(data) // 2]
    yield "a page of noise", lambda data: data[:8192] + bytes(range(256)) * 32 + data[16384:]


@pytest.mark.parametrize("damage", [pytest.param(d, id=n) for n, d in damages()])
def test_a_damaged_book_is_recognised_and_left_as_it_is(file, damage):
    with closing(sqlite3.connect(file)) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.write_bytes(damage(file.read_bytes()))
    before = file.read_bytes()
    with pytest.raises(StoreCorrupt):
        TableBook(file)
    assert file.read_bytes() == before


def test_a_book_held_by_another_program_is_busy_not_lost(file, monkeypatch):
    monkeypatch.setattr(engines, "BUSY_S", 1)
    with closing(TableBook(file)) as book, closing(sqlite3.connect(file)) as other:
        keys = open_two(book)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            book.finish_round(keys.host_key, "finish")
        assert book.totals(keys.host_key)["An"] == -1
        other.rollback()
        book.finish_round(keys.host_key, "finish")


def test_a_server_row_held_too_long_is_busy(postgres, monkeypatch):
    import psycopg

    monkeypatch.setattr(engines, "BUSY_S", 1)
    with closing(TableBook(postgres)) as book, psycopg.connect(postgres) as other:
        keys = open_two(book)
        other.execute("SELECT * FROM tables FOR UPDATE")
        with pytest.raises(StoreBusy):
            book.start_round(keys.host_key, "start")


def test_a_full_disk_keeps_what_was_confirmed(file):
    with closing(TableBook(file)) as book:
        keys = open_two(book)
        book.finish_round(keys.host_key, "finish")
        before = book.history(keys.host_key)
        with book._database.engine.connect() as link:
            pages = link.exec_driver_sql("PRAGMA page_count").scalar()
        sa.event.listen(
            book._database.engine,
            "checkout",
            lambda raw, *_: raw.execute(f"PRAGMA max_page_count = {pages}"),
        )
        with pytest.raises(StoreFull, match="full"):
            play_empty_rounds(book, keys.host_key)
        assert book.history(keys.host_key)[: len(before)] == before
        assert book.view(keys.host_key).round_number >= 1


def play_empty_rounds(book, host_key):
    for number in range(200):
        book.start_round(host_key, f"start {number}")
        book.call_time(host_key, f"time {number}")
        book.reveal(host_key, f"reveal {number}")
        book.finish_round(host_key, f"finish {number}")


def test_a_book_that_may_not_be_written_says_so(file):
    with closing(TableBook(file)) as book:
        keys = open_two(book)
        sa.event.listen(
            book._database.engine, "checkout", lambda raw, *_: raw.execute("PRAGMA query_only = 1")
        )
        with pytest.raises(StoreReadOnly):
            book.finish_round(keys.host_key, "finish")
        assert book.totals(keys.host_key)["An"] == -1


def test_a_folder_that_may_not_be_written_says_so(file, monkeypatch):
    with closing(sqlite3.connect(file)) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.with_name("night.db-shm").unlink(missing_ok=True)
    file.with_name("night.db-wal").unlink(missing_ok=True)
    file.with_name("night.db-wal").mkdir()
    with pytest.raises(StoreUnreachable):
        TableBook(file)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreReadOnly):
        TableBook(file)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (sqlite3.OperationalError("database or disk is full"), StoreFull),
        (sqlite3.OperationalError("attempt to write a readonly database"), StoreReadOnly),
        (sqlite3.OperationalError("database is locked"), StoreBusy),
        (sqlite3.DatabaseError("database disk image is malformed"), StoreCorrupt),
        (sqlite3.OperationalError("something unheard of"), StoreUnreachable),
        (sqlite3.InterfaceError("something unheard of"), StoreError),
        (OSError(28, "No space left on device"), StoreFull),
        (OSError(30, "Read-only file system"), StoreReadOnly),
        (PermissionError(13, "Permission denied"), StoreReadOnly),
        (FileNotFoundError(2, "No such file or directory"), StoreUnreachable),
        (sa.exc.TimeoutError("QueuePool limit"), StoreBusy),
    ],
)
def test_what_drivers_say_is_told_plainly(error, kind):
    with pytest.raises(StoreError) as told, plain_errors():
        raise error
    assert type(told.value) is kind and "heard" not in str(told.value)


def test_a_server_that_is_only_read_says_so(empty_postgres):
    TableBook(empty_postgres).close()
    with closing(TableBook(empty_postgres)) as book:
        sa.event.listen(
            book._database.engine,
            "begin",
            lambda link: link.exec_driver_sql("SET TRANSACTION READ ONLY"),
        )
        with pytest.raises(StoreReadOnly):
            open_two(book)


def test_a_place_where_nothing_can_be_is_told(tmp_path):
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file" / "night.db", tmp_path):
        with pytest.raises(StoreUnreachable):
            TableBook(place)
    with pytest.raises(StoreUnreachable):
        TableBook("sqlite:nonsense")


def test_a_server_that_does_not_answer_is_told_without_its_password(tmp_path):
    with pytest.raises(StoreUnreachable) as refused:
        TableBook(f"postgresql://me:hidden@/night?host={tmp_path}")
    assert "hidden" not in str(refused.value)
    assert refused.value.__cause__ is None and refused.value.__suppress_context__


def test_a_server_without_its_library_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreUnreachable, match="maubinh\\[club\\]"):
        TableBook("postgresql://club/night")


def test_a_new_book_is_its_owners_alone(tmp_path):
    file = tmp_path / "deep" / "er" / "night.db"
    TableBook(file).close()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_the_file_is_synchronised_and_checked(file):
    with closing(Database(file)) as opened, opened.read() as link:
        found = [
            link.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert found == ["wal", 2, 1, 10_000]


def test_the_book_lies_in_the_users_data_folder_or_where_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert locate() == tmp_path / "maubinh" / "night.db"
    assert locate(str(tmp_path)) == tmp_path / "night.db"
    assert locate("postgresql://club/night") == "postgresql://club/night"
    assert read_address("postgres://club/night").drivername == "postgresql+psycopg"


def test_every_store_error_is_one_line():
    for kind in StoreError.__subclasses__():
        text = str(kind(detail="d", revision="r", what="w"))
        assert "\n" not in text and "{" not in text
