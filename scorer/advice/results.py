"""What `suggest` and `compare_played` return."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.arrangement import Arrangement
from scorer.terms import InstantWin, Row


@dataclass(frozen=True, slots=True)
class BonusChance:
    """A row that is paid a bonus when it wins."""

    row: Row
    chi: int
    """The bonus from each opponent whose row it beats."""
    chance: float
    """Chance to be paid by one opponent."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One arrangement and what it is worth at this table."""

    arrangement: Arrangement
    chi: float
    """Expected chi over all opponents, ace chi included."""
    se: float
    """Standard error of ``chi``."""
    gap: float
    """Expected chi less than the best arrangement; 0 for the best itself."""
    gap_se: float
    """Standard error of ``gap``, smaller than ``se`` because both met the same opponents."""
    win: Mapping[Row, float]
    """Chance that a row beats one opponent's same row."""
    scoop: float
    """Chance to win all three rows against one opponent."""
    scooped: float
    bonuses: tuple[BonusChance, ...]
    why_vi: str
    """One sentence: what this arrangement gains and gives up, against the next one or the best."""
    why_en: str

    @property
    def within_noise(self) -> bool:
        """Whether the sample cannot tell this arrangement from the best."""
        return self.gap < 2 * self.gap_se


@dataclass(frozen=True, slots=True)
class Advice:
    """Instant win first, then the best different arrangements, best first."""

    instant_win: InstantWin | None
    pay: int
    """Chi that the instant win takes from each ordinary opponent; 0 without one."""
    instant_chi: float
    """Expected chi of the instant win over all opponents; 0 without one."""
    play_on: bool
    """Whether this table lets the holder play the hand out, and that is worth more."""
    suggestions: tuple[Suggestion, ...]
    opponents: int
    tables: int
    """How many sampled tables the best arrangements met."""
    borrowed_policy: bool
    """Whether the opponents play a policy made for another tariff (house rules)."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A played arrangement beside the best."""

    played: Suggestion
    best: Suggestion
    foul_vi: str | None = None
    """Why the played arrangement is binh lủng; None if it is legal."""
    foul_en: str | None = None

    @property
    def lost(self) -> float:
        """Expected chi given away."""
        return self.played.gap
