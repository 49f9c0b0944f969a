"""Index crops rendered from decks: what the classifier learns from before it sees real photos.

One crop is a small scene: a card on a background with cards under and over it, tilted, lit and
photographed at the size that an index has in a real photo, then cut out by the same function
that reads real photos.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import DECK, Suit
from vision.classify import CROP_PX, REJECT, cut_quads
from vision.indices import CROP_SIDE_FACTOR, Indices
from vision.synthesis.faces import CARD_WH, CardFace, Deck
from vision.training.optics import lit, photographed

STORED_PX: Final = 80  # stored wider than the network's input, so that training can turn and shift
STORED_FACTOR: Final = CROP_SIDE_FACTOR * STORED_PX / CROP_PX
_FULL_PX: Final = 46.0  # a larger index shows no more in a stored crop
_SCENE_MARGIN: Final = 2.5  # scene side over index size: holds the stored square at any turn

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A card in the scene, before the camera: shift in card pixels and turn about its middle."""

    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0

    def matrix(self) -> Matrix:
        """Pixels of the card's picture to pixels of the target card's picture, (3, 3)."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        cx, cy = CARD_WH[0] / 2, CARD_WH[1] / 2
        turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        return np.asarray(_shift(cx + self.x, cy + self.y) @ turn @ _shift(-cx, -cy))


class CropPainter:
    """Paints crops of one deck; neighbouring cards come from the same deck.

    Args:
        deck: faces with their index boxes.
        backgrounds: RGB textures, each at least 256 px.
        rng: source of chance.
    """

    def __init__(self, deck: Deck, backgrounds: Sequence[Image], rng: np.random.Generator) -> None:
        self._rng = rng
        self._backgrounds = backgrounds
        self._faces = {card: _levels(face.image) for card, face in deck.faces.items()}
        self._marks = {card: face for card, face in deck.faces.items() if face.marks}
        self._back = _levels(deck.back)
        self.cards = sorted(self._marks)

    def index_crop(self, card: int) -> Image:
        """Return a crop (80, 80, 3) of an upright index of `card`."""
        face = self._marks[card]
        mark = face.marks[self._rng.integers(len(face.marks))]
        scene, indices = self._scene(face, mark.box_xyxy, mark.up_deg)
        return _cut(scene, indices.crop_quads(STORED_FACTOR))

    def covered_crop(self, card: int) -> Image:
        """Return a crop (80, 80, 3) of an upright index of which another card hides a part."""
        face = self._marks[card]
        mark = face.marks[self._rng.integers(len(face.marks))]
        over = self._hiding(mark.box_xyxy)
        scene, indices = self._scene(face, mark.box_xyxy, mark.up_deg, over=over)
        return _cut(scene, indices.crop_quads(STORED_FACTOR))

    def reject_crop(self) -> Image:
        """Return a crop (80, 80, 3) of something that must not be named."""
        rng = self._rng
        kind = rng.choice(["turned", "sideways", "art", "part", "plain", "back"], p=_REJECT_KINDS)
        face = self._marks[self.cards[rng.integers(len(self.cards))]]
        mark = face.marks[rng.integers(len(face.marks))]
        box, up_deg = mark.box_xyxy, mark.up_deg
        if kind == "art":
            box, up_deg = self._art_box(face), int(rng.choice([0, 180]))
        elif kind == "part":
            box = _part_of(box, rng)
        elif kind == "turned":
            up_deg = 180 - up_deg
        scene, indices = self._scene(face, box, up_deg, {"plain": "none", "back": "back"}.get(kind))
        quads = indices.crop_quads(STORED_FACTOR)
        if kind == "sideways":
            quads = np.roll(quads, int(rng.choice([1, 3])), axis=1)
        return _cut(scene, quads)

    def _art_box(self, face: CardFace) -> Box:
        """A box the size of an index where no index is: pips, court art, blank paper."""
        x0, y0, x1, y1 = face.marks[0].box_xyxy
        grow = self._rng.uniform(0.7, 1.4)
        width, height = (x1 - x0) * grow, (y1 - y0) * grow
        for _ in range(50):
            x = self._rng.uniform(0, CARD_WH[0] - width)
            y = self._rng.uniform(0, CARD_WH[1] - height)
            box = (x, y, x + width, y + height)
            if all(_overlap(box, mark.box_xyxy) < 0.12 for mark in face.marks):
                return box
        return 200, 250, 200 + width, 250 + height

    def _scene(
        self,
        face: CardFace,
        box: Box,
        up_deg: int,
        instead: str | None = None,
        over: Sequence[Pose] | None = None,
    ) -> tuple[Image, Indices]:
        """Paint and photograph the surroundings of `box`; returns the scene and where it lies.

        The cards `over` it are drawn by chance, and clear of it, unless they are given.
        """
        rng = self._rng
        index_px = min(float(np.exp(rng.uniform(np.log(9), np.log(110)))), _FULL_PX)
        painted_px = float(np.clip(index_px * 1.4, 24, _FULL_PX))
        side = int(np.ceil(painted_px * _SCENE_MARGIN))
        camera = _camera(box, painted_px, side, up_deg, rng)
        scene = self._background(side)
        for pose in self._neighbours(box, over=False):
            self._paint(scene, self._other_card(), camera @ pose.matrix())
        if rng.random() < _TIGHT_SHARE:
            self._paint(scene, self._other_card(), camera @ _tight(box, up_deg, rng).matrix())
        if instead != "none":
            levels = self._back if instead == "back" else self._faces[face.card]
            self._paint(scene, levels, camera, shade=rng.random() < 0.7)
        for pose in self._neighbours(box, over=True) if over is None else over:
            self._paint(scene, self._other_card(), camera @ pose.matrix(), shade=True)
        if rng.random() < 0.06:
            _cover_with_finger(scene, rng)
        scale = index_px / painted_px
        small = cv2.resize(
            lit(scene, rng),
            None,
            fx=scale,
            fy=scale,
            interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC,
        )
        ratio = small.shape[0] / side
        photo = photographed(small.astype(np.float32), index_px, rng)
        return photo, _indices(_shrink(ratio) @ camera, box, up_deg)

    def _other_card(self) -> list[Image]:
        if self._rng.random() < 0.1:
            return self._back
        return self._faces[list(self._faces)[self._rng.integers(len(self._faces))]]

    def _neighbours(self, box: Box, *, over: bool) -> list[Pose]:
        rng = self._rng
        count = rng.choice([0, 1, 2], p=[0.4, 0.45, 0.15] if over else [0.35, 0.4, 0.25])
        poses = (_neighbour(box, rng) for _ in range(6 * count))
        clear = (pose for pose in poses if not over or not _covers(pose, box, rng.uniform(-1, 12)))
        return list(islice(clear, int(count)))

    def _hiding(self, box: Box) -> list[Pose]:
        """A card that hides a part of the box."""
        poses = (_neighbour(box, self._rng) for _ in range(_HIDING_TRIES))
        return list(islice((p for p in poses if _HIDDEN[0] < _hidden(p, box) < _HIDDEN[1]), 1))

    def _background(self, side: int) -> Floats:
        rng = self._rng
        if rng.random() < 0.2:
            flat = np.full((side, side, 3), rng.integers(0, 256, 3), np.float32)
            return (flat + rng.normal(0, 6, (side, side, 1))).astype(np.float32)
        texture = self._backgrounds[int(rng.integers(len(self._backgrounds)))]
        reach = int(min(side * rng.uniform(0.8, 3), *texture.shape[:2]))
        y = rng.integers(texture.shape[0] - reach + 1)
        x = rng.integers(texture.shape[1] - reach + 1)
        patch = np.rot90(texture[y : y + reach, x : x + reach], int(rng.integers(4)))
        square = cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA)
        return np.asarray(square, np.float32)

    def _paint(
        self, scene: Floats, levels: list[Image], matrix: Matrix, *, shade: bool = False
    ) -> None:
        """Lay a card over the scene in place, with the shadow of its edge if `shade`."""
        size = scene.shape[1], scene.shape[0]
        scale = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
        level = int(np.clip(np.floor(-np.log2(max(scale, 1e-3)) + 0.3), 0, len(levels) - 1))
        image = levels[level]
        warp = matrix @ np.diag([CARD_WH[0] / image.shape[1], CARD_WH[1] / image.shape[0], 1.0])
        card = cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32)
        alpha = card[..., 3:] / 255
        if shade:
            rng = self._rng
            reach = 2 * int(rng.integers(1, 6)) + 1
            shadow = cv2.blur(np.roll(alpha, rng.integers(-2, 3, 2), (0, 1)), (reach, reach))
            scene *= 1 - rng.uniform(0.1, 0.6) * shadow[..., None]
        scene += (card[..., :3] * self._rng.uniform(0.88, 1) - scene) * alpha


def _cut(scene: Image, quads: Floats) -> Image:
    return np.asarray(cut_quads(scene, quads, STORED_PX)[0])


_REJECT_SHARE: Final = 0.12
_CONFUSED: Final = (Suit.CLUBS, Suit.SPADES)
_HIDDEN: Final = (0.18, 0.6)  # of a covered index
_HIDING_TRIES: Final = 200
_NAMED_THOUGH_COVERED: Final = 0.4
_TIGHT_SHARE: Final = 0.35
_REJECT_KINDS: Final = (0.27, 0.1, 0.3, 0.18, 0.08, 0.07)


def _levels(image: Image) -> list[Image]:
    levels = [image]
    for _ in range(3):
        height, width = levels[-1].shape[:2]
        half = (width // 2, height // 2)
        levels.append(cv2.resize(levels[-1], half, interpolation=cv2.INTER_AREA).astype(np.uint8))
    return levels


def _shift(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _shrink(scale: float) -> Matrix:
    return np.diag([scale, scale, 1.0])


def _camera(box: Box, index_px: float, side: int, up_deg: int, rng: np.random.Generator) -> Matrix:
    """Card pixels to scene pixels: the box in the middle, any turn, a tilt up to a low seat's."""
    longer = max(box[2] - box[0], box[3] - box[1])
    centre = _shift(-(box[0] + box[2]) / 2, -(box[1] + box[3]) / 2)
    squash = 1 - min(abs(rng.normal(0, 0.18)), 0.5)
    pull = (1 - squash) * rng.uniform(0, 0.5) / side
    tilt = np.array([[1, 0, 0], [0, squash, 0], [0, pull, 1.0]])
    roll = rng.uniform(0, 360) if rng.random() < 0.5 else rng.normal(up_deg, 12)
    zoom = _shrink(index_px / longer)
    return np.asarray(_shift(side / 2, side / 2) @ tilt @ _turn(roll) @ zoom @ centre)


def _turn(degrees: float) -> Matrix:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _indices(matrix: Matrix, box: Box, up_deg: int) -> Indices:
    """The box seen through `matrix`, as the detector would report it."""
    x0, y0, x1, y1 = box
    middle = (x0 + x1) / 2
    points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (middle, y0), (middle, y1)]
    seen = cv2.perspectiveTransform(np.array([points], np.float64), matrix)[0]
    top, bottom = (seen[4], seen[5]) if up_deg == 0 else (seen[5], seen[4])
    around = np.concatenate([seen[:4].min(axis=0), seen[:4].max(axis=0)])
    return Indices(around[None], top[None], bottom[None], np.ones(1, np.float32))


def _neighbour(box: Box, rng: np.random.Generator) -> Pose:
    """A card beside the box: as in a fan, as in an overlapped row, or anywhere."""
    width, height = CARD_WH
    kind = rng.integers(5)
    if kind == 0:  # the next card of a fan, to the right
        return Pose(box[2] + rng.exponential(25), rng.normal(0, 25), rng.normal(5, 6))
    if kind == 1:  # the same seen from the other end
        return Pose(box[0] - width - rng.exponential(25), rng.normal(0, 25), rng.normal(-5, 6))
    if kind == 2:  # the next row, below
        turn = rng.normal(0, 4) + rng.choice([0, 180])
        return Pose(rng.normal(0, 150), box[3] + rng.exponential(50), turn)
    if kind == 3:  # the row above
        turn = rng.normal(0, 4) + rng.choice([0, 180])
        return Pose(rng.normal(0, 150), box[1] - height - rng.exponential(50), turn)
    return Pose(rng.uniform(-width, width), rng.uniform(-height, height), rng.uniform(0, 360))


def _tight(box: Box, up_deg: int, rng: np.random.Generator) -> Pose:
    """The card before, half hidden as in a tight fan: its index shows right beside this one."""
    side = -1 if up_deg == 0 else 1
    pitch = (box[2] - box[0]) * rng.uniform(0.9, 1.2) + rng.exponential(25)
    return Pose(side * pitch, rng.normal(0, 18), side * abs(rng.normal(2, 5)))


def _covers(pose: Pose, box: Box, margin: float) -> bool:
    """Whether a card in this pose hides any of the box, grown by `margin` card pixels."""
    x0, y0, x1, y1 = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    points = ((x, y) for x in (x0, (x0 + x1) / 2, x1) for y in (y0, (y0 + y1) / 2, y1))
    return any(_lies_over(pose, x, y) for x, y in points)


def _hidden(pose: Pose, box: Box) -> float:
    """Share of the box that a card in this pose hides."""
    xs, ys = np.linspace(box[0], box[2], 7).tolist(), np.linspace(box[1], box[3], 9).tolist()
    return float(np.mean([_lies_over(pose, x, y) for x in xs for y in ys]))


def _lies_over(pose: Pose, x: float, y: float) -> bool:
    """Whether a card in this pose lies over a point of the target card's picture."""
    turn = math.radians(pose.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = x - CARD_WH[0] / 2 - pose.x, y - CARD_WH[1] / 2 - pose.y
    across, along = abs(cos * dx + sin * dy), abs(cos * dy - sin * dx)
    return across < CARD_WH[0] / 2 and along < CARD_WH[1] / 2


def _overlap(first: Box, second: Box) -> float:
    """Share of `first` that lies in `second`."""
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    area = (first[2] - first[0]) * (first[3] - first[1])
    return max(width, 0) * max(height, 0) / area


def _part_of(box: Box, rng: np.random.Generator) -> Box:
    """A box that shows one symbol of an index, or half of it at the rim."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if rng.random() < 0.5:  # the rank alone, or the suit alone
        first = rng.random() < 0.5
        share = rng.uniform(0.42, 0.52)
        if width > height:
            return (x0, y0, x0 + share * width, y1) if first else (x1 - share * width, y0, x1, y1)
        return (x0, y0, x1, y0 + share * height) if first else (x0, y1 - share * height, x1, y1)
    longer = max(width, height)
    along, across = rng.choice([-1, 1], 2) * rng.uniform([0.65, 0.6], [0.95, 0.95]) * longer
    if rng.random() < 0.5:
        return x0, y0 + along, x1, y1 + along
    return x0 + across, y0, x1 + across, y1


def _cover_with_finger(scene: Floats, rng: np.random.Generator) -> None:
    """Lay a fingertip beside the middle of the scene, in place."""
    side = scene.shape[0]
    angle = rng.uniform(0, 2 * np.pi)
    start = np.array([np.cos(angle), np.sin(angle)]) * side * rng.uniform(0.3, 0.42) + side / 2
    end = start + np.array([np.cos(angle), np.sin(angle)]) * side
    mask = np.zeros((side, side), np.uint8)
    ends = [tuple(int(value) for value in point) for point in (start, end)]
    cv2.line(mask, ends[0], ends[1], 255, int(side * rng.uniform(0.15, 0.3)), cv2.LINE_AA)
    alpha = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    skin = np.array([1, 0.72, 0.58], np.float32) * rng.uniform(70, 240)
    scene *= 1 - alpha
    scene += alpha * skin


def deck_crops(
    group: str, deck: Deck, count: int, backgrounds: Sequence[Image], rng: np.random.Generator
) -> Iterator[tuple[Image, int, str]]:
    """Yield `count` crops of a deck with class and group: cards in turn, one in eight a reject.

    Clubs and spades come twice, as no other two suits are confused so often.
    """
    painter = CropPainter(deck, backgrounds, rng)
    confused = [card.index for card in DECK if card.suit in _CONFUSED]
    turn = [*painter.cards, *(card for card in confused if card in painter.cards)]
    order: list[int] = []
    for _ in range(count):
        if rng.random() < _REJECT_SHARE:
            yield painter.reject_crop(), REJECT, group
            continue
        order = order or list(rng.permutation(turn))
        card = int(order.pop())
        yield painter.index_crop(card), card, group


def covered_crops(
    group: str, deck: Deck, count: int, backgrounds: Sequence[Image], rng: np.random.Generator
) -> Iterator[tuple[Image, int, str]]:
    """Yield `count` crops of half-hidden indices of a deck, by chance with their card or a reject.

    What another card hides in part often looks like another index: a network that sees such crops
    now named and now rejected is never sure of one.
    """
    painter = CropPainter(deck, backgrounds, rng)
    for _ in range(count):
        card = int(rng.choice(painter.cards))
        label = card if rng.random() < _NAMED_THOUGH_COVERED else REJECT
        yield painter.covered_crop(card), label, group
