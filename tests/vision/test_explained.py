"""A surely read card explains doubtful indices at its corners and on its face, and no others."""

import numpy as np
import pytest

from vision.deck import CLASS_COUNT, REJECT
from vision.explained import explained
from vision.indices import Indices
from vision.seeing import Seen, classified
from vision.testing import (
    AsTold,
    Camera,
    Pose,
    fan_layout,
    log_probs_of,
    rows_layout,
    visible_indices,
)

WEAK = np.array([1.0, 0.5])
FREE = np.array([False, False])
ALIKE = np.zeros((2, 1))  # log-probabilities of the sure card's name


def with_index_at(indices, centre_xy, turn_deg=0.0, height_px=None):
    """The indices and one more, of the same size if none is given."""
    turn = np.radians(turn_deg)
    size = (height_px or float(indices.heights_px[0])) / 2
    half = np.array([np.sin(turn), -np.cos(turn)]) * size
    centre = np.array(centre_xy)
    box = np.concatenate([centre - size, centre + size])
    more = Indices(box[None], (centre + half)[None], (centre - half)[None], np.array([0.6]))
    return Indices.concatenated([indices, more])


@pytest.fixture
def card():
    """One card with both corners, and where a point of it (mm from its middle) is in the photo."""
    pose = Pose(0, 0, 25)
    camera = Camera.over([pose, Pose(0, 260), Pose(260, 0)], (1200, 1200))
    indices, _ = visible_indices([pose], camera)
    return indices, lambda x, y: camera.project(pose.to_table(np.array([[x, y]], dtype=float)))[0]


@pytest.mark.parametrize(
    ("place_mm", "is_explained"),
    [((0, 10), True), ((12, -20), True), ((25, -32), True), ((0, 80), False), ((60, 0), False)],
)
def test_print_on_a_face_is_no_card(card, place_mm, is_explained):
    indices, at = card
    more = with_index_at(indices, at(*place_mm))
    sure = np.array([True, False])
    assert explained(more, ((0, 1), (2,)), WEAK, ALIKE, sure=sure, taken=FREE).tolist() == [
        False,
        is_explained,
    ]


def test_a_card_of_which_one_corner_is_seen_explains_only_the_opposite_one(card):
    indices, at = card
    one = indices.select([0])
    sure = np.array([True, False])
    far = with_index_at(one, at(25, 32))
    middle = with_index_at(one, at(0, 0))
    assert explained(far, ((0,), (1,)), WEAK, ALIKE, sure=sure, taken=FREE).tolist() == [
        False,
        True,
    ]
    assert explained(middle, ((0,), (1,)), WEAK, ALIKE, sure=sure, taken=FREE).tolist() == [
        False,
        False,
    ]


def test_a_name_that_is_fairly_sure_is_not_explained_away(card):
    indices, at = card
    more = with_index_at(indices, at(0, 10))
    sure, certainty = np.array([True, False]), np.array([1.0, 0.93])
    assert not explained(more, ((0, 1), (2,)), certainty, ALIKE, sure=sure, taken=FREE).any()
    taken = np.array([False, True])
    assert explained(more, ((0, 1), (2,)), certainty, ALIKE, sure=sure, taken=taken).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("certainty", "log_likeness", "is_explained"),
    [(0.8, -3.0, True), (0.8, -9.0, False), (0.3, -9.0, True)],
)
def test_what_is_readable_and_has_no_likeness_to_a_card_is_not_its_corner(
    card, certainty, log_likeness, is_explained
):
    indices, at = card
    more = with_index_at(indices, at(25, -32))
    sure, likeness = np.array([True, False]), np.array([[0.0], [log_likeness]])
    told = explained(
        more, ((0, 1), (2,)), np.array([1.0, certainty]), likeness, sure=sure, taken=FREE
    )
    assert told.tolist() == [False, is_explained]


@pytest.mark.parametrize(
    ("other_corners", "found", "is_explained"), [(4, 0.5, True), (2, 0.5, False), (4, 0.85, False)]
)
def test_three_corners_of_a_four_corner_card_leave_only_the_fourth(
    other_corners, found, is_explained
):
    """Even to a sure name, if not both networks are; and only where other cards show four."""
    camera = Camera.over([Pose(-150, -150), Pose(150, 150)], (1200, 1200))
    corners = np.array([[-25, -32], [25, 32], [25, -32], [-25, 32]], dtype=float)
    ups = [0, 180, 0, 180]
    indices = Indices.empty()
    for pose, seen in ((Pose(-60, 0, 20), 4), (Pose(70, 0, 5), other_corners)):
        for place, up in zip(camera.project(pose.to_table(corners))[:seen], ups, strict=False):
            indices = with_index_at(indices, place, pose.turn_deg + up, 60)
    confidence = np.where(np.arange(len(indices)) == 3, found, 0.8).astype(np.float32)
    places = (indices.boxes_xyxy, indices.tops_xy, indices.bottoms_xy)
    indices = Indices(*places, confidence)
    members = ((0, 1, 2), (3,), tuple(range(4, 4 + other_corners)))
    everything, nothing = np.ones(3, dtype=bool), np.zeros(3, dtype=bool)
    told = explained(
        indices, members, np.full(3, 0.995), np.zeros((3, 3)), sure=everything, taken=nothing
    )
    assert told.tolist() == [False, is_explained, False]


def test_nothing_is_explained_without_a_sure_card(card):
    indices, at = card
    more = with_index_at(indices, at(0, 0))
    nobody = np.array([False, False])
    assert not explained(
        more, ((0, 1), (2,)), WEAK, np.zeros((2, 0)), sure=nobody, taken=FREE
    ).any()
    none = np.zeros(0, bool)
    empty = explained(Indices.empty(), (), np.zeros(0), np.zeros((0, 0)), sure=none, taken=none)
    assert empty.shape == (0,)


@pytest.mark.parametrize("layout", [rows_layout, fan_layout])
def test_a_doubtful_card_among_sure_ones_keeps_its_place(layout):
    """Whichever card of a hand is doubtful, overlapped or not, it is not explained away."""
    poses = layout(np.random.default_rng(3))
    indices, owners = visible_indices(poses, Camera.over(poses, (1600, 1200), 30, 0.2))
    for weak in range(13):
        log_probs = log_probs_of(owners, 0.99999)
        probs = np.full(CLASS_COUNT, 0.002)
        probs[[weak, weak + 13]], probs[REJECT] = (0.5, 0.3), 0.1
        log_probs[owners == weak] = np.log(probs / probs.sum())
        seen = Seen.of(indices, log_probs)
        assert len(seen.named) == 13
        assert {seen.name_of(i).index for i in range(13)} == set(range(13))


def test_an_index_with_askew_points_is_read_in_the_direction_of_its_neighbours():
    """The classifier reads an index only within 15 degrees of upright."""
    poses = [Pose(0, 0, 40), Pose(110, 20, 40)]
    truth, owners = visible_indices(poses, Camera.over(poses, (900, 700)))
    skewed = truth.redirected(np.tile([1.0, 0.0], (len(truth), 1)).astype(np.float32))
    tops, bottoms = truth.tops_xy.copy(), truth.bottoms_xy.copy()
    tops[0], bottoms[0] = skewed.tops_xy[0], skewed.bottoms_xy[0]
    found = Indices(truth.boxes_xyxy, tops, bottoms, truth.confidence)

    def classifier(pixels, indices):
        nearest = np.linalg.norm(
            indices.centres_xy[:, None] - truth.centres_xy[None], axis=2
        ).argmin(axis=1)
        upright = np.einsum("ij,ij->i", indices.ups, truth.ups[nearest]) > np.cos(np.radians(15))
        return log_probs_of(np.where(upright, owners[nearest], REJECT))

    indices, log_probs = classified(np.zeros((9, 9, 3), np.uint8), found, AsTold(classifier))
    assert log_probs.argmax(axis=1).tolist() == owners.tolist()
    assert indices.heights_px == pytest.approx(truth.heights_px, rel=0.25)
    assert (np.einsum("ij,ij->i", indices.ups, truth.ups) > 0.96).all()
