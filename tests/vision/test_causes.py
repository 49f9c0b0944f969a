"""A photo that cannot be read is told what is wrong with it; a good one is told nothing."""

import cv2
import numpy as np
import pytest

from vision.causes import SmallView, cause_of, glare_spots, photo_causes, softest_fade_px
from vision.indices import Indices
from vision.problems import ProblemKind
from vision.testing import Camera, paint, rows_layout, visible_indices


@pytest.fixture(scope="module")
def photo():
    """A painted table under a lamp, 1600 px wide."""
    poses = rows_layout(np.random.default_rng(2))
    indices, owners = visible_indices(poses, Camera.over(poses, (1600, 1200)))
    return paint(indices, owners, (1600, 1200))


def kinds(pixels):
    return [problem.kind for problem in photo_causes(pixels, SmallView.of(pixels), Indices.empty())]


def test_a_good_photo_needs_no_excuse(photo):
    assert kinds(photo) == []


def test_one_card_on_an_empty_table_is_judged_by_itself(photo):
    index = Indices(
        np.array([[700, 500, 740, 560]]), np.array([[720, 500]]), np.array([[720, 560]]), np.ones(1)
    )
    table = np.tile(np.linspace(60, 190, 1600).astype(np.uint8)[None, :, None], (1200, 1, 3))
    table[500:530, 700:740] = 20
    table[530:560, 700:740] = 250
    assert [problem.kind for problem in photo_causes(table, SmallView.of(table), index)] == []
    soft = cv2.GaussianBlur(table, (0, 0), 12)
    assert [problem.kind for problem in photo_causes(soft, SmallView.of(soft), index)] == [
        ProblemKind.BLURRED
    ]


def test_a_photo_without_light_is_too_dark(photo):
    assert kinds((photo * 0.1).astype(np.uint8)) == [ProblemKind.TOO_DARK]
    assert kinds(np.zeros((200, 200, 3), np.uint8)) == [ProblemKind.TOO_DARK]


@pytest.mark.parametrize("shrink", [1.0, 0.5])
def test_out_of_focus_is_blurred_at_any_resolution(photo, shrink):
    soft = cv2.GaussianBlur(photo, (0, 0), 12)
    assert kinds(cv2.resize(soft, None, fx=shrink, fy=shrink)) == [ProblemKind.BLURRED]


@pytest.mark.parametrize("turn_deg", [0, 45, 90])
def test_a_shaken_photo_is_blurred_whichever_way_the_hand_went(photo, turn_deg):
    length = 41
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length // 2, length // 2), turn_deg, 1)
    kernel = cv2.warpAffine(kernel, turn, (length, length))
    shaken = cv2.filter2D(photo, -1, kernel / kernel.sum())
    assert kinds(shaken) == [ProblemKind.BLURRED]


def test_a_rim_is_as_wide_as_it_was_drawn():
    y, x = np.mgrid[-150:150, -150:150].astype(np.float32)
    disc = np.clip((np.hypot(x, y) - 90) / 10, 0, 1) * 200
    assert softest_fade_px(disc, 99.9) == pytest.approx(10, rel=0.1)


@pytest.mark.parametrize("corner", [(-300, -200), (1700, 1300)])
def test_an_index_found_outside_the_photo_does_not_raise(photo, corner):
    left, top = corner
    box = np.array([[left, top, left + 40, top + 60]], np.float32)
    tops = np.array([[left + 20, top]], np.float32)
    index = Indices(box, tops, tops + (0, 60), np.ones(1, np.float32))
    outlines = np.array([[[0, 0], [100, 0], [100, 140], [0, 140]]], np.float64)
    assert glare_spots(photo, SmallView.of(photo), index, outlines) == []
    assert cause_of(photo, index, 0).kind is ProblemKind.CUT_OFF
    assert photo_causes(photo, SmallView.of(photo), index) is not None
