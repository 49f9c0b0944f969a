"""Card faces drawn by the project: one SVG per card, from strokes and suit shapes of its own.

The faces are made for a phone at arm's length: one large index, one large suit, a small emblem
for the courts, and nothing else. Nothing here comes from a published deck or a font.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import quote

from scorer.cards import DECK, Card, Rank, Suit

FACE_WH: Final = (100, 140)
"""Width and height of a face, in its own units."""
FACE_RADIUS: Final = 10
PAPER: Final = "#fffdf7"
EDGE: Final = "#cfc6b4"

# Centre lines of the ranks in a box 60 wide and 100 high, drawn with a round pen 12 thick.
_RANK_STROKES: Final = {
    Rank.TWO: "M7 27C7 13 16 6 30 6C45 6 53 15 53 28C53 46 22 64 6 94H55",
    Rank.THREE: (
        "M7 20C11 11 19 6 29 6C43 6 51 14 51 27C51 40 42 47 25 47"
        "C44 47 55 56 55 71C55 86 45 94 29 94C16 94 8 88 5 78"
    ),
    Rank.FOUR: "M41 94V6L5 69H57",
    Rank.FIVE: (
        "M51 6H14L10 46C16 40 22 37 30 37C46 37 55 49 55 65C55 84 44 94 28 94C16 94 9 88 6 80"
    ),
    Rank.SIX: (
        "M52 17C50 10 43 6 34 6C15 6 6 25 6 58C6 82 14 94 30 94"
        "C45 94 54 84 54 68C54 51 46 41 31 41C17 41 7 50 6 64"
    ),
    Rank.SEVEN: "M6 6H54C38 34 28 62 25 94",
    Rank.EIGHT: (
        "M30 47C17 47 9 39 9 27C9 14 18 6 30 6C42 6 51 14 51 27C51 39 43 47 30 47"
        "C15 47 5 57 5 71C5 86 15 94 30 94C45 94 55 86 55 71C55 57 45 47 30 47Z"
    ),
    Rank.NINE: (
        "M8 83C10 90 17 94 26 94C45 94 54 75 54 42C54 18 46 6 30 6"
        "C15 6 6 16 6 32C6 49 14 59 29 59C43 59 53 50 54 36"
    ),
    Rank.TEN: (
        "M2 22L14 6V94M48 6C35 6 30 22 30 50C30 78 35 94 48 94C61 94 66 78 66 50C66 22 61 6 48 6Z"
    ),
    Rank.JACK: "M20 6H50M42 6V68C42 86 35 94 23 94C12 94 6 86 6 73",
    Rank.QUEEN: (
        "M30 6C14 6 6 22 6 50C6 78 14 94 30 94C46 94 54 78 54 50C54 22 46 6 30 6ZM34 72L57 97"
    ),
    Rank.KING: "M8 6V94M54 6L9 57M24 41L56 94",
    Rank.ACE: "M3 94L30 6L57 94M13 64H47",
}

_SUIT_PATHS: Final = {
    Suit.CLUBS: (
        "M50 3A22 22 0 0 1 66 40A22 22 0 1 1 54 75C55 85 59 93 66 97H34C41 93 45 85 46 75"
        "A22 22 0 1 1 34 40A22 22 0 0 1 50 3Z"
    ),
    Suit.DIAMONDS: "M50 2Q67 28 89 50Q67 72 50 98Q33 72 11 50Q33 28 50 2Z",
    Suit.HEARTS: (
        "M50 94C20 68 4 50 4 30C4 15 15 6 27 6C38 6 46 12 50 22"
        "C54 12 62 6 73 6C85 6 96 15 96 30C96 50 80 68 50 94Z"
    ),
    Suit.SPADES: (
        "M50 3C76 32 96 46 96 66C96 79 87 87 76 87C67 87 59 82 54 74C55 85 59 93 66 97H34"
        "C41 93 45 85 46 74C41 82 33 87 24 87C13 87 4 79 4 66C4 46 24 32 50 3Z"
    ),
}

# Emblems of the courts in a box 100 wide and 60 high: pennant, tiara, crown.
_EMBLEMS: Final = {
    Rank.JACK: "M22 60V0H29V5H88L73 18L88 31H29V60Z",
    Rank.QUEEN: (
        "M6 60Q4 40 2 26Q18 30 24 40Q28 18 50 4Q72 18 76 40Q82 30 98 26Q96 40 94 60Z"
        "M50 24A9 9 0 1 0 50.1 24Z"
    ),
    Rank.KING: (
        "M8 60L2 14L26 34L44 12H46V8H41V3H46V-4H54V3H59V8H54V12H56L74 34L98 14L92 60Z"
        "M14 47V53H86V47Z"
    ),
}

_TWO_COLOURS: Final = {
    Suit.CLUBS: "#191713",
    Suit.DIAMONDS: "#c0182a",
    Suit.HEARTS: "#c0182a",
    Suit.SPADES: "#191713",
}
_FOUR_COLOURS: Final = _TWO_COLOURS | {Suit.CLUBS: "#0a6b3d", Suit.DIAMONDS: "#1450b8"}


def suit_colour(suit: Suit, four_colour: bool = False) -> str:
    """The ink of a suit on a face, as a CSS colour."""
    return (_FOUR_COLOURS if four_colour else _TWO_COLOURS)[suit]


def suit_svg(suit: Suit, colour: str) -> str:
    """One suit alone as an SVG document, 100 by 100 units."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<path fill="{colour}" d="{_SUIT_PATHS[suit]}"/></svg>'
    )


@dataclass(frozen=True, slots=True)
class Mark:
    """One shape on a face: path data, moved to ``x, y`` and scaled; drawn with a pen, or filled."""

    path: str
    x: float
    y: float
    scale: float
    colour: str
    pen: float = 0
    """Thickness in the path's own units; 0 fills the shape."""


def face_marks(card: Card, four_colour: bool = False) -> tuple[Mark, ...]:
    """What lies on the face of ``card``, in units of `FACE_WH`, in the order it is drawn."""
    ink = suit_colour(card.suit, four_colour)
    suit = _SUIT_PATHS[card.suit]
    emblem = _EMBLEMS.get(card.rank)
    big = (43, 76, 0.54) if emblem else (36, 70, 0.6)
    marks = (
        Mark(_RANK_STROKES[card.rank], 11, 12, 0.5, ink, pen=13),
        Mark(suit, 12, 68, 0.24, ink),
        Mark(suit, *big, ink),
    )
    return (*marks, Mark(emblem, 51, 46, 0.4, "#b98a1e")) if emblem else marks


def card_svg(card: Card, four_colour: bool = False) -> str:
    """The face of ``card`` as an SVG document, 100 by 140 units."""
    width, height = FACE_WH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="{FACE_RADIUS}" '
        f'fill="{PAPER}" stroke="{EDGE}"/>'
        f"{''.join(map(_mark_svg, face_marks(card, four_colour)))}</svg>"
    )


def _mark_svg(mark: Mark) -> str:
    paint = (
        f'fill="none" stroke="{mark.colour}" stroke-width="{mark.pen:g}" '
        'stroke-linecap="round" stroke-linejoin="round"'
        if mark.pen
        else f'fill="{mark.colour}" fill-rule="evenodd"'
    )
    place = f"translate({mark.x:g} {mark.y:g}) scale({mark.scale:g})"
    return f'<path transform="{place}" {paint} d="{mark.path}"/>'


def svg_url(svg: str) -> str:
    """An SVG document as a CSS image; no ``<`` stays, which Streamlit would not let through."""
    return f'url("data:image/svg+xml,{quote(svg, safe=" =:/")}")'


@cache
def faces_css(four_colour: bool = False) -> str:
    """CSS with one class per card (``.card.cAs``) and per suit (``.suit.s``, ``.ink.s``)."""
    rules = [f".card.c{card}{{{_image(card_svg(card, four_colour))}}}" for card in DECK]
    for suit in Suit:
        ink = suit_colour(suit, four_colour)
        rules.append(f".suit.{suit.letter}{{{_image(suit_svg(suit, ink))}}}")
        rules.append(f".ink.{suit.letter}{{--ink:{ink}}}")
    return "".join(rules)


def _image(svg: str) -> str:
    return f"background-image:{svg_url(svg)}"
