"""What is wrong with a photo or a hand, as flags that a screen can say and point at."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from vision.texts import PROBLEMS, Language, render

Box = tuple[int, int, int, int]


class ProblemKind(StrEnum):
    """Kinds of problems; the keys of `Problem.values` are listed beside each."""

    NO_CARDS = "no_cards"
    NOT_THIRTEEN = "not_thirteen"  # count
    GAP = "gap"
    CARD_TWICE = "card_twice"  # card
    UNREAD = "unread"
    MISLAID = "mislaid"  # counts
    JOKER = "joker"
    INFERRED = "inferred"  # card
    TOO_DARK = "too_dark"
    BLURRED = "blurred"
    TOO_SMALL = "too_small"  # height, least
    GLARE = "glare"
    CUT_OFF = "cut_off"
    CONFLICT = "conflict"  # cards


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where: `box_xywh` in pixels of the oriented image, if anywhere.

    `values` are the names and values that the sentence needs.
    """

    kind: ProblemKind
    box_xywh: Box | None = None
    values: tuple[tuple[str, str | float], ...] = ()

    @classmethod
    def of(cls, kind: ProblemKind, box_xywh: Box | None = None, **values: str | float) -> Self:
        """Build a problem from keyword values."""
        return cls(kind, box_xywh, tuple(values.items()))

    def text(self, language: Language = "en") -> str:
        """Return the sentence in Vietnamese or English."""
        return render(PROBLEMS, self.kind, language, **dict(self.values))

    def __str__(self) -> str:
        return self.text()
