"""Much work at once: every photo a line, what was read is not read again, what fails is told."""

import gc
import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from commands import _cluster, batch
from commands._cluster import progress, work_through
from scorer.profiles import PROFILES
from vision import archive
from vision.errors import DecoderError, ModelError

ROOT = Path(__file__).parent.parent.parent
PHOTOS = ROOT / "tests" / "photos"


def test_photos_are_found_below_a_folder_in_order(tmp_path):
    for name in ("b/2.JPG", "b/1.heic", "a.png", "notes.txt", "c.jpg/inside.webp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    found = archive.photos_in(tmp_path)
    assert found == ("a.png", "b/1.heic", "b/2.JPG", "c.jpg/inside.webp")


def test_an_unfinished_line_is_read_again(tmp_path):
    output = tmp_path / "out.jsonl"
    output.write_text('{"photo": "a.jpg", "hands": []}\n{"photo": "b.j')
    assert archive.mend(output) == {"a.jpg"}
    assert output.read_text() == '{"photo": "a.jpg", "hands": []}\n'


@pytest.mark.parametrize("text", ["As Kd\n", "[1]\n", '{"hands": []}\n'])
def test_another_kind_of_file_is_left_as_it_is(tmp_path, text):
    output = tmp_path / "out.jsonl"
    output.write_text(text)
    with pytest.raises(ValueError, match="expected JSON lines"):
        archive.mend(output)
    assert output.read_text() == text


def test_a_photo_that_cannot_be_read_is_a_line_too(tmp_path):
    (tmp_path / "junk.jpg").write_bytes(b"junk")
    assert "not a picture" in archive.read_photo(tmp_path, "junk.jpg", 1)["error"]
    archive._decoder().close()


@pytest.fixture
def read_here(tmp_path, monkeypatch):
    """Runs `maubinh batch read` over a.jpg, b.jpg and c.jpg in this process, each read as told."""
    for name in "abc":
        (tmp_path / f"{name}.jpg").write_bytes(b"")
    output = tmp_path / "out.jsonl"

    def here(items, work, failed, scheduler, workers):
        for item in items:
            try:
                result = work(item)
            except (OSError, RuntimeError, ImportError) as error:
                result = failed(item, error)
            yield result

    def run(**faults: Exception):
        def read_photo(folder, photo, hands):
            if fault := faults.get(photo[0]):
                raise fault
            return {"photo": photo, "hands": []}

        monkeypatch.setattr(archive, "read_photo", read_photo)
        done = CliRunner().invoke(
            batch.command, ["read", str(tmp_path), "--output", str(output), "--json"]
        )
        return done, [record["photo"] for record in archive.records(output)]

    monkeypatch.setattr(batch, "on_cluster", here)
    return run


def test_a_photo_whose_process_died_is_read_by_the_next_run(read_here):
    done, read = read_here(b=RuntimeError("the worker died"), c=FileNotFoundError("gone"))
    assert read == ["a.jpg"]
    assert done.exit_code == 2
    assert {"photos": 3, "read": 1, "errors": 2}.items() <= json.loads(done.stdout).items()
    assert "2 ảnh" in done.stderr
    assert "b.jpg: RuntimeError: the worker died; c.jpg: FileNotFoundError" in done.stderr
    done, read = read_here()
    assert done.exit_code == 0
    assert json.loads(done.stdout)["read"] == 2
    assert read == ["a.jpg", "b.jpg", "c.jpg"]


@pytest.mark.parametrize(
    ("fault", "status"),
    [(ModelError("no manifest"), 2), (DecoderError("no decoder"), 1), (ImportError("no cv2"), 1)],
)
def test_what_no_photo_can_be_read_with_ends_the_run(read_here, fault, status):
    done, read = read_here(b=fault)
    assert (done.exit_code, done.stdout) == (status, "")
    assert str(fault) in (done.stderr or str(done.exception))
    assert read == ["a.jpg"]
    assert read_here()[1] == ["a.jpg", "b.jpg", "c.jpg"]


def test_where_nobody_answers_it_is_said(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"")
    arguments = [
        "read",
        str(tmp_path),
        "--output",
        str(tmp_path / "out"),
        "--scheduler",
        "nonsense",
    ]
    done = CliRunner().invoke(batch.command, arguments)
    assert done.exit_code == 2
    assert "no cluster answers" in done.stderr


def test_without_dask_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    (tmp_path / "a.jpg").write_bytes(b"")
    done = CliRunner().invoke(
        batch.command, ["read", str(tmp_path), "--output", str(tmp_path / "o")]
    )
    assert done.exit_code == 2
    assert "maubinh[batch]" in done.stderr


def test_with_nothing_left_no_cluster_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(_cluster, "cluster", None)
    done = CliRunner().invoke(
        batch.command, ["read", str(tmp_path), "--output", str(tmp_path / "o"), "--json"]
    )
    assert json.loads(done.stdout)["read"] == 0


@pytest.fixture(scope="module")
def workers():
    """Two workers as threads of this process: what is sent is what a process would get."""
    distributed = pytest.importorskip("distributed")
    with local_cluster(distributed) as local, distributed.Client(local) as client:
        yield client


def local_cluster(distributed, tries=3):
    """A cluster in this process.

    Dask gives its loop ten seconds to start, which a thread that compiles advice can take up on a
    busy machine: then it is started again.
    """
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        try:
            return distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
            )
        except AssertionError:
            if tries == 1:
                raise
        gc.collect()  # the one that did not start
    return local_cluster(distributed, tries - 1)


@pytest.mark.filterwarnings("ignore")
def test_every_item_gives_one_result_and_a_failure_is_one_too(workers):
    def half(number: int) -> float:
        if number == 13:
            raise ValueError("unlucky")
        return number / 2

    found = set(work_through(workers, range(50), half, lambda number, error: f"{number}: {error}"))
    assert found == {number / 2 for number in range(50) if number != 13} | {"13: unlucky"}


@pytest.mark.slow
def test_an_archive_is_read_by_two_processes_and_then_only_what_is_new(tmp_path):
    folder, output = tmp_path / "photos", tmp_path / "out.jsonl"
    folder.mkdir()
    shutil.copy(PHOTOS / "rows.jpg", folder)
    (folder / "broken.jpg").write_bytes(b"junk")

    def batch_read(workers: str) -> dict[str, object]:
        command = ["batch", "read", folder, "--output", output, "--workers", workers, "--json"]
        done = subprocess.run(
            [sys.executable, "cli.py", *command],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=os.environ,
        )
        return json.loads(done.stdout)

    first = batch_read("2")
    assert (first["photos"], first["read"], first["errors"]) == (2, 2, 1)
    lines = {record["photo"]: record for record in archive.records(output)}
    truth = json.loads((PHOTOS / "truth.json").read_text())
    assert set(lines) == {"rows.jpg", "broken.jpg"}
    assert lines["rows.jpg"]["hands"][0]["cards"] == truth["rows.jpg"]["cards"]
    (folder / "again.jpg").write_bytes(b"junk")
    assert batch_read("1")["read"] == 1


def run_batch(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "cli.py", "batch", *map(str, words), "--json"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | environment,
    )


@pytest.fixture
def cluster_address(tmp_path) -> Iterator[str]:
    """A scheduler and a worker as a club starts them, each a process of its own."""
    found = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    here = ["--scheduler-file", str(found), "--no-dashboard"]
    scheduler = [*dask, "scheduler", *here, "--host", "127.0.0.1", "--port", "0"]
    worker = [*dask, "worker", *here, "--nworkers", "1", "--nthreads", "1"]
    own = {"XDG_CACHE_HOME": str(tmp_path / "worker"), "NUMBA_NUM_THREADS": "1"}
    environment = os.environ | own | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    running = []
    try:
        for command in (scheduler, [*worker, "--local-directory", str(tmp_path / "spill")]):
            with (tmp_path / f"{command[3]}.log").open("wb") as log:
                running.append(
                    subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
                )
        for _ in range(600):
            if found.exists() and (address := json.loads(found.read_text() or "{}").get("address")):
                break
            time.sleep(0.2)
        yield address
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()


@pytest.mark.slow
def test_a_cluster_by_its_address_reads_an_archive_and_makes_policies(tmp_path, cluster_address):
    folder, output, house = tmp_path / "photos", tmp_path / "out.jsonl", tmp_path / "house.json"
    folder.mkdir()
    shutil.copy(PHOTOS / "rows.jpg", folder)
    (folder / "broken.jpg").write_bytes(b"junk")
    there = ("--scheduler", cluster_address)
    done = run_batch("read", folder, "--output", output, *there)
    assert json.loads(done.stdout)["read"] == 2
    assert "2/2" in done.stderr
    lines = {record["photo"]: record for record in archive.records(output)}
    truth = json.loads((PHOTOS / "truth.json").read_text())
    assert lines["rows.jpg"]["hands"][0]["cards"] == truth["rows.jpg"]["cards"]
    house.write_text('{"base": "bigkool", "name": "Nhà", "loss_cap": 43}')
    few = ("--opponents", 1, "--hands", 1000)
    done = run_batch("policies", house, *few, *there, XDG_CACHE_HOME=str(tmp_path / "here"))
    (name,) = json.loads(done.stdout)["made"]
    assert "1/1" in done.stderr
    # Made in the worker's folder, and kept where this machine looks for it.
    kept = [tmp_path / place / "maubinh" / "advice" / name for place in ("worker", "here")]
    assert kept[0].read_bytes() == kept[1].read_bytes()
    again = run_batch("policies", house, *few, *there, XDG_CACHE_HOME=str(tmp_path / "here"))
    assert json.loads(again.stdout)["made"] == []
    # Who did it: the worker has loaded the networks and compiled the advice, this process has not.
    with pytest.importorskip("distributed").Client(cluster_address) as client:
        (loaded,) = client.run(
            lambda: {"vision.network", "scorer.advice.kernels"} & set(sys.modules)
        ).values()
    assert len(loaded) == 2


def test_progress_is_told_in_lines_where_nobody_watches(capsys):
    with progress(40) as one_done:
        for _ in range(40):
            one_done()
    told = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in told] == [f"{4 * n}/40" for n in range(1, 11)]


def test_the_systems_policies_are_there_already(monkeypatch):
    monkeypatch.setattr(_cluster, "cluster", None)
    done = CliRunner().invoke(batch.command, ["policies", *PROFILES, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["made"] == []
