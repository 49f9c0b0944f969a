"""Which readings become cards of a hand: guesses only where a hand is short, no card in silence."""

import numpy as np
import pytest

from vision.deck import CLASS_COUNT, JOKER, REJECT, name_cards
from vision.doubts import unnamed_problems
from vision.indices import Indices
from vision.manifest import FLAG_BELOW
from vision.problems import ProblemKind
from vision.seeing import Seen, believable, classified
from vision.testing import (
    AsTold,
    Camera,
    Pose,
    angles_deg,
    fan_layout,
    log_probs_of,
    visible_indices,
)

GUESS = 51


def fan(count):
    poses = fan_layout(np.random.default_rng(3), count)
    return visible_indices(poses, Camera.over(poses, (1600, 1200)))


def with_guess(owners, last, share):
    """Sure readings, but of the last card only a guess."""
    log_probs = log_probs_of(owners, 0.9999)
    probs = np.full(CLASS_COUNT, 0.3 / CLASS_COUNT)
    probs[GUESS] += share
    probs[REJECT] += 0.7 - share
    log_probs[owners == last] = np.log(probs / probs.sum())
    return log_probs


@pytest.mark.parametrize(("count", "is_listed"), [(13, True), (5, False), (14, False)])
def test_a_guess_fills_a_hand_that_is_short_and_no_other(count, is_listed):
    indices, owners = fan(count)
    once = np.append(np.flatnonzero(owners < count - 1), np.flatnonzero(owners == count - 1)[0])
    indices, owners = indices.select(once), owners[once]
    seen = Seen.of(indices, with_guess(owners, count - 1, 0.4))
    named = {seen.name_of(place).index for place in range(len(seen.named))}
    assert named == {*range(count - 1), *([GUESS] if is_listed else [])}
    assert len(seen.unread) == (0 if is_listed else 1)  # a person is sent to look


def test_the_neighbour_that_reads_like_another_card_is_told():
    """No two corners of a card lie that near: the second king is a misread neighbour."""
    poses = [Pose(14.0 * place, 0) for place in range(3)]
    indices, owners = visible_indices(poses, Camera.over(poses, (1600, 1200)))
    names = np.where(owners == 1, 0, owners)
    seen = Seen.of(indices, log_probs_of(names, 0.99999))
    assert len(seen.named) == 2
    problems = unnamed_problems(np.zeros((1200, 1600, 3), np.uint8), seen)
    assert ProblemKind.UNREAD in [problem.kind for problem in problems]


def test_a_nearly_whole_deck_names_what_one_hand_could_not():
    """A card that reads as a taken name, faintly as the only free one of the 52."""
    logs = log_probs_of([*range(51), 50], 0.999).astype(np.float64)
    faint = np.full(CLASS_COUNT, 1e-9)
    faint[50], faint[51] = 0.999, 0.0009
    logs[51] = np.log(faint / faint.sum())
    table = name_cards(logs)
    assert table.names[51] == 51
    assert table.by_exclusion[51]
    few = name_cards(logs[[0, 1, 50, 51]])
    assert few.names[3] == REJECT
    assert few.repeats[3] == 2


def with_confidence(indices, confidence):
    return Indices(
        indices.boxes_xyxy, indices.tops_xy, indices.bottoms_xy, confidence.astype(np.float32)
    )


def test_an_index_found_askew_is_read_aslant_and_counts_for_less_than_one_read_as_found():
    indices, owners = fan(2)
    indices = indices.select(np.flatnonzero(owners == 0)[:1])
    aslant = float(angles_deg(indices)[0]) + 25

    def classifier(_pixels, windows):
        """Sure only of what stands as the card really does."""
        upright = np.abs(angles_deg(windows) - aslant) < 1
        sure, unsure = (log_probs_of([7] * len(windows), p) for p in (0.99, 0.3))
        return np.where(upright[:, None], sure, unsure)

    read, log_probs = classified(np.zeros((1200, 1600, 3), np.uint8), indices, AsTold(classifier))
    assert angles_deg(read) == pytest.approx(angles_deg(indices))
    assert np.exp(log_probs[0, 7]) == pytest.approx(0.8 * 0.99 + 0.2 * 0.3)
    assert np.exp(log_probs[0]).sum() == pytest.approx(1, abs=1e-5)


def test_only_the_window_that_reads_best_at_a_glance_is_read_with_patience():
    """Of an index that is doubtful as found, upside down and in all other windows."""
    indices, owners = fan(2)
    indices = indices.select(np.flatnonzero(owners == 0)[:1])
    read, glanced = [], []

    class Slow:
        def __call__(self, _pixels, windows):
            read.append(len(windows))
            return log_probs_of([7] * len(windows), 0.5)

        def glance(self, _pixels, windows):
            glanced.append(len(windows))
            return log_probs_of([7] * len(windows), 0.5)

    classified(np.zeros((1200, 1600, 3), np.uint8), indices, Slow())
    assert read == [1, 1, 1]
    assert glanced == [1, 5]


def test_a_joker_stays_one_beside_an_index_that_is_read_again():
    indices, owners = fan(2)
    indices = indices.select([int(np.flatnonzero(owners == card)[0]) for card in (0, 1)])
    as_found = angles_deg(indices)

    def classifier(_pixels, windows):
        """As found the first is a joker and the second doubtful; aslant all are sure of the 7."""
        logs = log_probs_of([7] * len(windows), 0.99)
        for row, (place, turn) in enumerate(
            zip(windows.centres_xy, angles_deg(windows), strict=True)
        ):
            which = int(np.linalg.norm(indices.centres_xy - place, axis=1).argmin())
            if abs(turn - as_found[which]) < 1:
                logs[row] = log_probs_of([JOKER, 9][which : which + 1], [0.95, 0.3][which])[0]
        return logs

    _, log_probs = classified(np.zeros((1200, 1600, 3), np.uint8), indices, AsTold(classifier))
    assert log_probs.argmax(axis=1).tolist() == [JOKER, 7]


def test_a_card_that_was_barely_found_is_asked_about_however_surely_it_is_named():
    indices, owners = fan(13)
    indices = with_confidence(indices, np.where(owners == 5, 0.28, 0.9))
    seen = Seen.of(indices, log_probs_of(owners, 0.9999))
    confidence = {
        seen.name_of(place).index: seen.naming.confidence[card]
        for place, card in enumerate(seen.named)
    }
    assert confidence[5] == pytest.approx(0.9, abs=0.01)
    assert min(p for card, p in confidence.items() if card != 5) > 0.99


@pytest.mark.parametrize(("cards", "asked"), [(1, True), (5, False)])
def test_a_lone_card_whose_corners_read_differently_is_asked_about(cards, asked):
    """With many cards there it could as well be two of them."""
    poses = [Pose(200 * number, 0) for number in range(cards)]
    indices, owners = visible_indices(poses, Camera.over(poses, (4000, 900)))
    log_probs = log_probs_of(np.arange(len(owners)), 0.99)
    seen = Seen.of(indices, log_probs)
    confidence = seen.naming.confidence[seen.named]
    assert len(seen.named) == 2 * cards
    assert (confidence.max() < FLAG_BELOW) == asked


def test_a_corner_that_reads_as_another_card_where_its_own_must_lie_is_asked_about():
    """Five cards whose both corners agree show where the sixth's opposite corner lies."""
    poses = [Pose(75 * number, 0) for number in range(6)]
    indices, owners = visible_indices(poses, Camera.over(poses, (2000, 900)))
    log_probs = log_probs_of(owners, 0.999)
    misread = np.flatnonzero(owners == 3)[1]
    log_probs[misread] = log_probs_of([40], 0.98)
    seen = Seen.of(indices, log_probs)
    asked = {
        seen.name_of(place).index
        for place, card in enumerate(seen.named)
        if seen.naming.confidence[card] < FLAG_BELOW
    }
    assert asked == {40}


@pytest.mark.parametrize(("certainty", "counts"), [(0.999, True), (0.9, False)])
def test_what_the_detector_barely_saw_counts_only_if_its_name_is_beyond_doubt(certainty, counts):
    indices, owners = fan(13)
    confidence = np.where(owners == 4, 0.1, 0.8)
    log_probs = log_probs_of(owners, 0.9999)
    log_probs[owners == 4] = log_probs_of(owners, certainty)[owners == 4]
    seen = Seen.of(*believable(with_confidence(indices, confidence), log_probs))
    named = {seen.name_of(place).index for place in range(len(seen.named))}
    assert named == set(range(13)) - (set() if counts else {4})


@pytest.mark.parametrize(
    ("found", "certainty", "is_dropped"),
    [(0.4, 0.98, True), (0.4, 0.999, False), (0.8, 0.999, False)],
)
def test_a_card_too_many_is_left_out_and_told_where_it_is_hardly_credible(
    found, certainty, is_dropped
):
    indices, owners = fan(14)
    once = np.append(np.flatnonzero(owners < 13), np.flatnonzero(owners == 13)[0])
    confidence = np.where(owners[once] == 13, found, 0.8)
    indices = with_confidence(indices.select(once), confidence)
    log_probs = log_probs_of(owners[once], 0.9999)
    log_probs[owners[once] == 13] = log_probs_of([13], certainty)
    seen = Seen.of(indices, log_probs)
    named = {seen.name_of(place).index for place in range(len(seen.named))}
    assert named == set(range(13 if is_dropped else 14))
    problems = unnamed_problems(np.zeros((1200, 1600, 3), np.uint8), seen)
    assert (ProblemKind.UNREAD in [problem.kind for problem in problems]) == is_dropped
