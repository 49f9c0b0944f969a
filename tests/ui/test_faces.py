"""The card faces: 52 different ones, well-formed, in two and in four colours."""

import pytest

from scorer.cards import DECK, Suit
from ui.faces import card_svg, faces_css, suit_colour, svg_url


@pytest.mark.parametrize("four_colour", [False, True])
def test_every_card_has_a_face_of_its_own(four_colour):
    faces = {card_svg(card, four_colour) for card in DECK}
    assert len(faces) == 52
    for face in faces:
        assert face.count("<") == face.count(">")
        assert face.startswith("<svg xmlns=")
        assert face.endswith("</svg>")


def test_colours_tell_suits_apart():
    assert len({suit_colour(suit) for suit in Suit}) == 2
    assert suit_colour(Suit.HEARTS) == suit_colour(Suit.DIAMONDS)
    assert len({suit_colour(suit, four_colour=True) for suit in Suit}) == 4


@pytest.mark.parametrize("four_colour", [False, True])
@pytest.mark.parametrize("suit", Suit)
def test_the_ink_reaches_contrast_aa_on_the_face(suit, four_colour):
    assert contrast(suit_colour(suit, four_colour), "#fffdf7") >= 4.5


def test_the_stylesheet_names_every_card_and_survives_streamlits_cleaning():
    css = faces_css()
    assert all(f".card.c{card}{{" in css for card in DECK)
    assert "<" not in css  # DOMPurify drops a style element that holds a tag
    assert "<" not in svg_url("<svg/>")


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio of two #rrggbb colours."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
