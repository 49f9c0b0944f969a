"""Which indices are corners of one card."""

import numpy as np
import pytest

from vision.corners import cards_of
from vision.deck import CLASS_COUNT, evidence_of, name_cards
from vision.indices import Indices
from vision.testing import (
    Camera,
    Pose,
    fan_layout,
    heap_layout,
    log_probs_of,
    rows_layout,
    visible_indices,
)

LAYOUTS = {"rows": rows_layout, "fan": fan_layout, "heap": heap_layout}


@pytest.mark.parametrize("kind", LAYOUTS)
@pytest.mark.parametrize("seed", range(6))
def test_corners_of_one_card_are_joined_and_of_two_never(kind, seed):
    rng = np.random.default_rng(seed)
    poses = LAYOUTS[kind](rng)
    camera = Camera.over(poses, (1600, 1200), float(rng.uniform(0, 360)), 0.35)
    indices, owners = visible_indices(poses, camera)
    cards = cards_of(indices, log_probs_of(owners))
    assert sorted(i for card in cards for i in card) == list(range(len(indices)))
    assert sorted({int(owners[card[0]]) for card in cards}) == sorted(set(owners.tolist()))
    assert len(cards) == len(set(owners.tolist()))


def test_a_doubtful_corner_joins_the_opposite_corner_of_its_card():
    poses = [Pose(0, 0), Pose(75, 0), Pose(150, 0)]
    indices, owners = visible_indices(poses, Camera.over(poses, (900, 600)))
    log_probs = log_probs_of(owners)
    doubtful = np.full(CLASS_COUNT, 1e-4)
    doubtful[[0, 1]] = 0.5
    log_probs[0] = np.log(doubtful / doubtful.sum())
    cards = cards_of(indices, log_probs)
    assert sorted(len(card) for card in cards) == [2, 2, 2]
    assert name_cards(evidence_of(log_probs, cards)).confidence.min() > 0.99


def test_the_same_name_far_away_is_another_card():
    poses = [Pose(0, 0), Pose(600, 0)]
    indices, _ = visible_indices(poses, Camera.over(poses, (2000, 600)))
    cards = cards_of(indices, log_probs_of([7] * len(indices)))
    assert sorted(len(card) for card in cards) == [2, 2]


def test_the_surest_index_comes_first():
    poses = [Pose(0, 0)]
    indices, _ = visible_indices(poses, Camera.over(poses, (600, 800)))
    log_probs = np.concatenate([log_probs_of([3], 0.9), log_probs_of([3], 0.99)])
    assert cards_of(indices, log_probs) == ((1, 0),)


def test_no_indices_no_cards():
    assert cards_of(Indices.empty(), np.zeros((0, CLASS_COUNT))) == ()


def test_two_sure_names_that_differ_are_two_cards_wherever_they_lie():
    """Side by side in a fan a six and its neighbour lie like the corners of one card."""
    poses = [Pose(0, 0)]
    indices, _ = visible_indices(poses, Camera.over(poses, (600, 800)))
    probs = np.full((2, CLASS_COUNT), 1e-4)
    probs[0, 3], probs[1, 4], probs[1, 3] = 0.99, 0.94, 0.04
    log_probs = np.log(probs / probs.sum(axis=1, keepdims=True))
    assert len(indices) == 2
    assert cards_of(indices, log_probs) == ((0,), (1,))
