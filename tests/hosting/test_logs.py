"""Whatever is logged can be shown to anyone."""

import io
import json
import logging

import pytest
import structlog

from hosting import logs
from hosting.logs import hide_private, log_of, set_up_logs
from hosting.settings import Settings
from scorer.cards import DECK
from table.keys import derive_key, new_salt, room_code
from ui.server import log_defect


@pytest.fixture
def written(monkeypatch):
    """What is logged, as JSON objects; the loggers are put back afterwards."""
    stream = io.StringIO()
    monkeypatch.setattr(logs.sys, "stderr", stream)
    names = [None, logs.NAME, "streamlit", "uvicorn", "uvicorn.error"]
    before = [
        (logger, logger.handlers[:], logger.level, logger.propagate)
        for logger in map(logging.getLogger, names)
    ]
    set_up_logs(Settings(log_format="json"))
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
    structlog.reset_defaults()


def test_our_lines_carry_only_the_fields_that_are_allowed(written):
    log_of("test").info("photo read", hands=1, seconds=0.5, cards="As Kd", name="An", key="k")
    (line,) = written()
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "photo read",
        "hands": 1,
        "level": "info",
        "logger": "maubinh.test",
        "seconds": 0.5,
    }


def test_the_level_is_ours_and_libraries_are_heard_from_warnings_up(written):
    log_of("test").debug("hidden")
    logging.getLogger("alembic").info("setup")
    logging.getLogger("alembic").warning("slow")
    assert [line["event"] for line in written()] == ["slow"]


@pytest.mark.parametrize("number", range(20))
def test_keys_and_codes_are_hidden_whatever_they_are(number):
    key = derive_key(f"token {number}", new_salt(), "host")
    for secret in (key, room_code(key)):
        for text in (f"GET /night?key={secret} 200", f"bad key {secret}", f"'{secret}' twice"):
            assert secret not in hide_private(text)


def test_cards_and_addresses_are_hidden():
    shown = hide_private(" ".join(str(card) for card in DECK) + " 10h A♠")
    assert set(shown.split()) <= {"…", "A…"}
    assert "geheim" not in hide_private("postgresql://club:geheim@127.0.0.1/maubinh failed")
    assert hide_private("disk is full (28)") == "disk is full (28)"


def test_a_library_that_logs_an_exception_does_not_tell_its_words(written):
    try:
        int("Bình holds As Kd")
    except ValueError:
        logging.getLogger("library").exception("it failed")
    (line,) = written()
    assert (line["event"], line["error"]) == ("it failed", "ValueError")
    assert "Bình" not in json.dumps(line, ensure_ascii=False)


def test_a_traceback_in_words_keeps_its_places_only(written):
    text = 'Traceback (most recent call last):\n  File "/opt/x/book.py", line 7, in f\n    g()\n'
    logging.getLogger("library").error("%s", text + "table.errors.BadHand: Bình holds As\n")
    assert [line["event"] for line in written()] == ["BadHand at book.py:7"]


def test_a_page_that_fails_is_logged_by_place_and_kind(written):
    try:
        set_up_logs("no settings")
    except AttributeError as error:
        error.args = ("Bình holds As Kd",)
        log_defect(error)
    (line,) = written()
    assert line["error"] == "AttributeError"
    assert line["place"].startswith("hosting/logs.py:")
    assert "Bình" not in json.dumps(line, ensure_ascii=False)
