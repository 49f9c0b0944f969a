"""How long a photo takes to read, and what of that the two networks need.

    python -m benchmarks.reading [PHOTO_OR_FOLDER…] [--runtimes]

Prints for every photo and in the middle: seconds from bytes to pixels, from pixels to hands, and
of the bare networks on the very same inputs; then peak memory, the time from a cold start to the
first photo read, and with `--runtimes` the detector in each runtime that is installed.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from vision.image import load_image
from vision.manifest import MODELS, load_manifest, verified
from vision.reading import Reader, load_reader

SAMPLES = Path("tests/photos")
_FIRST_PHOTO = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from vision.image import load_image
from vision.reading import load_reader
load_reader().read(load_image(Path(sys.argv[1])))
print(time.perf_counter() - start)
"""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one photo."""

    photo: str
    megapixels: float
    decoding: float
    reading: float
    networks: float


class Recorder:
    """Stands in for an onnxruntime session and keeps what it is given."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 - the runtime has no types
        self._session = session
        self.inputs: list[dict[str, np.ndarray[Any, Any]]] = []

    def run(self, outputs: None, inputs: dict[str, np.ndarray[Any, Any]]) -> Any:  # noqa: ANN401
        """Run the network and remember the inputs."""
        self.inputs.append(inputs)
        return self._session.run(outputs, inputs)

    def again(self) -> float:
        """Seconds that the bare network takes for all of it."""
        start = time.perf_counter()
        for inputs in self.inputs:
            self._session.run(None, inputs)
        seconds = time.perf_counter() - start
        self.inputs = []
        return seconds


def recorders(reader: Reader) -> list[Recorder]:
    """Put a recorder before each of the reader's networks."""
    found = []
    for network in (reader.detector, reader.classifier):
        recorder = Recorder(vars(network)["_network"])
        vars(network)["_network"] = recorder
        found.append(recorder)
    return found


def timed(reader: Reader, networks: Sequence[Recorder], photo: Path) -> Timing:
    """Read one photo, then run the networks alone on the same inputs; each the best of two."""
    decoding, reading, bare = [], [], []
    for _ in range(2):
        start = time.perf_counter()
        image = load_image(photo.read_bytes())
        decoding.append(time.perf_counter() - start)
        reading.append(reader.read(image).seconds)
        bare.append(sum(network.again() for network in networks))
    width, height = image.size_wh
    return Timing(photo.name, width * height / 1e6, min(decoding), min(reading), min(bare))


def first_photo(photo: Path) -> float:
    """Seconds from a fresh interpreter to the first photo read, imports and networks included."""
    words = [sys.executable, "-c", _FIRST_PHOTO, str(photo)]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def runtimes(side_px: int = 1280, threads: int = 2) -> None:
    """The detector on one square picture in every runtime that is installed."""
    weights = verified(MODELS, load_manifest().detector)
    picture = np.random.default_rng(0).random((1, 3, side_px, side_px), np.float32)
    for name, opened in (("onnxruntime", _onnxruntime), ("OpenVINO", _openvino)):
        try:
            run = opened(weights, threads)
        except ImportError:
            print(f"{name:>14}: not installed")
            continue
        seconds = min(_seconds(partial(run, picture)) for _ in range(5))
        print(f"{name:>14}: {seconds:.3f} s for {side_px} × {side_px}")


def _onnxruntime(weights: Path, threads: int) -> Callable[[Any], Any]:
    from vision.network import open_network

    session = open_network(weights, threads)
    name = session.get_inputs()[0].name
    return lambda picture: session.run(None, {name: picture})


def _openvino(weights: Path, threads: int) -> Callable[[Any], Any]:
    from importlib import import_module

    core = import_module("openvino").Core()
    compiled = core.compile_model(str(weights), "CPU", {"INFERENCE_NUM_THREADS": threads})
    return lambda picture: compiled([picture])


def _seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _photos(places: Sequence[Path]) -> list[Path]:
    folders = [sorted(place.glob("*.jpg")) if place.is_dir() else [place] for place in places]
    return [photo for folder in folders for photo in folder]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="*", type=Path, default=[SAMPLES])
    parser.add_argument("--runtimes", action="store_true")
    wanted = parser.parse_args()
    photos = _photos(wanted.photos)
    reader = load_reader()
    networks = recorders(reader)
    rows = [timed(reader, networks, photo) for photo in photos]
    for row in rows:
        _print(row.photo, row)
    middle = [median(values) for values in zip(*(_numbers(row) for row in rows), strict=True)]
    _print("median", Timing("median", *middle))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak_mb:.0f} MB; first photo after start {first_photo(photos[0]):.1f} s")
    if wanted.runtimes:
        runtimes()


def _numbers(row: Timing) -> tuple[float, float, float, float]:
    return row.megapixels, row.decoding, row.reading, row.networks


def _print(name: str, row: Timing) -> None:
    print(
        f"{name:<34}{row.megapixels:5.1f} MP  decoding {row.decoding:5.2f} s  reading "
        f"{row.reading:5.2f} s  networks {row.networks:5.2f} s  × "
        f"{row.reading / max(row.networks, 1e-9):.2f}"
    )


if __name__ == "__main__":
    main()
