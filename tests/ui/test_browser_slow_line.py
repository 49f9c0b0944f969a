"""Phones whose line to the app is slow: what they show is never wrong, and they never freeze."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.ui.slow_line import slow_line
from tests.ui.test_browser import open_page, pick, state_of_board

pytestmark = pytest.mark.slow

HAND = ("Kh", "Ks", "4c", "Qd", "Qh", "8s", "7c", "2d", "As", "Ad", "9d", "6d", "3d")
DELAY_S = 0.25
"""A quarter of a second there, another one back."""

CHANGE_AND_UNDO = """async () => {
  const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
  const last = () => [...document.querySelectorAll(".mb-row.back .mb-card")].pop().click();
  const choose = card => document.querySelector(`.mb-cell[data-arg="${card}"]`).click();
  const undo = () => document.querySelector("[data-act=undo]").click();
  last(); choose("5h"); await pause(450);
  last(); choose("5s"); await pause(300);
  undo(); await pause(180);
  undo();
  document.querySelector(".mb-tool.close")?.click();
}"""


@pytest.fixture
def phone(new_phone: Callable[..., Page], address: str) -> Iterator[Page]:
    with slow_line(address, DELAY_S) as slow_address:
        phone = new_phone(slow_address)
        yield phone
        phone.close()


def lay_hand(phone: Page) -> None:
    """Tap in a hand on the page that settles; it is a foul."""
    open_page(phone, "/settle")
    phone.locator(".st-key-by_hand_seat0 button").tap()
    phone.locator(".mb-picker").wait_for()
    pick(phone, *HAND)
    phone.locator(".mb-verdict.bad").wait_for()


def test_a_hand_that_comes_back_while_its_message_is_under_way_freezes_nothing(
    phone: Page,
) -> None:
    lost: list[str] = []
    phone.on("console", lambda said: lost.append(said.text) if "MISS" in said.text else None)
    lay_hand(phone)
    for _ in range(3):
        phone.evaluate(CHANGE_AND_UNDO)
        phone.wait_for_timeout(3_000)
    assert lost == []
    assert state_of_board(phone) == "Đủ 13 lá"
    phone.locator(".st-key-settle_next button").tap()
    phone.locator(".st-key-by_hand_seat1 button").wait_for()


SWAP_AND_READ = """() => {
  const read = selector => document.querySelector(selector)?.innerText;
  const before = read(".mb-verdict");
  document.querySelector(".mb-card:has(.cKs)").click();
  document.querySelector(".mb-card:has(.c2d)").click();
  const labels = [...document.querySelectorAll(".mb-label em")].map(label => label.innerText);
  return [before, read(".mb-verdict"), ...labels];
}"""


def test_a_changed_hand_is_not_called_what_the_one_before_was(phone: Page) -> None:
    lay_hand(phone)
    before, *now = phone.evaluate(SWAP_AND_READ)
    assert "Binh lủng" in before
    assert now == ["Đang xét…", "", "", ""]
    phone.locator(".mb-verdict.good", has_text="Hợp lệ").wait_for()
    assert phone.locator(".mb-label em").first.inner_text() == "Mậu thầu K"
