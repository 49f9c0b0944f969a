"""Measure the advice against other ways to arrange: ``python -m benchmarks.advice_selfplay``.

Every comparison is paired: the same deal is played with the strategies in each other's seats, so
that the cards' luck cancels. Intervals are 95 %.

- ``greedy``: the strongest back row, then the strongest middle, then the front.
- ``classes``: the largest sum of row classes, a bonus row counting its chi on top; of equal sums
  the first found.
- ``classes, back``: the same, of equal sums the one with the strongest back, then middle.
- ``classes, even``: the same, of equal sums the one with the highest percentiles.
- ``percentiles``: the largest product of the rows' percentiles among rows that are laid.
- ``best``: the exact answer to the policy, found by trying every split of a hand on thousands of
  tables; it is judged on other tables than it was found on.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.advise import Desk, best_kinds, candidates, desk_for
from scorer.advice.expected import estimate
from scorer.advice.instants import instant_codes
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy
from scorer.advice.pool import deal, pool_of_hands
from scorer.advice.shelf import policy_for
from scorer.advice.splits import strengths_of
from scorer.advice.strengths import FIVE_STRENGTHS, FRONT_STRENGTHS, strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.cards import DECK
from scorer.profiles import PROFILES, RulesProfile


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
    """Return the three ways to arrange that other programs use, as table policies."""
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
        "classes": (front * 0, five * 0, five * 0),
        "classes, back": (front * 1e-9, five * 1e-6, five * 1e-2),
        "classes, even": tuple(percentile / 100 for percentile in percentiles),
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
    shelved = policy_for(tariff.against(1) if tariff.separable else tariff)
    rows = strengths_of(
        pool_of_hands(len(shelved.numbers)).hands, shelved.numbers, strength_tables(tariff.wheel)
    )
    sizes = (FRONT_STRENGTHS, FIVE_STRENGTHS, FIVE_STRENGTHS)
    found = []
    for row, size in enumerate(sizes):
        count = np.bincount(rows[:, row], minlength=size)
        found.append((np.cumsum(count) - count / 2 + 0.5) / (count.sum() + 1))
    return found


def table_of(profile: RulesProfile, opponents: int, deals: int) -> dict[str, Measured]:
    """Return what the policy wins a hand over each baseline at a table of its size.

    The policy sits once in each seat among baseline players, and a baseline player once in each
    seat among policies; half the difference is what the policy is worth.
    """
    tariff = tariff_of(profile, opponents)
    policy = policy_for(tariff.against(1) if tariff.separable else tariff).policy
    players = opponents + 1
    decks = np.tile(np.arange(52, dtype=np.int8), (deals, 1))
    hands = deal(decks, 13 * players, np.random.PCG64(99)).reshape(deals, players, 13)
    hands.sort(axis=2)
    mine = _laid(hands, policy, tariff)
    measured = {}
    for name, other in baselines(tariff).items():
        theirs = _laid(hands, other, tariff)
        alone = _chi_of_one(mine, theirs, tariff)
        against = _chi_of_one(theirs, mine, tariff)
        measured[name] = Measured.of((alone - against) / 2)
    return measured


def _laid(hands: NDArray[np.int8], policy: Policy, tariff: Tariff) -> Hands:
    shape = hands.shape[:2]
    flat = hands.reshape(-1, 13)
    strengths = strength_tables(tariff.wheel)
    numbers = policy.arrange(flat, strengths, equal_rows_are_foul=tariff.equal_rows_are_foul)
    return Hands(
        strengths_of(flat, numbers, strengths).reshape(*shape, 3),
        instant_codes(flat, tariff).reshape(shape),
        (flat >= 48).sum(axis=1).astype(np.int8).reshape(shape),
    )


def _chi_of_one(one: Hands, others: Hands, tariff: Tariff) -> NDArray[np.float64]:
    """Return each deal's mean chi of one player of the first kind among the second kind."""
    seats = one.instant.shape[1]
    total = np.zeros(len(one.instant))
    for seat in range(seats):
        rest = [other for other in range(seats) if other != seat]
        tables = Tables(
            Hands(others.rows[:, rest], others.instant[:, rest], others.aces[:, rest]), tariff
        )
        hero = one.seat(seat)
        hero = Hands(hero.rows[None], hero.instant[None], hero.aces[None])
        total += tables.settle(hero).chi[0]
    return np.asarray(total / seats)


def exact(profile: RulesProfile, opponents: int, hands: int) -> dict[str, Measured]:
    """Return what the exact best answer wins over the policy and over `suggest`, a hand."""
    gains: dict[str, list[float]] = {"policy": [], "suggest": []}
    for number, cards in enumerate(pool_of_hands().hands[-hands:]):
        hand = [DECK[card] for card in cards]
        desks = [
            desk_for(hand, profile, opponents=opponents, seed=seed, seat=1, known=None)
            for seed in (2 * number + 1, 2 * number + 2)
        ]
        splits = candidates(desks[0])
        chosen, _ = best_kinds(desks[0], splits, 2)
        rows = np.concatenate([chosen.rows()[:1], _policy_rows(desks[0])[None], splits.rows()])
        best = int(estimate(rows, desks[0].aces, desks[0].sample).chi.argmax())
        judged = estimate(rows, desks[0].aces, desks[1].sample).chi
        gains["suggest"].append(float(judged[best] - judged[0]))
        gains["policy"].append(float(judged[best] - judged[1]))
    return {name: Measured.of(np.array(values)) for name, values in gains.items()}


def _policy_rows(desk: Desk) -> NDArray[np.int16]:
    tariff = desk.tariff.against(1) if desk.tariff.separable else desk.tariff
    number = policy_for(tariff).policy.arrange(
        desk.hand[None], desk.strengths, equal_rows_are_foul=tariff.equal_rows_are_foul
    )
    return np.asarray(strengths_of(desk.hand[None], number, desk.strengths)[0])


def main() -> None:
    """Print the table of one system, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--opponents", type=int, nargs="+", default=[1, 3])
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--hands", type=int, default=200, help="0 leaves out the best answer")
    options = parser.parse_args()
    print(f"chi a hand; {options.deals} deals, {options.hands} hands for the best answer")
    for system in options.systems:
        for opponents in options.opponents:
            start = time.perf_counter()
            measured = table_of(PROFILES[system], opponents, options.deals)
            line = ", ".join(f"{name} {value}" for name, value in measured.items())
            print(f"{system:9} {opponents + 1} players: {line}", flush=True)
            if options.hands:
                gains = exact(PROFILES[system], opponents, options.hands)
                line = ", ".join(f"over {name} {value}" for name, value in gains.items())
                print(f"{'':20} best {line}", flush=True)
            print(f"{'':20} {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
