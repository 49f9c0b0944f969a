"""Behind a table's pages: words for refusals, the pulse and the clock, drafts in memory."""

import asyncio
import json
from pathlib import Path
from string import Formatter

import pytest
from starlette.requests import Request

import table.errors
import ui
from scorer.errors import Problem
from table.errors import BadHand, BadRound, TableError
from tests.ui.night import HANDS, open_night
from ui.server import pulse
from ui.table_desk import in_words
from ui.table_drafts import MOST_DRAFTS, Draft, DraftKey, Drafts
from ui.text import LANGUAGES, Texts


def errors_below(kind: type[TableError]) -> list[type[TableError]]:
    return [kind, *(found for below in kind.__subclasses__() for found in errors_below(below))]


@pytest.mark.parametrize("kind", errors_below(table.errors.TableError), ids=lambda kind: kind.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(kind, language):
    texts = Texts(language)
    if issubclass(kind, BadHand | BadRound):
        error = kind(number=1, problems=[Problem.of("hand_size", count=12)])
        assert "12" in in_words(error, texts)
        return
    names = {name for _, name, _, _ in Formatter().parse(kind.english) if name}
    said = in_words(kind(**dict.fromkeys(names, "5")), texts)
    assert said and "{" not in said


def test_a_wait_is_told_in_minutes():
    refused = table.errors.TooManyAttempts(retry_after_s=506)
    assert "9 phút" in in_words(refused, Texts("vi"))


def beat(secret: str, query: str = "") -> int | None:
    headers = [(b"x-table-key", secret.encode())] if secret else []
    request = Request({"type": "http", "headers": headers, "query_string": query.encode()})
    answer = asyncio.run(pulse(request))
    revision: int | None = json.loads(bytes(answer.body))
    assert answer.status_code == (404 if revision is None else 200)
    return revision


def test_the_pulse_beats_when_the_table_changes_and_for_nobody_else(night):
    key, other = night.opened.seat_keys
    for secret in (key, other):
        night.book.view(secret)  # sits down, which is a change
    assert beat(key) == night.book.view(key).revision
    at_rest = beat(key)
    assert beat(key) == at_rest
    night.start()
    started = beat(key)
    assert started > at_rest
    night.lay(*HANDS[:2])
    assert beat(key) > started
    assert beat(key) == beat(other) == night.book.view(key).revision
    for wrong in ("", "nonsense", night.opened.room_code):
        assert beat(wrong) is None
    assert beat("", f"key={key}&seat={key}") is None  # addresses are logged


def test_the_clock_alone_makes_the_pulse_beat(clock):
    night = open_night(clock, seconds=90)
    night.start()
    key = night.opened.seat_keys[0]
    before = night.book.revision(key)
    clock.pass_s(89)
    assert night.book.revision(key) == before
    clock.pass_s(2)
    assert night.book.revision(key) > before


def test_the_oldest_drafts_make_room():
    kept = Drafts()
    keys = [DraftKey("phone", 1, seat) for seat in range(MOST_DRAFTS + 1)]
    for key in keys:
        kept.put(key, Draft(None))
    assert kept.get(keys[0]) is None
    assert kept.get(keys[1]) is not None


def test_what_the_phones_own_clock_shows_never_counts():
    script = (Path(ui.__path__[0]) / "components" / "clock.js").read_text(encoding="utf-8")
    assert "performance.now()" in script
    assert "Date" not in script
