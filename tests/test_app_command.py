"""`maubinh app`: the addresses it prints, the port it takes, the server it becomes."""

import socket
import subprocess
import sys
from pathlib import Path

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
