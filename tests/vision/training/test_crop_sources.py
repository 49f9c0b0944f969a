import shutil
from dataclasses import replace

import cv2
import numpy as np
import pytest

from cli import maubinh
from commands import _output
from scorer.cards import DECK
from vision.classify import REJECT
from vision.synthesis.decks import draw_deck
from vision.synthesis.single_cards import SingleCards
from vision.training import crop_sources
from vision.training.crop_sources import (
    CropPreparation,
    photo_crops,
    prepare_crops,
    shown,
    single_card_crops,
)
from vision.training.crop_store import HELD_OUT, CropSet, write_crops
from vision.training.crops import STORED_PX

ACES_AND_SEVENS = (20, 23, 48, 51)


@pytest.fixture(scope="module")
def deck():
    return draw_deck(np.random.default_rng(11))


def on_paper(image: np.ndarray) -> np.ndarray:
    alpha = image[..., 3:] / 255
    return (image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@pytest.fixture(scope="module")
def shared(tmp_path_factory, deck):
    """A shared folder with eight pictures of four cards, and one labelled photo of one of them."""
    folder = tmp_path_factory.mktemp("shared")
    for card in ACES_AND_SEVENS:
        place = folder / "cards" / "web" / str(DECK[card])
        place.mkdir(parents=True)
        squashed = cv2.resize(on_paper(deck.faces[card].image), (448, 448))
        for name in ("000.jpg", "001.jpg"):
            cv2.imwrite(str(place / name), squashed[..., ::-1])
    photos = folder / "photos" / "train"
    for part in ("images", "labels"):
        (photos / part).mkdir(parents=True)
    (photos / "classes.txt").write_text("10c\nAs\n")
    face = deck.faces[51]
    picture = np.ascontiguousarray(on_paper(face.image)[..., ::-1])
    mark = next(mark for mark in face.marks if mark.up_deg == 0)
    x0, y0, x1, y1 = np.array(mark.box_xyxy) / (500, 700, 500, 700)
    line = f"1 {(x0 + x1) / 2} {(y0 + y1) / 2} {x1 - x0} {y1 - y0}\n"
    for session in ("desk", "webcam"):
        cv2.imwrite(str(photos / "images" / f"{session}_0001.jpg"), picture)
        (photos / "labels" / f"{session}_0001.txt").write_text(line)
    return folder


def test_single_cards_give_both_corners_upright(shared):
    cards = SingleCards.find(shared / "cards" / "web")
    crops = list(single_card_crops(cards))
    assert len(crops) == sum(len(marks) for _, _, marks in cards)
    assert len(crops) >= 12
    by_card = {}
    for crop, number, _ in crops:
        by_card.setdefault(number, []).append(crop.astype(float))
    assert set(by_card) <= set(ACES_AND_SEVENS)
    for same in by_card.values():
        for other in same[1:]:
            assert np.corrcoef(same[0].ravel(), other.ravel())[0, 1] > 0.6


def test_a_photo_gives_its_labelled_index_and_the_webcam_is_held_out(shared):
    photos = shared / "photos" / "train"
    ups = {"desk_0001": [0.0], "webcam_0001": [0.0]}
    crops = list(photo_crops(photos, ups))
    assert [label for _, label, _ in crops] == [51, 51]
    assert crops[0][2] == "desk"
    assert crops[1][2].startswith("held out")
    assert list(photo_crops(photos, {"desk_0001": [None]})) == []


def test_a_photo_labelled_upside_down_gives_the_crop_on_its_head(shared):
    """Turned by half, the same box gives the crop of the upright one on its head."""
    photos = shared / "photos" / "train"
    upright = next(photo_crops(photos, {"desk_0001": [0.0]}))[0].astype(float)
    turned = next(photo_crops(photos, {"desk_0001": [180.0]}))[0][::-1, ::-1].astype(float)
    assert np.abs(upright - turned).mean() < 6


def test_preparation_writes_what_is_missing_and_keeps_the_rest(shared, deck, tmp_path, monkeypatch):
    monkeypatch.setattr(crop_sources, "load_decks", lambda *_, **__: [deck])
    wanted = CropPreparation(
        folder=tmp_path, shared=shared, ups={"desk_0001": [0.0]}, drawn=0, mixed=1, per_deck=5
    )
    folders = list(prepare_crops(wanted))
    assert [folder.name for folder in folders] == [
        f"font-{deck.name}",
        f"covered-font-{deck.name}",
        "web-000",
        "covered-web-000",
        "single",
        "photos",
    ]
    before = {folder: (folder / "crops.npy").stat().st_mtime_ns for folder in folders}
    assert [len(CropSet.open(folder)) for folder in folders[:4]] == [5, 2, 5, 2]
    assert set(CropSet.open(folders[5]).labels) <= {51, REJECT}
    assert list(prepare_crops(wanted)) == folders
    assert before == {folder: (folder / "crops.npy").stat().st_mtime_ns for folder in folders}


def test_crops_are_the_same_whatever_was_there_before(shared, deck, tmp_path, monkeypatch):
    monkeypatch.setattr(crop_sources, "load_decks", lambda *_, **__: [deck])
    whole = CropPreparation(folder=tmp_path / "whole", shared=shared, drawn=1, mixed=1, per_deck=4)
    folders = list(prepare_crops(whole))
    again = replace(whole, folder=tmp_path / "again", drawn=2)
    for name in (f"font-{deck.name}", "font-000", "web-000"):  # where a first run was stopped
        shutil.copytree(whole.folder / name, again.folder / name)
    list(prepare_crops(again))
    for folder in folders:
        crops, same = CropSet.open(folder), CropSet.open(again.folder / folder.name)
        np.testing.assert_array_equal(crops.crops, same.crops, folder.name)
        np.testing.assert_array_equal(crops.labels, same.labels)


def test_photos_of_unknown_direction_are_left_for_later(shared, deck, tmp_path, monkeypatch):
    monkeypatch.setattr(crop_sources, "load_decks", lambda *_, **__: [deck])
    wanted = CropPreparation(folder=tmp_path, shared=shared, drawn=0, mixed=0, per_deck=5)
    assert [folder.name for folder in prepare_crops(wanted)][2:] == ["single"]
    nowhere = replace(wanted, ups={"desk_0001": [None]})
    assert [folder.name for folder in prepare_crops(nowhere)][2:] == ["single"]
    known = replace(wanted, ups={"desk_0001": [0.0]})
    *_, photos = prepare_crops(known)
    assert (photos.name, len(CropSet.open(photos))) == ("photos", 1)


def test_no_crops_are_no_folder(tmp_path):
    with pytest.raises(ValueError, match="none: no crops to store"):
        write_crops(tmp_path / "none", [], 0)
    assert not (tmp_path / "none").exists()


def test_few_crops_keep_no_file_open(tmp_path):
    crop = np.full((STORED_PX, STORED_PX, 3), 7, np.uint8)
    write_crops(tmp_path / "few", [(crop, 3, "a")] * 2, 2)
    write_crops(tmp_path / "many", [(crop, 3, "a")] * 300, 300)
    few, many = CropSet.open(tmp_path / "few"), CropSet.open(tmp_path / "many")
    assert not isinstance(few.crops, np.memmap)
    assert isinstance(many.crops, np.memmap)
    assert few.crops[1].tolist() == many.crops[299].tolist() == crop.tolist()


def test_each_kind_of_source_gets_its_share_of_the_views(tmp_path):
    crop = np.zeros((STORED_PX, STORED_PX, 3), np.uint8)
    counts = {"photos": 3, "single": 12, "web-000": 10, "web-001": 30, "font-000": 7, "gnome-x": 5}
    counts["covered-web-000"] = 4
    for name, count in counts.items():
        write_crops(tmp_path / name, ((crop, 0, "a") for _ in range(count)), count)
    write_crops(tmp_path / "scan-dutch", [(crop, 0, f"{HELD_OUT}dutch")], 1)
    folders = [tmp_path / name for name in [*counts, "scan-dutch"]]
    views = {folder.name: times * counts[folder.name] for folder, times in shown(folders, 1000)}
    assert views == pytest.approx(
        {
            "photos": 800 / 10.1,
            "single": 2100 / 10.1,
            "web-000": 700 / 10.1,
            "web-001": 2100 / 10.1,
            "font-000": 2400 / 10.1,
            "gnome-x": 1000 / 10.1,
            "covered-web-000": 1000 / 10.1,
        }
    )
    without_photos = shown(folders[4:], 1000)
    assert sum(times * counts[folder.name] for folder, times in without_photos) == pytest.approx(
        1000
    )


def test_the_command_says_how_many_decks_are_drawn(tmp_path, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(crop_sources, "prepare_crops", lambda wanted: asked.append(wanted) or [])
    words = ["--drawn", "3", "--per-deck", "7", "--run", str(tmp_path)]
    assert _output.run(maubinh, ["train", "classifier", *words]) == 2
    assert "no crops to train on" in capsys.readouterr().err
    assert [(wanted.drawn, wanted.per_deck) for wanted in asked] == [(3, 7)]
