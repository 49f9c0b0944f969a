"""A second photo completes a hand: corrections stay, disagreement is said, crops are right."""

import io
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from scorer.arrangement import Row
from scorer.cards import Card
from scorer.notation import parse_card, parse_cards
from tests.ui.doubles import DOUBTS, EXTRA, HAND, OTHERS, reading
from tests.ui.test_hands import report
from ui import resources
from ui.hands import Capture, Layout, empty_hand, read_hand
from ui.keys import CaptureKey, DisputeKey, LearnKey, ReadKey, SettleKey
from ui.lessons import Lesson, Source
from ui.more_photos import NotCompletedError, add_photo, is_worth_another
from ui.pace import Pace
from ui.pages import PAGES
from ui.pictures import CROP_SIDE_PX, view_photo
from ui.rounds import Seat, TableRound
from vision.image import OrientedImage
from vision.problems import Problem, ProblemKind

SIZE_WH = (600, 400)
LAST = HAND[-1]
EIGHT, THREE = parse_cards("8s 3s")


def picture(value: int) -> OrientedImage:
    return OrientedImage(np.full((SIZE_WH[1], SIZE_WH[0], 3), value, np.uint8))


def captured(
    cards: tuple[Card, ...],
    doubts: Mapping[Card, str] | None = None,
    *problems: ProblemKind,
    in_rows: bool = False,
) -> Capture:
    """The hand of a white photo."""
    read = reading(cards, SIZE_WH, doubts=doubts, in_rows=in_rows)
    read = replace(read, problems=tuple(Problem(kind) for kind in problems))
    (photo,) = view_photo(picture(255), [[slot.box_xywh for slot in read.slots]])
    return read_hand(read, photo)


def changed(capture: Capture, held: Card | None, **changes: object) -> Capture:
    """The hand after taps on the place of ``held``."""
    at = next(i for i, slot in enumerate(capture.slots) if slot.card == held)
    return capture.tapped(report(capture, at=at, **changes))


def completed(capture: Capture, cards: tuple[Card, ...], **options: object) -> Capture:
    """The hand with a black photo of ``cards`` added."""
    return add_photo(capture, picture(0), reading(cards, SIZE_WH, **options), 0.95)


def kinds(capture: Capture) -> set[ProblemKind]:
    return {problem.kind for problem in capture.reading.problems}


def test_a_card_that_was_hidden_is_added_with_its_crop_from_the_second_photo():
    first = captured(HAND[:12], None, ProblemKind.GAP)
    assert is_worth_another(first)
    more = completed(first, HAND[5:])
    assert more.is_complete
    assert set(more.cards) == set(HAND)
    assert not is_worth_another(more)
    assert first.revision != more.revision
    strip = Image.open(io.BytesIO(more.photo.crops)).convert("L")
    for slot in more.slots:
        grey = strip.getpixel((CROP_SIDE_PX * slot.crop + CROP_SIDE_PX // 2, CROP_SIDE_PX // 2))
        assert (grey < 20, slot.box is None) == (slot.card == LAST, slot.card == LAST)


def test_what_people_changed_confirmed_or_took_away_stays():
    first = changed(captured((*HAND[:11], EXTRA), DOUBTS), EXTRA, card=None)
    first = changed(changed(first, EIGHT, card="3s", doubt=False), parse_card("Td"), doubt=False)
    more = completed(first, (*HAND[5:], EXTRA), doubts=DOUBTS)
    assert set(more.cards) == {THREE if card == EIGHT else card for card in HAND}
    assert more.doubts == 0
    assert set(more.corrections) == {(EIGHT, THREE), (EXTRA, None)}
    assert EIGHT in more.reading.cards  # what the reader said is kept apart


def test_a_refused_name_counts_if_its_correction_is_seen_beside_it():
    misread = tuple(THREE if card == EIGHT else card for card in HAND[:12])
    first = changed(captured(misread), THREE, card="8s", doubt=False)
    more = completed(first, (*HAND[:12], THREE))
    assert set(more.cards) == {*HAND[:12], THREE}
    assert more.is_complete


def test_photos_that_disagree_are_said_and_only_what_nobody_settled_is_asked():
    first = captured(HAND[:12], DOUBTS)
    first = changed(first, None, card=str(EXTRA), doubt=False)
    more = completed(first, HAND)
    assert ProblemKind.CONFLICT in {problem.kind for problem in more.problems}
    assert {slot.card for slot in more.slots if slot.doubt} == {LAST}
    assert EXTRA in more.cards
    removed = changed(more, LAST, card=None, doubt=False, gone=True)
    assert removed.is_complete
    assert removed.problems == ()


@pytest.mark.parametrize(
    ("second", "key"),
    [
        ((), "capture.no_cards"),
        (OTHERS[:13], "capture.other_hand"),
        ((*HAND, *OTHERS), "capture.other_hand"),
        (HAND[:9], "capture.nothing_new"),
    ],
    ids=["nothing", "another hand", "a whole table", "the same again"],
)
def test_a_photo_that_completes_nothing_is_refused(second, key):
    with pytest.raises(NotCompletedError) as refused:
        completed(captured(HAND[:12]), second)
    assert refused.value.key == key


def test_cards_in_rows_stay_where_they_lie():
    first = captured(HAND, {LAST: "3c"}, ProblemKind.GLARE, in_rows=True)
    assert first.layout is Layout.ROWS
    open_place = changed(first, HAND[1], card=None)
    assert is_worth_another(open_place)
    more = completed(open_place, (*HAND[2:], THREE))
    assert more.layout is Layout.ROWS
    assert more.row(Row.FRONT) == (HAND[0], HAND[2], THREE)
    assert [more.row(row) for row in (Row.MIDDLE, Row.BACK)] == [HAND[3:8], HAND[8:]]
    assert more.is_complete


def test_rows_that_the_second_photo_shows_are_taken():
    more = completed(captured(HAND[:12]), HAND, in_rows=True)
    assert more.layout is Layout.ROWS
    assert more.row(Row.BACK) == HAND[8:]


def test_a_third_photo_completes_two():
    two = completed(captured(HAND[:6]), HAND[4:11])
    three = completed(two, HAND[9:])
    assert set(three.cards) == set(HAND)
    assert sorted(slot.crop for slot in three.slots) == list(range(13))


def test_a_photo_is_offered_only_where_one_may_help():
    short = captured(HAND[:12])
    glaring = captured(HAND, DOUBTS, ProblemKind.GLARE)
    assert [is_worth_another(capture) for capture in (short, glaring)] == [True, True]
    doubtful, extra = captured(HAND, DOUBTS), captured((*HAND, EXTRA), None, ProblemKind.GAP)
    tapped, row = empty_hand(Layout.SET), replace(short, size=5)
    assert not any(map(is_worth_another, (doubtful, extra, tapped, row, glaring.confirmed())))


# --- on the pages --------------------------------------------------------------------------------


def page(name):
    return next(page for page in PAGES if page.name == name)


def send(app, scope, turn, width, colour="#206040"):
    buffer = io.BytesIO()
    Image.new("RGB", (width, 400), colour).save(buffer, "JPEG")
    picker = app.file_uploader(key=f"{CaptureKey.PHOTO.of(scope)}_{turn}")
    picker.set_value(("hand.jpg", buffer.getvalue(), "image/jpeg")).run()
    assert not app.exception


def offered(app):
    return [part.key for part in app.file_uploader if part.key.startswith("photo_more_")]


def test_the_reading_page_completes_a_corrected_hand(open_page):
    app = open_page(page("read"))
    send(app, "read", 0, 612)
    first = app.session_state[ReadKey.STATE_HAND]
    assert len(first.cards) == 12
    app.session_state[ReadKey.STATE_HAND] = changed(first, EIGHT, card="3s", doubt=False)
    send(app, "more_read", 0, 600)
    capture = app.session_state[ReadKey.STATE_HAND]
    assert set(capture.cards) == {THREE if card == EIGHT else card for card in HAND}
    assert {slot.card for slot in capture.slots if slot.doubt} == {parse_card("Td")}
    assert offered(app) == []


def test_refusals_disagreement_and_the_pace_are_told_in_words(open_page, words, monkeypatch):
    monkeypatch.setattr(resources, "pace", lambda: thrice)
    thrice = Pace(most=3, seconds=3600)
    app = open_page(page("read"))
    send(app, "read", 0, 612)
    first = app.session_state[ReadKey.STATE_HAND]
    send(app, "more_read", 0, 612, "#000000")
    assert "Không thấy lá bài nào trong ảnh" in words(app)
    assert app.session_state[ReadKey.STATE_HAND] is first
    send(app, "more_read", 1, 614)
    assert "Không thấy lá bài nào trong ảnh" not in words(app)
    assert "Hai ảnh không khớp nhau ở 3 rô và 2 chuồn" in words(app)
    app.session_state[ReadKey.STATE_HAND] = first
    app.run()
    send(app, "more_read", 2, 600)
    assert "Gửi ảnh dồn dập quá" in words(app)
    assert app.session_state[ReadKey.STATE_HAND] is first


@pytest.mark.parametrize(
    ("name", "state_of"),
    [
        ("dispute", lambda short: {DisputeKey.STATE_HAND: short}),
        (
            "learn",
            lambda short: {LearnKey.STATE_LESSON: Lesson(capture=short, source=Source.PHOTO)},
        ),
        (
            "settle",
            lambda short: {
                SettleKey.STATE_ROUND: TableRound(
                    seats=tuple(Seat(id=i, name=f"P{i}", capture=short) for i in range(2))
                )
            },
        ),
    ],
)
def test_other_pages_offer_it_too(open_page, name, state_of):
    assert len(offered(open_page(page(name), **state_of(captured(HAND[:12]))))) == 1
