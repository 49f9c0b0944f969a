"""`maubinh ledger` and what is behind it: export, online backup, restore, verify."""

import csv
import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing

import pytest

from cli import maubinh
from commands import _output
from scorer.profiles import get_profile
from table.book import TableBook
from table.checks import verify
from table.database import Database
from table.errors import BackupBroken, NoFolder, StoreNewer, StoreUnreachable, WouldOverwrite
from table.snapshot import backup, restore
from tests.table.night import NAMES, laid


def open_night(book, names=NAMES[:2]):
    return book.open_table(
        profile=get_profile("bigkool"), stake=1000, seats=names, arranging_seconds=60, token="night"
    )


def fill(book, names=NAMES[:2]):
    """Two rounds, one of them corrected, and a third in play."""
    keys = open_night(book, names)
    for number in (1, 2):
        book.start_round(keys.host_key, f"start {number}")
        for seat, key in enumerate(keys.seat_keys):
            hand = laid(seat)
            book.capture(key, seat, hand.cards, hand, token=f"capture {number}")
            book.lock(key, seat, f"lock {number}")
        book.reveal(keys.host_key, f"reveal {number}")
        book.finish_round(keys.host_key, f"finish {number}")
    book.void_round(keys.host_key, 1, "chia nhầm", "void")
    book.start_round(keys.host_key, "start 3")
    book.capture(keys.seat_keys[0], 0, laid(2).cards, laid(2), token="capture 3")
    return keys


@pytest.fixture
def night(empty_address):
    """The address of a filled book, closed."""
    with closing(TableBook(empty_address)) as book:
        fill(book)
    return empty_address


def run(capsys, *words):
    status = _output.run(maubinh, ["ledger", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out, said.err


def place(address):
    """How the command line is told of a book."""
    return address if isinstance(address, str) else address.parent


def test_a_backup_is_restored_into_another_place(night, tmp_path, capsys):
    file = tmp_path / "night.zip"
    status, out, _ = run(capsys, "backup", file, "--data", place(night), "--json")
    said = json.loads(out)
    assert status == 0 and (said["tables"], said["rounds"]) == (1, 3)
    status, out, _ = run(capsys, "restore", file, "--data", tmp_path / "other", "--json")
    assert status == 0 and json.loads(out)["rounds"] == 3
    with closing(TableBook(night)) as old, closing(TableBook(tmp_path / "other/night.db")) as new:
        keys = open_night(old)
        assert new.history(keys.viewer_key) == old.history(keys.viewer_key)
        mine = keys.seat_keys[0]
        assert new.view(mine).seats == old.view(mine).seats
        new.lock(mine, 0, "lock 3")  # the night goes on where it was
    assert sorted(path.name for path in (tmp_path / "other").iterdir()) == ["night.db"]


def test_a_file_goes_to_a_server_and_numbers_go_on(tmp_path, empty_postgres):
    source = tmp_path / "night.db"
    with closing(TableBook(source)) as book:
        fill(book)
    backup(source, tmp_path / "night.zip")
    restore(tmp_path / "night.zip", empty_postgres)
    assert verify(empty_postgres).faults == ()
    with closing(TableBook(empty_postgres)) as book:
        keys = open_night(book)
        book.call_time(keys.host_key, "time")
        book.reveal(keys.host_key, "reveal 3")
        assert [record.number for record in book.rounds(keys.host_key)] == [1, 2, 3]
    with pytest.raises(WouldOverwrite):
        restore(tmp_path / "night.zip", empty_postgres)
    assert verify(empty_postgres).faults == ()


def test_a_backup_into_no_folder_names_the_folder(tmp_path):
    with closing(TableBook(tmp_path / "night.db")) as book:
        fill(book)
    with pytest.raises(NoFolder, match="nowhere does not exist"):
        backup(tmp_path / "night.db", tmp_path / "nowhere" / "night.zip")


def test_a_backup_can_be_made_in_the_middle_of_an_action(tmp_path):
    source = tmp_path / "night.db"
    with closing(TableBook(source)) as book:
        keys = fill(book)
        with book._database.write() as link:
            link.exec_driver_sql("UPDATE tables SET stake = 77")
            backup(source, tmp_path / "night.zip")
        assert book.view(keys.host_key).stake.amount == 77
    restore(tmp_path / "night.zip", tmp_path / "copy.db")
    with closing(TableBook(tmp_path / "copy.db")) as book:
        assert book.view(open_night(book).host_key).stake.amount == 1000


def test_nothing_is_ever_overwritten(tmp_path, capsys):
    source = tmp_path / "night.db"
    with closing(TableBook(source)) as book:
        fill(book)
    file = tmp_path / "night.zip"
    backup(source, file)
    before = file.read_bytes()
    status, out, err = run(capsys, "backup", file, "--data", tmp_path)
    assert (status, out) == (2, "") and "already exists" in err and err.count("\n") == 1
    assert file.read_bytes() == before
    status, _, err = run(capsys, "restore", file, "--data", tmp_path)
    assert status == 2 and "already exists" in err
    (tmp_path / "left").mkdir()
    (tmp_path / "left/night.db-wal").write_bytes(b"rounds of a crashed night")
    with pytest.raises(WouldOverwrite):
        restore(file, tmp_path / "left/night.db")


def test_verify_finds_every_row_that_was_changed(tmp_path, capsys):
    source = tmp_path / "night.db"
    with closing(TableBook(source)) as book:
        fill(book)
    assert run(capsys, "verify", "--data", tmp_path)[0] == 0
    changes = {
        "points": "UPDATE rounds SET points_0 = 9, points_1 = -9 WHERE id = 2",
        "hand": "UPDATE round_hands SET name = 'Ai' WHERE round_id = 1 AND seat = 0",
        "gone": "DELETE FROM rounds WHERE id = 1",
        "last": "UPDATE rounds SET why = 'x' WHERE id = 3",
    }
    for name, change in changes.items():
        damaged = tmp_path / name
        damaged.mkdir()
        shutil.copy(source, damaged)
        with closing(sqlite3.connect(damaged / "night.db")) as link:
            for (trigger,) in link.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                link.execute(f"DROP TRIGGER {trigger}")
            link.execute(change)
            link.commit()
        status, out, _ = run(capsys, "verify", "--data", damaged, "--json")
        assert status == 2 and json.loads(out)["faults"], name


def test_verify_changes_nothing(tmp_path):
    source = tmp_path / "night.db"
    with closing(TableBook(source)) as book:
        fill(book)
    before = source.read_bytes()
    assert verify(source).rounds == 3
    assert source.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["night.db"]


def damaged_backups():
    def cut(data):
        return data[: len(data) // 2]

    def flipped(data):
        middle = len(data) // 2
        return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]

    yield "cut off", cut
    yield "one bit", flipped
    yield "empty zip", lambda data: zip_of({})
    yield "other files", lambda data: zip_of({"a.txt": "hello"})
    yield "way out", lambda data: zip_of({"manifest.json": "{}", "../night.db": "x"})
    yield "no description", lambda data: zip_of({"manifest.json": "{}", "night.db": "x"})
    yield "no json", lambda data: zip_of({"manifest.json": "\xff{", "night.db": "x"})
    yield "a number", lambda data: zip_of({"manifest.json": "3", "night.db": "x"})
    yield "long description", lambda data: zip_of({"manifest.json": " " * 20_000, "night.db": "x"})
    yield "a book with its checksum but of noise", lambda data: zip_of(forged(b"noise" * 1000))
    yield "a bomb", lambda data: zip_of(forged(bytes(10), size=10**15))


def zip_of(files):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return written.getvalue()


def forged(content, **changes):
    import hashlib

    described = {
        "kind": "maubinh-ledger-backup",
        "format": "0002",
        "app_version": "0",
        "made_at": "",
        "tables": 1,
        "rounds": 1,
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return {"manifest.json": json.dumps(described | changes), "night.db": content}


@pytest.fixture(scope="module")
def whole_backup(tmp_path_factory):
    folder = tmp_path_factory.mktemp("backup")
    with closing(TableBook(folder / "night.db")) as book:
        fill(book)
    backup(folder / "night.db", folder / "night.zip")
    return (folder / "night.zip").read_bytes()


@pytest.mark.parametrize("damage", [pytest.param(d, id=n) for n, d in damaged_backups()])
def test_a_damaged_backup_is_refused_and_leaves_nothing(whole_backup, tmp_path, damage, capsys):
    file = tmp_path / "night.zip"
    file.write_bytes(damage(whole_backup))
    for words in (("restore", file, "--data", tmp_path / "new"), ("verify", file)):
        status, out, err = run(capsys, *words)
        assert (status, out) == (2, "") and err.count("\n") == 1 and len(err) < 300
        assert "defect" not in err
    assert not list((tmp_path / "new").glob("*"))


def test_a_backup_of_a_newer_version_is_refused(tmp_path):
    source = tmp_path / "night.db"
    TableBook(source).close()
    with closing(sqlite3.connect(source)) as link:
        link.execute("UPDATE alembic_version SET version_num = '0099'")
        link.commit()
    (tmp_path / "newer.zip").write_bytes(zip_of(forged(source.read_bytes(), format="0099")))
    with pytest.raises(StoreNewer):
        restore(tmp_path / "newer.zip", tmp_path / "new.db")
    with pytest.raises(StoreNewer):
        verify(source)
    assert not (tmp_path / "new.db").exists()


def test_looking_makes_no_book(tmp_path, capsys):
    for words in (("export",), ("verify",), ("backup", tmp_path / "x.zip")):
        status, _, err = run(capsys, *words, "--data", tmp_path / "nothing")
        assert status == 2 and "is not there" in err
    with pytest.raises(StoreUnreachable):
        verify(tmp_path / "nothing.zip")
    (tmp_path / "empty.zip").write_bytes(b"PK")
    with pytest.raises(BackupBroken):
        restore(tmp_path / "empty.zip", tmp_path / "x.db")
    assert not (tmp_path / "nothing").exists()


def test_export_tells_every_row_and_no_hand_in_play(night, capsys):
    status, out, _ = run(capsys, "export", "--data", place(night), "--json")
    (table,) = json.loads(out)["tables"]
    assert status == 0
    assert [(row["number"], row["kind"], row["counts"]) for row in table["rounds"]] == [
        (1, "settled", False),
        (1, "void", True),
        (2, "settled", True),
    ]
    assert [(a["name"], a["chi"], a["money"]) for a in table["accounts"]] == [
        ("An", -1, -1000),
        ("Bình", 1, 1000),
    ]
    assert table["payments"] == [{"from": "An", "to": "Bình", "money": 1000}]
    assert str(laid(2)) not in out


def test_a_name_is_no_formula_in_the_csv(tmp_path, capsys):
    with closing(TableBook(tmp_path / "night.db")) as book:
        keys = fill(book, ("=cmd|x", "Bình, Bự"))
        assert book.export_csv(keys.viewer_key).count("\r\n") == 7
    _, out, _ = run(capsys, "export", "--data", tmp_path)
    rows = list(csv.DictReader(io.StringIO(out.removeprefix("\ufeff"))))
    assert out.startswith("\ufeff") and len(rows) == 6
    assert {row["player"] for row in rows} == {"'=cmd|x", "Bình, Bự"}
    assert sum(int(row["chi"]) for row in rows) == 0


def test_a_restored_book_needs_no_migration(tmp_path, whole_backup):
    (tmp_path / "night.zip").write_bytes(whole_backup)
    restore(tmp_path / "night.zip", tmp_path / "night.db")
    with closing(Database(tmp_path / "night.db", migrate=False)) as opened:
        assert opened.file == tmp_path / "night.db"
    assert (tmp_path / "night.db").stat().st_mode & 0o777 == 0o600
