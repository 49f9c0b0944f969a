"""Takes the README's pictures: the real app in a real browser, as wide as a phone.

    .venv/bin/python -m docs.screenshots [FOLDER]      # docs/pictures if none is named

Needs Chromium (Debian: `sudo apt-get install chromium`); CHROMIUM names another one.
"""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image
from playwright.sync_api import Locator, Page, expect, sync_playwright

from ui.keys import CaptureKey, SettleKey
from vision.synthesis.samples import SAMPLES

ROOT: Final = Path(__file__).resolve().parent.parent
PHONE_WH: Final = (390, 844)
PIXEL_RATIO: Final = 1.5
JPEG_QUALITY: Final = 82
DEAL: Final = 12  # no instant win among the four hands, so that every row is paid
PAUSE_MS: Final = 1_500
PATIENCE_MS: Final = 180_000
CHROMIUM_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PLAYERS: Final = ("An", "Bình", "Chi", "Dũng")


@contextmanager
def running_app() -> Iterator[str]:
    """Serve the app on this computer and yield its address."""
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "app", "--json", "--address", "127.0.0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=os.environ | {"STREAMLIT_SERVER_HEADLESS": "true"},
    )
    try:
        assert server.stdout is not None  # noqa: S101 - asked for above
        address = str(json.loads(server.stdout.readline())["local"])
        while server.poll() is None and not answers(f"{address}/_stcore/health"):
            time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait()


def answers(url: str) -> bool:
    """Whether anything is served there yet."""
    try:
        with urllib.request.urlopen(url):  # noqa: S310 - an address of ours
            return True
    except OSError:
        return False


def settled(page: Page) -> None:
    """Wait until Streamlit has drawn all of the page."""
    page.wait_for_timeout(PAUSE_MS)  # the tap reaches the server
    page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]').wait_for()
    page.wait_for_timeout(PAUSE_MS)  # old widgets leave, animations end


def keyed(page: Page, key: str) -> Locator:
    """The widget with this key."""
    return page.locator(f".st-key-{key}")


def press(page: Page, key: str) -> None:
    """Press the button with this key and wait for what it does."""
    keyed(page, key).locator("button").first.click()
    settled(page)


def keep(page: Page, path: Path) -> None:
    """Save what the phone shows as a small picture."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.save(path, quality=JPEG_QUALITY, optimize=True, progressive=True)
    print(f"{path}: {picture.width}×{picture.height}, {path.stat().st_size // 1024} KB")


def read_a_photo(page: Page, folder: Path) -> None:
    """Read the sample photo; keep the cards over it, then the advice below."""
    page.goto("/")
    settled(page)
    press(page, CaptureKey.SAMPLE.of("read"))
    page.locator(".mb-felt").wait_for()
    settled(page)
    page.evaluate("document.querySelector('.mb-photo').scrollIntoView()")
    keep(page, folder / "read.jpg")
    correct(page, SAMPLES[0].cards.split())
    settled(page)
    page.locator("h2.mb-section").first.evaluate("title => title.scrollIntoView()")
    settled(page)
    keep(page, folder / "advice.jpg")


def correct(page: Page, truth: list[str]) -> None:
    """Do what a person would about cards in doubt or missing."""
    while page.locator(".mb-felt strong.open").count():
        likely = page.locator(".mb-likely.now")
        card = likely.get_attribute("data-arg") if likely.count() else None
        taken = page.locator(".mb-cell.taken").evaluate_all("all => all.map(c => c.dataset.arg)")
        missing = [true for true in truth if true not in taken]
        page.locator(f'.mb-cell[data-arg="{card if card in missing else missing[0]}"]').click()
        settled(page)


def settle_a_round(page: Page, folder: Path) -> None:
    """Deal four hands by taps, settle them and keep the result."""
    page.goto("/settle")
    settled(page)
    for _ in PLAYERS[2:]:
        press(page, SettleKey.ADD_SEAT)
    dealer = Random(DEAL)
    for number, player in enumerate(PLAYERS):
        if number:
            press(page, SettleKey.NEXT)
        name_the_player(page, player)
        if number == len(PLAYERS) - 1:
            press(page, SettleKey.REST_OF_DECK)
        else:
            page.locator(f'[class*="st-key-{CaptureKey.BY_HAND}_"] button').click()
            tap_a_hand(page, dealer)
        settled(page)
        press(page, SettleKey.SUGGEST)
    press(page, SettleKey.SETTLE)
    page.locator("h1").last.evaluate("title => title.scrollIntoView()")
    keep(page, folder / "settle.jpg")
    page.locator("h2.mb-section").nth(1).evaluate("title => title.scrollIntoView()")
    keep(page, folder / "reasons.jpg")


def name_the_player(page: Page, player: str) -> None:
    """Write the name of the seat that is open, again if the page was redrawn meanwhile."""
    seats = page.locator(f'[class*="st-key-{SettleKey.SEAT}_"]')
    name = page.locator(f'[class*="st-key-{SettleKey.NAME}_"] input')
    while player not in seats.first.inner_text():
        expect(name).to_have_count(1)
        name.fill(player)
        name.press("Enter")
        settled(page)


def tap_a_hand(page: Page, dealer: Random) -> None:
    """Tap 13 cards that nobody holds yet."""
    for _ in range(13):
        free = page.locator(".mb-cell:not(.taken)")
        free.first.wait_for()
        free.nth(dealer.randrange(free.count())).click()


def main() -> None:
    """Take every picture."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with running_app() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=CHROMIUM_FLAGS
        )
        page = browser.new_page(
            base_url=address,
            viewport={"width": PHONE_WH[0], "height": PHONE_WH[1]},
            device_scale_factor=PIXEL_RATIO,
            has_touch=True,
            locale="vi-VN",
        )
        page.set_default_timeout(PATIENCE_MS)
        read_a_photo(page, folder)
        settle_a_round(page, folder)
        browser.close()


if __name__ == "__main__":
    main()
