"""Decks: every face carries an index where its mark says."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.deck import JOKER
from vision.synthesis import gnome_decks, picture_decks
from vision.synthesis.decks import contact_sheet, deck_art, draw_deck, load_decks, shrink
from vision.synthesis.faces import CardFace, Deck

SHARED = Path(os.environ.get("MAUBINH_SHARED", "../shared"))
needs_shared = pytest.mark.skipif(
    not (SHARED / "cards" / "drawn").is_dir(), reason=f"no shared decks in {SHARED}"
)


@pytest.fixture(scope="module", params=[1, 2, 3])
def drawn(request: pytest.FixtureRequest) -> Deck:
    return draw_deck(np.random.default_rng(request.param))


def ink_share(face: CardFace, box: tuple[float, float, float, float]) -> float:
    x0, y0, x1, y1 = (round(value) for value in box)
    area = face.image[y0:y1, x0:x1, :3].astype(int)
    paper = face.image[350, 3, :3].astype(int)  # not the median: heavy letters cover half the mark
    return float((np.abs(area - paper).max(axis=2) > 60).mean())


def test_a_drawn_deck_holds_every_card_upright_at_card_size(drawn: Deck) -> None:
    assert set(range(52)) <= set(drawn.faces)
    for card, face in drawn.faces.items():
        assert face.card == card
        assert face.image.shape == (700, 500, 4)
        assert face.image.dtype == np.uint8


def test_marks_lie_on_the_card_and_hold_ink(drawn: Deck) -> None:
    for face in drawn.faces.values():
        assert len(face.marks) in (2, 4)
        for mark in face.marks:
            x0, y0, x1, y1 = mark.box_xyxy
            assert 0 <= x0 < x1 <= 500
            assert 0 <= y0 < y1 <= 700
            assert 0.04 < ink_share(face, mark.box_xyxy) < 0.9
            assert mark.up_deg == (0 if y0 + y1 < 700 else 180)


def test_marks_are_tight(drawn: Deck) -> None:
    for face in drawn.faces.values():
        for mark in face.marks:
            x0, y0, x1, y1 = (round(value) for value in mark.box_xyxy)
            area = face.image[y0:y1, x0:x1, :3].astype(int)
            ink = np.abs(area - face.image[350, 3, :3].astype(int)).max(axis=2) > 20
            assert ink[0].any()
            assert ink[-1].any()
            assert ink[:, 0].any()
            assert ink[:, -1].any()


def test_the_same_seed_draws_the_same_deck() -> None:
    one, two = (draw_deck(np.random.default_rng(9)) for _ in range(2))
    assert all(np.array_equal(one.faces[c].image, two.faces[c].image) for c in (0, 30, 51))


def test_of_a_deck_only_the_wanted_cards_are_drawn() -> None:
    some = draw_deck(np.random.default_rng(9), cards=(30, JOKER))
    assert set(some.faces) == {30, JOKER}
    assert all(face.marks for face in some.faces.values())
    none = draw_deck(np.random.default_rng(9), cards=())
    assert (none.faces, none.back.shape) == ({}, some.back.shape)


def test_shrink_scales_picture_and_marks(drawn: Deck) -> None:
    small = shrink(drawn.faces[3], 0.5)
    assert small.image.shape == (350, 250, 4)
    assert small.marks[0].box_xyxy[2] == drawn.faces[3].marks[0].box_xyxy[2] / 2


def test_contact_sheet_shows_all_cards(drawn: Deck) -> None:
    sheet = contact_sheet(drawn, card_w=40)
    assert sheet.shape[1:] == (13 * 44, 3)


@needs_shared
def test_shared_decks_have_marks_of_even_height(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = ("drawn/vector", "scans/bicycle", "scans/dutch")
    monkeypatch.setattr(
        picture_decks, "PICTURE_DECKS", {name: picture_decks.PICTURE_DECKS[name] for name in some}
    )
    decks = load_decks(SHARED, seed=0, kinds=("scan", "drawn"), cache=tmp_path)
    assert [len(deck.faces) for deck in decks] == [52, 48, 39]
    assert [len(deck.faces[20].marks) for deck in decks] == [2, 2, 4]
    for deck in decks:
        for courts in (True, False):
            heights = [
                mark.box_xyxy[3] - mark.box_xyxy[1]
                for card, face in deck.faces.items()
                for mark in face.marks
                if (36 <= card < 48) == courts
            ]
            assert not heights or max(heights) / min(heights) < 1.35, deck.name


def test_a_gnome_deck_is_read_once_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (gnome_decks.SHEETS / "tango.svgz").exists() or shutil.which("rsvg-convert") is None:
        pytest.skip("the Debian packages gnome-cards-data and librsvg2-bin are not installed")
    monkeypatch.setattr(gnome_decks, "SHEET_DECKS", {"simplistic": gnome_decks.Sheet()})
    (deck,) = load_decks(None, seed=0, kinds=("gnome",), cache=tmp_path)
    assert (deck.name, deck.source, sorted(deck.faces)) == ("simplistic", "gnome", list(range(52)))
    (again,) = gnome_decks.gnome_decks(sheets=tmp_path / "gone", cache=tmp_path)
    assert np.array_equal(again.faces[17].image, deck.faces[17].image)
    assert again.faces[17].marks == deck.faces[17].marks
    (art,) = deck_art([deck])
    assert len(art.courts) == 12
    assert art.glyphs is not None
    assert art.suits is not None
    plain, borrowed = (draw_deck(np.random.default_rng(4), given) for given in ((), (art,)))
    assert plain.faces.keys() == borrowed.faces.keys()
    assert not np.array_equal(plain.faces[44].image, borrowed.faces[44].image)


def test_a_missing_package_adds_no_deck(tmp_path: Path) -> None:
    assert gnome_decks.gnome_decks(sheets=tmp_path, cache=tmp_path) == []
