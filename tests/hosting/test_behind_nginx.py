"""The site of docs/hosting/nginx.conf in a real nginx with TLS, before a process of the app."""

import http.client
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorer.profiles import PROFILES
from table.book import TableBook
from table.database import locate
from table.values import Phase

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "docs" / "hosting" / "nginx.conf"
NAME = "maubinh.example"
PATIENCE_S = 120
CAPTURE = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]


def free_ports(count: int) -> list[int]:
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def wait_for(happens: Callable[[], bool], log: Path) -> None:
    for _ in range(PATIENCE_S * 5):
        try:
            if happens():
                return
        except OSError:
            pass
        time.sleep(0.2)
    pytest.fail(log.read_text(errors="replace"))


class Site:
    """nginx and one process of the app."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tls, self.plain, self.app, self.absent = free_ports(4)
        self.log = folder / "app.log"
        self.server = self._start_app()
        self.nginx = self._start_nginx()

    def ask(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        caller: str = "127.0.0.1",
    ) -> http.client.HTTPResponse:
        context = ssl.create_default_context(cafile=self.folder / "cert.pem")
        context.check_hostname = False  # it is called by its number here
        link = http.client.HTTPSConnection("127.0.0.1", self.tls, context=context, timeout=60)
        link.source_address = (caller, 0)
        host = f"{NAME}:{self.tls}"
        link.request(method, path, body, {"Host": host, **(headers or {})})
        answer = link.getresponse()
        if answer.status != 101:
            self.said = answer.read()
        link.close()
        return answer

    def knock(self, origin: str) -> int:
        headers = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Origin": origin,
        }
        return self.ask("GET", "/_stcore/stream", headers).status

    def close(self) -> None:
        for process in (self.nginx, self.server):
            process.terminate()
            process.wait()

    def _start_app(self) -> subprocess.Popen[bytes]:
        options = ["--server.port", str(self.app), "--server.address", "127.0.0.1"]
        with self.log.open("wb") as sink:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", "streamlit", "run", "tests/hosting/fake_serve.py"),
                    *(*options, "--server.headless", "1"),
                ],
                cwd=ROOT,
                env=os.environ
                | {
                    "PYTHONPATH": str(ROOT),
                    "MAUBINH_DATA": str(self.folder),
                    "MAUBINH_LOG_FORMAT": "json",
                },
                stdout=sink,
                stderr=subprocess.STDOUT,
            )

    def _start_nginx(self) -> subprocess.Popen[bytes]:
        here = self.folder
        key, cert = here / "key.pem", here / "cert.pem"
        subprocess.run(
            ["openssl", "req", *CAPTURE, "-keyout", key, "-out", cert],
            check=True,
            capture_output=True,
        )
        site = SITE.read_text(encoding="utf-8")
        for written, here_is in (
            ("/etc/ssl/maubinh/fullchain.pem", str(cert)),
            ("/etc/ssl/maubinh/privkey.pem", str(key)),
            ("/var/log/nginx", str(here)),
            ("listen 443", f"listen 127.0.0.1:{self.tls}"),
            ("listen 80", f"listen 127.0.0.1:{self.plain}"),
            ("127.0.0.1:8501", f"127.0.0.1:{self.app}"),
            ("127.0.0.1:8502", f"127.0.0.1:{self.absent}"),
        ):
            assert written in site
            site = site.replace(written, here_is)
        folders = "".join(
            f"{kind}_temp_path {here / kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = here / "nginx.conf"
        config.write_text(
            f"daemon off; pid {here}/nginx.pid; error_log {here}/error.log; worker_processes 1;"
            f"events {{}} http {{ {folders}\n{site} }}"
        )
        return subprocess.Popen(["nginx", "-p", here, "-c", config], stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("needs nginx and openssl: apt-get install nginx-light openssl")
    started = Site(tmp_path_factory.mktemp("site"))
    wait_for(lambda: started.ask("GET", "/health").status == 200, started.log)
    yield started
    started.close()


def test_the_page_comes_over_tls_with_a_route_that_stays_and_headers_that_guard(site):
    first = site.ask("GET", "/")
    assert first.status == 200
    route = first.headers["Set-Cookie"].split(";")[0]
    again = site.ask("GET", "/", {"Cookie": route})
    assert again.headers["Set-Cookie"].startswith(route)
    assert first.headers["Referrer-Policy"] == "no-referrer"
    assert "max-age" in first.headers["Strict-Transport-Security"]


def test_plain_http_is_sent_to_tls(site):
    with closing(http.client.HTTPConnection("127.0.0.1", site.plain, timeout=60)) as link:
        link.request("GET", "/table", headers={"Host": NAME})
        answer = link.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/table")


def test_each_visitor_is_known_by_the_address_that_nginx_saw(site):
    """The limit on tries at room codes counts by it; what a visitor claims to be is ignored."""
    assert site.ask("GET", "/caller", {"X-Forwarded-For": "192.0.2.1"}, caller="127.0.0.9")
    assert site.said == b"127.0.0.9"


def test_the_socket_opens_for_our_own_pages_only(site):
    assert site.knock(f"https://{NAME}:{site.tls}") == 101
    assert site.knock("https://evil.example") == 403


def test_what_is_too_large_or_too_much_is_refused(site):
    upload = "/_stcore/upload_file/session/file"
    assert site.ask("POST", "/", body=bytes(1_100_000)).status == 413
    assert site.ask("PUT", upload, {"Content-Length": "45000000"}).status == 413
    assert 429 in {site.ask("PUT", upload).status for _ in range(60)}


def test_logs_hold_neither_queries_nor_sessions(site):
    site.ask("GET", "/table?seat=3fJx0aaBBccDDeeFFggHH12")
    wait_for(lambda: "GET /table 200" in (site.folder / "maubinh.log").read_text(), site.log)
    told = (site.folder / "maubinh.log").read_text() + site.log.read_text()
    assert "3fJx0aa" not in told
    assert "upload_file" not in told


def test_sigterm_while_a_round_is_open_ends_in_order_and_loses_nothing(site):
    with closing(TableBook(locate(str(site.folder)))) as book:
        opened = book.open_table(
            profile=PROFILES["bigkool"],
            stake=1000,
            seats=["An", "Bình"],
            arranging_seconds=None,
            token="open",
        )
        book.start_round(opened.host_key, "start")
    site.server.send_signal(signal.SIGTERM)
    assert site.server.wait(PATIENCE_S) in (0, -signal.SIGTERM)
    lines = [line for line in site.log.read_text().splitlines() if line.startswith("{")]
    assert "stopped" in [json.loads(line)["event"] for line in lines]
    with closing(TableBook(locate(str(site.folder)))) as book:
        view = book.view(opened.host_key)
    assert (view.phase, view.round_number) == (Phase.ARRANGING, 1)
