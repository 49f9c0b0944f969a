"""The page that reads a hand from a photo and advises how to lay it."""

import pytest

from scorer.notation import parse_cards
from tests.ui.doubles import DOUBTS, HAND
from tests.ui.samples import FOUL, LEGAL, READ, laid, photo
from ui import resources
from ui.hands import hand_of
from ui.keys import CaptureKey, ReadKey


def test_a_photo_becomes_a_hand_with_doubts_and_then_advice(open_page, words):
    app = open_page(READ)
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('read')}_0").set_value(
        ("hand.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    capture = app.session_state[ReadKey.STATE_HAND]
    assert set(capture.cards) == set(HAND)
    assert capture.doubts == len(DOUBTS)
    assert "mb-way" not in words(app)

    app.button(key=CaptureKey.USE_ANYWAY.of("read")).click().run()
    assert not app.exception
    assert words(app).count("mb-way") == 3


def test_the_number_of_opponents_changes_the_advice(open_page, words):
    app = open_page(READ, **{ReadKey.STATE_HAND: hand_of(HAND)})
    three = words(app)
    app.button_group(key=ReadKey.OPPONENTS).set_value(1).run()
    assert not app.exception
    assert words(app) != three


@pytest.mark.parametrize(
    ("rows", "said"), [(FOUL, "đang xếp là binh lủng"), (LEGAL, "Cách bạn đang xếp: ")]
)
def test_rows_as_laid_are_weighed_beside_the_best(open_page, words, rows, said):
    app = open_page(READ, **{ReadKey.STATE_HAND: laid(rows)})
    assert not app.exception
    assert said in words(app)


def test_an_instant_win_is_announced_with_its_pay(open_page, words):
    dragon = parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")
    text = words(open_page(READ, **{ReadKey.STATE_HAND: hand_of(dragon)}))
    assert "mb-banner" in text
    assert "39 chi" in text


def test_a_hand_put_away_by_a_slip_can_be_taken_back(open_page):
    again, back, by_hand = (
        key.of("read") for key in (CaptureKey.AGAIN, CaptureKey.TAKE_BACK, CaptureKey.BY_HAND)
    )
    app = open_page(READ, **{ReadKey.STATE_HAND: laid(LEGAL)})
    app.button(key=again).click().run()
    assert app.session_state[ReadKey.STATE_HAND] is None
    app.button(key=back).click().run()
    assert not app.exception
    assert app.session_state[ReadKey.STATE_HAND].arrangement == LEGAL
    app.button(key=again).click().run()
    app.button(key=by_hand).click().run()
    app.button(key=again).click().run()
    assert back not in [button.key for button in app.button]  # another hand had been begun


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "0 byte"),
        (b"<script>alert(1)</script>", "hông phải ảnh"),
        (photo()[:300], "hỏng"),
        (photo(20, 20), "64"),
    ],
    ids=["empty", "no picture", "cut short", "tiny"],
)
def test_what_is_no_photo_is_refused_in_words(open_page, words, data, word):
    app = open_page(READ)
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('read')}_0").set_value(
        ("x.jpg", data, "image/jpeg")
    ).run()
    assert not app.exception
    assert 'role="alert"' in words(app)
    assert word in words(app)
    assert "<script>" not in words(app)
    assert ReadKey.STATE_HAND not in app.session_state


def test_without_networks_the_page_says_so_and_offers_taps(open_page, words, monkeypatch):
    def broken() -> None:
        raise RuntimeError("models/detector.pt is missing")

    monkeypatch.setattr(resources, "load_reader", broken)
    resources.desk.clear()
    app = open_page(READ)
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('read')}_0").set_value(
        ("hand.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    assert "models/detector.pt is missing" in words(app)
    app.button(key=CaptureKey.BY_HAND.of("read")).click().run()
    assert app.session_state[ReadKey.STATE_HAND].cards == ()
