"""What phones cost while they only watch: ``python -m benchmarks.waiting_phones``.

Starts the app with a book of its own, opens a table in several pages of a headless browser and
prints the app's processor time a phone and second, with the table at rest: what it takes more than
when they have all gone.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from scorer.profiles import PROFILES
from table.book import TableBook
from table.database import locate

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]


def open_seats(data: str) -> list[str]:
    """Open a table of four with a round under way; return the keys of the seats."""
    with closing(TableBook(locate(data))) as book:
        table = book.open_table(
            profile=PROFILES["bigkool"],
            stake=1000,
            seats=["An", "Bình", "Chi", "Dũng"],
            arranging_seconds=None,
            token="open",  # noqa: S106 - a token, no password
        )
        keys = [book.claim_seat(table.room_code, seat, "here", f"seat {seat}") for seat in range(4)]
        book.start_round(table.host_key, "start")
    return keys


def wait_until_up(port: int) -> None:
    """Return when photos could be read."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(1)
    raise TimeoutError("the app did not start")


def watch(port: int, keys: list[str], phones: int, seconds: float, app: int) -> tuple[float, float]:
    """Return the app's processor seconds a second with the phones, and after they have gone."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for phone in range(phones):
            page = browser.new_page(viewport={"width": 390, "height": 844})
            address = f"http://127.0.0.1:{port}/table?seat={keys[phone % len(keys)]}"
            page.goto(address, timeout=300_000)
            page.wait_for_selector("text=Dũng", timeout=300_000)
        page.wait_for_timeout(20_000)
        spent = [0.0]
        clock = threading.Thread(target=lambda: spent.append(processor_share(app, seconds)))
        clock.start()
        while clock.is_alive():
            page.wait_for_timeout(500)
        browser.close()
    time.sleep(20)
    return spent[-1], processor_share(app, seconds)


def processor_share(process: int, seconds: float) -> float:
    """Return the processor seconds a second that a process takes while we wait."""
    import psutil

    before, start = sum(psutil.Process(process).cpu_times()[:2]), time.perf_counter()
    time.sleep(seconds)
    spent = sum(psutil.Process(process).cpu_times()[:2]) - before
    return float(spent / (time.perf_counter() - start))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        keys = open_seats(data)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        app = subprocess.Popen(
            [sys.executable, "cli.py", "app", "--json", "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"MAUBINH_DATA": data, "STREAMLIT_SERVER_HEADLESS": "true"},
        )
        try:
            wait_until_up(port)
            full, empty = watch(port, keys, options.phones, options.seconds, app.pid)
        finally:
            app.terminate()
            app.wait()
    print(
        f"{options.phones} phones at rest: {(full - empty) / options.phones * 1000:.1f} ms of "
        f"processor a phone and second, {empty * 1000:.1f} ms a second with none "
        f"(load {os.getloadavg()[0]:.1f})"
    )


if __name__ == "__main__":
    main()
