"""A night on four phones in a real browser: two rounds by photo and by taps, with the real reader.

Screens are kept as pictures in ``artifacts/screens`` for whoever wants to look at them.
"""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from benchmarks.rendered_tables import readable_scene
from scorer.cards import DECK
from scorer.house import HOUSE_ID
from scorer.notation import parse_cards
from table.book import TableBook
from table.database import locate
from tests.ui.conftest import ROOT
from tests.ui.test_browser import check_accessible, check_layout
from vision.synthesis.clutter import Backgrounds

pytestmark = pytest.mark.slow

PHOTOS = ROOT / "tests" / "photos"
SCREENS = ROOT / "artifacts" / "screens"
MOST_ROW_S = 60
TABLE_SCENE = 1
"""A scene on which the networks read all 52 cards; others have doubts to settle first."""
NAMES = ("An", "Chị Bảy", "Cu Tèo", "Dũng")
SCHEMES = ("light", "dark", "light", "dark")


def hands_beside(photo: str) -> list[list[str]]:
    """The cards on a photo, and three hands dealt from the rest of the deck."""
    held = json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8"))[photo]["cards"]
    seen = set(parse_cards(held))
    rest = [card for card in DECK if card not in seen]
    dealt = [sorted(rest[seat::3]) for seat in range(3)]
    return [held, *([str(card) for card in hand] for hand in dealt)]


def pick(phone: Page, *cards: str) -> None:
    """Tap cards in the grid; in the page, as four phones on a slow machine take minutes else."""
    phone.evaluate(
        """async cards => {
             for (const card of cards) {
               document.querySelector(`.mb-cell[data-arg='${card}']`).click();
               await new Promise(resolve => setTimeout(resolve, 40));
             }
           }""",
        list(cards),
    )


def keep_screen(phone: Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    phone.screenshot(path=SCREENS / f"table-{name}.png", full_page=True)


def choose(phone: Page, photo: Path) -> None:
    choose_file(phone, photo)
    phone.locator(".mb-felt").wait_for()
    confirm(phone)


def confirm(phone: Page) -> None:
    """Say yes to whatever the reader wants confirmed."""
    while phone.locator(".mb-likely.now").count():
        phone.locator(".mb-likely.now").tap()


def choose_file(phone: Page, photo: Path) -> None:
    first = "[class*=st-key-photo_]:not([class*=st-key-photo_more_])"
    picker = phone.locator(f"{first} input[type=file]")
    expect(picker).to_have_count(1)
    picker.set_input_files(photo)


def tap_in(phone: Page, seat: int, cards: list[str]) -> None:
    phone.locator(f".st-key-by_hand_table{seat} button").tap()
    phone.locator(".mb-picker").wait_for()
    pick(phone, *cards)


def done(phone: Page, seat: int) -> None:
    phone.locator(f".st-key-table_lock_{seat} button").tap()
    phone.locator(".mb-done").wait_for()


def open_table(host: Page) -> str:
    """The room code of a new table of four."""
    host.goto("/table", wait_until="commit")
    for seat, name in enumerate(NAMES):
        field = host.locator(f".st-key-table_name_{seat} input")
        field.fill(name)
        field.blur()
    keep_screen(host, "open")
    check_layout(host)
    host.locator(".st-key-table_open button").tap()
    code = host.locator(".mb-room b").get_attribute("aria-label")
    assert code is not None
    return code


def slow_showdown(host: Page, data: Path) -> None:
    """Let rows stay open until the host skips, so that a slow machine sees them too."""
    secret = parse_qs(urlsplit(host.url).query)["host"][0]
    with closing(TableBook(locate(str(data)))) as book:
        view = book.view(secret)
        rules = replace(view.profile, id=HOUSE_ID, showdown_row_s=MOST_ROW_S)
        book.change_rules(
            secret,
            profile=rules,
            stake=view.stake.amount,
            arranging_seconds=None,
            token="slow",
        )


def test_four_phones_play_two_rounds(
    new_phone: Callable[..., Page], real_app: tuple[str, Path]
) -> None:
    address, data = real_app
    phones = [new_phone(address, scheme) for scheme in SCHEMES]
    host = phones[0]
    code = open_table(host)
    slow_showdown(host, data)
    for seat, phone in enumerate(phones[1:], start=1):
        phone.goto(f"/table?room={code}", wait_until="commit")
        phone.locator(f".st-key-table_seat_{seat} button").tap()
        phone.locator(".mb-who").wait_for()
        assert code not in phone.url
    expect(host.locator(".mb-who li.in")).to_have_count(4)
    keep_screen(host, "lobby")
    check_accessible(host)

    host.locator(".st-key-table_start button").tap()
    first_round(phones)
    host.locator(".st-key-table_next_round button").tap()
    second_round(phones)
    the_book(phones)


def first_round(phones: list[Page]) -> None:
    """One photo, three hands by taps; one phone reloads in the middle, one loses the network."""
    _, *hands = hands_beside("rows.jpg")
    choose(phones[0], PHOTOS / "rows.jpg")
    expect(phones[0].locator(".st-key-table_lock_0 button")).to_be_visible()
    check_layout(phones[0])
    keep_screen(phones[0], "hand")
    done(phones[0], 0)

    tap_in(phones[1], 1, hands[0][:8])
    phones[1].locator(".mb-label em:not(:empty)").nth(1).wait_for()  # the app knows two rows
    phones[1].reload(wait_until="commit")
    phones[1].locator(".mb-picker").wait_for()
    assert phones[1].locator(".mb-card .card[class*=' c']").count() == 8
    pick(phones[1], *hands[0][8:])
    done(phones[1], 1)
    assert "Ks" not in phones[1].locator(".mb-seats").inner_html()

    tap_in(phones[2], 2, hands[1][:4])
    phones[2].context.set_offline(True)
    pick(phones[2], *hands[1][4:])  # the board answers without the network
    assert phones[2].locator(".mb-picker").count() == 0
    phones[2].context.set_offline(False)
    done(phones[2], 2)
    expect(phones[0].locator(".mb-seats li.locked")).to_have_count(3)

    tap_in(phones[3], 3, hands[2])
    keep_screen(phones[3], "taps-dark")
    done(phones[3], 3)
    keep_screen(phones[0], "all-in")
    showdown(phones, by=2)


def showdown(phones: list[Page], *, by: int) -> None:
    phones[by].locator(".st-key-table_reveal button").tap()
    for phone in phones:
        phone.locator(".mb-show").wait_for()
        assert phone.locator(".mb-show article").count() == 4
    check_layout(phones[1])
    check_accessible(phones[1])
    keep_screen(phones[0], "showdown")
    keep_screen(phones[1], "showdown-dark")
    phones[0].locator(".st-key-table_skip button").tap()
    for phone in phones:
        phone.locator(".mb-score").wait_for()
    totals = [phone.locator(".mb-score").inner_text() for phone in phones]
    assert len(set(totals)) == 1  # everybody is told the same
    keep_screen(phones[0], "summary")
    keep_screen(phones[3], "summary-dark")


def second_round(phones: list[Page]) -> None:
    """A photo from another seat, and one hand captured on the host's phone."""
    held, *hands = hands_beside("rows_upside_down.jpg")
    for phone in phones:
        phone.locator(".mb-seats").wait_for()
    phones[3].locator(".st-key-table_previous button").tap()
    phones[3].locator(".mb-score").wait_for()
    phones[3].locator(".st-key-table_back button").tap()
    choose(phones[3], PHOTOS / "rows_upside_down.jpg")
    done(phones[3], 3)

    clashing = [held[0], *hands[0][1:]]  # a card that the photo shows
    tap_in(phones[1], 1, clashing)
    phones[1].locator(".mb-note.bad").wait_for()
    assert phones[1].locator(".st-key-table_lock_1").count() == 0
    keep_screen(phones[1], "clash-dark")
    phones[1].locator(f".mb-card:has(.c{held[0]})").tap()
    pick(phones[1], hands[0][0])
    done(phones[1], 1)

    tap_in(phones[0], 0, hands[1])
    done(phones[0], 0)
    phones[0].locator(".stButtonGroup button", has_text=NAMES[2]).tap()
    tap_in(phones[0], 2, hands[2])
    phones[0].locator(".st-key-table_lock_2 button").tap()
    expect(phones[2].locator(".mb-seats li.locked")).to_have_count(4)
    phones[2].locator(".mb-done").wait_for()
    showdown(phones, by=1)


def the_book(phones: list[Page]) -> None:
    """The same book on a seat's phone, with its picture and its spreadsheet."""
    phone = phones[1]
    phone.get_by_role("link", name="Sổ").tap()
    phone.locator(
        "[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg"
    ).wait_for()
    check_layout(phone)
    check_accessible(phone)
    keep_screen(phone, "book-dark")
    for key, ending in (("night_picture", ".png"), ("night_csv", ".csv")):
        with phone.expect_download() as download:
            phone.locator(f".st-key-{key} button").tap()
        assert download.value.suggested_filename.endswith(ending)
        data = download.value.path().read_bytes()
        assert data.startswith(b"\x89PNG" if ending == ".png" else b"\xef\xbb\xbf")
    assert "seat=" in phone.url  # a reload on this page comes back too


def photo_of_a_table(path: Path) -> list[set[str]]:
    """Render a photo of four hands in rows; the cards of each, clockwise from the photographer."""
    scene = readable_scene(np.random.default_rng(TABLE_SCENE), "table", [], Backgrounds())
    cv2.imwrite(str(path), np.ascontiguousarray(scene.pixels[..., ::-1]))
    hands: list[set[str]] = [set() for _ in NAMES]
    for pose, card in zip(scene.layout, scene.cards, strict=True):
        hands[pose.hand].add(str(DECK[card]))
    return hands


def test_one_photo_of_the_whole_table_is_a_round(
    new_phone: Callable[..., Page], real_app: tuple[str, Path], tmp_path: Path
) -> None:
    address, data = real_app
    held = photo_of_a_table(tmp_path / "table.jpg")
    host = new_phone(address)
    open_table(host)
    host.locator(".st-key-table_start button").tap()
    host.get_by_text("Một ảnh cho cả bàn (4 người)").tap()
    host.get_by_text("Chụp cả bàn").wait_for()
    choose_file(host, tmp_path / "table.jpg")
    host.locator(".mb-sides > div").nth(3).wait_for()
    check_layout(host)
    keep_screen(host, "whole")
    host.locator(".st-key-table_keep_all button").tap()

    for seat, name in enumerate(NAMES):
        if seat:
            host.locator(".stButtonGroup button", has_text=name).tap()
        board = host.locator(".mb-board")
        expect(board.locator(".card[class*=' c']").first).to_be_visible()
        confirm(host)
        while board.locator(".mb-row.spare .mb-card").count():
            board.locator(".mb-row.spare .mb-card").first.tap()
        host.locator(f".st-key-table_lock_{seat} button").tap()
        expect(host.locator(".mb-seats li.locked")).to_have_count(seat + 1)
    host.locator(".st-key-table_reveal button").tap()
    host.locator(".st-key-table_skip button").tap()
    host.locator(".mb-score").wait_for()

    secret = parse_qs(urlsplit(host.url).query)["host"][0]
    with closing(TableBook(locate(str(data)))) as book:
        (record,) = book.rounds(secret)
    assert [set(map(str, player.cards)) for player in record.players] == held
