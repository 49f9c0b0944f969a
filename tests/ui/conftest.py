"""A reader without networks behind every page under test."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import ui
from tests.ui.doubles import FakeReader
from ui import resources, table_desk, table_drafts
from ui.pages import Page

ROOT = Path(ui.__path__[0]).parent
SLOW_MACHINE_S = 120


@pytest.fixture(autouse=True)
def fake_reader(monkeypatch, tmp_path):
    """Every test gets a data folder and a desk of its own, with a reader that needs no weights."""
    monkeypatch.setenv("MAUBINH_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(resources, "load_reader", FakeReader)
    resources.desk.clear()
    yield
    resources.desk.clear()
    table_drafts.drafts.clear()
    table_desk.book.clear()


@pytest.fixture
def open_page():
    """Open one page of the list in its frame, with anything put into the session before."""

    def opened(page: Page, **session: object) -> AppTest:
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
def words():
    """All HTML of a page in one string, the stylesheets left out."""
    return lambda app: "\n".join(
        part.body for part in app.html if not part.body.startswith("<style>")
    )
