"""The fixed vocabulary: rows, hand classes, instant wins and the choices that house rules offer."""

from enum import Enum, IntEnum, StrEnum


class Row(Enum):
    """A row of an arrangement, from the weakest place to the strongest."""

    FRONT = "front"
    MIDDLE = "middle"
    BACK = "back"

    @property
    def size(self) -> int:
        """Number of cards in the row."""
        return 3 if self is Row.FRONT else 5


class HandClass(IntEnum):
    """Class of a row, bigger is stronger."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8


class InstantWin(StrEnum):
    """Thirteen cards that win without being compared."""

    DRAGON_SUITED = "dragon_suited"
    DRAGON = "dragon"
    SAME_COLOUR = "same_colour"
    TWELVE_COLOUR = "twelve_colour"
    FIVE_PAIRS_TRIP = "five_pairs_trip"
    SIX_PAIRS = "six_pairs"
    THREE_FLUSHES = "three_flushes"
    THREE_STRAIGHTS = "three_straights"
    STRAIGHT_FLUSH = "straight_flush"
    QUADS = "quads"
    THREE_FULL_HOUSES = "three_full_houses"


class Wheel(StrEnum):
    """Where A-2-3-4-5 stands among the straights."""

    SECOND = "second"
    LOWEST = "lowest"
    NONE = "none"


class BonusMode(StrEnum):
    """Whether a special row's bonus replaces the plain chi or comes on top of it."""

    REPLACE = "replace"
    ADD = "add"


class ScoopMultiplies(StrEnum):
    """What a scoop multiplies."""

    ALL = "all"
    PLAIN_ROWS = "plain_rows"


class ScoopCountedBy(StrEnum):
    """Whose number of scoops chooses the multiplier."""

    WINNER = "winner"
    LOSER = "loser"


class FoulPay(StrEnum):
    """How a foul hand pays."""

    ROWS = "rows"
    FLAT = "flat"


class FoulPaysTo(StrEnum):
    """Who collects from a foul hand."""

    EVERYONE = "everyone"
    ROUND_WINNER = "round_winner"


class FoulToInstant(StrEnum):
    """What a foul hand with a flat penalty owes to an instant win."""

    LARGER = "larger"
    VALUE = "value"
    BOTH = "both"


class InstantVsInstant(StrEnum):
    """How two instant wins settle with each other."""

    HIGHER_TAKES = "higher_takes"
    DIFFERENCE = "difference"
    TIE = "tie"


class InstantRanking(StrEnum):
    """Which of two different instant wins is the higher."""

    BY_PAY = "by_pay"
    LISTED = "listed"


class PairPoints(StrEnum):
    """What the winner of a pair gets out of the row totals."""

    DIFFERENCE = "difference"
    WINNER_TOTAL = "winner_total"
    ONE = "one"


class AceChi(StrEnum):
    """Whether aces are worth chi of their own."""

    NONE = "none"
    DIFFERENCE = "difference"


class FourAces(StrEnum):
    """How four aces in one hand enter the ace chi."""

    COUNTED = "counted"
    NOT_COUNTED = "not_counted"
    FLAT = "flat"
