"""What the reader says of photos that were spoilt: darker, blurred, shaken, smaller, cut, dazzled.

    python -m benchmarks.photo_faults FOLDER_WITH_TRUTH [--photos 12]

For each fault: how many of the spoilt photos are still read exactly, how many of the others name
the fault, and how many are wrong without a word. The last line is the photos as they are: it counts
how often a fault is named for nothing.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluate import judge
from vision.image import OrientedImage, load_image
from vision.problems import ProblemKind
from vision.reading import Reader, load_reader
from vision.truth import TruePhoto, load_truth

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to spoil a photo and what should be said of it."""

    name: str
    spoil: Callable[[Pixels], Pixels]
    kind: ProblemKind | None


def darker(share: float) -> Callable[[Pixels], Pixels]:
    """Less light, and the grain that comes with it."""

    def spoil(pixels: Pixels) -> Pixels:
        grain = np.random.default_rng(1).normal(0, 3, pixels.shape)
        return np.clip(pixels * share + grain, 0, 255).astype(np.uint8)

    return spoil


def blurred(share: float) -> Callable[[Pixels], Pixels]:
    """Out of focus by a share of the photo's longer side."""

    def spoil(pixels: Pixels) -> Pixels:
        soft = cv2.GaussianBlur(pixels, (0, 0), share * max(pixels.shape))
        return np.asarray(soft, np.uint8)

    return spoil


def shaken(share: float) -> Callable[[Pixels], Pixels]:
    """Moved along the diagonal by a share of the photo's longer side."""

    def spoil(pixels: Pixels) -> Pixels:
        length = max(3, round(share * max(pixels.shape)))
        kernel = np.eye(length, dtype=np.float32) / length
        return np.asarray(cv2.filter2D(np.ascontiguousarray(pixels), -1, kernel), np.uint8)

    return spoil


def smaller(side_px: int) -> Callable[[Pixels], Pixels]:
    """As a messenger sends it."""

    def spoil(pixels: Pixels) -> Pixels:
        scale = side_px / max(pixels.shape[:2])
        shrunk = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(shrunk, np.uint8)

    return spoil


FAULTS = (
    Fault("0.3 of the light", darker(0.3), ProblemKind.TOO_DARK),
    Fault("0.15 of the light", darker(0.15), ProblemKind.TOO_DARK),
    Fault("0.06 of the light", darker(0.06), ProblemKind.TOO_DARK),
    Fault("blurred 0.2 %", blurred(0.002), ProblemKind.BLURRED),
    Fault("blurred 0.5 %", blurred(0.005), ProblemKind.BLURRED),
    Fault("shaken 1 %", shaken(0.01), ProblemKind.BLURRED),
    Fault("shaken 2 %", shaken(0.02), ProblemKind.BLURRED),
    Fault("400 px", smaller(400), ProblemKind.TOO_SMALL),
    Fault("250 px", smaller(250), ProblemKind.TOO_SMALL),
    Fault("as it is", np.asarray, None),
)
_ANY = {ProblemKind.TOO_DARK, ProblemKind.BLURRED, ProblemKind.TOO_SMALL}


def measured(reader: Reader, folder: Path, photos: list[TruePhoto], fault: Fault) -> str:
    """One line of the table."""
    exact = named = silent = excused = 0
    for photo in photos:
        pixels = np.ascontiguousarray(fault.spoil(load_image(folder / photo.name).pixels))
        image = OrientedImage(pixels)
        reading = reader.read(image, photo.hand_count)
        result = judge(photo, image, reading)
        kinds = {problem.kind for problem in reading.problems}
        exact += result.exact
        named += not result.exact and (fault.kind in kinds if fault.kind else bool(kinds & _ANY))
        silent += result.silent and not kinds & _ANY
        excused += result.exact and bool(kinds & _ANY)
    wrong = len(photos) - exact
    return (
        f"{fault.name:<18} exact {exact:3d}/{len(photos)}   fault named {named:3d} of {wrong:3d} "
        f"wrong   no word {silent:3d}   named though exact {excused:3d}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=12)
    wanted = parser.parse_args()
    truth = load_truth(wanted.folder)
    photos = list(truth[:: max(1, len(truth) // wanted.photos)])[: wanted.photos]
    reader = load_reader()
    for fault in FAULTS:
        print(measured(reader, wanted.folder, photos, fault), flush=True)


if __name__ == "__main__":
    main()
