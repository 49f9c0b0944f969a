"""`maubinh app`: the addresses it prints, the port it takes, the server it becomes."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import segno

from commands.app import lan_ip, welcome

ROOT = Path(__file__).parent.parent


def test_the_greeting_shows_both_addresses_and_a_code_for_the_phones_one():
    text = welcome("http://localhost:8501", "http://192.168.1.7:8501")
    assert "http://localhost:8501" in text
    assert "http://192.168.1.7:8501" in text
    side = segno.make("http://192.168.1.7:8501", micro=False).symbol_size(border=2)[0]
    assert sum(len(line) == side for line in text.splitlines()) == (side + 1) // 2


def test_without_a_network_the_greeting_says_so():
    assert "no network found" in welcome("http://localhost:8501", None)
    chosen = welcome("http://localhost:8501", None, is_open=False)
    assert "chosen address only" in chosen
    assert "no network" not in chosen


def test_the_address_for_phones_is_no_loopback():
    assert not (lan_ip() or "").startswith("127.")


def test_a_taken_port_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "cli.py", "app", "--address", "127.0.0.1", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
    assert done.returncode == 2
    assert f"127.0.0.1:{port}" in done.stderr


@pytest.mark.slow
def test_it_serves_and_prints_one_document_with_json():
    server = subprocess.Popen(
        [sys.executable, "cli.py", "app", "--json", "--address", "127.0.0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=os.environ | {"STREAMLIT_SERVER_HEADLESS": "true"},
    )
    assert server.stdout is not None
    with server, server.stdout as out:
        try:
            document = json.loads(out.readline())
            assert document["lan"] is None
            assert answer_of(server, f"{document['local']}/_stcore/health") == b"ok"
        finally:
            server.send_signal(signal.SIGINT)
        assert out.read() == b""


def answer_of(server: subprocess.Popen[bytes], url: str) -> bytes:
    while server.poll() is None:
        try:
            with urllib.request.urlopen(url) as answer:
                return bytes(answer.read())
        except OSError:
            time.sleep(0.5)
    raise AssertionError(f"the server ended with {server.returncode}")
