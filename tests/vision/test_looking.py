"""A second look finds what the first scale could not, each index once and in the photo's pixels."""

import numpy as np
import pytest

from vision.indices import Indices
from vision.looking import BEST_HEIGHT_PX, TILE_PX, find_indices, find_turned, merged
from vision.testing import (
    Camera,
    PaintDetector,
    Pose,
    paint,
    rows_layout,
    visible_indices,
)


def painted(poses, size_wh, tilt=0.0, turn_deg=10.0):
    indices, owners = visible_indices(poses, Camera.over(poses, size_wh, turn_deg, tilt))
    return indices, paint(indices, owners, size_wh)


def assert_same_places(found, truth, tolerance_px):
    assert len(found) == len(truth)
    steps = found.centres_xy[:, None] - truth.centres_xy[None]
    apart = np.linalg.norm(steps, axis=2)
    assert apart.min(axis=0).max() < tolerance_px
    nearest = apart.argmin(axis=0)
    assert found.heights_px[nearest] == pytest.approx(truth.heights_px, rel=0.15)
    assert (np.einsum("ij,ij->i", found.ups[nearest], truth.ups) > 0.97).all()


@pytest.mark.parametrize("size_wh", [(640, 480), (1600, 1200), (4000, 3000)])
def test_everything_is_found_once_at_any_resolution(size_wh):
    truth, pixels = painted(rows_layout(np.random.default_rng(1)), size_wh)
    assert_same_places(find_indices(PaintDetector(), pixels), truth, size_wh[0] / 300)


@pytest.mark.parametrize("quarter_turns", [0, 1, 2, 3])
@pytest.mark.parametrize("size_wh", [(1600, 1200), (1001, 1500)])
def test_a_turned_photo_shows_the_same(size_wh, quarter_turns):
    truth, pixels = painted(rows_layout(np.random.default_rng(1)), size_wh)
    found = find_turned(PaintDetector(), pixels, quarter_turns)
    assert_same_places(found, truth, size_wh[0] / 300)


def test_a_far_hand_is_looked_at_again_in_full_resolution():
    """Indices of 35 px in a photo of 4000 are 11 px at the first look."""
    hand = rows_layout(np.random.default_rng(2))
    far = [*hand, Pose(-520, -420), Pose(520, 420)]
    truth, pixels = painted(far, (4000, 3000))
    seen = []

    def detector(tile):
        found = PaintDetector()(tile)
        seen.append((tile.shape, float(np.median(found.heights_px))))
        return found

    assert_same_places(find_indices(detector, pixels), truth, 6)
    assert all(max(shape) <= TILE_PX for shape, _ in seen)
    assert all(abs(height - BEST_HEIGHT_PX) < 8 for _, height in seen[1:])


def test_near_and_far_cards_each_get_their_scale():
    """A network that sees 11 to 90 px only, and indices that differ by more."""
    truth, pixels = painted(rows_layout(np.random.default_rng(3)), (3000, 3000), tilt=0.75)
    heights = truth.heights_px
    assert heights.max() / heights.min() > 2.5
    assert_same_places(find_indices(PaintDetector(11, 90), pixels), truth, 8)


def test_an_empty_photo_has_no_indices():
    assert len(find_indices(PaintDetector(), np.full((300, 500, 3), 90, np.uint8))) == 0


def test_a_long_strip_is_looked_at_in_tiles():
    poses = [Pose(70.0 * i, 0) for i in range(25)]
    truth, pixels = painted(poses, (9000, 600), turn_deg=0.0)
    assert_same_places(find_indices(PaintDetector(), pixels), truth, 12)


def index_at(x, confidence):
    box = np.array([[x, 0, x + 20, BEST_HEIGHT_PX]])
    top, bottom = box[:, :2] + (10, 0), box[:, 2:] - (10, 0)
    return Indices(box, top, bottom, np.array([confidence]))


def test_merging_prefers_the_look_at_the_fitting_scale():
    once = merged([index_at(100, 0.8), index_at(102, 0.7), index_at(140, 0.3)], [0.25, 1.0, 1.0])
    assert once.boxes_xyxy[:, 0].tolist() == [102, 140]
    assert len(merged([], [])) == 0


@pytest.mark.parametrize(("apart_px", "count"), [(4, 1), (8, 1), (14, 2)])
def test_narrow_indices_of_a_tight_fan_are_not_one(apart_px, count):
    """A third of their height apart they are one by their height, and two by their width."""
    boxes = np.array([[x, 0, x + 12, 40] for x in (100, 100 + apart_px)], np.float32)
    tops, bottoms = boxes[:, :2] + (6, 0), boxes[:, 2:] - (6, 0)
    both = Indices(boxes, tops, bottoms, np.array([0.8, 0.7], np.float32))
    assert len(merged([both], [1.0])) == count
