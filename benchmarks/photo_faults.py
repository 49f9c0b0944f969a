"""What the reader says of photos that were spoilt: darker, blurred, shaken, smaller, cut, dazzled.

    python -m benchmarks.photo_faults FOLDER_WITH_TRUTH [--photos 12]

For each fault: how many of the spoilt photos are still read exactly, how many of the others name
the fault, and how many are wrong without a word. A lamp dazzles all corners of one card, coins
cover another's, and the edge of the photo cuts through the outermost: there the fault counts as
named only at its place (for the coins, that a card may be hidden). The last line is the photos as
they are: it counts how often a fault is named for nothing.
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
from vision.problems import Problem, ProblemKind
from vision.reading import Reader, load_reader
from vision.seeing import see
from vision.truth import TruePhoto, load_truth

Pixels = NDArray[np.uint8]
Boxes = NDArray[np.float64]
Spoilt = tuple[Pixels, Boxes | None]
_COIN = (148, 121, 92)


@dataclass(frozen=True, slots=True)
class Fault:
    """A way to spoil a photo and what should be said of it.

    `spoil` takes the photo and the corners of each card as boxes (K, 4) of left, top, right and
    bottom; it gives the photo and the boxes of the spot that was spoilt, None for all of it.
    """

    name: str
    spoil: Callable[[Pixels, list[Boxes]], Spoilt]
    kind: ProblemKind | None


def everywhere(spoil: Callable[[Pixels], Pixels]) -> Callable[[Pixels, list[Boxes]], Spoilt]:
    """A fault of the whole photo."""
    return lambda pixels, _: (spoil(pixels), None)


def dazzled(pixels: Pixels, cards: list[Boxes]) -> Spoilt:
    """A lamp's reflection over all corners of one card, white in the middle and soft around."""
    middle = np.mean([boxes.mean(axis=0) for boxes in cards], axis=0)
    card = min(cards, key=lambda boxes: float(np.abs(boxes.mean(axis=0) - middle).sum()))
    light = np.zeros(pixels.shape[:2], np.float32)
    for left, top, right, bottom in card:
        centre = round((left + right) / 2), round((top + bottom) / 2)
        axes = round(1.1 * (right - left)), round(0.9 * (bottom - top))
        cv2.ellipse(light, centre, axes, 20, 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(light, (0, 0), 0.15 * float(np.ptp(card[0][[1, 3]])))
    light = np.minimum(soft * 1.3, 1)[..., None]
    return (pixels * (1 - light) + 255 * light).astype(np.uint8), card


def covered(pixels: Pixels, cards: list[Boxes]) -> Spoilt:
    """A coin on all corners of one card."""
    card = cards[len(cards) // 2]
    spoilt = pixels.copy()
    for left, top, right, bottom in card:
        centre = round((left + right) / 2), round((top + bottom) / 2)
        cv2.circle(spoilt, centre, round(0.6 * float(max(right - left, bottom - top))), _COIN, -1)
    return spoilt, card


def cut_off(pixels: Pixels, cards: list[Boxes]) -> Spoilt:
    """The photo's left edge through the corner of the card that lies farthest left."""
    card = min(cards, key=lambda boxes: float(boxes[:, 0].max()))
    edge = round(float((card[:, 0] + card[:, 2]).max()) / 2)
    return np.ascontiguousarray(pixels[:, edge:]), card - np.array([edge, 0, edge, 0])


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
    Fault("0.3 of the light", everywhere(darker(0.3)), ProblemKind.TOO_DARK),
    Fault("0.15 of the light", everywhere(darker(0.15)), ProblemKind.TOO_DARK),
    Fault("0.06 of the light", everywhere(darker(0.06)), ProblemKind.TOO_DARK),
    Fault("blurred 0.2 %", everywhere(blurred(0.002)), ProblemKind.BLURRED),
    Fault("blurred 0.5 %", everywhere(blurred(0.005)), ProblemKind.BLURRED),
    Fault("shaken 1 %", everywhere(shaken(0.01)), ProblemKind.BLURRED),
    Fault("shaken 2 %", everywhere(shaken(0.02)), ProblemKind.BLURRED),
    Fault("400 px", everywhere(smaller(400)), ProblemKind.TOO_SMALL),
    Fault("250 px", everywhere(smaller(250)), ProblemKind.TOO_SMALL),
    Fault("one card dazzled", dazzled, ProblemKind.GLARE),
    Fault("one card covered", covered, ProblemKind.GAP),
    Fault("one card cut off", cut_off, ProblemKind.CUT_OFF),
    Fault("as it is", everywhere(np.asarray), None),
)
_NEAR = 2.5  # index sizes from the spoilt spot, within which the fault is to be named
_ANY = {
    ProblemKind.TOO_DARK,
    ProblemKind.BLURRED,
    ProblemKind.TOO_SMALL,
    ProblemKind.GLARE,
    ProblemKind.CUT_OFF,
}


def measured(
    reader: Reader, folder: Path, photos: list[tuple[TruePhoto, list[Boxes]]], fault: Fault
) -> str:
    """One line of the table; with each photo come the corners of its cards."""
    exact = named = silent = excused = 0
    for photo, corners in photos:
        spoilt, spot = fault.spoil(load_image(folder / photo.name).pixels, corners)
        image = OrientedImage(np.ascontiguousarray(spoilt))
        reading = reader.read(image, photo.hand_count)
        result = judge(photo, image, reading)
        kinds = {problem.kind for problem in reading.problems}
        told = {problem.kind for problem in reading.problems if is_near(problem, spot)}
        exact += result.exact
        named += not result.exact and (fault.kind in told if fault.kind else bool(kinds & _ANY))
        silent += result.silent and not kinds & _ANY
        excused += result.exact and bool(kinds & _ANY)
    wrong = len(photos) - exact
    return (
        f"{fault.name:<18} exact {exact:3d}/{len(photos)}   fault named {named:3d} of {wrong:3d} "
        f"wrong   no word {silent:3d}   named though exact {excused:3d}"
    )


def corners_of(reader: Reader, pixels: Pixels) -> list[Boxes]:
    """The boxes of each card's corners in the photo as it is."""
    seen = see(pixels, reader.detector, reader.classifier)
    members = [list(seen.members[card]) for card in seen.named]
    return [seen.indices.boxes_xyxy[corners].astype(np.float64) for corners in members]


def is_near(problem: Problem, spot: Boxes | None) -> bool:
    """Whether a problem is told at the spoilt spot; anywhere if all of the photo is spoilt."""
    if spot is None:
        return True
    if problem.box_xywh is None:
        return False
    left, top, width, height = problem.box_xywh
    middle = np.array([left + width / 2, top + height / 2])
    centres = (spot[:, :2] + spot[:, 2:]) / 2
    reach = _NEAR * float((spot[:, 2:] - spot[:, :2]).max()) + max(width, height) / 2
    return bool((np.linalg.norm(centres - middle, axis=1) < reach).any())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=12)
    wanted = parser.parse_args()
    truth = load_truth(wanted.folder)
    photos = list(truth[:: max(1, len(truth) // wanted.photos)])[: wanted.photos]
    reader = load_reader()
    located = [
        (photo, corners_of(reader, load_image(wanted.folder / photo.name).pixels))
        for photo in photos
    ]
    for fault in FAULTS:
        print(measured(reader, wanted.folder, located, fault), flush=True)


if __name__ == "__main__":
    main()
