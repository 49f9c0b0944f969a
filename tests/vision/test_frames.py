"""Corners of one card are told apart, and the camera's tilt is undone from them."""

import numpy as np
import pytest

from vision.frames import (
    USUAL_STEP,
    Spots,
    corner_of,
    flattening,
    has_four_corners,
    usual_step,
)

WIDE, HIGH = 50.0, 64.0
CORNERS = {"beside": (WIDE, 0), "below": (0, HIGH), "opposite": (WIDE, HIGH)}


def turn_matrix(degrees):
    turn = np.radians(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def card(kinds, turn_deg, at=(0.0, 0.0), tilt=None):
    """One card's top left index and those at other corners, under a tilted camera."""
    tilt = np.eye(2) if tilt is None else tilt
    places = np.array([(0, 0), *(CORNERS[kind] for kind in kinds)], float)
    places = (places @ turn_matrix(turn_deg).T + at) @ tilt.T
    up = tilt @ turn_matrix(turn_deg) @ (0, -1)
    ups = np.array([up, *(up if kind == "beside" else -up for kind in kinds)])
    ups /= np.linalg.norm(ups, axis=1, keepdims=True)
    return Spots(places, ups, np.full(len(places), 17.0))


def joined(*cards):
    fields = ("centres_xy", "ups", "sizes")
    return Spots(*(np.concatenate([getattr(card, name) for card in cards]) for name in fields))


@pytest.mark.parametrize("turn_deg", [0, 40, 170])
@pytest.mark.parametrize("kind", CORNERS)
def test_each_corner_is_told(kind, turn_deg):
    assert corner_of(card([kind], turn_deg), 0, 1) == kind


def test_from_a_right_hand_corner_the_opposite_one_is_mirrored():
    spots = card(["beside", "below"], 20)
    assert corner_of(spots, 1, 2) == "mirrored"


def test_the_very_spot_and_no_corner_at_all():
    upright = np.array([[0, -1.0]] * 3)
    spots = Spots(np.array([[0, 0], [3, 5], [60, -70.0]]), upright, np.full(3, 17.0))
    assert [corner_of(spots, 0, other) for other in (1, 2)] == ["same", "odd"]


@pytest.mark.parametrize("kinds", [["opposite"], ["beside", "below"], ["below", "opposite"]])
def test_the_step_comes_from_whatever_corners_are_seen(kinds):
    spots = card(kinds, 75)
    step = usual_step(spots, [tuple(range(len(spots.sizes)))])
    assert step == pytest.approx((WIDE / 17, -HIGH / 17))


@pytest.mark.parametrize(
    ("kinds", "narrowed", "seen", "four", "perhaps"),
    [
        (["beside"], 1.0, "beside", True, True),
        (["below", "beside"], 1.0, "below", True, True),
        (["below"], 1.0, "below", False, True),
        (["opposite"], 1.0, "opposite", False, False),
        (["opposite"], 0.4, "below", False, True),  # by a tilted camera
    ],
)
def test_two_cards_with_corners_beside_each_other_make_a_deck_with_four(
    kinds, narrowed, seen, four, perhaps
):
    tilt, count = np.diag([narrowed, 1.0]), len(kinds) + 1
    spots = joined(card(kinds, 0, tilt=tilt), card(kinds, 0, (200, 0), tilt))
    cards = [tuple(range(count)), tuple(range(count, 2 * count))]
    assert corner_of(spots, 0, 1) == seen
    assert has_four_corners(spots, cards) is four
    assert has_four_corners(spots, cards, ("beside", "below")) is perhaps
    assert not has_four_corners(spots, cards[:1], ("beside", "below"))


def test_without_pairs_a_usual_card_is_assumed():
    assert usual_step(card([], 0), [(0,)]) == USUAL_STEP
    assert flattening(card(["opposite"], 10), [(0, 1)]) == pytest.approx(np.eye(2))


@pytest.mark.parametrize("kinds", [["beside", "below"], ["beside", "opposite"]])
def test_a_tilted_camera_is_undone(kinds):
    """After flattening, the sides of every card are square and in one ratio again."""
    tilt = turn_matrix(30) @ np.diag([1.0, 0.6]) @ turn_matrix(-30)
    spots = joined(card(kinds, 10, tilt=tilt), card(kinds, 70, (200, 0), tilt))
    flat = spots.through(flattening(spots, [(0, 1, 2), (3, 4, 5)]))
    whole = card(["beside", "below"], 55, (0, 300), tilt).through(flattening(spots, [(0, 1, 2)]))
    for seen in (flat, whole):
        first, second, third = seen.centres_xy[:3]
        side, other = second - first, third - first
        other = other - side if "opposite" in kinds and seen is flat else other
        slant = side @ other / np.linalg.norm(side) / np.linalg.norm(other)
        assert abs(slant) < 0.1
        assert np.linalg.norm(side) / np.linalg.norm(other) == pytest.approx(WIDE / HIGH, rel=0.1)
