"""The page that settles a round: names and seats, hands, every chi with its reason."""

from table.door import NAME_LENGTH
from tests.ui.doubles import HAND, reading
from tests.ui.samples import FOUL, LEGAL, SETTLE, laid, photo, two_players
from ui.hands import Layout, read_hand
from ui.keys import CaptureKey, SettleKey, ShellKey
from ui.pictures import PhotoView
from ui.rounds import new_round
from ui.text import Texts

PHOTO = PhotoView(b"", b"", 13, (1000, 500))


def test_two_players_settle_with_every_reason(open_page, words):
    table = two_players(laid(FOUL), laid(LEGAL))
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: table})
    app.button(key=SettleKey.SETTLE).click().run()
    assert not app.exception
    text = words(app)
    assert "+6 chi" in text
    assert "−60.000" in text
    assert "&lt;b&gt;Bình" in text
    assert "<b>Bình" not in text
    assert "mạnh hơn" in text  # why the first hand is foul
    assert text.count("<li>") == 4  # three rows and the scoop


def test_a_card_in_two_hands_keeps_the_round_from_settling(open_page, words):
    table = two_players(laid(FOUL), laid(FOUL))
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: table})
    assert not app.exception
    assert app.button(key=SettleKey.SETTLE).disabled
    assert words(app).count('role="alert"') == 13


def test_a_name_is_kept_trimmed_and_a_second_one_alike_is_refused(open_page, words):
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(None, None)})
    app.text_input(key=f"{SettleKey.NAME}_0").set_value("  Cô   Ba ").run()
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].name == "Cô Ba"
    app.text_input(key=f"{SettleKey.NAME}_0").set_value("<B>BÌNH</B>").run()
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].name == "Cô Ba"
    assert "&lt;B&gt;BÌNH" in words(app)


LONG_NAME = "Công Tằng Tôn Nữ Thị Ngọc Bích Trâm Anh"


def test_a_name_that_is_too_long_is_cut_and_that_is_said(open_page, words):
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(None, None)})
    app.text_input(key=f"{SettleKey.NAME}_0").set_value(f"{LONG_NAME} Con Của Tôi").run()
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].name == LONG_NAME
    assert Texts("vi")("names.cut", n=NAME_LENGTH, name=LONG_NAME) in words(app)


def test_who_has_no_name_is_called_in_the_language_of_the_page(open_page, words):
    app = open_page(SETTLE)
    app.button(key=SettleKey.ADD_SEAT).click().run()
    app.text_input(key=f"{SettleKey.NAME}_2").set_value("Chi").run()
    app.button_group(key=f"{ShellKey.LANGUAGE}_vi").set_value("en").run()
    assert not app.exception
    (seats,) = (group for group in app.button_group if group.key.startswith(SettleKey.SEAT))
    assert seats.options == ["Player 1", "Player 2", "Chi"]
    for seat in (0, 1):
        app.button_group(key=f"{SettleKey.SEAT}_{2 if not seat else 0}_3").set_value(seat).run()
        field = app.text_input(key=f"{SettleKey.NAME}_{seat}")
        assert (field.value, field.placeholder) == ("", f"Player {seat + 1}")


def test_seats_are_added_up_to_four_and_removed_down_to_two(open_page):
    app = open_page(SETTLE)
    for count in (3, 4):
        app.button(key=SettleKey.ADD_SEAT).click().run()
        assert len(app.session_state[SettleKey.STATE_ROUND].seats) == count
    assert SettleKey.ADD_SEAT not in [button.key for button in app.button]
    for count in (3, 2):
        app.button(key=SettleKey.REMOVE_SEAT).click().run()
        assert len(app.session_state[SettleKey.STATE_ROUND].seats) == count
    assert SettleKey.REMOVE_SEAT not in [button.key for button in app.button]
    assert not app.exception


def test_the_app_arranges_a_captured_hand(open_page):
    capture = read_hand(reading(HAND, (1000, 500)), PHOTO)
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(capture, None)})
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].capture.layout is Layout.ROWS
    app.button(key=SettleKey.SUGGEST).click().run()
    assert not app.exception
    arrangement = app.session_state[SettleKey.STATE_ROUND].seats[0].capture.arrangement
    assert set(arrangement.cards) == set(HAND)
    app.button(key=SettleKey.NEXT).click().run()
    assert app.session_state[SettleKey.STATE_ROUND].active == 1


def test_one_photo_of_the_whole_table_gives_every_seat_its_hand(open_page, words):
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: new_round(("An", "Bình", "Chi"))})
    app.toggle(key=SettleKey.WHOLE_TABLE).set_value(True).run()
    assert "Bài gần người chụp nhất là của An" in words(app)
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('seat0')}_0").set_value(
        ("table.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    seats = app.session_state[SettleKey.STATE_ROUND].seats
    assert [len(seat.cards) for seat in seats] == [13, 13, 13]
    assert set(seats[0].cards) == set(HAND)
    assert len({card for seat in seats for card in seat.cards}) == 39


def test_the_next_round_starts_with_the_same_people(open_page):
    table = two_players(laid(FOUL), laid(LEGAL), is_settled=True)
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: table})
    app.button(key=SettleKey.EDIT).click().run()
    assert not app.session_state[SettleKey.STATE_ROUND].is_settled
    app.button(key=SettleKey.SETTLE).click().run()
    app.button(key=SettleKey.NEW_ROUND).click().run()
    assert not app.exception
    after = app.session_state[SettleKey.STATE_ROUND]
    assert [seat.name for seat in after.seats] == ["An", "<b>Bình</b>"]
    assert all(seat.capture is None for seat in after.seats)


def test_a_hand_put_away_by_a_slip_can_be_taken_back_in_the_same_round(open_page):
    again, back = (key.of("seat0") for key in (CaptureKey.AGAIN, CaptureKey.TAKE_BACK))
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(laid(FOUL), laid(LEGAL))})
    app.button(key=again).click().run()
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].capture is None
    app.button(key=back).click().run()
    assert not app.exception
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].capture.arrangement == FOUL
    app.button(key=again).click().run()
    app.toggle(key=f"{SettleKey.NOT_SHOWN}_0").set_value(True).run()
    app.button(key=SettleKey.SETTLE).click().run()
    app.button(key=SettleKey.NEW_ROUND).click().run()
    assert not app.exception
    assert back not in [button.key for button in app.button]
