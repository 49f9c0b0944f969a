"""No library calls anyone: each library's own switch, and what all of them do together."""

import os
import subprocess
import sys
from pathlib import Path

import onnxruntime
import pytest

from vision.manifest import MODELS, load_manifest
from vision.network import open_network

ROOT = Path(__file__).parent.parent.parent

# Every name that is looked up and every connection that is tried, but those to this machine.
WATCH = """
import sys
calls = []
def watch(event, values):
    if event in ("socket.getaddrinfo", "socket.gethostbyname"):
        calls.append(f"{event} {values[0]}")
    elif event == "socket.sendto" or event == "socket.connect" and values[0].type == 1:  # a stream
        host = str(values[1][0] if isinstance(values[1], tuple) else values[1])
        if not host.startswith(("127.", "/", "::1")):
            calls.append(f"{event} {host}")
sys.addaudithook(watch)
"""


def watched(code: str, tmp_path: Path) -> str:
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("YOLO_", "STREAMLIT_"))}
    done = subprocess.run(
        [sys.executable, "-c", WATCH + code + "\nprint(calls)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=kept | {"YOLO_CONFIG_DIR": str(tmp_path), "MAUBINH_DATA": str(tmp_path)},
    )
    return done.stdout.splitlines()[-1]


def test_the_watch_sees_a_call(tmp_path):
    code = "import socket\ntry: socket.getaddrinfo('nowhere.invalid', 80)\nexcept OSError: pass"
    assert watched(code, tmp_path) == "['socket.getaddrinfo nowhere.invalid']"


def test_onnxruntime_is_told_to_be_quiet_before_a_network_is_opened(monkeypatch):
    told = []
    monkeypatch.setattr(onnxruntime, "disable_telemetry_events", lambda: told.append(True))
    open_network(MODELS / load_manifest().detector.file)
    assert told == [True]


def test_streamlit_gathers_nothing(tmp_path):
    code = "from streamlit import config; calls = config.get_option('browser.gatherUsageStats')"
    assert watched(code, tmp_path) == "False"


def test_a_foreign_page_that_knocks_is_refused_without_asking_for_our_address(tmp_path):
    code = """
from ui.server import keep_streamlit_offline
keep_streamlit_offline()
from streamlit.web.server.server_util import is_url_from_allowed_origins
assert not is_url_from_allowed_origins("https://evil.example")
assert is_url_from_allowed_origins("http://localhost:8501")
"""
    assert watched(code, tmp_path) == "[]"


@pytest.mark.slow
def test_reading_a_photo_and_drawing_a_page_calls_nobody(tmp_path):
    code = """
import cli
cli.keep_libraries_offline()
import numba, scipy, sqlalchemy, msgspec, segno
from pathlib import Path
from streamlit.testing.v1 import AppTest
from vision.decoder import Decoder
from vision.reading import load_reader
decoder = Decoder()
image = decoder.load(Path("ui/assets/sample.jpg").read_bytes())
assert len(load_reader().read(image).hands[0].cards) == 13
decoder.close()
app = AppTest.from_file("app.py", default_timeout=300).run()
assert not app.exception
import time
from ui import resources
while not resources.desk().is_ready or resources.desk().is_busy:
    time.sleep(0.1)  # its thread must not run into the end of the program
"""
    assert watched(code, tmp_path) == "[]"


@pytest.mark.slow
def test_the_libraries_of_training_call_nobody(tmp_path):
    code = "import cli; cli.keep_libraries_offline()\nimport torch, torchvision, ultralytics, onnx"
    assert watched(code, tmp_path) == "[]"
