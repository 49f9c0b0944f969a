"""A book on SQLite and on a private PostgreSQL, a clock that tests turn, rounds to play."""

import itertools
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from scorer.profiles import get_profile
from table.book import TableBook
from tests.table.night import NAMES, Clock, laid


def postgres_tools() -> Path | None:
    """The folder of PostgreSQL's server programs: PATH first, then where Debian puts them."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def _no_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return True
    return False


def _unprivileged() -> list[str]:
    """What to put before a command so that it does not run as root, which PostgreSQL refuses."""
    if os.geteuid() != 0:
        return []
    owner = shutil.which("runuser")
    if owner is None or _no_user("postgres"):
        pytest.skip("PostgreSQL does not run as root and there is no user postgres")
    return [owner, "-u", "postgres", "--"]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a private cluster that ends with the tests; no port is opened."""
    tools = postgres_tools()
    if tools is None:
        pytest.skip("needs a PostgreSQL server: apt-get install postgresql")
    user = _unprivileged()
    # Not below pytest's own folder, which only root may enter.
    folder = Path(tempfile.mkdtemp(prefix="maubinh-pg-"))
    if user:
        shutil.chown(folder, "postgres")
    data = folder / "data"

    def run(*command: str) -> None:
        with (folder / "log").open("ab") as log:  # a pipe would stay open with the server
            subprocess.run([*user, *command], check=True, cwd=folder, stdout=log, stderr=log)

    try:
        run(
            str(tools / "initdb"),
            "-D",
            str(data),
            "-U",
            "maubinh",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "-N",
        )
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        control = [str(tools / "pg_ctl"), "-D", str(data), "-w"]
        run(*control, "-o", options, "start")
        try:
            yield f"postgresql://maubinh@/{{name}}?host={folder}"
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


_database_numbers = itertools.count()


def _administer(server: str, statement: str) -> None:
    with psycopg.connect(server.format(name="postgres"), autocommit=True) as link:
        link.execute(statement)


@pytest.fixture
def empty_postgres(postgres_server) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    name = f"empty_{next(_database_numbers)}"
    _administer(postgres_server, f"CREATE DATABASE {name}")
    yield postgres_server.format(name=name)
    _administer(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def shared_postgres(postgres_server) -> str:
    """The address of a database that the tests share, as clubs' tables do."""
    _administer(postgres_server, "CREATE DATABASE shared")
    TableBook(postgres_server.format(name="shared")).close()
    return postgres_server.format(name="shared")


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory) -> Path:
    """A file at the newest format, copied for each test."""
    file = tmp_path_factory.mktemp("sqlite") / "night.db"
    TableBook(file).close()
    return file


@pytest.fixture
def postgres(shared_postgres) -> str:
    """The address of the shared database, with no wrong room code to anybody's account."""
    with psycopg.connect(shared_postgres, autocommit=True) as link:
        link.execute("DELETE FROM attempts")
    return shared_postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str | Path:
    """The address of a database at the newest format, of each kind."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres")
    file = tmp_path / "night.db"
    shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_address(request, tmp_path) -> str | Path:
    """The address of an empty database, of each kind."""
    if request.param == "postgresql":
        return request.getfixturevalue("empty_postgres")
    return tmp_path / "night.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def book(address, clock) -> Iterator[TableBook]:
    opened = TableBook(address, now=clock)
    yield opened
    opened.close()


@pytest.fixture
def token() -> Callable[[], str]:
    """Tokens, each another."""
    return secrets.token_urlsafe


@pytest.fixture
def open_table(book, token):
    """Open a table of so many seats and return its keys."""

    def opened(seats: int = 4, *, rules: str = "bigkool", clock_s: int | None = 90, **changes):
        return book.open_table(
            profile=changes.pop("profile", None) or get_profile(rules),
            stake=changes.pop("stake", 10_000),
            seats=NAMES[:seats],
            arranging_seconds=clock_s,
            token=token(),
            **changes,
        )

    return opened


@pytest.fixture
def play(book, token):
    """Play a round: every seat captures and locks, the host reveals and ends the showdown."""

    def played(keys, *, order: tuple[int, ...] | None = None) -> None:
        book.start_round(keys.host_key, token())
        for seat, key in enumerate(keys.seat_keys):
            hand = laid(seat if order is None else order[seat])
            book.capture(key, seat, hand.cards, hand, token=token())
            book.lock(key, seat, token())
        book.reveal(keys.host_key, token())
        book.finish_round(keys.host_key, token())

    return played
