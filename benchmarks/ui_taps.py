"""How long a phone waits for a card, a button and a photo, alone and as one of four at a table.

    python -m benchmarks.ui_taps [--times 20]

Starts the app with the trained networks and Debian's Chromium at phone size, and prints the median
and the slowest of each, measured in the page from the tap to the changed screen.

On two cores shared with training (load 27 to 30, the app at a higher priority than the rest), four
phones at one table: a card 3 ms, "done" 206 ms (slowest of 8: 325), opening the hand again 201 ms,
a photo with the real reader 2.6 s (2 photos).
"""

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.ui.conftest import CHROMIUM, FLAGS, ROOT, running

PHOTO = ROOT / "tests" / "photos" / "rows.jpg"
WARM_MS = 15_000

# Taps what `target` selects and waits until `until` selects something on screen; milliseconds.
TAP = """async ([target, until]) => {
  const start = performance.now();
  document.querySelector(target).click();
  while (!document.querySelector(until)) {
    await new Promise(requestAnimationFrame);
    if (performance.now() - start > 60000) throw new Error(`no ${until}`);
  }
  return performance.now() - start;
}"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    times = parser.parse_args().times
    with (
        tempfile.TemporaryDirectory() as folder,
        running("serve.py", Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        host = phone(browser, address)
        code = open_table(host)
        host.wait_for_timeout(WARM_MS)
        report("one phone in the round", measure(host, times))
        others = [join(browser, address, code, seat) for seat in (1, 2, 3)]
        report("four phones in the round", measure(host, times))
        report("photo, four phones", {"photo": [photo(host) for _ in range(max(1, times // 4))]})
        for other in others:
            other.close()
        browser.close()


def phone(browser: Browser, address: str) -> Page:
    """Return a phone of 390 by 844 points."""
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    return page


def open_table(host: Page) -> str:
    """Open a table of four and start its round; return the room code."""
    host.goto("/table", wait_until="commit")
    host.locator(".st-key-table_open button").click()
    code = host.locator(".mb-room b").get_attribute("aria-label") or ""
    host.locator(".st-key-table_start button").click()
    host.locator(".mb-seats").wait_for()
    return code


def join(browser: Browser, address: str, code: str, seat: int) -> Page:
    """Sit down with another phone."""
    page = phone(browser, address)
    page.goto(f"/table?room={code}", wait_until="commit")
    page.locator(f".st-key-table_seat_{seat} button").click()
    page.locator(".mb-seats").wait_for()
    return page


def measure(host: Page, times: int) -> dict[str, list[float]]:
    """Tap in thirteen cards, lock and open the hand again, over and over."""
    found: dict[str, list[float]] = {"card": [], "lock": [], "open again": []}
    again = host.locator(".st-key-again_table0 button")
    if again.count():
        again.click()
    host.locator(".st-key-by_hand_table0 button").click()
    host.locator(".mb-picker").wait_for()
    for card in ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s", "3s", "2h"]:
        found["card"].append(
            host.evaluate(TAP, [f".mb-cell[data-arg='{card}']", f".mb-card .c{card}"])
        )
    for _ in range(times):
        host.locator(".st-key-table_lock_0 button").wait_for()
        host.wait_for_timeout(1_000)  # a change of mind, not a double tap
        found["lock"].append(host.evaluate(TAP, [".st-key-table_lock_0 button", ".mb-done"]))
        host.wait_for_timeout(1_000)
        found["open again"].append(
            host.evaluate(TAP, [".st-key-table_reopen_0 button", ".mb-felt"])
        )
    return found


def photo(host: Page) -> float:
    """Send a photo of the phone's seat and wait for its cards."""
    host.locator(".st-key-again_table0 button").click()
    first = "[class*=st-key-photo_]:not([class*=st-key-photo_more_])"
    picker = host.locator(f"{first} input[type=file]")
    picker.wait_for(state="attached")
    host.evaluate("window.sent = performance.now()")
    picker.set_input_files(PHOTO)
    host.locator(".mb-felt").wait_for()
    return float(host.evaluate("performance.now() - window.sent"))


def report(title: str, found: dict[str, list[float]]) -> None:
    """Print one line a kind of tap."""
    load = os.getloadavg()[0]
    print(f"{title} (load of the machine {load:.1f} on {os.cpu_count()} cores)")
    for name, milliseconds in found.items():
        median, most = statistics.median(milliseconds), max(milliseconds)
        print(f"  {name:12} median {median:6.0f} ms, slowest {most:6.0f} ms, n={len(milliseconds)}")


if __name__ == "__main__":
    main()
