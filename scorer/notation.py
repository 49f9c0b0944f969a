"""Card text: reading what people write, writing `As Td 9h`.

Read are rank and suit in either order where the suit is a symbol or a word, with or without blanks:
`As`, `10d`, `♠A`, `A♥`, `A bích`, `cơ 10`, `già rô`, `AsKd9h`.  Written is rank then suit letter,
`T` for ten.
"""

import re
import unicodedata
from collections.abc import Iterable

from scorer.cards import RANK_LETTERS, Card, Rank, Suit
from scorer.errors import NotationError, Problem

_RANK_WORDS = {
    **{letter.casefold(): Rank(2 + place) for place, letter in enumerate(RANK_LETTERS)},
    "10": Rank.TEN,
    **dict.fromkeys(("át", "xì", "ách"), Rank.ACE),
    "già": Rank.KING,
    "đầm": Rank.QUEEN,
    "bồi": Rank.JACK,
}
_SUIT_MARKS = {
    **dict.fromkeys(("♣", "♧", "chuồn", "chuon", "tép", "tep", "nhép", "nhep"), Suit.CLUBS),
    **dict.fromkeys(("♦", "♢", "rô", "ro"), Suit.DIAMONDS),
    **dict.fromkeys(("♥", "♡", "cơ", "co"), Suit.HEARTS),
    **dict.fromkeys(("♠", "♤", "bích", "bich"), Suit.SPADES),
}
_SUITS = _SUIT_MARKS | {suit.letter: suit for suit in Suit}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_RANK, _MARK = _any_of(_RANK_WORDS), _any_of(_SUIT_MARKS)
_CARD = re.compile(
    rf"(?P<rank>{_RANK})(?:\s*(?P<mark>{_MARK})|(?P<letter>[cdhs]))"
    rf"|(?P<mark_first>{_MARK})\s*(?P<rank_last>{_RANK})"
)
_GAP = re.compile(r"[\s,;|/]*")
_VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))


def parse_cards(cards: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Read any number of cards; NotationError names every token that is no card.

    >>> format_cards(parse_cards("As 10d ♠K, 9 cơ"))
    'As Td Ks 9h'
    >>> parse_cards("As 1s")
    Traceback (most recent call last):
    scorer.errors.NotationError: cannot read card "1s": expected a rank 2–10, J, Q, K, A, \
then a suit c, d, h, s
    """
    if isinstance(cards, str):
        return _scan(cards)
    found: list[Card] = []
    problems: list[Problem] = []
    for item in cards:
        try:
            found.append(item if isinstance(item, Card) else parse_card(item))
        except NotationError as error:
            problems.extend(error.problems)
    if problems:
        raise NotationError(problems)
    return tuple(found)


def parse_card(text: str) -> Card:
    """Read exactly one card; NotationError otherwise.

    >>> str(parse_card("10♥"))
    'Th'
    """
    cards = _scan(text)
    if len(cards) != 1:
        raise NotationError([Problem.of("not_one_card", text=text, count=len(cards))])
    return cards[0]


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards as `As Td 9h`; `parse_cards` reads it back."""
    return " ".join(map(str, cards))


def _scan(text: str) -> tuple[Card, ...]:
    plain = unicodedata.normalize("NFC", text).translate(_VARIATION_SELECTORS)
    folded = plain.lower()
    found: list[Card] = []
    problems: list[Problem] = []
    position = _skip(folded, 0)
    while position < len(folded):
        match = _CARD.match(folded, position)
        if match is None:
            token_start, position = _token_around(folded, position)
            problems.append(Problem.of("bad_card", token=plain[token_start:position]))
        else:
            found.append(_card(match))
            position = match.end()
        position = _skip(folded, position)
    if problems:
        raise NotationError(problems)
    return tuple(found)


def _card(match: re.Match[str]) -> Card:
    rank = match["rank"] or match["rank_last"]
    suit = match["mark"] or match["letter"] or match["mark_first"]
    return Card(_RANK_WORDS[rank], _SUITS[suit])


def _skip(text: str, position: int) -> int:
    gap = _GAP.match(text, position)
    return gap.end() if gap else position


def _token_around(text: str, position: int) -> tuple[int, int]:
    """Return start and end of the unbroken text around `position`."""
    start = position
    while start and not _GAP.fullmatch(text[start - 1]):
        start -= 1
    end = position
    while end < len(text) and not _GAP.fullmatch(text[end]):
        end += 1
    return start, end
