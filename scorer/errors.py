"""Errors of the scorer.

    ScorerError(ValueError)          one or more problems, all reported at once
    ├── NotationError                card text that cannot be read
    ├── ArrangementError             rows of the wrong length, a card twice
    ├── ProfileError                 house rules that contradict the field list
    └── RoundError                   players or a round file that cannot be settled

A foul arrangement is a result, not an error.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.texts import PROBLEMS, Language, render


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, as a key of the text catalogue and the values it names."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, key: str, /, **values: object) -> "Problem":
        """Build a problem from keyword values."""
        return cls(key, tuple(values.items()))

    def at(self, where: str) -> "Problem":
        """Return the same problem, told of a place such as a player or a file."""
        return Problem.of("at", where=where, problem=self)

    def text(self, language: Language = "en") -> str:
        """Return the sentence in Vietnamese or English."""
        values = {
            name: value.text(language) if isinstance(value, Problem) else value
            for name, value in self.values
        }
        return render(PROBLEMS, self.key, language, **values)

    def __str__(self) -> str:
        return self.text()


class ScorerError(ValueError):
    """Something given to the scorer is wrong; `problems` lists everything that is."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))

    def text(self, language: Language = "en") -> str:
        """Return all problems in one line."""
        return "; ".join(problem.text(language) for problem in self.problems)


class NotationError(ScorerError):
    """Card text that cannot be read."""


class ArrangementError(ScorerError):
    """Rows that are no arrangement of 13 cards."""


class ProfileError(ScorerError):
    """House rules with unknown fields or impossible values."""


class RoundError(ScorerError):
    """A round that cannot be settled."""
