"""Much work on many processes: Dask, on this machine or on a cluster by its address."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from commands._output import InputError

if TYPE_CHECKING:
    from distributed import Client, Future

Item = TypeVar("Item")
Result = TypeVar("Result")

IN_FLIGHT: Final = 4
"""How much each worker has before it: enough never to wait, little enough to lose."""

TENTHS: Final = 10
"""How often a log hears of the progress."""

scheduler_option = click.option(
    "--scheduler",
    metavar="tcp://HOST:PORT",
    help="Cụm Dask · A Dask cluster; all of its machines see the same folders. This machine if "
    "not given.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Số tiến trình trên máy này · Processes on this machine; one for two cores if not given.",
)


@contextmanager
def cluster(scheduler: str | None, workers: int | None) -> "Iterator[Client]":
    """A client of the cluster at an address, or of one made here and ended afterwards."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise InputError("thiếu Dask · Dask is missing: pip install 'maubinh[batch]'") from error
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout="10s")
        except (OSError, ValueError) as error:
            raise InputError(f"--scheduler {scheduler}: no cluster answers") from error
        with client:
            yield client
        return
    count = workers or max(1, (os.cpu_count() or 1) // 2)
    own = LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
        env={name: str(threads_each(count)) for name in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS")},
    )
    with own, Client(own) as client:
        yield client


def on_cluster(
    items: Sequence[Item],
    work: Callable[[Item], Result],
    failed: Callable[[Item, Exception], Result],
    scheduler: str | None,
    workers: int | None,
) -> Iterator[Result]:
    """Start or find the cluster if there is anything to do, and do it: see `work_through`."""
    if items:
        with cluster(scheduler, workers) as client:
            yield from work_through(client, items, work, failed)


def threads_each(workers: int) -> int:
    """How many threads one of so many processes on this machine gets."""
    return max(1, (os.cpu_count() or 1) // workers)


def work_through(
    client: "Client",
    items: Sequence[Item],
    work: Callable[[Item], Result],
    failed: Callable[[Item, Exception], Result],
) -> Iterator[Result]:
    """Do the work on every item and give each result as it comes, with progress on stderr.

    Args:
        client: of the cluster.
        items: what to work on; only a few for each worker are under way at a time.
        work: called in the workers.
        failed: makes the result of an item whose worker failed or died.
    """
    from distributed import as_completed

    waiting = iter(items)
    running: dict[Future, Item] = {}

    def start() -> Any:  # noqa: ANN401 - Dask is untyped
        for item in waiting:
            future = client.submit(work, item, pure=False)
            running[future] = item
            return future
        return None

    at_once = IN_FLIGHT * max(1, len(client.scheduler_info()["workers"]))
    results = as_completed([future for _ in range(at_once) if (future := start())])
    with progress(len(items)) as one_done:
        for future in results:
            item = running.pop(future)
            try:
                yield future.result()
            except Exception as error:  # noqa: BLE001 - whatever a worker met; the rest goes on
                yield failed(item, error)
            if (more := start()) is not None:
                results.add(more)
            one_done()


@contextmanager
def progress(count: int) -> Iterator[Callable[[], None]]:
    """What to call when one of ``count`` is done: a bar, or lines where stderr is a file."""
    if sys.stderr.isatty():
        with click.progressbar(length=count, file=sys.stderr, show_pos=True) as bar:
            yield lambda: bar.update(1)
        return
    done, start = 0, time.monotonic()

    def one_done() -> None:
        nonlocal done
        done += 1
        if done * TENTHS // count > (done - 1) * TENTHS // count:
            click.echo(f"{done}/{count}, {time.monotonic() - start:.0f} s", err=True)

    yield one_done
