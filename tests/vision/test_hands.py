"""Hands of a whole table are told apart and seated by their side of the photo."""

import numpy as np
import pytest

from vision.corners import cards_of
from vision.hands import Side, split_hands
from vision.placing import place_cards
from vision.testing import (
    Camera,
    Pose,
    fan_layout,
    log_probs_of,
    rows_layout,
    table_layout,
    visible_indices,
)

SEATS = {1: (0,), 2: (0, 180), 3: (0, 90, 180), 4: (0, 90, 180, 270)}
SIDES = {
    1: (Side.BOTTOM,),
    2: (Side.BOTTOM, Side.TOP),
    3: (Side.BOTTOM, Side.LEFT, Side.TOP),
    4: (Side.BOTTOM, Side.LEFT, Side.TOP, Side.RIGHT),
}


def centred(poses):
    x, y = np.mean([(pose.x, pose.y) for pose in poses], axis=0)
    return [Pose(pose.x - x, pose.y - y, pose.turn_deg) for pose in poses]


def hands_seen(hands, asked, rng, out_mm=290.0):
    """Numbers of the players whose cards each hand holds, and the sides."""
    count = len(hands)
    poses = table_layout([centred(hand) for hand in hands], SEATS[count], out_mm * (count > 1))
    camera = Camera.over(
        poses, (4000, 3000), float(rng.uniform(-20, 20)), float(rng.uniform(0, 0.35))
    )
    indices, owners = visible_indices(poses, camera)
    starts = np.cumsum([0, *map(len, hands)])
    cards = cards_of(indices, log_probs_of(owners))
    found = split_hands(place_cards(indices, cards), asked)
    players = [
        {int(np.searchsorted(starts, owners[cards[i][0]], side="right")) - 1 for i in hand.cards}
        for hand in found
    ]
    return players, tuple(hand.side for hand in found)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("auto", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_player_gets_his_cards_clockwise_from_the_bottom(count, auto, seed):
    rng = np.random.default_rng(seed)
    hands = [
        rows_layout(rng, pitch_mm=float(rng.uniform(25, 70)), row_gap_mm=float(rng.uniform(40, 95)))
        if rng.random() < 0.5
        else fan_layout(rng)
        for _ in range(count)
    ]
    players, sides = hands_seen(hands, "auto" if auto else count, rng)
    assert players == [{player} for player in range(count)]
    assert sides == SIDES[count]


@pytest.mark.parametrize("seed", range(8))
def test_hands_that_touch_are_told_apart_by_the_way_their_cards_lie(seed):
    rng = np.random.default_rng(seed)
    players, _ = hands_seen([rows_layout(rng) for _ in range(4)], 4, rng, out_mm=190.0)
    assert players == [{player} for player in range(4)]


@pytest.mark.parametrize("asked", [3, "auto"])
def test_missing_cards_do_not_move_others(asked):
    rng = np.random.default_rng(4)
    hands = [rows_layout(rng)[:12], rows_layout(rng)[2:], rows_layout(rng)]
    assert hands_seen(hands, asked, rng)[0] == [{0}, {1}, {2}]


def test_a_row_pushed_forward_stays_with_its_hand():
    rng = np.random.default_rng(5)
    hand = [Pose(p.x, p.y - 60 * (i < 3), p.turn_deg) for i, p in enumerate(rows_layout(rng))]
    assert hands_seen([hand], "auto", rng)[0] == [{0}]


def test_nothing_gives_the_hands_that_were_asked_for():
    rng = np.random.default_rng(6)
    nothing = place_cards(visible_indices([], Camera(np.eye(3), (9, 9)))[0], [])
    assert [len(hand.cards) for hand in split_hands(nothing, "auto")] == [0]
    assert [len(hand.cards) for hand in split_hands(nothing, 3)] == [0, 0, 0]
    one = hands_seen([[Pose(0, 0)]], 4, rng)[0]
    assert sorted(map(len, one)) == [0, 0, 0, 1]


def test_blocks_that_touch_are_cut_into_full_hands():
    rng = np.random.default_rng(7)
    hands = [rows_layout(rng, pitch_mm=64, row_gap_mm=90, jitter_mm=1) for _ in range(2)]
    players, _ = hands_seen(hands, 2, rng, out_mm=137.0)
    assert players == [{0}, {1}]
