"""A reader without networks behind every page under test, tables, and phones in a browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from streamlit.testing.v1 import AppTest

import ui.pages
from table.book import TableBook
from tests.ui.doubles import FakeReader
from tests.ui.night import Clock, Night4, open_night
from ui import resources, table_desk, table_drafts
from ui.keys import TableKey

ROOT = Path(ui.__path__[0]).parent
SLOW_MACHINE_S = 120
PATIENCE_MS = 120_000
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(autouse=True)
def fake_reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Every test gets a data folder and a desk of its own, with a reader that needs no weights."""
    monkeypatch.setenv("MAUBINH_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(resources, "load_reader", FakeReader)
    resources.desk.clear()
    yield
    resources.desk.clear()
    table_drafts.drafts.clear()
    table_desk.book.clear()


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open one page of the list in its frame, with anything put into the session before."""

    def opened(page: ui.pages.Page, **session: object) -> AppTest:
        script = (
            "from ui.pages import PAGES, draw\n"
            f"draw(next(page for page in PAGES if page.name == {page.name!r}))\n"
        )
        app = AppTest.from_string(script, default_timeout=SLOW_MACHINE_S)
        for key, value in session.items():
            app.session_state[key] = value
        return app.run()

    return opened


@pytest.fixture
def words() -> Callable[[AppTest], str]:
    """All HTML of a page in one string, the stylesheets left out."""
    return lambda app: "\n".join(
        part.body for part in app.html if not part.body.startswith("<style>")
    )


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Clock]:
    """The clock of a server whose tables lie in a file of the test's own."""
    clock = Clock()
    book = TableBook(tmp_path / "night.db", now=clock)
    monkeypatch.setattr(table_desk, "TableBook", lambda _: book)
    yield clock
    book.close()


@pytest.fixture
def night(clock: Clock) -> Night4:
    """A table of two without a limit of time, nobody seated yet."""
    return open_night(clock)


@pytest.fixture
def visit(open_page: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open a page on a phone whose address holds these secrets."""

    def opened(
        page: ui.pages.Page, secrets: dict[str, str] | None = None, **session: object
    ) -> AppTest:
        named = {"seat": TableKey.STATE_SEAT, "host": TableKey.STATE_HOST}
        held = {named[name]: secret for name, secret in (secrets or {}).items()}
        return open_page(page, **held, **session)

    return opened


# --- phones in a real browser --------------------------------------------------------------------


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with the fake reader."""
    with running("tests/hosting/fake_serve.py", tmp_path_factory.mktemp("app")) as address:
        yield address


@pytest.fixture(scope="session")
def real_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The app as people use it, with the trained networks: its address and its data folder."""
    folder = tmp_path_factory.mktemp("app")
    with running("serve.py", folder) as address:
        yield address, folder / "data"


@contextmanager
def running(script: str, folder: Path, port: int = 0, **settings: str) -> Iterator[str]:
    """Run the app on a port, a free one if 0, with its data in ``folder``; its address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    log = folder / "streamlit.log"
    server_options = ("--server.port", str(port), "--server.address", "127.0.0.1")
    command = [sys.executable, "-m", "streamlit", "run", script, *server_options]
    with log.open("wb") as sink:
        server = subprocess.Popen(
            [*command, "--server.headless", "1"],
            cwd=ROOT,
            env=os.environ
            | {"PYTHONPATH": str(ROOT), "MAUBINH_DATA": str(folder / "data"), **settings},
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl+C stops the test, which then stops the server
        )
    try:
        _wait_until_up(f"http://127.0.0.1:{port}/_stcore/health", server, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait_until_up(health: str, server: subprocess.Popen[bytes], log: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(PATIENCE_MS // 200):
        assert server.poll() is None, log.read_text(errors="replace")
        try:
            opener.open(health, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"the app did not start:\n{log.read_text(errors='replace')}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("needs a browser: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def new_phone(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Phones of 390 by 844 points; errors of their pages fail the test."""
    contexts = []
    errors: list[str] = []

    def opened(address: str, scheme: Literal["light", "dark"] = "light") -> Page:
        context = browser.new_context(
            base_url=address,
            viewport={"width": 390, "height": 844},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
            locale="vi-VN",
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
