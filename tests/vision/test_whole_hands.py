"""Hands of 13 bring back what seemed another card's corner, always in doubt, and drop the rest."""

import numpy as np
import pytest

from vision.corners import cards_of
from vision.deck import CLASS_COUNT, name_cards
from vision.indices import Indices
from vision.reading import FLAG_BELOW
from vision.seeing import Seen
from vision.testing import Camera, Pose, log_probs_of, rows_layout, visible_indices
from vision.whole_hands import (
    believed,
    cards_that_count,
    doubted,
    is_doubtful,
    loosest,
    owned,
    parted,
    perhaps_owned,
    surplus,
    taken_back,
)

MISREAD = 6  # lies across from card 0


def loose_cards(count):
    """Cards side by side, both corners seen, and the camera."""
    poses = [Pose(80.0 * (place % 5), 110.0 * (place // 5)) for place in range(count)]
    camera = Camera.over(poses, (1600, 1200))
    return visible_indices(poses, camera)


def named(seen):
    return {seen.name_of(place).index for place in range(len(seen.named))}


@pytest.mark.parametrize(("count", "back"), [(12, [1]), (11, [1, 3]), (13, []), (8, []), (51, [1])])
def test_the_surest_explained_cards_come_back_as_far_as_hands_are_short(count, back):
    part = np.array([False, True, True, True, True])
    taken = np.array([False, False, True, False, False])
    certainty = np.array([1.0, 0.99, 0.999, 0.8, 0.5])
    assert sorted(taken_back(part, taken, certainty, count).tolist()) == back


def test_what_came_back_is_asked_about():
    naming = name_cards(log_probs_of(range(13), 0.9999).astype(np.float64))
    asked = doubted(naming, [4])
    assert asked.confidence[4] < FLAG_BELOW <= asked.confidence[3]
    assert np.allclose(asked.probabilities.sum(axis=1), 1)
    assert 4 in cards_that_count(asked, np.full(13, 0.8))


def misread_as_its_neighbour(count, true_share):
    """Cards with one corner each, one read as the first and a little as what it is."""
    indices, owners = loose_cards(count)
    once = np.unique(owners, return_index=True)[1]
    log_probs = log_probs_of(range(count), 0.999)
    probs = np.full(CLASS_COUNT, 1e-6)
    probs[0], probs[MISREAD] = 0.99 - true_share, true_share
    log_probs[MISREAD] = np.log(probs / probs.sum())
    log_probs[0] = log_probs_of([0], 0.99999)
    return indices.select(once), log_probs


def test_an_index_that_reads_as_a_far_card_completes_the_hand_that_lacks_one():
    """Two that read alike are taken for one card, unless a hand of 13 has only twelve then."""
    indices, log_probs = misread_as_its_neighbour(13, 0.05)
    assert len(cards_of(indices, log_probs)) == 12
    seen = Seen.of(indices, log_probs)
    assert named(seen) == set(range(13))
    place = next(i for i in range(13) if seen.name_of(i).index == MISREAD)
    assert seen.naming.confidence[seen.named[place]] < FLAG_BELOW


@pytest.mark.parametrize(("count", "share"), [(13, 1e-6), (7, 0.05)])
def test_it_stays_a_second_sight_of_the_other_where_nothing_speaks_for_more(count, share):
    """Its own reading leaves no other name, or the photo shows no whole hand."""
    indices, log_probs = misread_as_its_neighbour(count, share)
    assert named(Seen.of(indices, log_probs)) == set(range(count)) - {MISREAD}


def test_the_least_fitting_index_is_parted_first():
    indices, owners = loose_cards(3)
    log_probs = log_probs_of(owners, 0.97)
    stray = indices.select([0]).moved(1.0, (700.0, 0.0))
    everything = Indices.concatenated([indices, stray])
    log_probs = np.concatenate([log_probs, log_probs_of([0], 0.97)])
    members = ((0, 1, 6), (2, 3), (4, 5))
    assert loosest(everything, log_probs, members)[0] == 6
    assert parted(members, 6) == ((0, 1), (2, 3), (4, 5), (6,))


def test_of_a_card_too_many_two_agreeing_corners_are_dropped_last():
    indices, owners = loose_cards(14)
    once = np.unique(owners, return_index=True)[1]
    kept = np.sort(np.append(once[1:], np.flatnonzero(owners == 0)))  # card 0 shows both corners
    faint = np.where(owners[kept] == 0, 0.6, 0.8).astype(np.float32)
    faint[owners[kept] == 9] = 0.5
    every = indices.select(kept)
    every = Indices(every.boxes_xyxy, every.tops_xy, every.bottoms_xy, faint)
    log_probs = log_probs_of(owners[kept], 0.99)
    members = [tuple(np.flatnonzero(owners[kept] == card).tolist()) for card in range(14)]
    names = np.arange(14)
    odds = believed(every, log_probs, members, names)
    shares = owned(every, log_probs, members, names, odds)
    dropped = surplus(every, members, odds, shares)
    assert np.flatnonzero(dropped).tolist() == [9]


@pytest.mark.parametrize("seed", range(5))
def test_a_far_corner_in_the_place_of_its_own_card_is_dropped_first_and_else_asked_about(seed):
    rng = np.random.default_rng(seed)
    poses = rows_layout(rng)
    indices, owners = visible_indices(poses, Camera.over(poses, (1600, 1200), tilt=0.2))
    cards = [np.flatnonzero(owners == card).tolist() for card in range(13)]
    owner = next(card for card in range(13) if len(cards[card]) == 2)
    far = cards[owner].pop()
    names = np.arange(14)
    log_probs = log_probs_of(owners, 0.99)
    log_probs[far] = log_probs_of([13], 0.99)[0]
    log_probs[far, owner] = np.log(0.009)
    odds = np.full(14, 12.0)
    odds[9], odds[13] = 4.0, 7.5  # a faint card; and the corner, although it lies upside down
    cards.append([far])
    shares = owned(indices, log_probs, cards, names, odds)
    assert np.flatnonzero(surplus(indices, cards, odds, shares)).tolist() == [13]
    del cards[(owner + 5) % 13], odds  # unseen, so that the corner makes it thirteen
    shares = np.delete(shares, (owner + 5) % 13)
    assert not surplus(indices, cards, np.full(13, 7.5), shares).any()
    assert np.flatnonzero(perhaps_owned(indices, cards, shares)).tolist() == [12]


@pytest.mark.parametrize(
    ("count", "least", "told"),
    [
        (13, 0.9, False),
        (13, 0.6, True),
        (12, 0.9, True),
        (52, 0.6, True),
        (49, 0.9, True),
        (8, 0.6, False),
        (0, 1.0, False),
    ],
)
def test_whole_hands_but_for_a_few_or_with_a_guess_are_doubtful(count, least, told):
    confidences = np.full(count, 0.99)
    confidences[:1] = least
    assert is_doubtful(confidences) is told
