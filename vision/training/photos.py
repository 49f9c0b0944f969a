"""Real labelled photos as training data for the index detector.

`photos/train` has a box an index (YOLO lines `class cx cy w h`) and no up direction; where a
reader has found the direction, the two keypoints are written, elsewhere they are marked as
unknown and teach the box alone.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.notation import parse_card
from vision.indices import Indices
from vision.synthesis.single_cards import read_picture

# File name → one up direction an index in the order of the label file: degrees clockwise from
# the top of the picture, or None where it is not known.
SURE = 0.6  # probability of the labelled card from which a direction is believed
Detect = Callable[[NDArray[np.uint8]], Indices]
Classify = Callable[[NDArray[np.uint8], Indices], NDArray[np.float32]]
UpDirections = Mapping[str, Sequence[float | None]]


def read_boxes(label: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Classes (N,) and boxes (N, 4) as centre x, centre y, width, height, shares of the picture."""
    rows = [line.split() for line in label.read_text().splitlines() if line.strip()]
    classes = np.array([int(row[0]) for row in rows], np.int64)
    boxes = np.array([[float(value) for value in row[1:5]] for row in rows], float).reshape(-1, 4)
    return classes, boxes


def keypoints(box_px: NDArray[np.float64], up_deg: float) -> NDArray[np.float64]:
    """Middle of the top and bottom edge (2, 2), px, of an index in a box (cx, cy, w, h).

    The index is taken to be a rectangle turned by `up_deg`; its height along the up direction is
    what makes the turned rectangle fill the box. Near 45° that is not determined and the box's
    half diagonal is taken.
    """
    cx, cy, width, height = box_px
    turn = np.radians(up_deg)
    sin, cos = abs(np.sin(turn)), abs(np.cos(turn))
    spread = cos**2 - sin**2
    along = (
        (cos * height - sin * width) / spread
        if abs(spread) > 0.35
        else np.hypot(width, height) * 0.75
    )
    along = float(np.clip(along, 0.4 * max(width, height), np.hypot(width, height)))
    half = np.array([np.sin(turn), -np.cos(turn)]) * along / 2
    return np.stack([[cx, cy] + half, [cx, cy] - half])


def write_photo_dataset(photos: Path, folder: Path, ups: UpDirections, copies: int = 1) -> int:
    """Link every photo `copies` times under `folder` with pose labels; the number of links."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    written = 0
    for label in sorted((photos / "labels").glob("*.txt")):
        picture = photos / "images" / f"{label.stem}.jpg"
        if not picture.exists():
            continue
        lines = _pose_lines(picture, label, ups.get(label.stem, ()))
        for copy in range(copies):
            link = folder / "images" / f"{label.stem}_{copy}.jpg"
            if not link.exists():
                link.symlink_to(picture.resolve())
            (folder / "labels" / f"{label.stem}_{copy}.txt").write_text("\n".join(lines) + "\n")
            written += 1
    return written


def _pose_lines(picture: Path, label: Path, ups: Sequence[float | None]) -> list[str]:
    height, width = read_picture(picture).shape[:2]
    size = np.array([width, height], float)
    lines = []
    for number, box in enumerate(read_boxes(label)[1]):
        up = ups[number] if number < len(ups) else None
        values = [*box]
        if up is None:
            values += [0, 0, 0, 0, 0, 0]
        else:
            for point in keypoints(box * np.tile(size, 2), up) / size:
                values += [*point.clip(0, 1), 2]
        lines.append(" ".join(["0", *(f"{value:.6g}" for value in values)]))
    return lines


def find_up_directions(
    photos: Path, detect: Detect, classify: Classify
) -> dict[str, list[float | None]]:
    """The up direction of every labelled index, where a detector and a classifier can tell it.

    The detector's keypoints are taken where the classifier, looking that way, names the card of
    the label; elsewhere a full circle of directions is tried and the best kept if it is sure.
    """
    to_card = {number: parse_card(name).index for number, name in enumerate(_class_names(photos))}
    found: dict[str, list[float | None]] = {}
    for label in sorted((photos / "labels").glob("*.txt")):
        picture = photos / "images" / f"{label.stem}.jpg"
        if not picture.exists():
            continue
        pixels = read_picture(picture)
        size = np.array([pixels.shape[1], pixels.shape[0]], float)
        classes, boxes = read_boxes(label)
        seen = detect(pixels)
        found[label.stem] = [
            _up_direction(pixels, box * np.tile(size, 2), to_card[int(kind)], seen, classify)
            for kind, box in zip(classes, boxes, strict=True)
        ]
    return found


def _class_names(photos: Path) -> list[str]:
    return (photos / "classes.txt").read_text().split()


def _up_direction(
    pixels: NDArray[np.uint8],
    box_px: NDArray[np.float64],
    card: int,
    seen: Indices,
    classify: Classify,
) -> float | None:
    if len(seen):
        centres = (seen.boxes_xyxy[:, :2] + seen.boxes_xyxy[:, 2:]) / 2
        nearest = int(np.argmin(np.hypot(*(centres - box_px[:2]).T)))
        if np.hypot(*(centres[nearest] - box_px[:2])) < 0.3 * box_px[2:].max():
            up = seen.tops_xy[nearest] - seen.bottoms_xy[nearest]
            told = float(np.degrees(np.arctan2(up[0], -up[1])))
            if _likelihoods(pixels, box_px, [told], card, classify)[0] > SURE:
                return told
    circle = np.arange(0.0, 360.0, 15.0)
    likely = _likelihoods(pixels, box_px, circle.tolist(), card, classify)
    best = int(np.argmax(likely))
    return float(circle[best]) if likely[best] > SURE else None


def _likelihoods(
    pixels: NDArray[np.uint8],
    box_px: NDArray[np.float64],
    tries_deg: Sequence[float],
    card: int,
    classify: Classify,
) -> NDArray[np.floating]:
    """How likely the box shows the card, for every up direction (degrees) that is tried."""
    points = np.stack([keypoints(box_px, up) for up in tries_deg]).astype(np.float32)
    box = np.concatenate([box_px[:2] - box_px[2:] / 2, box_px[:2] + box_px[2:] / 2])
    turned = Indices(
        np.tile(box.astype(np.float32), (len(tries_deg), 1)),
        points[:, 0],
        points[:, 1],
        np.ones(len(tries_deg), np.float32),
    )
    likely: NDArray[np.floating] = np.exp(classify(pixels, turned)[:, card])
    return likely
