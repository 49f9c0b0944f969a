"""The page that judges a quarrel: one hand, two rows, or the hands of two to four."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement
from scorer.notation import parse_cards
from tests.ui.samples import DISPUTE, FOUL, LEGAL, laid, photo, two_players
from ui.hands import Capture, Layout, empty_hand
from ui.keys import CaptureKey, DisputeKey, ShellKey


def row_of(cards: str) -> Capture:
    empty = empty_hand(Layout.SET, 5)
    filled = zip(empty.slots, parse_cards(cards), strict=True)
    return replace(empty, slots=tuple(replace(slot, card=card) for slot, card in filled))


@pytest.mark.parametrize(
    ("arrangement", "head"),
    [(FOUL, "Binh lủng: chi 3 (đôi K) mạnh hơn chi 2 (đôi Q)"), (LEGAL, "Xếp đúng luật")],
)
def test_one_hand_is_judged_with_the_reason_first(open_page, words, arrangement, head):
    app = open_page(DISPUTE, **{DisputeKey.STATE_HAND: laid(arrangement)})
    assert not app.exception
    assert f'role="status"><b>{head}</b>' in words(app)


def test_an_instant_win_outweighs_a_foul_arrangement(open_page, words):
    rows = Arrangement.parse("Ac Ks Qh", "2c 3d 4h 5s 6c", "7d 8h 9s Tc Jd")
    text = words(open_page(DISPUTE, **{DisputeKey.STATE_HAND: laid(rows)}))
    assert "<b>Sảnh rồng ăn 39 chi mỗi nhà.</b>" in text


@pytest.mark.parametrize(
    ("first", "second", "head"),
    [
        ("Ks Kh 4c Qd Qh", "As Ah 5c Jd Jh", "Chi thứ hai thắng"),
        ("As 2d 3h 4c 5s", "9s Td Jh Qc Ks", "Chi thứ nhất thắng"),
        ("Kc 9c 7c 4c 2c", "Kd 9d 7d 4d 2d", "Hòa"),
        ("Ks Kh 4c Qd Qh", "Ks Ah 5c Jd Jh", "Một lá không thể nằm ở cả hai chi"),
    ],
)
def test_two_rows_are_compared(open_page, words, first, second, head):
    app = open_page(
        DISPUTE,
        **{
            DisputeKey.MATTER: "rows",
            DisputeKey.STATE_FIRST: row_of(first),
            DisputeKey.STATE_SECOND: row_of(second),
        },
    )
    assert not app.exception
    assert head in words(app)


def test_two_hands_in_a_quarrel_are_judged_without_money(open_page, words):
    case = two_players(laid(FOUL), laid(LEGAL))
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands", DisputeKey.STATE_CASE: case})
    app.button(key=DisputeKey.JUDGE).click().run()
    assert not app.exception
    text = words(app)
    assert "+6 chi" in text
    assert "₫" not in text
    assert "R3.2" in text
    assert "&lt;b&gt;Bình" in text
    app.button(key=DisputeKey.NEW).click().run()
    assert not app.exception
    assert app.session_state[DisputeKey.STATE_CASE] is None
    assert DisputeKey.JUDGE not in [button.key for button in app.button]


def test_a_quarrel_takes_two_to_four_hands_and_one_photo(open_page):
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands"})
    for shown, count in ((2, 4), (4, 3)):
        app.button_group(key=f"{DisputeKey.COUNT}_{shown}").set_value(count).run()
        assert len(app.session_state[DisputeKey.STATE_CASE].seats) == count
    app.toggle(key=DisputeKey.WHOLE).set_value(True).run()
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('dispute0')}_0").set_value(
        ("table.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    case = app.session_state[DisputeKey.STATE_CASE]
    assert [len(seat.cards) for seat in case.seats] == [13, 13, 13]


def test_a_hand_without_a_name_is_called_in_the_language_of_the_page(open_page):
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands"})
    app.button_group(key=f"{DisputeKey.COUNT}_2").set_value(3).run()
    app.button_group(key=f"{ShellKey.LANGUAGE}_vi").set_value("en").run()
    assert not app.exception
    (seats,) = (group for group in app.button_group if group.key.startswith(DisputeKey.SEAT))
    assert seats.options == ["Hand 1", "Hand 2", "Hand 3"]


def test_a_card_in_two_quarrelling_hands_is_told(open_page, words):
    case = two_players(laid(FOUL), laid(FOUL))
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands", DisputeKey.STATE_CASE: case})
    assert not app.exception
    assert app.button(key=DisputeKey.JUDGE).disabled
    assert words(app).count('role="alert"') == 13
    app.text_input(key=f"{DisputeKey.NAME}_0").set_value("<B>BÌNH</B>").run()
    assert "&lt;B&gt;BÌNH" in words(app)
    assert app.session_state[DisputeKey.STATE_CASE].seats[0].name == "An"
