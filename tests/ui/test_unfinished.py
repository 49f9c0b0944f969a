"""What outlives its page: hands, rounds, lessons as text, taken up again by the same browser."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scorer.arrangement import Arrangement, Row
from tests.ui.conftest import SLOW_MACHINE_S
from tests.ui.doubles import DOUBTS, HAND, reading
from tests.ui.samples import BROWSER, FOUL, LEGAL, READ, laid, two_players
from ui.hands import Capture, Layout, Slot, empty_hand, hand_of, read_hand
from ui.keys import CaptureKey, ReadKey, SettleKey, ShellKey
from ui.lessons import Lesson
from ui.notebook import Notebook, notebook_path
from ui.pictures import PhotoView
from ui.practice import Source
from ui.rounds import TableRound
from ui.unfinished import from_text, to_text

PHOTO = PhotoView(b"pixels", b"", 13, (1000, 500))


def without_photo(slot: Slot) -> Slot:
    return replace(slot, box=None, crop=None)


@pytest.mark.parametrize(
    "capture",
    [
        read_hand(reading(HAND, (1000, 500), doubts=DOUBTS), PHOTO),
        read_hand(reading(HAND[:12], (500, 1000), doubts=DOUBTS, in_rows=True), PHOTO),
        replace(hand_of(HAND), slots=(Slot(read=HAND[0], gone=True), Slot(inferred=True))),
        laid(LEGAL),
        hand_of(HAND),
        empty_hand(Layout.SET, 3),
    ],
    ids=["doubts", "short", "dropped", "laid", "loose", "row"],
)
def test_a_hand_comes_back_as_it_was_corrected_without_its_photo(capture: Capture):
    back = from_text(to_text(capture))
    assert isinstance(back, Capture)
    assert back.slots == tuple(map(without_photo, capture.slots))
    assert (back.layout, back.size) == (capture.layout, capture.size)
    assert back.reading is back.photo is None
    assert back.revision != capture.revision  # whatever a board still reports is stale
    assert "pixels" not in to_text(capture)


def test_a_round_comes_back_with_names_hands_and_result():
    table = two_players(laid(FOUL), None, stake=5_000, active=1, is_settled=True)
    table = table.with_seat(replace(table.seats[1], not_shown=True, number=2))
    back = from_text(to_text(table))
    assert isinstance(back, TableRound)
    assert [seat.name for seat in back.seats] == ["An", "<b>Bình</b>"]
    assert [seat.not_shown for seat in back.seats] == [False, True]
    assert back.seats[0].capture.arrangement == FOUL
    assert back.seats[1].capture is None
    assert back.seat == back.seats[1]
    assert [seat.number for seat in back.seats] == [None, 2]
    assert (back.stake, back.is_settled) == (5_000, True)
    assert not {seat.id for seat in back.seats} & {seat.id for seat in table.seats}


@pytest.mark.parametrize("played", [FOUL, None])
def test_a_lesson_comes_back_with_what_was_answered(played: Arrangement | None):
    lesson = Lesson(
        capture=laid(LEGAL),
        source=Source.TABLE,
        holder="Cô <b>Ba</b>",
        laid=played,
        false_instant=True,
        checked=True,
    )
    back = from_text(to_text(lesson))
    assert isinstance(back, Lesson)
    assert back == replace(lesson, capture=back.capture)
    assert back.capture.arrangement == LEGAL


@pytest.mark.parametrize(
    "text",
    [
        "",
        "13",
        "[]",
        "{}",
        '{"source": "dealt"}',
        '{"layout": "heap", "slots": [], "size": 13}',
        '{"layout": "set", "slots": [{"card": "1s"}], "size": 13}',
        '{"layout": "set", "slots": [{"colour": true}], "size": 13}',
        '{"seats": [], "stake": 1, "active": 0, "is_settled": false}',
    ],
)
def test_what_another_version_wrote_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - in many words, nobody reads them
        from_text(text)


@pytest.fixture
def come() -> Callable[..., AppTest]:
    """A new visit: what is in the session once the browser has told its id."""

    def opened(browser: str = BROWSER, **session: object) -> AppTest:
        script = f"from ui import state\nstate.know_browser({browser!r})\n"
        app = AppTest.from_string(script, default_timeout=SLOW_MACHINE_S)
        for key, value in session.items():
            app.session_state[key] = value
        app.run()
        assert not app.exception
        return app

    return opened


def test_a_browser_takes_up_its_own_hand_and_round(come):
    come(
        **{ReadKey.STATE_HAND: hand_of(HAND), SettleKey.STATE_ROUND: two_players(laid(FOUL), None)}
    )
    again = come().session_state
    assert set(again[ReadKey.STATE_HAND].cards) == set(HAND)
    assert again[SettleKey.STATE_ROUND].seats[0].capture.row(Row.FRONT) == FOUL.front
    stranger = come("f" * 32).session_state
    assert ReadKey.STATE_HAND not in stranger
    assert SettleKey.STATE_ROUND not in stranger


def test_what_was_begun_before_the_browser_was_known_goes_first(come):
    come(**{ReadKey.STATE_HAND: hand_of(HAND)})
    assert come(**{ReadKey.STATE_HAND: laid(LEGAL)}).session_state[ReadKey.STATE_HAND].arrangement
    assert come().session_state[ReadKey.STATE_HAND].arrangement == LEGAL


def test_what_cannot_be_read_any_more_is_left_out(come):
    come(**{ReadKey.STATE_HAND: hand_of(HAND)})
    book = Notebook(notebook_path(), BROWSER)
    (kept,) = book.unfinished(0)
    book.keep_unfinished(kept, "{}", 2e9)
    assert ReadKey.STATE_HAND not in come().session_state


def test_a_hand_that_is_put_away_stays_away(come, open_page):
    hand = {ReadKey.STATE_HAND: hand_of(HAND)}
    come(**hand)
    app = open_page(READ, **{ShellKey.STATE_BROWSER: BROWSER}, **hand)
    app.button(key=CaptureKey.AGAIN.of("read")).click().run()
    assert not app.exception
    assert ReadKey.STATE_HAND not in come().session_state
