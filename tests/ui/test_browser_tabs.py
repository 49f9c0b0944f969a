"""One seat of a table in two tabs of a browser: both show the hand as it was changed last."""

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.ui.test_browser import open_page, pick, place

pytestmark = pytest.mark.slow

HAND = ("Kh", "9s", "4c", "Qd", "Qh", "8s", "7c", "2d", "As", "Ad", "9d", "6d", "3d")
QUIET_S = 3
FEW_FRAMES = 40
"""What two tabs may receive in ``QUIET_S``; tabs that undo each other's taps get hundreds."""


def open_seat(phone: Page) -> None:
    """Start a round of two at a new table."""
    open_page(phone, "/table")
    phone.locator(".st-key-table_count button").first.tap()
    expect(phone.locator("[class*=st-key-table_name_] input")).to_have_count(2)
    phone.locator(".st-key-table_open button").tap()
    phone.locator(".st-key-table_start button").tap()
    phone.locator(".st-key-by_hand_table0 button").tap()
    phone.locator(".mb-picker").wait_for()


def cards(tab: Page, row: str) -> set[str]:
    faces = tab.locator(f".mb-felt .mb-row.{row} .card").all()
    return {(face.get_attribute("class") or "")[-2:] for face in faces}


def test_a_seat_in_two_tabs_shows_the_last_change_in_both(
    new_phone: Callable[..., Page], address: str
) -> None:
    first = new_phone(address)
    open_seat(first)
    pick(first, *HAND[:12])
    first.locator(".mb-label em:not(:empty)").nth(1).wait_for()
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator(".mb-felt .card[class*=' c']")).to_have_count(12)

    pick(first, HAND[12])
    expect(second.locator(".mb-felt .card[class*=' c']")).to_have_count(13)
    place(second, "Kh").tap()
    place(second, "8s").tap()
    first.locator(".mb-felt .mb-row.front .c8s").wait_for()

    frames = Counter[str]()
    for tab in (first, second):
        network = tab.context.new_cdp_session(tab)
        network.send("Network.enable")
        network.on("Network.webSocketFrameReceived", lambda _: frames.update(["received"]))
    second.wait_for_timeout(QUIET_S * 1_000)
    assert frames["received"] < FEW_FRAMES
    for tab in (first, second):
        assert cards(tab, "front") == {"8s", "9s", "4c"}
        assert cards(tab, "middle") == {"Qd", "Qh", "Kh", "7c", "2d"}
