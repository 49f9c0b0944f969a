"""A club that asks for a login: a real browser, a real provider, and the way back to the table."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from scorer.profiles import PROFILES
from table.book import TableBook
from table.database import locate
from table.values import OpenedTable
from tests.hosting.oidc_provider import CLIENT
from tests.ui.conftest import PATIENCE_MS, ROOT, running
from ui.keys import LoginKey
from ui.text import Texts

VI = Texts("vi")
COOKIE_SECRET = "0123456789" * 4


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@dataclass
class Club:
    address: str
    table: OpenedTable
    folder: Path


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The app with the settings of a club that wants a login, and the club's provider."""
    folder = tmp_path_factory.mktemp("club")
    provider_port, port = free_port(), free_port()
    site, provider = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{provider_port}"
    command = [*("-m", "tests.hosting.oidc_provider", str(provider_port))]
    server = subprocess.Popen(
        [sys.executable, *command, f"{site}/oauth2callback"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    metadata = f"{provider}/.well-known/openid-configuration"
    try:
        wait_until_there(metadata)
        with closing(TableBook(locate(str(folder / "data")))) as book:
            table = book.open_table(
                profile=PROFILES["bigkool"],
                stake=1000,
                seats=["An", "Bình"],
                arranging_seconds=None,
                token="open",
            )
        settings = {
            "MAUBINH_LOGIN_SITE": site,
            "MAUBINH_LOGIN_METADATA": metadata,
            "MAUBINH_LOGIN_CLIENT": CLIENT[0],
            "MAUBINH_LOGIN_CLIENT_SECRET": CLIENT[1],
            "MAUBINH_LOGIN_COOKIE_SECRET": COOKIE_SECRET,
            "MAUBINH_LOGIN_MEMBERS": "chi@elsewhere.example, @club.example",
        }
        with running("tests/hosting/fake_serve.py", folder, port=port, **settings) as address:
            yield Club(address, table, folder)
    finally:
        server.terminate()
        server.wait()


def wait_until_there(address: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(PATIENCE_MS // 200):
        try:
            opener.open(address, timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail("the provider did not start")


def log_in(page: Page, who: str) -> None:
    page.get_by_role("button", name=VI("login.now")).click()
    page.get_by_role("link", name=who, exact=True).click()


def log_out(page: Page) -> None:
    page.get_by_role("button", name=VI("login.out")).click()
    expect(page.get_by_role("button", name=VI("login.now"))).to_be_visible()


@pytest.mark.slow
def test_a_scanned_room_is_reached_after_the_login_and_stays_open_after_a_reload(club, new_phone):
    page = new_phone(club.address)
    page.goto(f"/table?room={club.table.room_code}")
    expect(page.get_by_text(VI("login.lead"))).to_be_visible()
    expect(page.get_by_text("Bình")).to_have_count(0)
    log_in(page, "An")
    expect(page.get_by_role("button", name="Bình")).to_be_visible()
    assert club.table.room_code in page.url
    page.reload()
    expect(page.get_by_role("button", name="Bình")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["viewer", "seat", "host"])
def test_no_link_opens_anything_without_a_login(club, new_phone, key):
    secrets = {
        "viewer": f"seat={club.table.viewer_key}",
        "seat": f"seat={club.table.seat_keys[0]}",
        "host": f"host={club.table.host_key}",
    }
    page = new_phone(club.address)
    for path in ("", "settle", "night", "table"):
        page.goto(f"/{path}?{secrets[key]}")
        expect(page.get_by_text(VI("login.lead"))).to_be_visible()
        expect(page.get_by_text("Bình")).to_have_count(0)
    log_in(page, "An")
    expect(page.get_by_text("Bình").first).to_be_attached()


@pytest.mark.slow
def test_whoever_gives_up_is_asked_again_and_then_goes_on_where_they_wanted(club, new_phone):
    page = new_phone(club.address)
    page.goto(f"/table?room={club.table.room_code}")
    log_in(page, "Cancel")
    log_in(page, "An")
    expect(page.get_by_role("button", name="Bình")).to_be_visible()
    page.get_by_role("button", name=VI("shell.settings")).click()
    log_out(page)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["Stranger", "Pretender"])
def test_somebody_else_is_told_so_and_may_log_in_as_another(club, new_phone, who):
    page = new_phone(club.address)
    page.goto("/table")
    log_in(page, who)
    told = page.get_by_role("alert").filter(has_text="câu lạc bộ")
    expect(told).to_contain_text(f"{who.lower()}@")
    log_out(page)
    log_in(page, "An")
    expect(page.get_by_text(VI("table.open")).first).to_be_visible()


@pytest.mark.slow
def test_a_forged_cookie_is_nobody(club, new_phone):
    page = new_phone(club.address)
    forged = {"name": "_streamlit_user", "value": "eyJpc19sb2dnZWRfaW4iOnRydWV9.x.y"}
    page.context.add_cookies([forged | {"url": club.address}])
    page.goto("/table")
    expect(page.get_by_text(VI("login.lead"))).to_be_visible()


@pytest.mark.slow
def test_no_secret_lies_in_a_file_or_a_log(club, new_phone):
    page = new_phone(club.address)
    page.goto("/")
    log_in(page, "An")
    expect(page.get_by_text(VI("login.lead"))).to_have_count(0)
    files = [path for path in club.folder.rglob("*") if path.is_file()]
    assert files
    for path in files:
        held = path.read_bytes()
        assert CLIENT[1].encode() not in held
        assert COOKIE_SECRET.encode() not in held
        assert b"an@club.example" not in held
    assert not (ROOT / ".streamlit" / "secrets.toml").exists()


def test_without_the_setting_nobody_is_asked(monkeypatch):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not app.exception
    assert LoginKey.NOW not in [button.key for button in app.button]


def test_where_the_settings_ask_the_pages_stay_shut_even_if_streamlit_knows_nothing(monkeypatch):
    for name in ("CLIENT", "CLIENT_SECRET"):
        monkeypatch.setenv(f"MAUBINH_LOGIN_{name}", "x")
    monkeypatch.setenv("MAUBINH_LOGIN_SITE", "https://club.example")
    monkeypatch.setenv("MAUBINH_LOGIN_METADATA", "https://id.example/.well-known/x")
    monkeypatch.setenv("MAUBINH_LOGIN_COOKIE_SECRET", COOKIE_SECRET)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    assert not app.exception
    assert [button.key for button in app.button if button.key != "shell_language"] == [LoginKey.NOW]
