"""Labels of rendered scenes are exact, whatever the camera does."""

from collections import Counter

import numpy as np
import pytest

from vision.synthesis.camera import View, card_to_table, project
from vision.synthesis.clutter import Backgrounds
from vision.synthesis.dataset import SceneSet, label_lines, write_scenes
from vision.synthesis.faces import CardFace, Deck, IndexMark
from vision.synthesis.layouts import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    CardPose,
    arranged_rows,
    fan,
    random_layout,
    whole_table,
)
from vision.synthesis.scenes import CARD_MM, deal_faces, mark_corners, random_scene, render

RED, WHITE = (200, 0, 0), (255, 255, 255)


def marked_deck() -> Deck:
    """White cards whose only ink is a red rectangle where each index is."""
    faces = {}
    for card in range(52):
        image = np.full((700, 500, 4), 255, np.uint8)
        marks = (IndexMark((30, 30, 80, 150), 0), IndexMark((420, 550, 470, 670), 180))
        for mark in marks:
            x0, y0, x1, y1 = (int(v) for v in mark.box_xyxy)
            image[y0:y1, x0:x1, :3] = RED
        faces[card] = CardFace(card, image, marks)
    return Deck("marked", "drawn", faces, np.full((700, 500, 4), 90, np.uint8))


def straight_view(px_per_mm: float = 4.0, tilt_deg: float = 0.0) -> View:
    return View((0.0, 0.0), px_per_mm, 30.0, tilt_deg, 20.0, (640, 640))


def test_the_camera_sees_its_target_in_the_middle_at_the_asked_scale():
    table = straight_view().homography()
    middle, aside = project(table, np.array([[0.0, 0.0], [0.01, 0.0]]))
    assert middle == pytest.approx([320, 320])
    assert np.linalg.norm(aside - middle) == pytest.approx(0.04, rel=1e-3)


def test_a_card_is_placed_by_its_centre():
    place = card_to_table(100, 50, 90, (500, 700), CARD_MM)
    assert project(place, np.array([[250.0, 350.0]]))[0] == pytest.approx([100, 50])
    top_middle = project(place, np.array([[250.0, 0.0]]))[0]
    assert top_middle == pytest.approx([100 + CARD_HEIGHT_MM / 2, 50])


@pytest.mark.parametrize("tilt_deg", [0.0, 35.0])
def test_labels_lie_on_the_ink(tilt_deg):
    rng = np.random.default_rng(3)
    layout = [CardPose(-40, 0, 10), CardPose(40, 5, -75)]
    scene = render(
        rng,
        marked_deck(),
        layout,
        straight_view(3.0, tilt_deg),
        backgrounds=Backgrounds(),
        clutter=False,
        effects=False,
    )
    assert len(scene.indices) == 4
    for index in scene.indices:
        centre = index.corners_xy.mean(axis=0).astype(int)
        near_top = (index.corners_xy.mean(axis=0) * 0.1 + index.top_xy * 0.9).astype(int)
        for x, y in (centre, near_top):
            assert abs(scene.pixels[y, x].astype(int) - RED).max() < 30


def test_a_covered_index_is_not_labelled():
    rng = np.random.default_rng(0)
    layout = [CardPose(0, 0, 0), CardPose(6, 6, 0)]  # the upper card leaves a thin edge below it
    scene = render(
        rng,
        marked_deck(),
        layout,
        straight_view(),
        backgrounds=Backgrounds(),
        clutter=False,
        effects=False,
    )
    assert Counter(index.pose for index in scene.indices) == {1: 2}


def test_a_card_that_lies_face_down_has_no_index():
    rng = np.random.default_rng(0)
    layout = [CardPose(0, 0, 0, face_up=False)]
    scene = render(
        rng,
        marked_deck(),
        layout,
        straight_view(),
        backgrounds=Backgrounds(),
        clutter=False,
        effects=False,
    )
    assert scene.indices == ()


def test_an_upside_down_mark_reads_from_its_own_top():
    corners = mark_corners(IndexMark((420, 550, 470, 670), 180))
    top, bottom = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    assert top[1] == 670
    assert bottom[1] == 550


def test_rows_are_three_five_and_five_in_order():
    for seed in range(30):
        layout = arranged_rows(np.random.default_rng(seed))
        assert Counter(pose.row for pose in layout) == {"front": 3, "middle": 5, "back": 5}
        mean_y = {
            row: np.mean([pose.y_mm for pose in layout if pose.row == row])
            for row in ("front", "middle", "back")
        }
        assert mean_y["front"] < mean_y["middle"] < mean_y["back"]


def test_a_table_has_thirteen_cards_a_hand():
    layout = whole_table(np.random.default_rng(1), hands=4)
    assert Counter(pose.hand for pose in layout) == {0: 13, 1: 13, 2: 13, 3: 13}


def test_a_fan_opens_evenly():
    layout = sorted(fan(np.random.default_rng(2)), key=lambda pose: pose.angle_deg)
    steps = np.hypot(*np.diff([[p.x_mm, p.y_mm] for p in layout], axis=0).T)
    assert len(layout) == 13
    assert 5 < steps.mean() < CARD_WIDTH_MM / 2


def test_no_card_is_dealt_twice():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        faces = deal_faces(rng, marked_deck(), len(random_layout(rng)[1]))
        cards = [face.card for face in faces]
        assert len(set(cards)) == len(cards)


def test_the_same_seed_renders_the_same_scene():
    first, second = (
        random_scene(np.random.default_rng(7), marked_deck(), Backgrounds(), (320, 320))
        for _ in range(2)
    )
    assert np.array_equal(first.pixels, second.pixels)
    assert first.cards == second.cards


def test_label_lines_are_shares_of_the_picture():
    scene = random_scene(np.random.default_rng(11), marked_deck(), Backgrounds(), (320, 320))
    lines = label_lines(scene)
    assert len(lines) <= len(scene.indices)
    for line in lines:
        kind, *values = line.split()
        numbers = np.array(values, float)
        assert kind == "0"
        assert len(numbers) == 10
        assert (numbers[[4 + 2, 4 + 5]] == 2).all()
        assert (np.delete(numbers, [6, 9]) <= 1).all()


@pytest.mark.slow
def test_rendering_goes_on_where_it_stopped(tmp_path):
    wanted = SceneSet(tmp_path, 3, seed=5, size_px=160, kinds=(), workers=1)
    assert list(write_scenes(wanted)) == [3]
    picture = tmp_path / "images" / "000001.jpg"
    before = picture.read_bytes()
    (tmp_path / "labels" / "000002.txt").unlink()
    picture.unlink()
    assert list(write_scenes(wanted)) == [3]
    assert picture.read_bytes() == before
