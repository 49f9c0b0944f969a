"""Learning: what an arrangement gave away, which mistakes it holds, and hands worth a try.

No screen in here; the figures come from `scorer.advice`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import Final

from scorer.advice import Advice, Comparison, Suggestion, compare_played
from scorer.arrangement import Arrangement, Row
from scorer.cards import DECK, Card
from scorer.ranking import rank_row
from scorer.rules_profile import RulesProfile

TRICKY_CHI: Final = 0.5
"""A hand is tricky if arranging by habit gives this much away."""
DEALS_TRIED: Final = 12
RECENT: Final = 10
BONUS_CHI: Final = 0.3


class Source(StrEnum):
    """Where a practised hand came from."""

    DEALT = "dealt"
    TRICKY = "tricky"
    PHOTO = "photo"
    TABLE = "table"


class Mistake(StrEnum):
    """What was done less well than it could be, in one word."""

    FOUL = "foul"
    MISSED_INSTANT = "missed_instant"
    FALSE_INSTANT = "false_instant"
    MISSED_BONUS = "missed_bonus"
    WEAK_FRONT = "weak_front"
    WEAK_MIDDLE = "weak_middle"
    WEAK_BACK = "weak_back"


_WEAK_ROW: Final = {
    Row.FRONT: Mistake.WEAK_FRONT,
    Row.MIDDLE: Mistake.WEAK_MIDDLE,
    Row.BACK: Mistake.WEAK_BACK,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """An answer weighed: expected chi, the best there was, what was given away and how."""

    chi: float
    best_chi: float
    mistakes: tuple[Mistake, ...] = ()

    @property
    def lost(self) -> float:
        """Expected chi given away; 0 where no other answer is clearly better."""
        return max(0.0, self.best_chi - self.chi)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One practised hand as it is remembered; ``at`` is the server's time, ``rules`` an id."""

    at: datetime
    source: Source
    rules: str
    opponents: int
    cards: tuple[Card, ...]
    outcome: Outcome


def weigh_declared(advice: Advice) -> Outcome:
    """An instant win that was seen and declared."""
    best = max(advice.instant_chi, *(way.chi for way in advice.suggestions[:1]))
    better = advice.play_on and best > advice.instant_chi
    return Outcome(chi=advice.instant_chi, best_chi=best if better else advice.instant_chi)


def weigh(advice: Advice, comparison: Comparison, *, false_instant: bool = False) -> Outcome:
    """Three rows beside the best answer, which may be an instant win that went unseen."""
    mistakes = [Mistake.FALSE_INSTANT] if false_instant else []
    played, best = comparison.played, comparison.best
    if advice.instant_win is not None and not advice.play_on:
        chi = min(played.chi, advice.instant_chi)
        missed = (*mistakes, Mistake.MISSED_INSTANT)
        return Outcome(chi=chi, best_chi=advice.instant_chi, mistakes=missed)
    if comparison.foul_vi is not None:
        return Outcome(chi=played.chi, best_chi=best.chi, mistakes=(*mistakes, Mistake.FOUL))
    if comparison.lost <= 0 or played.within_noise:
        return Outcome(chi=played.chi, best_chi=played.chi, mistakes=tuple(mistakes))
    mistakes.append(_mistake(played, best))
    return Outcome(chi=played.chi, best_chi=best.chi, mistakes=tuple(mistakes))


def _mistake(played: Suggestion, best: Suggestion) -> Mistake:
    if _bonus_chi(best) - _bonus_chi(played) > BONUS_CHI:
        return Mistake.MISSED_BONUS
    return _WEAK_ROW[max(Row, key=lambda row: best.win[row] - played.win[row])]


def _bonus_chi(way: Suggestion) -> float:
    return sum(bonus.chi * bonus.chance for bonus in way.bonuses)


# --- hands to practise ---------------------------------------------------------------------------


def deal(rng: Random) -> tuple[Card, ...]:
    """Thirteen cards, highest first."""
    return tuple(sorted(rng.sample(DECK, 13), reverse=True))


def deal_tricky(rng: Random, rules: RulesProfile, opponents: int) -> tuple[Card, ...]:
    """A hand in which habit, the strongest back first, gives chi away.

    The one of a dozen deals that gives away most, if none of them reaches half a chi.
    """
    found: list[tuple[float, tuple[Card, ...]]] = []
    for _ in range(DEALS_TRIED):
        cards = deal(rng)
        comparison = compare_played(by_habit(cards, rules), rules, opponents=opponents)
        lost = 0.0 if comparison.played.within_noise else comparison.lost
        if lost >= TRICKY_CHI:
            return cards
        found.append((lost, cards))
    return max(found)[1]


def by_habit(cards: Sequence[Card], rules: RulesProfile) -> Arrangement:
    """The strongest back there is, then the strongest middle of the rest: how beginners lay."""

    def strongest(held: Sequence[Card]) -> tuple[Card, ...]:
        # Of equal rows the one that takes the lowest cards, so that the rest stays strong.
        return max(
            combinations(sorted(held), 5),
            key=lambda row: (rank_row(row, rules.wheel), -sum(card.rank for card in row)),
        )

    # Each row is the strongest of all that is left, so no row can outrank the one below it.
    back = strongest(cards)
    rest = [card for card in cards if card not in back]
    middle = strongest(rest)
    front = tuple(card for card in rest if card not in middle)
    return Arrangement(front=front, middle=middle, back=back)


# --- what the attempts say -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Habit:
    """A mistake made more than now and then: how often, and the chi of those hands together."""

    mistake: Mistake
    count: int
    lost: float


def mean_lost(attempts: Sequence[Attempt]) -> float:
    """Chi given away a hand; 0 without hands."""
    return sum(attempt.outcome.lost for attempt in attempts) / max(1, len(attempts))


def running_mean(attempts: Sequence[Attempt], width: int = RECENT) -> tuple[float, ...]:
    """For every hand the mean chi given away over it and the ones before it, ``width`` at most."""
    return tuple(
        mean_lost(attempts[max(0, end - width) : end]) for end in range(1, len(attempts) + 1)
    )


def habits(attempts: Sequence[Attempt]) -> tuple[Habit, ...]:
    """Mistakes by the chi they cost, the dearest first."""
    lost: dict[Mistake, list[float]] = {}
    for attempt in attempts:
        for mistake in attempt.outcome.mistakes:
            lost.setdefault(mistake, []).append(attempt.outcome.lost)
    found = (Habit(mistake, len(chi), sum(chi)) for mistake, chi in lost.items())
    return tuple(sorted(found, key=lambda habit: (-habit.lost, -habit.count)))
