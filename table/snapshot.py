"""Copies of the book: online backups in one checksummed file, and their way back.

A backup is a zip file of `manifest.json` and `night.db`, a SQLite file, whatever database the book
is kept in; so a club's PostgreSQL can be restored on a laptop and the other way round.
"""

import hashlib
import json
import os
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from table.database import Database, read_address
from table.errors import BackupBroken, NoFolder, StoreError, StoreUnreachable, WouldOverwrite
from table.failures import plain_errors
from table.rounds import app_version
from table.schema import REVISION, metadata, rounds, tables

KIND: Final = "maubinh-ledger-backup"
MOST_BYTES: Final = 8 * 1024**3
_MANIFEST_BYTES: Final = 10_000
_CHUNK: Final = 1 << 20
_NAMES: Final = ("manifest.json", "night.db")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup says of itself."""

    kind: str
    format: str
    app_version: str
    made_at: str
    tables: int
    rounds: int
    size: int
    sha256: str


def backup(address: str | Path, target: Path) -> Manifest:
    """Write a backup of a book that may be in use; the target must not exist yet."""
    if target.exists():
        raise WouldOverwrite(what=target)
    if not target.parent.is_dir():
        raise NoFolder(what=target.parent)
    with plain_errors(), TemporaryDirectory(dir=target.parent, prefix=".maubinh-") as folder:
        copy, packed = Path(folder) / "night.db", Path(folder) / "backup.zip"
        snapshot(address, copy)
        manifest = _describe(copy)
        with zipfile.ZipFile(packed, "x", zipfile.ZIP_DEFLATED) as file:
            file.writestr(_NAMES[0], json.dumps(asdict(manifest), indent=2))
            file.write(copy, _NAMES[1])
        _publish(packed, target)
    return manifest


def snapshot(address: str | Path, target: Path) -> None:
    """Copy one moment of a book into a SQLite file of the newest format."""
    url = read_address(address)
    if url.get_backend_name() == "sqlite":
        _copy_file(Path(url.database or ""), target)
        Database(target).close()
        return
    source, copy = Database(address), Database(target)
    try:
        with source.read() as there, copy.write() as here:
            copy_rows(there, here)
    finally:
        source.close()
        copy.close()


def _copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file page by page, also while others write to it; the source is not touched."""
    if not source.is_file():
        raise StoreUnreachable(detail=f"{source} is not there")
    with (
        closing(Database(source, migrate=False)) as book,
        book.read() as link,
        closing(sqlite3.connect(target)) as copy,
    ):
        raw = link.connection.driver_connection
        if not isinstance(raw, sqlite3.Connection):
            raise TypeError(type(raw))
        raw.backup(copy)


def copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copy every row of one database of the newest format into an empty other one."""
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=500).execute(sa.select(table))
        for part in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in part])
        if target.dialect.name == "postgresql" and "id" in table.c:
            _continue_numbers(target, table)


def _continue_numbers(link: sa.Connection, table: sa.Table) -> None:
    """Let new rows of PostgreSQL be numbered after the copied ones."""
    last = link.scalar(sa.select(sa.func.max(table.c.id)))
    if last is not None:
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        link.execute(sa.select(sa.func.setval(sequence, last)))


def _describe(copy: Path) -> Manifest:
    with closing(Database(copy)) as book, book.read() as link:
        counts = [link.scalar(sa.select(sa.func.count()).select_from(t)) for t in (tables, rounds)]
    return Manifest(
        kind=KIND,
        format=REVISION,
        app_version=app_version(),
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        tables=counts[0] or 0,
        rounds=counts[1] or 0,
        size=copy.stat().st_size,
        sha256=_sha256(copy),
    )


def is_backup(file: Path) -> bool:
    """Tell whether a file looks like a backup rather than like a book."""
    with plain_errors(), file.open("rb") as start:
        return start.read(2) == b"PK"


@contextmanager
def unpacked(file: Path, folder: Path | None = None) -> Iterator[Path]:
    """Give the book inside a backup as a file of the newest format, in a folder that goes away.

    Raises:
        BackupBroken: no backup, cut off, or changed after it was made.
        StoreNewer: a newer version made it.
    """
    with plain_errors(), TemporaryDirectory(dir=folder, prefix=".maubinh-") as temporary:
        copy = Path(temporary) / "night.db"
        try:
            with zipfile.ZipFile(file) as packed:
                manifest = _read_manifest(packed)
                _extract(packed, copy, manifest)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,  # what zipfile says of a packing that it does not know
            RuntimeError,
            EOFError,
        ) as error:
            raise BackupBroken(detail="it is no complete zip file") from error
        except ValueError as error:
            if isinstance(error, StoreError):
                raise
            raise BackupBroken(detail="its description cannot be read") from error
        Database(copy).close()
        yield copy


def _read_manifest(packed: zipfile.ZipFile) -> Manifest:
    if sorted(packed.namelist()) != sorted(_NAMES):
        raise BackupBroken(detail="it holds other files than a backup")
    if packed.getinfo(_NAMES[0]).file_size > _MANIFEST_BYTES:
        raise BackupBroken(detail="its description is too long")
    given = json.loads(packed.read(_NAMES[0]))
    try:
        manifest = Manifest(**given)
    except TypeError as error:
        raise BackupBroken(detail="its description is not of a backup") from error
    if manifest.kind != KIND or not isinstance(manifest.size, int):
        raise BackupBroken(detail="its description is not of a backup")
    return manifest


def _extract(packed: zipfile.ZipFile, copy: Path, manifest: Manifest) -> None:
    """Unpack the book, no byte more than its description says."""
    if packed.getinfo(_NAMES[1]).file_size != manifest.size or manifest.size > MOST_BYTES:
        raise BackupBroken(detail="its size is not the one described")
    digest, written = hashlib.sha256(), 0
    with packed.open(_NAMES[1]) as source, copy.open("xb") as target:
        while part := source.read(_CHUNK):
            written += len(part)
            if written > manifest.size:
                raise BackupBroken(detail="its size is not the one described")
            digest.update(part)
            target.write(part)
    if digest.hexdigest() != manifest.sha256:
        raise BackupBroken(detail="its checksum does not fit: it is damaged")


def restore(file: Path, address: str | Path) -> None:
    """Put a backup where no book is yet.

    Raises:
        WouldOverwrite: there is one; move it away first.
    """
    url = read_address(address)
    if url.get_backend_name() != "sqlite":
        with unpacked(file) as copy:
            _fill_server(copy, address)
        return
    target = Path(url.database or "")
    for name in (target, Path(f"{target}-wal"), Path(f"{target}-journal")):
        if name.exists():
            raise WouldOverwrite(what=name)
    with plain_errors():
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with unpacked(file, target.parent) as copy:
            with closing(sqlite3.connect(copy)) as link:
                link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            copy.chmod(0o600)
            _publish(copy, target)


def _fill_server(copy: Path, address: str | Path) -> None:
    with (
        closing(Database(address)) as book,
        closing(Database(copy)) as source,
        source.read() as there,
        book.write() as here,
    ):
        if here.scalar(sa.select(sa.func.count()).select_from(tables)):
            raise WouldOverwrite(what="a book in this database")
        copy_rows(there, here)


def _publish(finished: Path, target: Path) -> None:
    """Give a finished file its name in one step, and never that of another file."""
    with finished.open("rb+") as file:
        os.fsync(file.fileno())
    try:
        os.link(finished, target)
    except FileExistsError as error:
        raise WouldOverwrite(what=target) from error
    except OSError:  # a file system without links, such as a memory stick
        if target.exists():
            raise WouldOverwrite(what=target) from None
        finished.replace(target)
    target.chmod(0o600)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _sha256(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()
