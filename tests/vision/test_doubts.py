"""Where a missing card probably lies, and what hides it."""

import numpy as np
import pytest

from vision.image import OrientedImage
from vision.problems import ProblemKind
from vision.reading import Reader
from vision.testing import (
    Camera,
    PaintClassifier,
    PaintDetector,
    paint,
    rows_layout,
    visible_indices,
)

SIZE_WH = (2000, 1500)
POSES = rows_layout(np.random.default_rng(1))
CAMERA = Camera.over(POSES, SIZE_WH, 0.0, 0.2)
INDICES, OWNERS = visible_indices(POSES, CAMERA)


def painted(*, without=()):
    kept = ~np.isin(OWNERS, without)
    return paint(INDICES.select(kept), OWNERS[kept], SIZE_WH)


def problems(pixels):
    (hand,) = (
        Reader(PaintDetector(), PaintClassifier(0.9999))
        .read(OrientedImage(np.ascontiguousarray(pixels)))
        .hands
    )
    return {problem.kind: problem.box_xywh for problem in hand.problems}


def middle(box):
    return np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])


@pytest.mark.parametrize("missing", [1, 3, 5, 7, 8, 10, 12])
def test_the_gap_is_where_the_card_is_missing_also_at_the_end_of_a_row(missing):
    told = problems(painted(without=[missing]))
    assert set(told) == {ProblemKind.NOT_THIRTEEN, ProblemKind.GAP}
    place = CAMERA.project(np.array([[POSES[missing].x, POSES[missing].y]]))[0]
    assert np.linalg.norm(middle(told[ProblemKind.GAP]) - place) < 90


def test_a_card_beyond_the_edge_of_the_photo_is_cut_off():
    edge = round(float(INDICES.boxes_xyxy[OWNERS == 8][:, 2].max())) + 4
    pixels = painted(without=[8])[:, edge:]
    told = problems(pixels)
    assert ProblemKind.CUT_OFF in told
    assert ProblemKind.GAP not in told
    assert told[ProblemKind.CUT_OFF][0] < 50


def dazzled(pixels, card):
    for left, top, right, bottom in INDICES.boxes_xyxy[card == OWNERS].astype(int):
        pixels[top - 20 : bottom + 20, left - 20 : right + 20] = 255
    return pixels


def test_a_lamps_reflection_is_told_where_it_hides_a_card():
    told = problems(dazzled(painted(), 5))
    spots = INDICES.centres_xy[OWNERS == 5]
    assert np.linalg.norm(spots - middle(told[ProblemKind.GLARE]), axis=1).min() < 60


def test_no_reflection_is_told_of_a_whole_hand_or_of_white_paper():
    pixels = painted(without=[5])
    assert ProblemKind.GLARE not in problems(pixels)
    cloth = (pixels == pixels[0, 0]).all(axis=2)
    pixels[cloth] = 252
    assert ProblemKind.GLARE not in problems(pixels)
