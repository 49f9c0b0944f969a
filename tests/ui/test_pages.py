"""Every page of the router's own list opens, in both languages, under whatever rules are chosen."""

import pytest
from streamlit.testing.v1 import AppTest

from scorer.cards import Suit
from tests.ui.conftest import ROOT, SLOW_MACHINE_S
from tests.ui.samples import BROWSER, DISPUTE, LEARN, LEGAL, READ, SETTLE, house, laid
from ui.faces import suit_colour
from ui.keys import ReadKey, ShellKey
from ui.notebook import Notebook, notebook_path
from ui.pages import PAGES
from ui.state import rules_key as state_key
from ui.text import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_opens_in_both_languages(open_page, words, page, language):
    app = open_page(page, **{ShellKey.STATE_LANGUAGE: language})
    assert not app.exception
    texts = Texts(language)
    assert texts(page.title) in words(app)
    assert texts("shell.claim") in words(app)


def test_the_router_opens_the_first_page_and_links_to_all(words):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW_MACHINE_S).run()
    assert not app.exception
    assert Texts("vi")(PAGES[0].title) in words(app)
    labels = [link.label for link in app.page_link]
    assert labels == [Texts("vi")(page.tab) for page in PAGES if page.in_bar]


def test_the_address_chooses_the_language(words):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SLOW_MACHINE_S)
    app.query_params["lang"] = "en"
    assert Texts("en")("shell.claim") in words(app.run())
    del app.query_params["lang"]  # as a tap on another page does
    assert Texts("en")("shell.claim") in words(app.run())


def test_four_colours_change_the_faces(open_page):
    app = open_page(READ)
    colour = suit_colour(Suit.DIAMONDS, four_colour=True).removeprefix("#")
    assert colour not in "".join(part.body for part in app.html)
    app.toggle(key=ShellKey.FOUR_COLOUR).set_value(True).run()
    assert not app.exception
    assert colour in "".join(part.body for part in app.html)


@pytest.mark.parametrize("page", [READ, LEARN, SETTLE, DISPUTE])
def test_house_rules_can_be_chosen_on_every_page(open_page, page):
    rules = house(loss_cap=30)
    session = {ShellKey.STATE_HOUSE: (rules,), ShellKey.STATE_RULES: state_key(rules)}
    if page is READ:
        session[ReadKey.STATE_HAND] = laid(LEGAL)
    app = open_page(page, **session)
    assert not app.exception


def test_a_browser_that_comes_back_finds_its_choices(words):
    book = Notebook(notebook_path(), BROWSER)
    book.keep_rules(house(loss_cap=30))
    book.choose(language="en", four_colour=True, rules=state_key(house(loss_cap=30)))
    script = (
        "import streamlit as st\n"
        "from ui import state\n"
        f"state.know_browser({BROWSER!r})\n"
        "st.write(f'{state.language()} {state.four_colour()} {state.profile().loss_cap}')\n"
    )
    app = AppTest.from_string(script, default_timeout=SLOW_MACHINE_S).run()
    assert not app.exception
    assert app.markdown[0].value == "en True 30"
