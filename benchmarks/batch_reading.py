"""How fast an archive is read, and policies are made: ``python -m benchmarks.batch_reading``.

Runs the work of `maubinh batch` with 1 and 2 processes by turns and prints photos a minute by the
clock, and the processor time of each photo, which a busy machine changes less.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from commands._cluster import cluster, work_through
from scorer.advice.shelf import policy_file
from scorer.profiles import PROFILES
from vision.archive import photos_in, read_photo

PHOTOS = Path(__file__).parent.parent / "tests" / "photos"


def timed(
    workers: int, items: Sequence[Any], work: Callable[[Any], Any], warm: int
) -> tuple[float, float]:
    """Return seconds by the clock and of processor time for the items, the warm-up left out."""
    with cluster(None, workers) as client:
        list(work_through(client, list(items[:1]) * warm, work, _raise))
        before, start = _spent(client), time.perf_counter()
        list(work_through(client, items, work, _raise))
        return time.perf_counter() - start, _spent(client) - before


def _spent(client: Any) -> float:  # noqa: ANN401 - Dask is untyped
    return sum(map(float, client.run(process_tree_s).values()))


def process_tree_s() -> float:
    """Processor seconds of a worker and of the process that decodes for it."""
    import psutil

    here = psutil.Process()
    return float(sum(sum(one.cpu_times()[:2]) for one in (here, *here.children(recursive=True))))


def _raise(_: object, error: Exception) -> None:
    raise error


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=PHOTOS)
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument(
        "--policies", type=int, default=2, help="house rules to make them for, or 0"
    )
    parser.add_argument("--hands", type=int, help="hands that a policy learns from")
    parser.add_argument("--turns", type=int, default=1)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    names = photos_in(options.folder)
    photos = [names[number % len(names)] for number in range(options.photos)]
    work = partial(read_photo, options.folder, hands=1)
    for workers in (1, 2) * options.turns:
        wall_s, cpu_s = timed(workers, photos, work, warm=2 * workers)
        print(
            f"{workers} processes: {len(photos) / wall_s * 60:.1f} photos a minute, "
            f"{wall_s / len(photos):.2f} s and {cpu_s / len(photos):.2f} s of processor a photo "
            f"(load {os.getloadavg()[0]:.1f})"
        )
    rules = [
        (replace(PROFILES["bigkool"], id="house", loss_cap=41 + number), 3)
        for number in range(options.policies)
    ]
    make = partial(policy_file, hands=options.hands)
    for workers in (1, 2) * options.turns if rules else ():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = folder
            wall_s, cpu_s = timed(workers, rules, make, warm=0)
        print(
            f"{workers} processes: {len(rules)} policies in {wall_s:.0f} s, "
            f"{cpu_s / len(rules):.0f} s of processor each (load {os.getloadavg()[0]:.1f})"
        )


if __name__ == "__main__":
    main()
