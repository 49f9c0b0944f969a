"""Measure the advice against other ways to arrange: ``python -m benchmarks.advice_selfplay``.

Every comparison is paired: the same deal is played with the strategies in each other's seats, so
that the cards' luck cancels. Intervals are 95 %.

(a) ``greedy``: the strongest back row, then the strongest middle, then the front.
(b) The largest sum of row classes, a bonus row counting its chi on top. That leaves most hands
    with many equal sums, and what is then laid makes the difference, so there are three of it:
    ``first`` lays the first found, ``back`` the one with the strongest back, then middle, and
    ``even`` the one with the largest sum of the rows' percentiles.
(c) ``percentiles``: the largest product of the rows' percentiles among rows that are laid.
(d) ``best``: the exact answer to the policy: every split of a hand is tried at tens of thousands
    of tables, and the best is judged at others.

``ceiling`` is the same answer to (b) ``even``: nobody can win more against it.

``--answers`` takes another way to the same figures heads-up: what a hand wins laid by the policy,
and laid as `suggest` answers, less what it wins laid by the baseline, against baseline players who
hold any of the other 39 cards. Two baseline players win nothing from each other on average, so
that the mean over hands is what the deals above measure; but each hand meets thousands of others.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.advise import best_kinds, candidates
from scorer.advice.desk import Desk, desk_for, drawn
from scorer.advice.expected import Sample, estimate, mean_chi
from scorer.advice.instants import instant_codes
from scorer.advice.known import Known
from scorer.advice.laying import Laying
from scorer.advice.opponents import Opponents, laid
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy
from scorer.advice.pool import deal, pool_of_hands
from scorer.advice.shelf import opponents_for
from scorer.advice.splits import strengths_of
from scorer.advice.strengths import FIVE_STRENGTHS, FRONT_STRENGTHS, strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.cards import Card
from scorer.profiles import PROFILES, RulesProfile

_WHEEL = "second"
_POOL = 40_000


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean in chi a hand, with half the width of its 95 % interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Measured":
        """Measure independent values."""
        return cls(float(values.mean()), 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5)

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.half:.3f}"


def baselines(tariff: Tariff) -> dict[str, Policy]:
    """Return the ways to arrange that other programs use, as table policies."""
    tables = strength_tables(tariff.wheel)
    front = np.arange(FRONT_STRENGTHS) / FIVE_STRENGTHS
    five = np.arange(FIVE_STRENGTHS) / FIVE_STRENGTHS
    percentiles = _percentiles(tariff)
    classes = [
        hand_class + bonus
        for hand_class, bonus in zip(
            (tables.front_class, tables.five_class, tables.five_class), tariff.bonus, strict=True
        )
    ]
    ties = {
        "first": (front * 0, five * 0, five * 0),
        "back": (front * 1e-9, five * 1e-6, five * 1e-2),
        "even": tuple(percentile / 100 for percentile in percentiles),
    }
    return {
        "greedy": _table(front, five * 1e5, five * 1e10),
        **{
            name: _table(*(worth + more for worth, more in zip(classes, tie, strict=True)))
            for name, tie in ties.items()
        },
        "percentiles": _table(*(np.log(percentile) for percentile in percentiles)),
    }


def _table(*values: NDArray[np.floating]) -> Policy:
    zero = np.zeros((1, 1, 1))
    front, middle, back = (np.asarray(value, np.float64) for value in values)
    return Policy(front, middle, back, front * 0, middle * 0, back * 0, zero)  # type: ignore[arg-type]


def _percentiles(tariff: Tariff) -> list[NDArray[np.float64]]:
    rows = opponents_for(tariff)[0].laid.rows
    found = []
    for row, size in enumerate((FRONT_STRENGTHS, FIVE_STRENGTHS, FIVE_STRENGTHS)):
        count = np.bincount(rows[:, row], minlength=size)
        found.append((np.cumsum(count) - count / 2 + 0.5) / (count.sum() + 1))
    return found


class Deals:
    """Deals of four hands, and the splits of each that can be best."""

    def __init__(self, count: int) -> None:
        """Deal ``count`` times."""
        decks = np.tile(np.arange(52, dtype=np.int8), (count, 1))
        self.hands = np.sort(deal(decks, 52, np.random.PCG64(99)).reshape(-1, 13), axis=1)
        strengths = strength_tables(_WHEEL)
        self._laying = Laying(self.hands, strengths, equal_rows_are_foul=False)

    def laid(self, name: str, policy: Policy, tariff: Tariff) -> Hands:
        """Return the hands (deals, 4) as a strategy lays them."""
        strengths = strength_tables(_WHEEL)
        if name == "first":
            # The first found in the order of the splits may well be beaten by an equal sum.
            numbers = policy.arrange(self.hands, strengths, equal_rows_are_foul=False)
        else:
            numbers = self._laying.by(policy)
        return Hands(
            strengths_of(self.hands, numbers, strengths),
            instant_codes(self.hands, tariff),
            (self.hands >= 48).sum(axis=1).astype(np.int8),
        ).reshaped((len(self.hands) // 4, 4))


def table_of(system: str, opponents: int, deals: Deals) -> dict[str, Measured]:
    """Return what the policy wins a hand over each baseline at a table of its size.

    The policy sits once in each seat among baseline players, and a baseline player once in each
    seat among policies; half the difference is what the policy is worth.
    """
    tariff = tariff_of(PROFILES[system], opponents)
    mine = deals.laid("policy", opponents_for(tariff)[0].policy, tariff)
    measured = {}
    for name, other in baselines(tariff).items():
        theirs = deals.laid(name, other, tariff)
        alone, against = _chi_of_one(mine, theirs, tariff), _chi_of_one(theirs, mine, tariff)
        measured[name] = Measured.of((alone - against) / 2)
    return measured


def _chi_of_one(one: Hands, others: Hands, tariff: Tariff) -> NDArray[np.float64]:
    """Return each deal's mean chi of one player of the first kind among the second kind."""
    seats = tariff.opponents + 1
    total = np.zeros(len(one.instant))
    for seat in range(seats):
        rest = [other for other in range(seats) if other != seat]
        tables = Tables(
            Hands(others.rows[:, rest], others.instant[:, rest], others.aces[:, rest]), tariff
        )
        hero = one.seat(seat)
        total += tables.settle(hero.reshaped((1, len(hero.instant))))[0]
    return np.asarray(total / seats)


def halves(
    source: Opponents, profile: RulesProfile, opponents: int, hand: NDArray[np.int8], seed: int
) -> tuple[Desk, Desk]:
    """Return two desks for a hand whose opponents are never the same."""
    tariff, rng = tariff_of(profile, opponents), np.random.default_rng(seed)
    unseen = source.unseen(hand, rng)
    desks = []
    for half in (0, 1):
        some = unseen.half(half)
        sample = drawn(source, tariff, some, rng)
        desks.append(Desk(hand, profile, tariff, source, Known(), sample, some, seed, False))
    return desks[0], desks[1]


def best_over(source: Opponents, system: str, opponents: int, hands: int) -> Measured:
    """Return what the exact answer to a policy wins a hand over the policy itself.

    It is chosen at one half of the pool's hands and judged at the other.
    """
    gains = []
    for number, hand in enumerate(pool_of_hands(_POOL).hands[-hands:]):
        one, other = halves(source, PROFILES[system], opponents, hand, number)
        chosen, _ = best_kinds(one, candidates(one), 2)
        own = source.arranged(hand[None, None]).rows[0]
        rows = np.concatenate([chosen.rows()[:1], own])
        if (rows[0] == rows[1]).all():
            gains.append(0.0)
            continue
        judged = estimate(
            Hands.candidates(rows, one.aces), other.full(Hands.candidates(rows, one.aces))
        ).chi
        gains.append(float(judged[0] - judged[1]))
    return Measured.of(np.array(gains))


def ceiling(system: str, opponents: int, hands: int) -> Measured:
    """Return what the exact answer to (b) ``even`` wins over it, a hand."""
    tariff = tariff_of(PROFILES[system], opponents)
    policy, pool = baselines(tariff)["even"], pool_of_hands(4 * _POOL)
    laying = Laying(pool.hands, strength_tables(_WHEEL), equal_rows_are_foul=False)
    seated = laid(pool.hands, laying.by(policy), policy, tariff)
    return best_over(Opponents(tariff, policy, pool, seated), system, opponents, hands)


@dataclass(frozen=True, slots=True)
class Over:
    """What is won a hand over one baseline, heads-up."""

    policy: Measured
    answer: Measured
    more: Measured
    """The answer less the policy, on the same hands."""


def answers_over(system: str, hands: int, answered: int) -> dict[str, Over]:
    """Return what the policy wins over each baseline on ``hands``, and the answer on some."""
    tariff = tariff_of(PROFILES[system], 1)
    pool, policy = pool_of_hands(2 * _POOL), opponents_for(tariff)[0]
    tables = strength_tables(_WHEEL)
    laying = Laying(pool.hands, tables, equal_rows_are_foul=False)
    sources = {}
    for name, other in baselines(tariff).items():
        numbers = laying.by(other)
        if name == "first":
            numbers = other.arrange(pool.hands, tables, equal_rows_are_foul=False)
        sources[name] = Opponents(tariff, other, pool, laid(pool.hands, numbers, other, tariff))
    # An instant win is paid for however the hand lies.
    ordinary = instant_codes(pool.hands[-hands:], tariff) < 0
    won: dict[str, list[NDArray[np.float64]]] = {name: [] for name in sources}
    for number, hand in enumerate(pool.hands[-hands:]):
        rows = [policy.arranged(hand[None, None]).rows[0, 0]]
        if number < answered:
            cards = [Card.from_index(int(card)) for card in hand]
            desk = desk_for(cards, PROFILES[system], opponents=1, seed=0, seat=1, known=None)
            rows.append(best_kinds(desk, candidates(desk), 2)[0].rows()[0])
        unseen = next(iter(sources.values())).unseen(hand, np.random.default_rng(number))
        for name, source in sources.items():
            theirs = source.arranged(hand[None, None]).rows[0, 0]
            heroes = Hands.candidates(np.array([theirs, *rows]), int((hand >= 48).sum()))
            chi = mean_chi(heroes, Sample(source.singles(unseen), None, None, 1))
            won[name].append((chi[1:] - chi[0]) * ordinary[number])
    return {name: _over(values) for name, values in won.items()}


def _over(won: list[NDArray[np.float64]]) -> Over:
    both = np.array([values for values in won if len(values) == 2])
    return Over(
        Measured.of(np.array([values[0] for values in won])),
        Measured.of(both[:, 1]),
        Measured.of(both[:, 1] - both[:, 0]),
    )


def main() -> None:
    """Print the table of one system, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--opponents", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--deals", type=int, default=12_000)
    parser.add_argument("--hands", type=int, default=200, help="0 leaves out the best answer")
    parser.add_argument("--ceiling", action="store_true", help="also the most against (b) even")
    parser.add_argument("--answers", type=int, default=0, help="hands laid as `suggest` says")
    options = parser.parse_args()
    if options.answers:
        for system in options.systems:
            found = answers_over(system, max(options.hands, options.answers), options.answers)
            for name, over in found.items():
                print(
                    f"{system:9} over {name:11} policy {over.policy}, answer {over.answer}", end=""
                )
                print(f", answer less policy {over.more}", flush=True)
        return
    start = time.perf_counter()
    print(f"chi a hand; {options.deals} deals, {options.hands} hands for the best answer")
    deals = Deals(options.deals) if options.deals else None
    for system in options.systems:
        for opponents in options.opponents:
            line = f"{system:9} {opponents + 1} players: "
            if deals:
                measured = table_of(system, opponents, deals)
                line += ", ".join(f"{name} {value}" for name, value in measured.items())
            if options.hands:
                source, _ = opponents_for(tariff_of(PROFILES[system], opponents))
                line += f", best {best_over(source, system, opponents, options.hands)}"
            if options.ceiling:
                line += f", ceiling {ceiling(system, opponents, options.hands)}"
            print(f"{line} ({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
