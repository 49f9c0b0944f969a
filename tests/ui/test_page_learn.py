"""The page to practise on: hands dealt, photographed or played, weighed and remembered."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement
from tests.ui.samples import BROWSER, FOUL, LEARN, LEGAL, laid, photo, two_players
from ui.keys import CaptureKey, LearnKey, SettleKey, ShellKey
from ui.lessons import Lesson, PlayedHand
from ui.notebook import Notebook, notebook_path
from ui.practice import Mistake, Source


def lesson(rows: Arrangement, **fields: object) -> Lesson:
    return Lesson(capture=laid(rows), source=Source.DEALT, **fields)


def practised() -> list[tuple[Mistake, ...]]:
    attempts = Notebook(notebook_path(), BROWSER).attempts()
    return [attempt.outcome.mistakes for attempt in attempts]


@pytest.mark.parametrize("key", [LearnKey.DEAL, LearnKey.TRICKY])
def test_thirteen_cards_are_dealt_to_be_arranged(open_page, key):
    app = open_page(LEARN)
    app.button(key=key).click().run()
    assert not app.exception
    capture = app.session_state[LearnKey.STATE_LESSON].capture
    assert len(set(capture.cards)) == 13
    assert app.button(key=LearnKey.CHECK).disabled


def test_a_foul_is_told_weighed_and_remembered_once(open_page, words):
    session = {LearnKey.STATE_LESSON: lesson(FOUL), ShellKey.STATE_BROWSER: BROWSER}
    app = open_page(LEARN, **session)
    app.button(key=LearnKey.CHECK).click().run()
    assert not app.exception
    assert "chi mỗi ván</b>" in words(app)
    assert "Binh lủng: chi 3" in words(app)
    assert words(app).count("mb-way") == 4
    app.button(key=LearnKey.AGAIN).click().run()
    app.button(key=LearnKey.CHECK).click().run()
    assert practised() == [(Mistake.FOUL,)]

    app.button_group(key=LearnKey.PART).set_value("record").run()
    assert not app.exception
    assert "Để binh lủng" in words(app)
    app.button(key=LearnKey.FORGET_SURELY).click().run()
    assert practised() == []
    assert "Sổ còn trống" in words(app)


def test_an_instant_win_is_seen_or_missed(open_page, words):
    rows = Arrangement.parse("2c 3d 4h", "5s 6c 7d 8h 9s", "Tc Jd Qh Ks Ac")
    session = {LearnKey.STATE_LESSON: lesson(rows), ShellKey.STATE_BROWSER: BROWSER}
    app = open_page(LEARN, **session)
    app.button(key=LearnKey.CHECK).click().run()
    assert "Bỏ lỡ tới trắng" in words(app)
    app.button(key=LearnKey.AGAIN).click().run()
    app.button(key=LearnKey.DECLARE).click().run()
    assert not app.exception
    assert "Đúng rồi, tới trắng!" in words(app)
    assert practised() == [(Mistake.MISSED_INSTANT,)]  # the first answer counts


def test_a_false_instant_win_is_refused_and_counted(open_page, words):
    session = {LearnKey.STATE_LESSON: lesson(LEGAL), ShellKey.STATE_BROWSER: BROWSER}
    app = open_page(LEARN, **session)
    app.button(key=LearnKey.DECLARE).click().run()
    assert "không tới trắng" in words(app)
    app.button(key=LearnKey.CHECK).click().run()
    assert not app.exception
    assert Mistake.FALSE_INSTANT in practised()[0]


def test_the_hands_of_a_settled_round_are_practised_beside_what_was_laid(open_page, words):
    table = two_players(laid(FOUL), laid(LEGAL), is_settled=True)
    app = open_page(LEARN, **{SettleKey.STATE_ROUND: table})
    app.button(key=LearnKey.PLAYED).click().run()
    assert not app.exception
    played = app.session_state[LearnKey.STATE_LESSON]
    assert set(played.capture.cards) == set(FOUL.cards)
    mine = replace(played, capture=played.capture.arranged(FOUL))
    app = open_page(LEARN, **{LearnKey.STATE_LESSON: mine, SettleKey.STATE_ROUND: table})
    app.button(key=LearnKey.CHECK).click().run()
    assert "<b>An đã xếp</b>" in words(app)
    app.button(key=LearnKey.NEXT).click().run()
    assert not app.exception
    assert not app.session_state[LearnKey.STATE_LESSON].checked


def test_a_photo_is_practised_too(open_page):
    app = open_page(LEARN)
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('learn')}_0").set_value(
        ("hand.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    assert app.session_state[LearnKey.STATE_LESSON].source is Source.PHOTO


def test_hands_of_a_night_wait_to_be_practised(open_page):
    Notebook(notebook_path(), BROWSER).keep_played([PlayedHand("Chị Bảy", LEGAL)])
    app = open_page(LEARN, **{ShellKey.STATE_BROWSER: BROWSER})
    app.button(key=LearnKey.PLAYED).click().run()
    assert not app.exception
    dealt = app.session_state[LearnKey.STATE_LESSON]
    assert (dealt.holder, dealt.laid) == ("Chị Bảy", LEGAL)


def test_a_captured_hand_put_away_can_be_taken_back_a_dealt_one_not(open_page):
    back = CaptureKey.TAKE_BACK.of("learn")
    mine = replace(lesson(LEGAL), source=Source.PHOTO)
    app = open_page(LEARN, **{LearnKey.STATE_LESSON: mine})
    app.button(key=LearnKey.OTHER).click().run()
    app.button(key=back).click().run()
    assert not app.exception
    assert app.session_state[LearnKey.STATE_LESSON].capture.arrangement == LEGAL
    app = open_page(LEARN, **{LearnKey.STATE_LESSON: lesson(LEGAL)})
    app.button(key=LearnKey.OTHER).click().run()
    assert back not in [button.key for button in app.button]
