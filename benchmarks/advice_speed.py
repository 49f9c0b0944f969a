"""Measure how fast the advice is: ``python -m benchmarks.advice_speed``.

Prints the time to scan one hand's splits; for each system and number of opponents the seconds of a
warm answer and the standard error of best minus second; and of one-suited hands the longest. With
``--first`` also the first answer of a process, with no compiled code on disk and with it.
Seconds are processor seconds, of both threads together where there are two: what a quiet machine
takes at most, whatever else this one does.
"""

import argparse
import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

import numpy as np

from scorer.advice import suggest
from scorer.advice.pool import pool_of_hands
from scorer.advice.splits import legal_splits
from scorer.advice.strengths import strength_tables
from scorer.cards import DECK
from scorer.profiles import PROFILES

_FIRST = (
    "import time\n"
    "from scorer.advice import suggest\n"
    "from scorer.cards import DECK\n"
    "from scorer.profiles import PROFILES\n"
    "suggest(DECK[::4], PROFILES[{system!r}], {opponents})\n"
    "print(time.process_time())\n"
)


def first_answers(system: str, opponents: int) -> tuple[float, float]:
    """Return the seconds of the first answer of two new processes, imports included.

    The first finds no compiled code on disk, the second what the first has left.
    """
    code = _FIRST.format(system=system, opponents=opponents)
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        empty, filled = (
            float(
                subprocess.run(
                    [sys.executable, "-c", code],
                    capture_output=True, text=True, check=True, env=environment,
                ).stdout
            )
            for _ in range(2)
        )  # fmt: skip
    return empty, filled


def warm_answers(system: str, opponents: int, hands: int) -> tuple[list[float], list[float]]:
    """Return seconds, and standard errors of best minus second, over random hands."""
    seconds, errors = [], []
    for cards in pool_of_hands().hands[:hands]:
        start = time.process_time()
        advice = suggest([DECK[card] for card in cards], PROFILES[system], opponents)
        seconds.append(time.process_time() - start)
        errors += [suggestion.gap_se for suggestion in advice.suggestions[1:2]]
    return seconds[1:], errors


def scan_ms(hands: int) -> float:
    """Return the milliseconds to list one hand's legal splits with their strengths."""
    strengths, hand = strength_tables(), pool_of_hands().hands[0]
    legal_splits(hand, strengths)
    start = time.process_time()
    for cards in pool_of_hands().hands[:hands]:
        legal_splits(cards, strengths)
    return 1000 * (time.process_time() - start) / hands


def one_suited() -> float:
    """Return the longest time of an answer for 13 cards of one suit, at any table."""
    longest = 0.0
    for system in PROFILES:
        for opponents in (1, 3):
            start = time.process_time()
            suggest(DECK[::4], PROFILES[system], opponents)
            longest = max(longest, time.process_time() - start)
    return longest


def main() -> None:
    """Print one line a system and number of opponents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    if options.first:
        for system, opponents in (("bigkool", 1), ("chi-at", 3)):
            empty, filled = first_answers(system, opponents)
            print(
                f"first, {system} {opponents}: {empty:.1f} s, compiled {filled:.1f} s", flush=True
            )
    print(f"scan of one hand: {scan_ms(options.hands):.2f} ms", flush=True)
    for system in options.systems:
        for opponents in (1, 2, 3):
            seconds, errors = warm_answers(system, opponents, options.hands)
            print(
                f"{system:9} {opponents} opponents: {np.median(seconds):.2f} s "
                f"(90 % {np.quantile(seconds, 0.9):.2f}, most {max(seconds):.2f}), "
                f"se of best - second {np.median(errors):.3f} "
                f"(90 % {np.quantile(errors, 0.9):.3f})",
                flush=True,
            )
    print(f"one suit, the longest of any table: {one_suited():.2f} s")


if __name__ == "__main__":
    main()
