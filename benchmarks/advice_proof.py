"""Prove on many hands that leaving out beaten splits loses nothing.

``python -m benchmarks.advice_proof`` takes for each system 2,000 hands, half of them leaning
towards four aces, four of a kind and straight flushes, and settles every legal split and the kept
ones at the same tables of three opponents. The best of both must be the same, chi for chi.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from scorer.advice.candidates import unbeaten
from scorer.advice.payoff import Hands
from scorer.advice.shelf import opponents_for
from scorer.advice.splits import Splits, legal_splits
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.profiles import PROFILES

_TABLES = 6
_CHUNK = 2_000


def leaning_hands(count: int, rng: np.random.Generator) -> NDArray[np.int8]:
    """Return sorted hands (N, 13): random, of few suits, of few ranks, or with all aces."""
    cards = np.arange(52)
    hands = []
    for number in range(count):
        noise = rng.random(52)
        order = [noise, cards % 4 + 2 * noise, cards // 4 + 9 * noise, noise - (cards >= 48)]
        hands.append(np.sort(np.argsort(order[number % 4])[:13]))
    return np.array(hands, np.int8)


def opponents(tariff: Tariff, rng: np.random.Generator) -> Tables:
    """Seat three hands of the pool at each table, as they are laid."""
    laid = opponents_for(tariff)[0].laid
    at = rng.integers(len(laid.instant), size=_TABLES * tariff.opponents)
    return Tables(laid.select(at).reshaped((_TABLES, tariff.opponents)), tariff)


def best_chi(rows: NDArray[np.int16], aces: int, tables: Tables) -> int:
    """Return the most chi that one of the rows (K, 3) takes at all tables together."""
    return max(
        int(tables.settle(Hands.candidates(rows[at : at + _CHUNK], aces)).sum(axis=1).max())
        for at in range(0, len(rows), _CHUNK)
    )


def distinct(splits: Splits) -> NDArray[np.int16]:
    """Return each set of strengths (N, 3) once."""
    key = (splits.front.astype(np.int64) << 26) | (splits.middle.astype(np.int64) << 13)
    return splits.rows()[np.unique(key | splits.back, return_index=True)[1]]


def differing(tariff: Tariff, hands: NDArray[np.int8]) -> tuple[int, float]:
    """Return how many hands lose chi by leaving out splits, and the mean number kept."""
    rng = np.random.default_rng(1)
    strengths = strength_tables(tariff.wheel)
    lost, kept = 0, 0
    for hand in hands:
        legal = legal_splits(hand, strengths)
        few = unbeaten(legal, tariff)
        tables, aces = opponents(tariff, rng), int((hand >= 48).sum())
        every = distinct(legal)
        lost += best_chi(few.rows(), aces, tables) != best_chi(every, aces, tables)
        kept += len(few)
    return lost, kept / len(hands)


def main() -> None:
    """Print one line a system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(PROFILES))
    parser.add_argument("--hands", type=int, default=2_000)
    options = parser.parse_args()
    hands = leaning_hands(options.hands, np.random.default_rng(0))
    for system in options.systems:
        start = time.process_time()
        lost, kept = differing(tariff_of(PROFILES[system], 3), hands)
        seconds = time.process_time() - start
        print(
            f"{system:9} {lost} of {len(hands)} hands differ, {kept:.0f} splits kept"
            f" ({seconds:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
