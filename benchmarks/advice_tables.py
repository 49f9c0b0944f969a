"""Make the shipped policies of the five systems: ``python -m benchmarks.advice_tables``.

About half a minute a table on one core. A policy is named after its tariff, so that a system whose
settlement changes is noticed: its table is then missing, and this script makes it.
"""

import argparse
import time
from pathlib import Path

from scorer.advice.shelf import SHIPPED, make
from scorer.advice.tariff import Tariff, tariff_of
from scorer.profiles import PROFILES


def tariffs(systems: list[str]) -> dict[str, Tariff]:
    """Return the tariffs that need a table, by fingerprint."""
    found = {}
    for system in systems:
        for opponents in (1, 2, 3):
            tariff = tariff_of(PROFILES[system], opponents)
            tariff = tariff.against(1) if tariff.separable else tariff
            found[tariff.fingerprint()] = tariff
    return found


def main() -> None:
    """Train what is missing, or everything with ``--all``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--all", action="store_true", help="make again what is there")
    parser.add_argument("--hands", type=int, default=6_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=120_000, help="hands laid beforehand")
    parser.add_argument("--folder", type=Path, default=SHIPPED)
    options = parser.parse_args()
    for name, tariff in tariffs(options.systems).items():
        if (options.folder / f"{name}.npz").is_file() and not options.all:
            continue
        start = time.perf_counter()
        path = make(
            tariff,
            options.folder,
            hands=options.hands,
            rounds=options.rounds,
            size=options.size,
        )
        print(f"{path.name}: {path.stat().st_size:,} bytes, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
