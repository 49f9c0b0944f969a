"""Make the shipped policies of the five systems: ``python -m benchmarks.advice_tables``.

Three to four minutes on one core. A policy is named after its tariff, so that a system whose
settlement changes is noticed: its table is then missing, and this script makes it. All tables lay
the same hands; the first is written whole, the others only where they differ from it.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from scorer.advice.laying import Laying
from scorer.advice.pool import pool_of_hands
from scorer.advice.shelf import SHIPPED, keep, policy_for, policy_tariff
from scorer.advice.strengths import strength_tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.advice.training import train
from scorer.profiles import PROFILES

_CHUNK = 20_000


def tariffs(systems: Sequence[str]) -> dict[str, Tariff]:
    """Return the tariffs that need a table, by fingerprint."""
    found = {}
    for system in systems:
        for opponents in (1, 2, 3):
            tariff = policy_tariff(tariff_of(PROFILES[system], opponents))
            found[tariff.fingerprint()] = tariff
    return found


def main() -> None:
    """Train every policy, lay the pool by all of them, write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--fresh", action="store_true", help="do not start from what is there")
    parser.add_argument("--hands", type=int, default=40_000, help="hands to learn from")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=640_000, help="hands laid beforehand")
    parser.add_argument("--alone", action="store_true", help="write each table whole")
    parser.add_argument("--folder", type=Path, default=SHIPPED)
    options = parser.parse_args()
    every = tariffs(options.systems)
    strengths, start = strength_tables(), time.perf_counter()

    def say(what: str) -> None:
        print(f"{time.perf_counter() - start:6.0f} s  {what}", flush=True)

    hands = pool_of_hands(options.size).hands
    learnt = Laying(hands[: options.hands], strengths, equal_rows_are_foul=False)
    say(f"{options.hands} hands to learn from")
    policies = []
    for name, tariff in every.items():
        policies.append(
            train(
                tariff,
                hands[: options.hands],
                rounds=options.rounds,
                start=None if options.fresh else policy_for(tariff).policy,
                laying=learnt,
            )
        )
        say(f"{name} trained")
    numbers = np.empty((len(policies), len(hands)), np.uint16)
    for at in range(0, len(hands), _CHUNK):
        some = Laying(hands[at : at + _CHUNK], strengths, equal_rows_are_foul=False)
        for row, policy in enumerate(policies):
            numbers[row, at : at + _CHUNK] = some.by(policy)
    say(f"{len(hands)} hands laid")
    first = next(iter(tariffs(list(PROFILES))))
    for row, (name, tariff) in enumerate(every.items()):
        over = "" if name == first or options.alone else first
        path = keep(tariff, policies[row], numbers[row], options.folder, over)
        say(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
