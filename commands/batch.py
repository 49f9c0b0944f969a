"""`maubinh batch`: much work at once, a club's archive of photos or policies for many rules."""

import json
from collections.abc import Iterable
from functools import partial
from itertools import product
from pathlib import Path
from time import perf_counter

import click

from commands._cluster import on_cluster, scheduler_option, workers_option
from commands._output import InputError, emit, json_option
from commands._rules import RulesParameter
from scorer.rules_profile import RulesProfile

_MOST_TOLD = 5


@click.group()
def command() -> None:
    """Nhiều việc cùng lúc · Much work at once, on this machine or on a Dask cluster."""


@command.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Mỗi ảnh một dòng JSON, chạy lại để đọc tiếp · A JSON line a photo; run again to go on.",
)
@click.option(
    "--hands",
    type=click.Choice(["1", "2", "3", "4", "auto"]),
    default="1",
    show_default=True,
    help="Số tay bài trong ảnh · Hands in each photo.",
)
@scheduler_option
@workers_option
@json_option
def read(
    folder: Path,
    output: Path,
    hands: str,
    scheduler: str | None,
    workers: int | None,
    *,
    as_json: bool,
) -> None:
    """Đọc cả kho ảnh · Read an archive of photos, each one for itself.

    A photo whose process died or whose file could not be opened gets no line: the next run reads
    it again.
    """
    from vision.archive import mend, photos_in, read_photo
    from vision.hands import HAND_COUNTS

    photos = photos_in(folder)
    done = mend(output)
    left = [photo for photo in photos if photo not in done]
    start, refused = perf_counter(), 0
    missed: list[str] = []
    work = partial(
        read_photo, folder.resolve(), hands="auto" if hands == "auto" else HAND_COUNTS[int(hands)]
    )
    with output.open("a", encoding="utf-8") as lines:
        for record in on_cluster(left, work, _failed, scheduler, workers):
            if "missed" in record:
                missed.append(f"{record['photo']}: {record['missed']}")
                continue
            refused += "error" in record
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            lines.flush()
    seconds = round(perf_counter() - start, 2)
    read_now, errors = len(left) - len(missed), refused + len(missed)
    found = {"photos": len(photos), "read": read_now, "errors": errors, "seconds": seconds}
    text = f"{output}: {read_now}/{len(photos)} ảnh · photos, {errors} lỗi · errors, {seconds} s"
    emit({"output": str(output), **found}, text, as_json=as_json)
    if missed:
        more = "; …" if len(missed) > _MOST_TOLD else ""
        raise InputError(
            f"{len(missed)} ảnh chưa đọc được, chạy lại để đọc · photos not read, run again: "
            f"{'; '.join(missed[:_MOST_TOLD])}{more}"
        )


def _failed(photo: str, error: Exception) -> dict[str, object]:
    """What is no fault of the photo; what no photo could be read with ends the run."""
    from vision.errors import DecoderError, ModelError

    if isinstance(error, ModelError):
        raise InputError(str(error)) from error
    if isinstance(error, DecoderError | ImportError):
        raise error
    return {"photo": photo, "missed": f"{type(error).__name__}: {error}"}


@command.command()
@click.argument("rules", nargs=-1, required=True, type=RulesParameter())
@click.option(
    "--opponents",
    multiple=True,
    type=click.IntRange(1, 3),
    default=(1, 2, 3),
    show_default=True,
    help="Số đối thủ · Opponents.",
)
@click.option(
    "--hands",
    type=click.IntRange(1_000, 1_000_000),
    help="Số tay bài để học · Hands to learn from; 80,000 if not given.",
)
@scheduler_option
@workers_option
@json_option
def policies(
    rules: tuple[RulesProfile, ...],
    opponents: tuple[int, ...],
    hands: int | None,
    scheduler: str | None,
    workers: int | None,
    *,
    as_json: bool,
) -> None:
    """Luyện cách xếp cho nhiều luật bàn · Make the advice's policies for many house rules."""
    from scorer.advice.shelf import cache_folder, policy_file, policy_for, policy_tariff
    from scorer.advice.tariff import tariff_of

    wanted = {}
    for profile, count in product(rules, opponents):
        tariff = policy_tariff(tariff_of(profile, count))
        if policy_for(tariff).borrowed:
            wanted[tariff.fingerprint()] = (profile, count)
    start = perf_counter()
    work = partial(policy_file, hands=hands)
    made = list(on_cluster(list(wanted.values()), work, _no_policy, scheduler, workers))
    _keep(made, cache_folder())
    faults = [name for name, data in made if not data]
    if faults:
        raise InputError("; ".join(faults))
    seconds = round(perf_counter() - start, 2)
    text = f"{len(made)} bảng · policies, {seconds} s"
    emit({"made": [name for name, _ in made], "seconds": seconds}, text, as_json=as_json)


def _no_policy(item: tuple[RulesProfile, int], error: Exception) -> tuple[str, bytes]:
    profile, opponents = item
    return f"{profile.id}, {opponents}: {type(error).__name__}: {error}", b""


def _keep(made: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Put what other machines made where this one looks for it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in made:
        if data and not (folder / name).exists():
            unfinished = folder / f"{name}.part"
            unfinished.write_bytes(data)
            unfinished.replace(folder / name)
