"""Everything the app says exists in both languages, and everything that exists is said."""

import re
from pathlib import Path
from string import Formatter

import pytest

import ui
from scorer.notation import parse_card
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes, field_types
from ui.components.board import WORDS
from ui.text import LANGUAGES, Texts, catalogue

SOURCES = [path.read_text(encoding="utf-8") for path in Path(ui.__path__[0]).rglob("*.py")]


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys_in_the_same_order():
    assert list(catalogue("vi")) == list(catalogue("en"))


@pytest.mark.parametrize("key", catalogue("vi"))
def test_both_languages_use_the_same_values(key):
    assert fields_of(catalogue("vi")[key]) == fields_of(catalogue("en")[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_blanks_around_it(language):
    assert [
        key for key, text in catalogue(language).items() if text != text.strip() or not text
    ] == []


def test_every_key_in_the_code_is_in_the_catalogue():
    used = {
        key for source in SOURCES for key in re.findall(r'[( "\']([a-z]+\.[a-z_]+)["\']', source)
    }
    sections = {key.split(".")[0] for key in catalogue("vi")}
    keys = {key for key in used if key.split(".")[0] in sections} - {"board.js"}
    assert len(keys) > 50
    assert keys - set(catalogue("vi")) == set()


def test_every_word_of_the_board_is_there():
    assert {f"board.{word}" for word in WORDS} == {
        key for key in catalogue("vi") if key.startswith("board.")
    }


def test_every_choice_of_the_house_rules_has_a_word():
    from enum import Enum

    values = {
        choice.value
        for kind in field_types().values()
        if isinstance(kind, type) and issubclass(kind, Enum)
        for choice in kind
    }
    assert {f"choice.{value}" for value in values} <= set(catalogue("vi"))
    assert {f"system.{profile_id}" for profile_id in PROFILES} <= set(catalogue("vi"))
    assert RulesProfile.__name__  # the fields above are those of the profile


@pytest.mark.parametrize(
    ("language", "card", "said"),
    [
        ("vi", "As", "Át bích"),
        ("vi", "10d", "10 rô"),
        ("en", "Kh", "king of hearts"),
        ("en", "2c", "2 of clubs"),
    ],
)
def test_cards_are_said_as_players_say_them(language, card, said):
    assert Texts(language).card(parse_card(card)) == said


@pytest.mark.parametrize(
    ("points", "said"), [(3, "+3 chi"), (-2, "−2 chi"), (0, "0 chi"), (-0.04, "0 chi")]
)
def test_chi_carry_their_sign_unless_they_are_nothing(points, said):
    assert Texts("vi").chi(points) == said


def test_money_is_written_as_in_vietnam():
    assert Texts("vi").money(20_000).replace("\xa0", " ") == "+20.000 ₫"
    assert Texts("vi").money(-1_250_000).replace("\xa0", " ") == "−1.250.000 ₫"
    assert Texts("vi").money(0).replace("\xa0", " ") == "0 ₫"
    assert Texts("en").money(20_000) == "+₫20,000"


def test_a_missing_value_is_an_error_and_values_are_escaped_for_html():
    with pytest.raises(KeyError):
        Texts("vi")("names.taken", wrong="An")
    assert "&lt;b&gt;" in Texts("vi").html("names.taken", name="<b>")


def test_what_house_rules_mean_stands_in_labels_as_it_is():
    """Streamlit reads labels as markdown; escaped signs would be read aloud by screen readers."""
    for note in field_notes().values():
        for meaning in (note.vi, note.en):
            assert not re.search(r"[\\`*_\[\]<>$~#]|--|:\w", meaning), meaning


def test_a_lost_connection_says_what_to_do_when_the_page_does_not_go_on():
    assert "tải lại trang" in Texts("vi")("shell.offline_why")
    assert "reload" in Texts("en")("shell.offline_why")
