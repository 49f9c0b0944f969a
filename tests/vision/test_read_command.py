"""`maubinh read` and `maubinh evaluate` as scripts call them, with painted photos."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import cli
import vision.reading
from commands import _output
from scorer.cards import DECK
from vision.errors import ModelError
from vision.image import load_image
from vision.problems import Problem, ProblemKind
from vision.reading import Reader
from vision.testing import (
    Camera,
    PaintClassifier,
    PaintDetector,
    fan_layout,
    paint,
    rows_layout,
    table_layout,
    visible_indices,
)

SLOT_KEYS = {"card", "confidence", "flagged", "inferred", "alternatives", "box_xywh"}


@pytest.fixture(autouse=True)
def painted_reader(monkeypatch):
    monkeypatch.setattr(
        vision.reading, "load_reader", lambda **_: Reader(PaintDetector(), PaintClassifier())
    )


def save(path, poses, size_wh=(1200, 900), names=range(52)):
    indices, owners = visible_indices(poses, Camera.over(poses, size_wh))
    Image.fromarray(paint(indices, [names[i] for i in owners], size_wh)).save(path)
    return str(path)


@pytest.fixture
def rows_photo(tmp_path):
    return save(tmp_path / "bàn 1.png", rows_layout(np.random.default_rng(1)))


def run(*arguments):
    return _output.run(cli.maubinh, list(arguments))


def test_json_has_the_fixed_shape(rows_photo, capsys):
    assert run("read", rows_photo, "--json") == 0
    out, err = capsys.readouterr()
    (photo,) = json.loads(out)["photos"]
    assert err == ""
    assert (photo["photo"], photo["size_wh"]) == (rows_photo, [1200, 900])
    (hand,) = photo["hands"]
    names = [str(card) for card in DECK[:13]]
    assert hand["cards"] == names
    assert hand["rows"] == {"front": names[:3], "middle": names[3:8], "back": names[8:]}
    assert hand["problems"] == []
    assert all(set(slot) == SLOT_KEYS for slot in hand["slots"])
    assert 0 < hand["confidence"] <= 1


def test_a_fan_has_null_rows_and_says_how_many_cards(tmp_path, capsys):
    photo = save(tmp_path / "fan.png", fan_layout(np.random.default_rng(2))[:9])
    assert run("read", photo, "--json") == 0
    (hand,) = json.loads(capsys.readouterr().out)["photos"][0]["hands"]
    assert (hand["rows"], hand["problems"]) == (None, ["9 cards seen, a hand has 13."])


@pytest.mark.parametrize("asked", ["2", "auto"])
def test_two_hands_of_one_table(tmp_path, capsys, asked):
    rng = np.random.default_rng(3)
    poses = table_layout([rows_layout(rng), rows_layout(rng)], (0, 180), 260)
    photo = save(tmp_path / "table.png", poses, (1600, 2000))
    assert run("read", photo, "--hands", asked, "--json") == 0
    hands = json.loads(capsys.readouterr().out)["photos"][0]["hands"]
    assert [len(hand["cards"]) for hand in hands] == [13, 13]
    assert [hand["side"] for hand in hands] == ["bottom", "top"]


def test_text_names_rows_and_doubts(rows_photo, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        vision.reading, "load_reader", lambda **_: Reader(PaintDetector(), PaintClassifier(), 1.0)
    )
    assert run("read", rows_photo) == 0
    out = capsys.readouterr().out
    assert "chi đầu · front" in out
    assert "chưa chắc · in doubt: 2c 100%" in out


def test_what_cannot_be_read_is_said_once_with_its_places(capsys, rows_photo, monkeypatch):
    unread = [Problem.of(ProblemKind.UNREAD, (10 * i, 20, 30, 40)) for i in (1, 2)]
    told = [Problem.of(ProblemKind.TOO_DARK), unread[0], unread[1]]
    read = Reader.read

    def troubled(reader, image, hands):
        reading = read(reader, image, hands)
        return replace(reading, hands=(replace(reading.hands[0], problems=tuple(told)),))

    monkeypatch.setattr(Reader, "read", troubled)
    assert run("read", rows_photo) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if "!" in line]
    assert len(lines) == 2
    assert lines[0].endswith("take it again.")
    assert lines[1].endswith("There is a card here that could not be read. (px: 25, 40; 35, 40)")


def test_bad_files_are_told_and_the_others_read(rows_photo, tmp_path, capsys):
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"")
    missing = str(tmp_path / "missing.jpg")
    assert run("read", str(bad), rows_photo, missing, "--json") == 2
    out, err = capsys.readouterr()
    first, second, third = json.loads(out)["photos"]
    assert set(first) == set(third) == {"photo", "error"}
    assert "0 bytes" in first["error"]
    assert len(second["hands"][0]["cards"]) == 13
    assert err.count("\n") == 1
    assert "bad.jpg" in err
    assert "missing.jpg" in err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["read"], "PHOTO"),
        (["read", "a.jpg", "--hands", "5"], "5"),
        (["read", "a.jpg", "--hands", "two"], "two"),
        (["evaluate"], "FOLDER"),
        (["evaluate", "nowhere"], "nowhere/truth.json: No such file"),
    ],
)
def test_bad_words_are_named_in_one_line(arguments, named, capsys):
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert named in err


def test_missing_models_are_named_in_one_line(rows_photo, capsys, monkeypatch):
    def broken(**_):
        raise ModelError("models/manifest.json: No such file")

    monkeypatch.setattr(vision.reading, "load_reader", broken)
    assert run("read", rows_photo) == 2
    assert capsys.readouterr().err == "maubinh: models/manifest.json: No such file\n"


def test_annotated_pictures_are_written(rows_photo, tmp_path, capsys):
    target = tmp_path / "drawn.jpg"
    assert run("read", rows_photo, "--annotate", str(target)) == 0
    assert load_image(target).size_wh == (1200, 900)
    several = tmp_path / "several"
    assert run("read", rows_photo, rows_photo, "--annotate", str(several)) == 0
    assert [path.name for path in several.iterdir()] == ["bàn 1.png"]
    assert run("read", rows_photo, rows_photo, "--annotate", str(target)) == 2


def test_photos_of_one_name_are_drawn_into_files_of_their_own(rows_photo, tmp_path, capsys):
    photos = [tmp_path / folder / name for folder in "ab" for name in ("IMG.png", "img-2.webp")]
    for photo in photos:
        photo.parent.mkdir(exist_ok=True)
        Image.open(rows_photo).save(photo)
    drawn = tmp_path / "drawn"
    assert run("read", *map(str, photos), "--annotate", str(drawn)) == 0
    names = ["IMG-3.png", "IMG.png", "img-2-2.png", "img-2.png"]
    assert sorted(path.name for path in drawn.iterdir()) == names
    (tmp_path / "truth.json").write_text(
        json.dumps({str(photo.relative_to(tmp_path)): {"cards": ["As"]} for photo in photos})
    )
    assert run("evaluate", str(tmp_path), "--failures", str(drawn)) == 0
    assert len(list(drawn.glob("*.jpg"))) == 4


def test_a_photo_is_never_drawn_over(rows_photo, tmp_path, capsys):
    before = Path(rows_photo).read_bytes()
    for target in (rows_photo, str(tmp_path)):
        assert run("read", rows_photo, "--annotate", target) == 2
        assert "this is the photo itself" in capsys.readouterr().err
    assert Path(rows_photo).read_bytes() == before
    (tmp_path / "truth.json").write_text(json.dumps({"a.jpg": {"cards": ["As"]}}))
    assert run("evaluate", str(tmp_path), "--failures", str(tmp_path)) == 2
    assert "this is the photo itself" in capsys.readouterr().err


@pytest.mark.parametrize(
    "target_told",
    [("drawn.nothing", "expected a .png or .jpg"), ("nowhere/drawn.png", "no such folder")],
)
def test_where_nothing_can_be_drawn_nothing_is_read(
    rows_photo, tmp_path, capsys, monkeypatch, target_told
):
    target, told = target_told
    monkeypatch.setattr(Reader, "read", None)
    assert run("read", rows_photo, "--annotate", str(tmp_path / target)) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert target in err and told in err


def test_a_full_disk_costs_no_reading(rows_photo, tmp_path, capsys, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Image.Image, "save", full)
    drawn = tmp_path / "drawn.png"
    assert run("read", rows_photo, "--annotate", str(drawn), "--json") == 2
    out, err = capsys.readouterr()
    assert len(json.loads(out)["photos"][0]["hands"][0]["cards"]) == 13
    assert "drawn.png: không ghi được · cannot be written (No space left on device)" in err
    (tmp_path / "truth.json").write_text(json.dumps({"bàn 1.png": {"cards": ["As"]}}))
    assert run("evaluate", str(tmp_path), "--failures", str(tmp_path / "wrong"), "--json") == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["all"]["photos"] == 1
    assert "cannot be written (No space left on device)" in err


def test_evaluate_prints_the_table_and_writes_failures(rows_photo, tmp_path, capsys):
    names = [str(card) for card in DECK[:13]]
    truth = {"bàn 1.png": {"cards": [*names[:12], "As"]}}
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    failures = tmp_path / "failures"
    assert run("evaluate", str(tmp_path), "--failures", str(failures)) == 0
    out, err = capsys.readouterr()
    assert "bàn 1.png: missing [As] wrong [5c] silent [5c]" in out
    assert err == "1/1 bàn 1.png: silently wrong\n"
    assert [path.name for path in failures.iterdir()] == ["bàn 1.jpg"]
    assert run("evaluate", str(tmp_path), "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["all"]["recall"] == pytest.approx(12 / 13)
    assert set(document["by"]) == {"source", "light", "overlap"}
    assert document["failures"][0]["wrong"] == ["5c"]
    assert document["failures"][0]["silent_cards"] == ["5c"]
    assert (document["all"]["silent"], document["all"]["silent_cards"]) == (1, 1)


def test_evaluate_takes_the_truth_file_itself(rows_photo, tmp_path, capsys):
    truth = tmp_path / "sự thật.json"
    truth.write_text(json.dumps({"bàn 1.png": {"cards": [str(card) for card in DECK[:13]]}}))
    assert run("evaluate", str(truth), "--json") == 0
    assert json.loads(capsys.readouterr().out)["all"]["exact"] == 1.0


def test_evaluate_without_any_photo_is_no_measurement(tmp_path, capsys):
    (tmp_path / "truth.json").write_text(json.dumps({"gone.jpg": {"cards": ["As"]}}))
    assert run("evaluate", str(tmp_path), "--json") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "gone.jpg: cannot be opened" in err
    assert "no photo of 1 could be read" in err


def test_merged_photos_give_one_reading(rows_photo, tmp_path, capsys):
    missing = tmp_path / "none.jpg"
    assert run("read", str(rows_photo), str(rows_photo), "--merge", "--json") == 0
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    assert len(photo["hands"][0]["cards"]) == 13
    assert photo["photo"] == f"{rows_photo} + {rows_photo}"
    assert run("read", str(rows_photo), str(missing), "--merge", "--json") == 2
    one, other = json.loads(capsys.readouterr().out)["photos"]
    assert one["photo"] == str(rows_photo)
    assert "error" in other
