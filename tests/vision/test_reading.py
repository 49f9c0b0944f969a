"""The whole way from pixels to hands, with painted indices in place of the two networks."""

import numpy as np
import pytest

from scorer.cards import DECK
from scorer.terms import Row
from vision.deck import CLASS_COUNT, JOKER, REJECT
from vision.hands import Side
from vision.image import OrientedImage
from vision.looking import find_indices
from vision.problems import ProblemKind
from vision.reading import Reader
from vision.testing import (
    AsTold,
    Camera,
    PaintClassifier,
    PaintDetector,
    Pose,
    fan_layout,
    paint,
    rows_layout,
    table_layout,
    visible_indices,
)

SIZE_WH = (2000, 1500)
HAND = [51, 0, 17, 4, 9, 13, 22, 26, 30, 35, 40, 44, 48]


def photo(poses, names, size_wh=SIZE_WH, turn_deg=0.0, tilt=0.2):
    indices, owners = visible_indices(poses, Camera.over(poses, size_wh, turn_deg, tilt))
    return OrientedImage(paint(indices, [names[owner] for owner in owners], size_wh))


def read(image, hands=1, certainty=0.9999, **options):
    return Reader(PaintDetector(**options), PaintClassifier(certainty)).read(image, hands)


def kinds(hand):
    return [problem.kind for problem in hand.problems]


def cards(numbers):
    return tuple(DECK[number] for number in numbers)


def table_poses(rng):
    return table_layout([rows_layout(rng) for _ in range(4)], (0, 90, 180, 270), 300)


@pytest.mark.parametrize("turn_deg", [0, 90, 200])
def test_a_hand_in_rows_is_read_front_middle_back(turn_deg):
    poses = rows_layout(np.random.default_rng(1))
    reading = read(photo(poses, HAND, turn_deg=turn_deg))
    (hand,) = reading.hands
    assert hand.rows == {
        Row.FRONT: cards(HAND[:3]),
        Row.MIDDLE: cards(HAND[3:8]),
        Row.BACK: cards(HAND[8:]),
    }
    assert hand.cards == cards(HAND)
    assert hand.problems == reading.problems == ()
    assert not hand.flagged
    assert 0.98 < hand.confidence <= 1
    assert reading.size_wh == SIZE_WH
    for slot in hand.slots:
        x, y, w, h = slot.box_xywh
        assert 0 <= x < x + w <= SIZE_WH[0]
        assert 0 <= y < y + h <= SIZE_WH[1]


def test_a_fan_is_read_left_to_right_without_rows():
    (hand,) = read(photo(fan_layout(np.random.default_rng(2)), HAND)).hands
    assert hand.rows is None
    assert hand.cards == cards(HAND)


@pytest.mark.parametrize(
    "hard_to_see",
    [
        pytest.param(lambda seen: seen.ups[:, 1] < -0.8, id="upright"),
        pytest.param(lambda seen: np.abs(seen.ups[:, 1]) > 0.8, id="not-on-its-side"),
        pytest.param(lambda seen: seen.heights_px < 85, id="small"),
    ],
)
def test_what_is_missed_at_first_is_looked_for_in_the_turned_and_the_enlarged_photo(hard_to_see):
    def detector(pixels):
        """A network that misses some indices that are hard to see."""
        found = PaintDetector()(pixels)
        return found.select(np.flatnonzero(~hard_to_see(found) | (np.arange(len(found)) % 4 > 0)))

    poses = rows_layout(np.random.default_rng(1), pitch_mm=30.0, row_gap_mm=50.0)
    image = photo(poses, HAND)
    found = find_indices(detector, image.pixels)
    at_first = cards(PaintClassifier()(image.pixels, found).argmax(axis=1))
    assert len(set(at_first)) < 13
    (hand,) = Reader(detector, PaintClassifier(0.9999)).read(image).hands
    assert set(hand.cards) == set(cards(HAND))
    assert {slot.card for slot in hand.slots if slot.flagged} == set(hand.cards) - set(at_first)


def test_indices_whose_points_are_exchanged_are_read_and_turned_back():
    poses = rows_layout(np.random.default_rng(3))
    (hand,) = read(photo(poses, HAND), flipped=True).hands
    assert hand.cards == cards(HAND)


def test_a_whole_table_is_divided_among_four():
    rng = np.random.default_rng(4)
    deck, poses = rng.permutation(52).tolist(), table_poses(rng)
    reading = read(photo(poses, deck, (2200, 2200)), 4)
    assert [set(hand.cards) for hand in reading.hands] == [
        set(cards(deck[13 * i : 13 * i + 13])) for i in range(4)
    ]
    assert [hand.side for hand in reading.hands] == list(Side)
    assert all(hand.rows for hand in reading.hands)
    assert reading.hands == read(photo(poses, deck, (2200, 2200)), "auto").hands


def test_the_last_card_of_a_table_is_inferred_and_marked():
    rng = np.random.default_rng(5)
    deck, poses = rng.permutation(52).tolist(), table_poses(rng)
    seen = [i for i in range(52) if i != 18]
    image = photo([poses[i] for i in seen], [deck[i] for i in seen], (2200, 2200))
    hand = read(image, 4).hands[1]
    slot = hand.slots[-1]
    assert (slot.card, slot.inferred, slot.box_xywh) == (DECK[deck[18]], True, None)
    assert ProblemKind.INFERRED in kinds(hand)
    assert ProblemKind.NOT_THIRTEEN not in kinds(hand)
    assert hand.rows[Row.MIDDLE][-1] == slot.card
    assert [len(line) for line in hand.rows.values()] == [3, 5, 5]


def test_all_cards_that_only_one_hand_of_a_table_lacks_are_inferred_and_asked_about():
    rng = np.random.default_rng(15)
    deck, poses = rng.permutation(52).tolist(), table_poses(rng)
    seen = [i for i in range(52) if i not in (18, 24)]
    image = photo([poses[i] for i in seen], [deck[i] for i in seen], (2200, 2200))
    hands = read(image, 4).hands
    assert [len(hand.slots) for hand in hands] == [13] * 4
    inferred = [slot for slot in hands[1].slots if slot.box_xywh is None]
    assert {slot.card for slot in inferred} == {DECK[deck[18]], DECK[deck[24]]}
    assert all(slot.inferred and slot.flagged for slot in inferred)
    assert kinds(hands[1]).count(ProblemKind.INFERRED) == 2
    assert hands[1].rows is None


def test_nothing_is_inferred_where_two_hands_lack_a_card():
    rng = np.random.default_rng(16)
    deck, poses = rng.permutation(52).tolist(), table_poses(rng)
    seen = [i for i in range(52) if i not in (5, 18)]
    image = photo([poses[i] for i in seen], [deck[i] for i in seen], (2200, 2200))
    assert [len(hand.slots) for hand in read(image, 4).hands] == [12, 12, 13, 13]


@pytest.mark.parametrize("doubtful", [(), (4,)], ids=["surest is right", "rows tell"])
def test_a_corner_misread_as_a_card_of_another_hand_does_not_give_it_to_the_wrong_one(doubtful):
    """It is the least sure of its hand, or the one beside whom all others lie 5/5/3."""
    rng = np.random.default_rng(17)
    deck, poses = rng.permutation(52).tolist(), table_poses(rng)
    lost = 18  # of the second hand: not seen there, but misread in the first
    seen = [i for i in range(52) if i != lost]
    names = [*(deck[i] for i in seen), deck[lost]]
    beside = Pose(poses[0].x - 75, poses[0].y, poses[0].turn_deg)
    image = photo([*(poses[i] for i in seen), beside], names, (2200, 2200))

    def classifier(pixels, indices):
        """Less sure of the misread corner than of most others."""
        log_probs = PaintClassifier(0.9999)(pixels, indices)
        named = log_probs.argmax(axis=1)
        for card, certainty in ((lost, 0.9), *((card, 0.8) for card in doubtful)):
            at = named == deck[card]
            log_probs[at] = PaintClassifier(certainty)(pixels, indices)[at]
        return log_probs

    hands = Reader(PaintDetector(), AsTold(classifier)).read(image, 4).hands
    assert [{card.index for card in hand.cards} for hand in hands] == [
        set(deck[13 * i : 13 * i + 13]) for i in range(4)
    ]
    assert hands[1].slots[-1].flagged and hands[1].slots[-1].inferred
    assert kinds(hands[1]).count(ProblemKind.INFERRED) == 1


def test_a_single_hand_of_twelve_is_not_completed():
    poses = rows_layout(np.random.default_rng(6))
    (hand,) = read(photo(poses[:5] + poses[6:], HAND[:5] + HAND[6:])).hands
    assert len(hand.slots) == 12
    assert kinds(hand) == [ProblemKind.NOT_THIRTEEN, ProblemKind.GAP]
    assert hand.problems[0].text() == "12 cards seen, a hand has 13."
    x, y, w, h = hand.problems[1].box_xywh
    gap = Camera.over(poses, SIZE_WH, 0, 0.2).project(np.array([[poses[5].x, poses[5].y]]))[0]
    assert abs(x + w / 2 - gap[0]) < 60
    assert abs(y + h / 2 - gap[1]) < 60


@pytest.mark.parametrize("turn_deg", [0, 130])
def test_rows_of_other_numbers_of_cards_are_told_and_not_taken_for_rows(turn_deg):
    poses = rows_layout(np.random.default_rng(4), counts=(3, 4, 6))
    (hand,) = read(photo(poses, HAND, turn_deg=turn_deg)).hands
    assert set(hand.cards) == set(cards(HAND))
    assert hand.rows is None
    assert [problem.text("vi") for problem in hand.problems] == [
        "Ba chi thấy 3/4/6 lá, đúng ra là 3/5/5. Hãy xem lại các lá và cách xếp."
    ]


@pytest.mark.parametrize("count", [1, 5, 14])
def test_any_number_of_cards_is_read_and_told(count):
    poses = [Pose(75.0 * (i % 7), 100.0 * (i // 7)) for i in range(count)]
    (hand,) = read(photo(poses, list(range(count)))).hands
    assert set(hand.cards) == set(cards(range(count)))
    assert kinds(hand) == [ProblemKind.NOT_THIRTEEN]


@pytest.mark.parametrize("hands", [1, 2, "auto"])
def test_a_photo_without_cards_says_so(hands):
    reading = read(OrientedImage(np.full((480, 640, 3), 120, np.uint8)), hands)
    assert len(reading.hands) == (1 if hands == "auto" else hands)
    for hand in reading.hands:
        assert (hand.slots, hand.rows, hand.confidence) == ((), None, 0.0)
        assert kinds(hand) == [ProblemKind.NO_CARDS]


def test_a_black_photo_is_too_dark():
    (hand,) = read(OrientedImage(np.zeros((480, 640, 3), np.uint8))).hands
    assert kinds(hand) == [ProblemKind.TOO_DARK, ProblemKind.NO_CARDS]


def test_a_card_that_fills_the_photo_and_one_far_away_are_found():
    assert read(photo([Pose(0, 0)], [7], (1500, 1800)), least_height_px=20.0).hands[0].cards
    far = [Pose(0, 0), Pose(-1100, -800), Pose(1100, 800)]
    assert len(read(photo(far, [7, 8, 9], (3000, 2250), tilt=0)).hands[0].cards) == 3


def test_doubtful_cards_are_flagged_with_alternatives():
    (hand,) = read(photo(fan_layout(np.random.default_rng(7)), HAND), certainty=0.6).hands
    slot = hand.slots[0]
    assert slot.flagged
    assert hand.flagged
    assert len(slot.alternatives) == 4
    assert slot.card not in [card for card, _ in slot.alternatives]
    assert hand.confidence < 0.95


def test_a_joker_is_told_and_not_counted():
    poses = [Pose(0, 0), Pose(90, 0)]
    (hand,) = read(photo(poses, [3, JOKER])).hands
    assert hand.cards == (DECK[3],)
    assert ProblemKind.JOKER in kinds(hand)


def test_one_card_in_two_places_is_told_and_counted_once():
    poses = [Pose(0, 0), Pose(90, 0), Pose(500, 0)]
    (hand,) = read(photo(poses, [3, 4, 3])).hands
    assert sorted(hand.cards) == [DECK[3], DECK[4]]
    assert ProblemKind.CARD_TWICE in kinds(hand)
    assert "2s" in next(str(p) for p in hand.problems if p.kind is ProblemKind.CARD_TWICE)


def test_an_index_that_is_half_rejected_is_told_as_unread():
    def torn(pixels, indices):
        probs = np.full((len(indices), CLASS_COUNT), 0.003)
        probs[:, REJECT], probs[:, 12] = 0.6, 0.25
        return np.log(probs / probs.sum(axis=1, keepdims=True))

    def one(pixels):
        found = PaintDetector()(pixels)
        return found.select(range(min(1, len(found))))

    reading = Reader(one, AsTold(torn)).read(photo([Pose(0, 0)], [1]))
    assert kinds(reading.hands[0])[:2] == [ProblemKind.NO_CARDS, ProblemKind.UNREAD]


@pytest.mark.parametrize("hands", [0, 5, -1, "many", None, 2.5])
def test_another_number_of_hands_is_refused(hands):
    with pytest.raises(ValueError, match="expected 1 to 4 or 'auto'"):
        read(OrientedImage(np.zeros((64, 64, 3), np.uint8)), hands)
