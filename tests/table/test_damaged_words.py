"""Damage that even SQLite cannot put into words is recognised like any other."""

import sqlite3
import zlib
from contextlib import closing

import pytest

from table.book import TableBook
from table.checks import verify
from table.errors import BackupBroken, StoreCorrupt
from table.snapshot import backup


def test_a_schema_that_is_no_text_is_a_damaged_book(tmp_path):
    book = tmp_path / "night.db"
    TableBook(book).close()
    with closing(sqlite3.connect(book)) as link:
        link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = book.read_bytes()
    assert data.count(b"CHECK") > 1
    book.write_bytes(data.replace(b"CHECK", b"\xccHECK"))
    with pytest.raises(StoreCorrupt):
        verify(book)


def test_a_backup_whose_packing_is_damaged_is_refused(tmp_path):
    book, packed = tmp_path / "night.db", tmp_path / "night.zip"
    TableBook(book).close()
    backup(book, packed)
    data = bytearray(packed.read_bytes())
    start = data.index(b"night.db") + len(b"night.db")
    with pytest.raises(zlib.error):
        zlib.decompressobj(-15).decompress(b"\xff" * 40)
    data[start : start + 40] = b"\xff" * 40
    packed.write_bytes(data)
    with pytest.raises(BackupBroken):
        verify(packed)
