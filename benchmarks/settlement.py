"""How long the scorer takes: a settlement, an instant win, a row, and `maubinh settle` as a whole.

    python benchmarks/settlement.py [--json] [--rounds 2000]

Times are the median and the 95th percentile of single calls.  On a busy machine the processor time
of the whole process says more than its wall clock.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.instant import find_instant_win
from scorer.notation import format_cards
from scorer.profiles import PROFILES
from scorer.ranking import rank_row
from scorer.settlement import Player, settle

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Measure and print a table, or one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.add_argument("--rounds", type=int, default=2000)
    options = parser.parse_args()
    figures = measure(options.rounds)
    if options.as_json:
        print(json.dumps(figures))
        return
    for name, (median, p95) in figures.items():
        print(f"{name:<28} {median:9.1f} µs in the middle, {p95:9.1f} µs at the 95th percentile")


def measure(rounds: int) -> dict[str, tuple[float, float]]:
    """Return (median, 95th percentile) in µs for each thing that is measured."""
    rng = random.Random(1)
    tables = [_table(rng) for _ in range(rounds)]
    figures = {}
    for key, profile in PROFILES.items():
        figures[f"settle four, {key}"] = _times(partial(settle, t, profile) for t in tables)
    players = [player for table in tables for player in table]
    for key in ("bigkool", "mo-binh"):
        figures[f"instant win, {key}"] = _times(
            partial(find_instant_win, player.cards, PROFILES[key]) for player in players
        )
    figures["rank a row of five"] = _times(
        partial(rank_row, player.arrangement.back) for player in players if player.arrangement
    )
    figures["maubinh settle, wall clock"] = _times(_processes(tables[0]))
    figures["maubinh settle, processor"] = _times(_processes(tables[0]), _children_s)
    return figures


def _children_s() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _table(rng: random.Random) -> list[Player]:
    cards = rng.sample(DECK, 52)
    hands = [sorted(cards[seat::4]) for seat in range(4)]
    return [
        Player.laid(name, Arrangement(tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:])))
        for name, hand in zip(("An", "Bình", "Chi", "Dũng"), hands, strict=True)
    ]


def _processes(table: list[Player]) -> Iterable[Callable[[], object]]:
    rows = [player.arrangement for player in table if player.arrangement]
    players = [
        {
            "name": player.name,
            "front": format_cards(laid.front),
            "middle": format_cards(laid.middle),
            "back": format_cards(laid.back),
        }
        for player, laid in zip(table, rows, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.json"
        file.write_text(json.dumps({"rules": "chi-at", "stake": 1000, "players": players}))
        command = [sys.executable, str(ROOT / "cli.py"), "settle", str(file), "--json"]
        for _ in range(20):
            yield partial(subprocess.run, command, check=True, capture_output=True, cwd=ROOT)


def _times(
    calls: Iterable[Callable[[], object]], clock: Callable[[], float] = time.perf_counter
) -> tuple[float, float]:
    taken = []
    for call in calls:
        start = clock()
        call()
        taken.append((clock() - start) * 1e6)
    return statistics.median(taken), statistics.quantiles(taken, n=20)[-1]


if __name__ == "__main__":
    main()
