"""`verify`: is the book whole, does every row of it still say what was written?"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from scorer.errors import ScorerError
from table.database import Database, read_address
from table.failures import plain_errors
from table.rounds import digest, records
from table.schema import round_hands, rounds, tables
from table.snapshot import is_backup, snapshot, unpacked


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at and what is wrong; `recounted` rounds would be settled differently today.

    That is no fault of the book: a round stays as it was settled when a rule is corrected later.
    """

    tables: int
    rounds: int
    faults: tuple[str, ...]
    recounted: tuple[str, ...]


def verify(place: str | Path) -> Report:
    """Check a book or a backup; neither is changed.

    Raises:
        StoreError: it cannot even be opened.
    """
    url = read_address(place)
    file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
    if file is not None and file.is_file() and is_backup(file):
        with unpacked(file) as copy:
            return _report(copy)
    with TemporaryDirectory(prefix="maubinh-") as folder, plain_errors():
        copy = Path(folder) / "night.db"
        snapshot(place, copy)
        return _report(copy)


def _report(copy: Path) -> Report:
    faults = list(_page_faults(copy))
    recounted: list[str] = []
    with closing(Database(copy)) as book, book.read() as link:
        found = {row.id: row.uid for row in link.execute(sa.select(tables))}
        for table_id, uid in found.items():
            faults += _chain_faults(link, table_id, uid)
            recounted += _recounted(link, table_id)
        count = link.scalar(sa.select(sa.func.count()).select_from(rounds)) or 0
    return Report(len(found), count, tuple(faults), tuple(recounted))


def _page_faults(copy: Path) -> Iterator[str]:
    with closing(sqlite3.connect(copy)) as link:
        for (said,) in link.execute("PRAGMA integrity_check(20)"):
            if said != "ok":
                yield " ".join(said.split())
        for name, row, parent, _ in link.execute("PRAGMA foreign_key_check"):
            yield f"{name} row {row} points to nothing in {parent}"


def _chain_faults(link: sa.Connection, table_id: int, uid: str) -> Iterator[str]:
    """Compute every digest again, each from the row's content and the digest before it."""
    before = ""
    rows = sa.select(rounds).where(rounds.c.table_id == table_id).order_by(rounds.c.id)
    for row in link.execute(rows).mappings():
        name = f"table {table_id}, round {row['number']} ({row['kind']})"
        hands = sa.select(round_hands).where(round_hands.c.round_id == row["id"])
        found = link.execute(hands.order_by(round_hands.c.seat)).mappings()
        content = [{str(key): value for key, value in hand.items()} for hand in found]
        values = {str(key): value for key, value in row.items()}
        if digest(uid, before, values, content) != row["digest"]:
            yield f"{name} was changed after it was written, or one before it is missing"
        if sum(row[f"points_{seat}"] for seat in range(4)):
            yield f"{name} does not add up to zero"
        before = row["digest"]


def _recounted(link: sa.Connection, table_id: int) -> Iterator[str]:
    for record in records(link, table_id, history=True):
        name = f"table {table_id}, round {record.number} ({record.kind})"
        try:
            settlement = record.settlement
        except ScorerError as error:
            yield f"{name}: {error}"
            continue
        if settlement is not None and settlement.points != record.points:
            yield name
