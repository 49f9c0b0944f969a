"""Cards are placed by the corners that are seen, and like the cards around them."""

import numpy as np
import pytest

from vision.indices import Indices
from vision.placing import parallel_middles, place_cards
from vision.rows import find_lines
from vision.testing import Camera, fan_layout, rows_layout, visible_indices

TRUE_LINES = [[0, 1, 2], [3, 4, 5, 6, 7], [8, 9, 10, 11, 12]]


def off_by(poses, indices, cards, camera):
    """How far each card is placed from its middle, in index sizes."""
    places = place_cards(indices, cards)
    middles = camera.project(np.array([(pose.x, pose.y) for pose in poses]))
    return np.linalg.norm(places.centres_xy - middles, axis=1) / places.sizes_px


def askew(indices: Indices, rng: np.random.Generator, degrees: float) -> Indices:
    """The same with up directions as wrong as a detector's for half-hidden indices."""
    turns = np.radians(rng.normal(0, degrees, len(indices)))
    ups = np.stack(
        [
            np.cos(turns) * indices.ups[:, 0] - np.sin(turns) * indices.ups[:, 1],
            np.sin(turns) * indices.ups[:, 0] + np.cos(turns) * indices.ups[:, 1],
        ],
        axis=1,
    )
    half = ups * indices.heights_px[:, None] / 2
    centres = indices.centres_xy
    return Indices(indices.boxes_xyxy, centres + half, centres - half, indices.confidence)


def cards_by_owner(owners):
    return [np.flatnonzero(owners == card).tolist() for card in sorted(set(owners.tolist()))]


@pytest.mark.parametrize(("pitch_mm", "row_gap_mm"), [(30.0, 50.0), (64.0, 45.0)])
def test_rows_are_told_although_half_hidden_indices_are_askew(pitch_mm, row_gap_mm):
    told = []
    for seed in range(30):
        rng = np.random.default_rng(seed)
        poses = rows_layout(rng, pitch_mm=pitch_mm, row_gap_mm=row_gap_mm)
        camera = Camera.over(poses, (1600, 1200), float(rng.uniform(0, 360)), tilt=0.4)
        indices, owners = visible_indices(poses, camera)
        told.append(lines_by_edges(askew(indices, rng, 15), cards_by_owner(owners)))
    assert all(lines in (None, TRUE_LINES) for lines in told)
    assert sum(lines is not None for lines in told) >= 27


def lines_by_edges(indices, cards):
    """The cards of each row, told by the edges of cards that lie one way; None where none are."""
    places = place_cards(indices, cards)
    middles = parallel_middles(indices, cards)
    found = find_lines(middles, places.ups, float(np.median(places.sizes_px)))
    return found and [sorted(line) for line in found.lines]


@pytest.mark.parametrize("pitch_mm", [26.0, 30.0, 64.0])
def test_rows_of_a_deck_with_four_corners(pitch_mm):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        poses = rows_layout(rng, pitch_mm=pitch_mm, row_gap_mm=50.0)
        camera = Camera.over(poses, (1600, 1200), float(rng.uniform(0, 360)), tilt=0.2)
        indices, owners = visible_indices(poses, camera, four_corners=True)
        cards = cards_by_owner(owners)
        assert lines_by_edges(indices, cards) == TRUE_LINES
        open_cards = [card for card, members in enumerate(cards) if len(members) == 4]
        assert off_by(poses, indices, cards, camera)[open_cards].max() < 0.5


def test_rows_although_cards_have_a_corner_that_was_misread():
    for seed in range(10):
        rng = np.random.default_rng(seed)
        poses = rows_layout(rng)
        camera = Camera.over(poses, (1600, 1200), float(rng.uniform(0, 360)), tilt=0.4)
        indices, owners = visible_indices(poses, camera)
        cards = cards_by_owner(owners)
        cards[9] = [cards[9][0], cards[0][-1]]
        cards[4] = [cards[4][0], cards[11][-1]]
        assert lines_by_edges(indices, cards) == TRUE_LINES


@pytest.mark.parametrize("seed", range(4))
def test_cards_of_a_fan_turn_with_their_neighbours(seed):
    rng = np.random.default_rng(seed)
    poses = fan_layout(rng)
    camera = Camera.over(poses, (1600, 1200), float(rng.uniform(0, 360)))
    indices, owners = visible_indices(poses, camera)
    assert off_by(poses, indices, cards_by_owner(owners), camera).max() < 0.1


def test_two_cards_taken_for_one_are_placed_by_the_surer_index():
    rng = np.random.default_rng(5)
    poses = rows_layout(rng)
    camera = Camera.over(poses, (1600, 1200))
    indices, owners = visible_indices(poses, camera)
    cards = cards_by_owner(owners)
    cards[9] = [cards[9][0], cards[0][1]]  # a card of the back row with a corner of the front row
    assert off_by(poses, indices, cards, camera).max() < 0.6


def test_no_cards_have_no_places():
    assert len(place_cards(Indices.concatenated([]), [])) == 0
