"""Every page of the router's own list opens, in both languages, and does its job."""

import io
from dataclasses import replace

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from scorer.arrangement import Arrangement
from scorer.cards import Suit
from scorer.house import export_profile, profile_from_dict
from scorer.house_code import rules_code
from scorer.notation import parse_cards
from scorer.rules_profile import RulesProfile
from tests.ui.conftest import ROOT, SLOW_MACHINE_S
from tests.ui.doubles import DOUBTS, HAND, reading
from ui import resources
from ui.faces import suit_colour
from ui.hands import Capture, Layout, empty_hand, hand_of, read_hand
from ui.keys import CaptureKey, DisputeKey, LearnKey, ReadKey, RulesKey, SettleKey, ShellKey
from ui.lessons import Lesson, PlayedHand
from ui.notebook import Notebook, notebook_path
from ui.pages import PAGES
from ui.pictures import PhotoView
from ui.practice import Mistake, Source
from ui.rounds import Seat, TableRound, new_round
from ui.rules_draft import Draft, groups
from ui.state import rules_key as state_key
from ui.text import LANGUAGES, Texts

READ, LEARN, SETTLE, DISPUTE, RULES = (
    next(page for page in PAGES if page.name == name)
    for name in ("read", "learn", "settle", "dispute", "rules")
)
PHOTO = PhotoView(b"", b"", 13, (1000, 500))
FOUL = Arrangement.parse("Kh Ks 4c", "Qd Qh 8s 7c 2d", "As Ad 9d 6d 3d")
LEGAL = Arrangement.parse("Jc Th 5c", "8h 8d Ac Qs 6c", "5d 5h 5s 4d 2h")


def photo(width: int = 600, height: int = 400) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "#206040").save(buffer, "JPEG")
    return buffer.getvalue()


def laid(arrangement: Arrangement) -> Capture:
    return hand_of(arrangement.cards).arranged(arrangement)


def row_of(cards: str) -> Capture:
    empty = empty_hand(Layout.SET, 5)
    filled = zip(empty.slots, parse_cards(cards), strict=True)
    return replace(empty, slots=tuple(replace(slot, card=card) for slot, card in filled))


def two_players(first: Capture | None, second: Capture | None, **fields: object) -> TableRound:
    names = ("An", "<b>Bình</b>")
    seats = tuple(
        Seat(id=i, name=name, capture=capture)
        for i, (name, capture) in enumerate(zip(names, (first, second), strict=True))
    )
    return TableRound(seats=seats, **fields)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_opens_in_both_languages(open_page, words, page, language):
    app = open_page(page, **{ShellKey.STATE_LANGUAGE: language})
    assert not app.exception
    texts = Texts(language)
    assert texts(page.title) in words(app)
    assert texts("shell.claim") in words(app)


def test_the_router_opens_the_first_page_and_links_to_all(words):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW_MACHINE_S).run()
    assert not app.exception
    assert Texts("vi")(PAGES[0].title) in words(app)
    labels = [link.label for link in app.page_link]
    assert labels == [Texts("vi")(page.tab) for page in PAGES if page.in_bar]


def test_the_address_chooses_the_language(words):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW_MACHINE_S)
    app.query_params["lang"] = "en"
    assert Texts("en")("shell.claim") in words(app.run())
    del app.query_params["lang"]  # as a tap on another page does
    assert Texts("en")("shell.claim") in words(app.run())


def test_four_colours_change_the_faces(open_page):
    app = open_page(READ)
    colour = suit_colour(Suit.DIAMONDS, four_colour=True).removeprefix("#")
    assert colour not in "".join(part.body for part in app.html)
    app.toggle(key=ShellKey.FOUR_COLOUR).set_value(True).run()
    assert not app.exception
    assert colour in "".join(part.body for part in app.html)


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


def test_a_name_that_is_too_long_is_cut_and_that_is_said(open_page, words):
    app = open_page(SETTLE, **{SettleKey.STATE_ROUND: two_players(None, None)})
    app.text_input(key=f"{SettleKey.NAME}_0").set_value("Nguyễn Thị Thanh Bảy Của Tôi").run()
    assert app.session_state[SettleKey.STATE_ROUND].seats[0].name == "Nguyễn Thị Thanh Bảy"
    assert Texts("vi")("names.cut", n=20, name="Nguyễn Thị Thanh Bảy") in words(app)


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


def test_the_rules_show_all_five_systems_and_hide_what_is_common(open_page, words):
    app = open_page(RULES)
    short = words(app)
    app.toggle(key=RulesKey.DIFFERENCES).set_value(False).run()
    assert not app.exception
    full = words(app)
    assert full.count("<tr>") > short.count("<tr>") > 20
    assert all(Texts("vi")(f"system.{name}") in full for name in ("bigkool", "mo-binh", "tinh-chi"))


BROWSER = "0" * 32


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
    assert app.session_state[DisputeKey.STATE_CASE].is_empty


def test_a_quarrel_takes_two_to_four_hands_and_one_photo(open_page):
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands"})
    for count in (4, 3):
        shown = len(app.session_state[DisputeKey.STATE_CASE].seats)
        app.button_group(key=f"{DisputeKey.COUNT}_{shown}").set_value(count).run()
        assert len(app.session_state[DisputeKey.STATE_CASE].seats) == count
    app.toggle(key=DisputeKey.WHOLE).set_value(True).run()
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('dispute0')}_0").set_value(
        ("table.jpg", photo(), "image/jpeg")
    ).run()
    assert not app.exception
    case = app.session_state[DisputeKey.STATE_CASE]
    assert [len(seat.cards) for seat in case.seats] == [13, 13, 13]


def test_a_card_in_two_quarrelling_hands_is_told(open_page, words):
    case = two_players(laid(FOUL), laid(FOUL))
    app = open_page(DISPUTE, **{DisputeKey.MATTER: "hands", DisputeKey.STATE_CASE: case})
    assert not app.exception
    assert app.button(key=DisputeKey.JUDGE).disabled
    assert words(app).count('role="alert"') == 13
    app.text_input(key=f"{DisputeKey.NAME}_0").set_value("<B>BÌNH</B>").run()
    assert "&lt;B&gt;BÌNH" in words(app)
    assert app.session_state[DisputeKey.STATE_CASE].seats[0].name == "An"


def house(**changes: object) -> RulesProfile:
    return profile_from_dict({"base": "bigkool", "name": "Nhà <b>Tư</b>", **changes})


def test_house_rules_are_written_saved_used_and_dropped(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house", ShellKey.STATE_BROWSER: BROWSER})
    app.button(key=RulesKey.NEW).click().run()
    assert app.button(key=RulesKey.SAVE).disabled
    assert Texts("vi")("rules.no_changes", base="Bigkool") in words(app)
    number = app.session_state[RulesKey.STATE_DRAFT].number
    app.text_input(key=f"{RulesKey.NAME}_{number}").set_value("  Nhà  <b>Tư</b> ").run()
    app.button_group(key=RulesKey.GROUP).set_value("R2").run()
    app.number_input(key=f"{RulesKey.FIELD}_front_trips_{number}").set_value(7).run()
    assert not app.exception
    assert "3 → 7" in words(app)
    app.button(key=RulesKey.SAVE).click().run()
    assert not app.exception
    (saved,) = Notebook(notebook_path(), BROWSER).house_rules()
    assert (saved.front_trips, saved.name_vi) == (7, "Nhà <b>Tư</b>")
    assert state_key(saved) == app.session_state[ShellKey.STATE_RULES]

    app.button_group(key=RulesKey.PART).set_value("compare").run()
    assert "Nhà &lt;b&gt;Tư&lt;/b&gt;: khác luật gốc" in words(app)
    app.button_group(key=RulesKey.PART).set_value("house").run()
    app.button(key=f"{RulesKey.DROP}_{state_key(saved)}").click().run()
    assert not app.exception
    assert Notebook(notebook_path(), BROWSER).house_rules() == ()


@pytest.mark.parametrize("group", [*groups("vi")])
def test_every_part_of_the_rules_can_be_written(open_page, group):
    draft = Draft(base="chi-at", name="Nhà")
    app = open_page(
        RULES, **{RulesKey.PART: "house", RulesKey.STATE_DRAFT: draft, RulesKey.GROUP: group}
    )
    assert not app.exception
    assert app.session_state[RulesKey.STATE_DRAFT].values == {}  # looking changes nothing


def test_rules_that_do_not_fit_are_told_at_once(open_page, words):
    draft = Draft(base="bigkool", name="Nhà")
    session = {RulesKey.PART: "house", RulesKey.STATE_DRAFT: draft, RulesKey.GROUP: "names"}
    app = open_page(RULES, **session)
    app.text_area(key=f"{RulesKey.FIELD}_row_names_vi_{draft.number}").set_value("một\nhai").run()
    assert not app.exception
    assert words(app).count('role="alert"') == 1
    assert app.button(key=RulesKey.SAVE).disabled


def test_rules_arrive_as_a_code_and_are_looked_at_first(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house"})
    app.text_area(key=RulesKey.CODE).set_value(rules_code(house(loss_cap=30)))
    app.button(key=RulesKey.READ_CODE).click().run()
    assert not app.exception
    assert "– → 30" in words(app)
    app.button(key=RulesKey.CANCEL).click().run()
    app.text_area(key=RulesKey.CODE).set_value("MB1-nonsense")
    app.button(key=RulesKey.READ_CODE).click().run()
    assert not app.exception
    assert "Mã luật bị thiếu hoặc sai chữ" in words(app)


def test_rules_arrive_as_a_file(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house"})
    sent = export_profile(house(loss_cap=30)).encode()
    app.file_uploader(key=f"{RulesKey.UPLOAD}_0").set_value(("r.json", sent, "text/plain")).run()
    assert "– → 30" in words(app)
    app.button(key=RulesKey.CANCEL).click().run()
    bad = b'{"base": "bigkool", "<script>": 1}'
    app.file_uploader(key=f"{RulesKey.UPLOAD}_1").set_value(("r.json", bad, "text/plain")).run()
    assert not app.exception
    assert 'role="alert"' in words(app)
    assert "<script>" not in words(app)


@pytest.mark.parametrize("page", [READ, LEARN, SETTLE, DISPUTE])
def test_house_rules_can_be_chosen_on_every_page(open_page, page):
    rules = house(loss_cap=30)
    session = {ShellKey.STATE_HOUSE: (rules,), ShellKey.STATE_RULES: state_key(rules)}
    if page is READ:
        session[ReadKey.STATE_HAND] = laid(LEGAL)
    app = open_page(page, **session)
    assert not app.exception


def test_a_browser_that_comes_back_finds_its_choices(words):
    book = Notebook(notebook_path(), BROWSER)
    book.keep_rules(house(loss_cap=30))
    book.choose(language="en", four_colour=True, rules=state_key(house(loss_cap=30)))
    script = (
        "import streamlit as st\n"
        "from ui import state\n"
        f"state.know_browser({BROWSER!r})\n"
        "st.write(f'{state.language()} {state.four_colour()} {state.profile().loss_cap}')\n"
    )
    app = AppTest.from_string(script, default_timeout=SLOW_MACHINE_S).run()
    assert not app.exception
    assert app.markdown[0].value == "en True 30"


def test_hands_of_a_night_wait_to_be_practised(open_page):
    Notebook(notebook_path(), BROWSER).keep_played([PlayedHand("Chị Bảy", LEGAL)])
    app = open_page(LEARN, **{ShellKey.STATE_BROWSER: BROWSER})
    app.button(key=LearnKey.PLAYED).click().run()
    assert not app.exception
    dealt = app.session_state[LearnKey.STATE_LESSON]
    assert (dealt.holder, dealt.laid) == ("Chị Bảy", LEGAL)
