"""Cards of one 52-card deck.

A card is always one of 52; jokers and doubtful readings live outside this package.

Card numbers (`Card.index`) run rank by rank, clubs diamonds hearts spades inside a rank:

    2c 0   2d 1   2h 2   2s 3   3c 4   …   As 51
"""

from dataclasses import dataclass, field
from enum import IntEnum

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"


class Rank(IntEnum):
    """Rank of a card, bigger is stronger."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One of ``23456789TJQKA``."""
        return RANK_LETTERS[self - 2]


class Suit(IntEnum):
    """Suit of a card; suits never decide a comparison."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One of ``cdhs``."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """One of ``♣♦♥♠``."""
        return SUIT_SYMBOLS[self]

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the 52 cards, ordered by rank, then by suit.

    >>> str(Card(Rank.ACE, Suit.SPADES)), Card(Rank.ACE, Suit.SPADES).index
    ('As', 51)
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", 4 * (int(self.rank) - 2) + int(self.suit))

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    @staticmethod
    def from_index(index: int) -> "Card":
        """Return card number `index`; IndexError outside 0..51.

        >>> str(Card.from_index(0))
        '2c'
        """
        if index < 0:
            raise IndexError(f"card number {index}: expected 0..51")
        return DECK[index]


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""All 52 cards in the order of their numbers."""
