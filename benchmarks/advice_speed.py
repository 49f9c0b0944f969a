"""Measure how fast the advice is: ``python -m benchmarks.advice_speed``.

Prints for each system and number of opponents the seconds of the first answer of a process and
of a warm one, the standard error of best minus second, and the time to scan one hand's splits.
Seconds are processor seconds of one core: what a quiet machine takes, whatever else this one does.
"""

import argparse
import subprocess
import sys
import time

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


def first_answer(system: str, opponents: int) -> float:
    """Return the seconds of the first answer of a new process, imports included."""
    code = _FIRST.format(system=system, opponents=opponents)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


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
    strengths = strength_tables()
    start = time.process_time()
    for cards in pool_of_hands().hands[:hands]:
        legal_splits(cards, strengths)
    return 1000 * (time.process_time() - start) / hands


def main() -> None:
    """Print one line a system and number of opponents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--hands", type=int, default=40)
    options = parser.parse_args()
    print(f"scan of one hand: {scan_ms(options.hands):.2f} ms")
    for system in options.systems:
        for opponents in (1, 2, 3):
            first = first_answer(system, opponents)
            seconds, errors = warm_answers(system, opponents, options.hands)
            print(
                f"{system:9} {opponents} opponents: first {first:.2f} s, "
                f"warm {np.median(seconds):.3f} s (p95 {np.quantile(seconds, 0.95):.3f}), "
                f""
                f"se of best - second {np.median(errors):.3f} "
                f"(p95 {np.quantile(errors, 0.95):.3f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
