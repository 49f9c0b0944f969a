"""A second photo completes the first; where the photos disagree, a person is told."""

from dataclasses import replace

import pytest

from scorer.notation import parse_cards
from scorer.terms import Row
from vision.hands import Side
from vision.manifest import FLAG_BELOW
from vision.merging import merge_readings
from vision.problems import Problem, ProblemKind
from vision.readings import HandReading, PhotoReading, Slot, joint

HAND = "As Kd Qd Jd Td 9h 9c 7s 7c 5h 4c 3c 2s"


def slot(name, confidence=0.99, **others):
    alternatives = tuple((parse_cards(card)[0], share) for card, share in others.items())
    flagged = confidence < FLAG_BELOW
    return Slot(parse_cards(name)[0], confidence, flagged, False, alternatives, (10, 10, 8, 16))


def reading(*slots, rows=None, problems=()):
    count = () if len(slots) == 13 else (Problem.of(ProblemKind.NOT_THIRTEEN, count=len(slots)),)
    hand = HandReading(slots, rows, joint(slots), (*count, *problems), Side.BOTTOM)
    return PhotoReading((hand,), (800, 600), 0.3, hand.problems)


def slots(names):
    return tuple(slot(name) for name in names.split())


def only_hand(merged):
    (hand,) = merged.hands
    return hand


def kinds(hand):
    return {problem.kind for problem in hand.problems}


def test_a_card_that_only_the_second_photo_shows_is_added():
    first, second = slots(HAND)[:12], slots(HAND)[4:]
    gap = Problem(ProblemKind.GAP, (5, 5, 9, 9))
    hand = only_hand(merge_readings(reading(*first, problems=[gap]), reading(*second)))
    assert set(hand.cards) == set(parse_cards(HAND))
    assert kinds(hand) == set()
    assert not hand.flagged
    assert [s.photo for s in hand.slots] == [0] * 12 + [1]


def test_places_in_the_second_photo_are_not_told_as_if_in_the_first():
    glare, joker = (
        Problem(ProblemKind.GLARE, (1, 2, 3, 4)),
        Problem(ProblemKind.JOKER, (5, 6, 7, 8)),
    )
    first = reading(*slots(HAND)[:11], problems=[glare])
    hand = only_hand(merge_readings(first, reading(*slots(HAND)[:12], problems=[glare, joker])))
    boxes = {problem.kind: problem.box_xywh for problem in hand.problems}
    assert boxes[ProblemKind.GLARE] == glare.box_xywh
    assert boxes[ProblemKind.JOKER] is None


def test_two_photos_make_a_card_surer_than_one():
    hand = only_hand(merge_readings(reading(slot("As", 0.8)), reading(slot("As", 0.9))))
    assert hand.slots[0].confidence == pytest.approx(0.72 / (0.72 + 0.02))
    assert not hand.slots[0].flagged


def test_a_doubtful_card_gives_way_to_the_one_it_could_have_been():
    first = (*slots(HAND)[:12], slot("2c", 0.6, **{"2s": 0.35}))
    hand = only_hand(merge_readings(reading(*first), reading(*slots(HAND))))
    assert set(hand.cards) == set(parse_cards(HAND))
    assert not hand.flagged
    assert kinds(hand) == set()


def test_more_cards_than_a_hand_holds_is_a_conflict_that_names_them():
    first, second = slots(HAND), (*slots(HAND)[:12], slot("8d"))
    hand = only_hand(merge_readings(reading(*first), reading(*second)))
    assert kinds(hand) == {ProblemKind.NOT_THIRTEEN, ProblemKind.CONFLICT}
    assert {str(s.card) for s in hand.slots if s.flagged} == {"2s", "8d"}
    (conflict,) = (p for p in hand.problems if p.kind is ProblemKind.CONFLICT)
    assert "2s" in conflict.text("vi")
    assert "8d" in conflict.text("en")


def test_two_doubtful_readings_of_one_card_stay_in_doubt():
    one = reading(slot("As", 0.5, Ac=0.45))
    other = reading(slot("Ac", 0.5, As=0.45))
    hand = only_hand(merge_readings(one, other))
    assert len(hand.slots) == 1
    assert hand.flagged


def test_rows_are_completed_by_the_card_that_was_hidden():
    cards = parse_cards(HAND)
    rows = {Row.FRONT: cards[:3], Row.MIDDLE: cards[3:7], Row.BACK: cards[8:]}
    first = reading(*slots(HAND)[:7], *slots(HAND)[8:], rows=rows)
    hand = only_hand(merge_readings(first, reading(*slots(HAND)[5:9])))
    assert {row: set(there) for row, there in hand.rows.items()} == {
        Row.FRONT: set(cards[:3]),
        Row.MIDDLE: set(cards[3:8]),
        Row.BACK: set(cards[8:]),
    }
    assert hand.cards == tuple(card for row in hand.rows.values() for card in row)


def test_rows_of_a_second_photo_settle_what_the_first_showed_mislaid():
    cards = parse_cards(HAND)
    rows = {Row.FRONT: cards[:3], Row.MIDDLE: cards[3:8], Row.BACK: cards[8:]}
    mislaid = reading(*slots(HAND), problems=[Problem.of(ProblemKind.MISLAID, counts="3/4/6")])
    assert kinds(only_hand(merge_readings(mislaid, mislaid))) == {ProblemKind.MISLAID}
    hand = only_hand(merge_readings(mislaid, reading(*slots(HAND), rows=rows)))
    assert hand.rows is not None
    assert kinds(hand) == set()


def test_merging_with_itself_changes_no_card():
    first = reading(*slots(HAND))
    assert only_hand(merge_readings(first, first)).cards == first.hands[0].cards


def test_a_third_photo_has_its_own_number():
    two = merge_readings(reading(slot("As")), reading(slot("Kd")))
    three = merge_readings(two, reading(slot("Qd")))
    assert [(str(s.card), s.photo) for s in only_hand(three).slots] == [
        ("As", 0),
        ("Kd", 1),
        ("Qd", 2),
    ]


def test_a_photo_that_adds_nothing_has_its_number_too():
    one, same, other = (reading(slot(card)) for card in ("As", "As", "Kd"))
    merged = merge_readings(merge_readings(one, same), other)
    assert merged.photos == 3
    assert [(str(s.card), s.photo) for s in only_hand(merged).slots] == [("As", 0), ("Kd", 2)]
    merged = merge_readings(one, merge_readings(same, other))
    assert [s.photo for s in only_hand(merged).slots] == [0, 2]


def unseen(name):
    return replace(slot(name, 0.9), inferred=True, box_xywh=None)


def test_a_card_that_another_photo_shows_is_not_told_as_unseen():
    told = [Problem.of(ProblemKind.INFERRED, card=name) for name in ("3c", "2s")]
    inferred = reading(*slots(HAND)[:11], unseen("3c"), unseen("2s"), problems=told)
    seen = reading(*slots(HAND)[:12])
    for merged in (merge_readings(inferred, seen), merge_readings(seen, inferred)):
        assert only_hand(merged).problems == (told[1],)
        assert [str(s.card) for s in only_hand(merged).slots if s.inferred] == ["2s"]


def test_an_empty_photo_adds_nothing():
    nothing = reading(problems=[Problem(ProblemKind.NO_CARDS)])
    hand = only_hand(merge_readings(reading(*slots(HAND)), nothing))
    assert set(hand.cards) == set(parse_cards(HAND))
    assert kinds(hand) == set()
    assert len(only_hand(merge_readings(nothing, reading(*slots(HAND)))).slots) == 13


def test_each_hand_of_a_table_is_completed_by_its_own():
    table = PhotoReading(
        (*reading(*slots("As Ks Qs")).hands, *reading(*slots("Ad Kd")).hands), (9, 9), 0.1, ()
    )
    closer = reading(*slots("Ad Kd Qd"))
    one, other = merge_readings(table, closer).hands
    assert [str(card) for card in one.cards] == ["As", "Ks", "Qs"]
    assert [str(card) for card in other.cards] == ["Ad", "Kd", "Qd"]
