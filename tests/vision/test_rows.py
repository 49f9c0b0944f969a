"""Rows are found from any direction, and not where there are none."""

import numpy as np
import pytest

from scorer.terms import Row
from vision.corners import cards_of
from vision.placing import place_cards
from vision.rows import Lines, find_lines
from vision.testing import (
    Camera,
    fan_layout,
    heap_layout,
    log_probs_of,
    rows_layout,
    visible_indices,
)

TRUE_ROWS = {Row.FRONT: [0, 1, 2], Row.MIDDLE: [3, 4, 5, 6, 7], Row.BACK: [8, 9, 10, 11, 12]}


def lines_seen(poses, rng, tilt=0.4):
    """Lines as numbers of the poses; the camera turned anyhow."""
    camera = Camera.over(
        poses, (1600, 1200), float(rng.uniform(0, 360)), float(rng.uniform(0, tilt))
    )
    indices, owners = visible_indices(poses, camera)
    cards = cards_of(indices, log_probs_of(owners))
    places = place_cards(indices, cards)
    found = find_lines(places.centres_xy, places.ups, float(np.median(places.sizes_px)))
    owner = [int(owners[card[0]]) for card in cards]
    return found and Lines(tuple(tuple(owner[i] for i in line) for line in found.lines))


def rows_seen(poses, rng):
    """Rows as numbers of the poses, None where none are told."""
    found = lines_seen(poses, rng)
    return found and found.rows and {row: list(line) for row, line in found.rows.items()}


@pytest.mark.parametrize(
    "layout",
    [
        {},
        {"bend": 25.0},
        {"bend": -25.0},
        {"pitch_mm": 28.0},
        {"pitch_mm": 30.0, "row_gap_mm": 38.0},
        {"jitter_mm": 7.0, "jitter_deg": 9.0},
    ],
    ids=str,
)
def test_rows_are_found_front_to_back_and_left_to_right(layout):
    rng = np.random.default_rng(11)
    for _ in range(8):
        assert rows_seen(rows_layout(rng, **layout), rng) == TRUE_ROWS


def test_rows_with_some_cards_upside_down():
    rng = np.random.default_rng(12)
    poses = [
        pose.moved(0, 0, 0) if i % 3 else type(pose)(pose.x, pose.y, pose.turn_deg + 180)
        for i, pose in enumerate(rows_layout(rng))
    ]
    assert rows_seen(poses, rng) == TRUE_ROWS


@pytest.mark.parametrize("askew_deg", [-45, -25, 25, 45])
def test_rows_though_every_index_is_read_askew(askew_deg):
    """As those of decks with rank and suit side by side are; rows go by where the cards lie."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        poses = rows_layout(rng)
        turns = np.radians(askew_deg + rng.normal(0, 8, len(poses)))
        found = find_lines(
            np.array([(pose.x, pose.y) for pose in poses]),
            np.stack([np.sin(turns), -np.cos(turns)], axis=1),
            17.0,
        )
        assert found is not None
        assert {row: list(line) for row, line in (found.rows or {}).items()} == TRUE_ROWS


def test_rows_though_indices_are_read_in_many_directions():
    rng = np.random.default_rng(3)
    poses = rows_layout(rng)
    turns = rng.uniform(0, 2 * np.pi, len(poses))
    ups = np.stack([np.sin(turns), -np.cos(turns)], axis=1)
    found = find_lines(np.array([(pose.x, pose.y) for pose in poses]), ups, 17.0)
    assert found is not None
    assert found.rows is not None
    assert {frozenset(line) for line in found.lines} == {frozenset(r) for r in TRUE_ROWS.values()}


@pytest.mark.parametrize("unseen", [1, 4, 7, 8, 12])
def test_twelve_cards_show_the_row_that_is_short(unseen):
    rng = np.random.default_rng(unseen)
    poses = rows_layout(rng)
    found = rows_seen(poses[:unseen] + poses[unseen + 1 :], rng)
    sizes = [len(found[row]) for row in Row]
    short = next(row for row, cards in TRUE_ROWS.items() if unseen in cards)
    assert sizes == [row.size - (row is short) for row in Row]


@pytest.mark.parametrize("spread_deg", [50, 90, 140, 170])
def test_a_fan_has_no_rows(spread_deg):
    rng = np.random.default_rng(spread_deg)
    assert rows_seen(fan_layout(rng, spread_deg=spread_deg), rng) is None


@pytest.mark.parametrize("seed", range(15))
def test_a_heap_has_no_rows(seed):
    rng = np.random.default_rng(seed)
    poses = heap_layout(rng, spread_mm=float(rng.uniform(100, 300)))
    turns = np.radians([pose.turn_deg for pose in poses])
    centres = np.array([(pose.x, pose.y) for pose in poses])
    assert find_lines(centres, np.stack([np.sin(turns), -np.cos(turns)], axis=1), 17.0) is None


@pytest.mark.parametrize("counts", [(7, 6), (4, 4, 5), (6, 5, 2), (13,), (5, 3, 5), (3, 3, 3, 4)])
def test_other_patterns_of_thirteen_are_no_rows(counts):
    rng = np.random.default_rng(5)
    assert rows_seen(rows_layout(rng, counts=counts), rng) is None


@pytest.mark.parametrize(
    "counts", [(4, 5, 4), (4, 4, 5), (3, 4, 6), (3, 6, 4), (2, 5, 6), (2, 6, 5), (4, 4, 4)], ids=str
)
def test_mislaid_rows_are_told_as_they_lie_and_are_no_rows(counts):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = lines_seen(rows_layout(rng, counts=counts), rng)
        assert found is not None
        assert found.rows is None
        assert found.counts == counts


@pytest.mark.parametrize("count", [0, 1, 5, 11, 14])
def test_other_numbers_of_cards_have_no_rows(count):
    ups = np.tile([0.0, -1.0], (count, 1))
    assert find_lines(np.random.default_rng(1).uniform(0, 500, (count, 2)), ups, 20.0) is None


def test_cards_on_one_spot_do_not_raise():
    assert find_lines(np.zeros((13, 2)), np.tile([0.0, -1.0], (13, 1)), 20.0) is None
