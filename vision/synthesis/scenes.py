"""Pictures of cards on tables, rendered with exact labels of every index that can be seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.deck import JOKER
from vision.synthesis.camera import Homography, View, card_to_table, project, random_view
from vision.synthesis.clutter import Backgrounds, finger_shapes, scatter_objects
from vision.synthesis.decks import CardFace, Deck, IndexMark
from vision.synthesis.layouts import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardPose, Layout, random_layout
from vision.synthesis.light import photograph

Pixels = NDArray[np.uint8]
CARD_MM = (CARD_WIDTH_MM, CARD_HEIGHT_MM)
VISIBLE_SHARE = 0.6  # an index of which less can be seen is not labelled


@dataclass(frozen=True, slots=True)
class SceneIndex:
    """One visible index; its corners run clockwise from the top left as the card reads."""

    card: int  # Card.index, or 52 for a joker
    corners_xy: NDArray[np.float64]  # (4, 2) px
    visible: float  # share of its area that nothing covers
    pose: int  # which card of the layout

    @property
    def top_xy(self) -> NDArray[np.float64]:
        """Middle of the top edge, px."""
        return np.asarray(self.corners_xy[:2].mean(axis=0))

    @property
    def bottom_xy(self) -> NDArray[np.float64]:
        """Middle of the bottom edge, px."""
        return np.asarray(self.corners_xy[2:].mean(axis=0))

    @property
    def box_xyxy(self) -> NDArray[np.float64]:
        """Axis-aligned box, px."""
        return np.concatenate([self.corners_xy.min(axis=0), self.corners_xy.max(axis=0)])


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered photo with everything that is true of it."""

    pixels: Pixels  # (H, W, 3) RGB
    kind: str
    deck: str
    layout: tuple[CardPose, ...]
    cards: tuple[int, ...]  # one a pose, Card.index or 52
    indices: tuple[SceneIndex, ...]


class _Pyramids:
    """Ever smaller copies of card pictures, alpha premultiplied: far cards must not alias."""

    def __init__(self) -> None:
        self._levels: dict[int, tuple[Pixels, list[Pixels]]] = {}

    def level(self, image: Pixels, scale: float) -> Pixels:
        """The copy to draw when one source pixel becomes `scale` pixels of the picture."""
        key = id(image)
        if key not in self._levels:
            if len(self._levels) > 400:
                self._levels.clear()
            self._levels[key] = (image, self._shrink(image))
        levels = self._levels[key][1]
        return levels[int(np.clip(np.floor(-np.log2(max(scale, 1e-6))), 0, len(levels) - 1))]

    @staticmethod
    def _shrink(image: Pixels) -> list[Pixels]:
        alpha = image[..., 3:].astype(np.float32) / 255
        levels = [
            np.concatenate([(image[..., :3] * alpha).astype(np.uint8), image[..., 3:]], axis=2)
        ]
        while min(levels[-1].shape[:2]) > 48:
            height, width = levels[-1].shape[:2]
            levels.append(
                cv2.resize(levels[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            )
        return levels


_PYRAMIDS = _Pyramids()


class _Canvas:
    """A picture being laid, with the number of the card that owns each pixel."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self.owner: NDArray[np.int16] = np.full(pixels.shape[:2], -1, np.int16)

    def paste(self, image: Pixels, to_picture: Homography, number: int, shadow: float) -> None:
        """Draw a card picture (RGBA) through a homography from its pixels."""
        height, width = image.shape[:2]
        corners = project(
            to_picture, np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        )
        window = self._window(corners)
        if window is None:
            return
        x0, y0, x1, y1 = window
        scale = np.sqrt(cv2.contourArea(corners.astype(np.float32)) / (width * height))
        level = _PYRAMIDS.level(image, float(scale))
        fit = np.diag([width / level.shape[1], height / level.shape[0], 1.0])
        shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        warped = cv2.warpPerspective(
            level, shift @ to_picture @ fit, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR
        )
        part = self.pixels[y0:y1, x0:x1]
        alpha = warped[..., 3]
        if shadow > 0:
            reach = max(1.0, scale * width * 0.012)
            dark = cv2.GaussianBlur(np.roll(alpha, round(reach), (0, 1)), (0, 0), reach)
            part[:] = (part * (1 - shadow * (dark[..., None] / np.float32(255)))).astype(np.uint8)
        part[:] = cv2.add(
            warped[..., :3], (part * (1 - alpha[..., None] / np.float32(255))).astype(np.uint8)
        )
        self.owner[y0:y1, x0:x1][alpha > 127] = number

    def _window(self, corners: NDArray[np.float64]) -> tuple[int, int, int, int] | None:
        height, width = self.pixels.shape[:2]
        x0, y0 = np.floor(corners.min(axis=0) - 6).astype(int).clip(0, (width, height))
        x1, y1 = np.ceil(corners.max(axis=0) + 6).astype(int).clip(0, (width, height))
        return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 2 and y1 - y0 > 2 else None

    def visible_share(self, corners: NDArray[np.float64], number: int) -> float:
        """How much of a quadrilateral belongs to card `number` and lies in the picture."""
        x0, y0 = np.floor(corners.min(axis=0)).astype(int)
        x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 1
        height, width = self.owner.shape
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners - (x0, y0)).astype(np.int32), 1)
        whole = int(mask.sum())
        cx0, cy0, cx1, cy1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        if cx1 <= cx0 or cy1 <= cy0 or not whole:
            return 0.0
        inside = mask[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0] > 0
        return float((self.owner[cy0:cy1, cx0:cx1][inside] == number).sum() / whole)


def mark_corners(mark: IndexMark) -> NDArray[np.float64]:
    """The four corners of an index on its card, in the order in which the index itself reads."""
    x0, y0, x1, y1 = mark.box_xyxy
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    return np.roll(corners, 2, axis=0) if mark.up_deg == 180 else corners


def deal_faces(rng: np.random.Generator, deck: Deck, count: int) -> list[CardFace]:
    """Distinct cards of a deck; now and then a joker among them."""
    courts = [card for card in deck.faces if card != JOKER]
    chosen = [int(card) for card in rng.permutation(courts)[:count]]
    if JOKER in deck.faces and chosen and rng.random() < 0.08:
        chosen[int(rng.integers(len(chosen)))] = JOKER
    return [deck.faces[card] for card in chosen]


def render(
    rng: np.random.Generator,
    deck: Deck,
    layout: Layout,
    view: View,
    *,
    backgrounds: Backgrounds,
    kind: str = "",
    cards: Sequence[int] | None = None,
    clutter: bool = True,
    effects: bool = True,
) -> Scene:
    """Lay `layout` with `cards` of `deck` (dealt if None) and photograph it through `view`."""
    if cards is None:
        faces = deal_faces(rng, deck, len(layout))
    else:
        faces = [deck.faces[card] for card in cards]
    layout = layout[: len(faces)]
    canvas = _Canvas(backgrounds.draw(rng, view.size_wh).copy())
    unit_px = view.px_per_mm * CARD_WIDTH_MM
    if clutter and rng.random() < 0.5:
        scatter_objects(rng, canvas.pixels, unit_px)
    table = view.homography()
    shadow = rng.uniform(0.0, 0.55)
    to_pictures = []
    for number, (pose, face) in enumerate(zip(layout, faces, strict=True)):
        image = face.image if pose.face_up else deck.back
        place = card_to_table(
            pose.x_mm, pose.y_mm, pose.angle_deg, (image.shape[1], image.shape[0]), CARD_MM
        )
        to_picture = table @ place
        to_pictures.append(to_picture)
        if _is_before_camera(to_picture, image):
            canvas.paste(image, to_picture, number, shadow)
    if clutter and rng.random() < 0.22:
        _lay_fingers(rng, canvas, unit_px)
    indices = _visible_indices(canvas, layout, faces, to_pictures)
    pixels = canvas.pixels
    if effects:
        heights = [float(np.linalg.norm(i.top_xy - i.bottom_xy)) for i in indices]
        pixels = photograph(rng, pixels.astype(np.float32), min(heights, default=40.0))
    cards = tuple(face.card for face in faces)
    return Scene(pixels, kind, deck.name, tuple(layout), cards, tuple(indices))


def _is_before_camera(to_picture: Homography, image: Pixels) -> bool:
    height, width = image.shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], float)
    return bool((corners @ to_picture[2] > 1e-3).all())


def _lay_fingers(rng: np.random.Generator, canvas: _Canvas, unit_px: float) -> None:
    height, width = canvas.owner.shape
    tip = rng.uniform(0, 1, 2) * (width, height)
    colour, shapes = finger_shapes(rng, tip, unit_px)
    for shape in shapes:
        cv2.fillPoly(canvas.pixels, [shape], colour.tolist(), cv2.LINE_AA)
        cv2.polylines(canvas.pixels, [shape], True, (colour * 0.7).tolist(), 1, cv2.LINE_AA)
        mask = np.zeros(canvas.owner.shape, np.uint8)
        cv2.fillPoly(mask, [shape], 1)
        canvas.owner[mask > 0] = -2


def _visible_indices(
    canvas: _Canvas, layout: Layout, faces: list[CardFace], to_pictures: list[Homography]
) -> list[SceneIndex]:
    found = []
    for number, (pose, face, to_picture) in enumerate(zip(layout, faces, to_pictures, strict=True)):
        if not pose.face_up or not _is_before_camera(to_picture, face.image):
            continue
        for mark in face.marks:
            corners = project(to_picture, mark_corners(mark))
            if max(np.ptp(corners, axis=0)) > 4 * max(canvas.owner.shape):
                continue
            visible = canvas.visible_share(corners, number)
            if visible >= VISIBLE_SHARE:
                found.append(SceneIndex(face.card, corners, visible, number))
    return found


def random_scene(
    rng: np.random.Generator,
    deck: Deck,
    backgrounds: Backgrounds,
    size_wh: tuple[int, int] = (640, 640),
    index_px: tuple[float, float] = (11.0, 120.0),
) -> Scene:
    """A training scene whose indices are `index_px` (least, most) high, mostly about 30 px."""
    kind, layout = random_layout(rng)
    wanted = float(np.clip(np.exp(rng.normal(np.log(30.0), 0.6)), *index_px))
    px_per_mm = wanted / (index_height_share(deck) * CARD_HEIGHT_MM)
    aim = layout[int(rng.integers(len(layout)))]
    centre = np.array([[pose.x_mm, pose.y_mm] for pose in layout]).mean(axis=0)
    # Close up the camera aims at some card, from afar at all of them.
    extent_px = np.ptp([[p.x_mm, p.y_mm] for p in layout], axis=0).max() * px_per_mm
    pull = np.clip(1.4 - extent_px / max(size_wh), 0, 1)
    slack = rng.normal(0, 0.15 * max(size_wh) / px_per_mm, 2)
    target = centre * pull + np.array([aim.x_mm, aim.y_mm]) * (1 - pull) + slack
    view = random_view(rng, (float(target[0]), float(target[1])), px_per_mm, size_wh)
    return render(rng, deck, layout, view, backgrounds=backgrounds, kind=kind)


def index_height_share(deck: Deck) -> float:
    """Height of the deck's index as a share of the card's height."""
    face = next(iter(deck.faces.values()))
    mark = face.marks[0]
    return float((mark.box_xyxy[3] - mark.box_xyxy[1]) / face.image.shape[0])
