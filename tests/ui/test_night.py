"""What stays of a night: its book, the picture to send, the hands to practise."""

import io

from PIL import Image

from scorer.notation import parse_cards
from tests.ui.doubles import OTHERS
from tests.ui.night import HANDS, VI, open_night
from tests.ui.samples import NIGHT, TABLE
from ui.keys import ShellKey
from ui.night_account import Night
from ui.night_picture import NightSummary, night_png
from ui.notebook import Notebook, notebook_path
from ui.share import WIDTH_PX

DRAGON = parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")


def test_the_book_tells_the_night(visit, words, clock):
    night = open_night(clock, seats=4)
    night.play(*HANDS)
    night.play(*HANDS[1:], HANDS[0], number=2)
    app = visit(NIGHT, night.seat(2))
    assert not app.exception
    text = words(app)
    for name, chi in night.book.totals(night.opened.host_key).items():
        assert VI.chi(chi) in text
        assert name.replace("<", "&lt;").replace(">", "&gt;") in text
    assert text.count("mb-way") >= 2
    assert "mb-pays" in text
    assert len(app.get("vega_lite_chart")) == 1


def test_without_a_table_or_rounds_the_book_says_what_to_do(visit, words, night):
    assert VI("night.no_table") in words(visit(NIGHT))
    assert VI("night.empty") in words(visit(NIGHT, night.seat(0)))


def test_instant_wins_are_remembered(visit, words, night):
    night.start()
    key = night.opened.seat_keys[0]
    night.book.capture(key, 0, DRAGON, None, token="d")
    night.book.lock(key, 0, "ld")
    rest = [card for card in OTHERS if card not in DRAGON][:13]
    night.book.capture(night.opened.seat_keys[1], 1, rest, None, token="o")
    night.book.call_time(night.opened.host_key, "t")
    night.book.reveal(key, "r")
    shown = words(visit(TABLE, night.seat(1)))
    assert "Tới trắng: Sảnh rồng!" in shown
    assert f">{VI.signed(39)}</strong>" in shown  # paid before any row is compared
    night.clock.pass_s(60)
    assert "Sảnh rồng" in words(visit(NIGHT, night.seat(1)))


def test_the_picture_is_drawn_for_any_name(clock):
    night = open_night(clock, seats=4)
    night.play(*HANDS)
    records = Night(
        night.book.rounds(night.opened.host_key), night.book.accounts(night.opened.host_key)
    )
    summary = NightSummary(
        title="x" * 300,
        subtitle="👨‍👩‍👧",
        accounts=records.accounts,
        running=records.running,
        payments=night.book.payments(night.opened.host_key),
    )
    picture = Image.open(io.BytesIO(night_png(summary, VI)))
    assert picture.width == WIDTH_PX
    assert len(picture.getcolors(maxcolors=1_000_000) or ()) > 50


def test_hands_that_were_shown_can_be_practised_later(visit, night):
    night.play(*HANDS[:2])
    browser = "0" * 32
    for _ in range(2):
        visit(TABLE, night.seat(1), **{ShellKey.STATE_BROWSER: browser})
    kept = Notebook(notebook_path(), browser).played()
    assert [(hand.holder, hand.laid) for hand in kept] == [("Chị Bảy", HANDS[1]), ("An", HANDS[0])]
