"""The hand on the board: reading, taps, rows; what people change never touches the reading."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement, Row
from scorer.notation import format_cards, parse_card, parse_cards
from tests.ui.doubles import DOUBTS, HAND, reading
from ui.hands import Capture, Layout, empty_hand, hand_of, read_hand
from ui.pictures import PhotoView
from vision.problems import Problem, ProblemKind

PHOTO = PhotoView(b"", b"", 13, (1000, 500))


def report(capture: Capture, **changes: object) -> dict[str, object]:
    """What the board sends, with slot ``at`` changed."""
    place = changes.pop("at", None)
    slots = [
        {
            "card": str(slot.card) if slot.card else None,
            "row": slot.row.value if slot.row else "set",
            "doubt": slot.doubt,
            "inferred": slot.inferred,
            "gone": slot.gone,
        }
        for slot in capture.slots
    ]
    if place is not None:
        slots[place] |= changes
    return {"revision": capture.revision, "slots": slots}


def test_doubtful_cards_come_first_and_boxes_become_fractions():
    capture = read_hand(reading(HAND, (1000, 500), doubts=DOUBTS), PHOTO)
    assert capture.layout is Layout.SET
    assert {slot.card for slot in capture.slots[:2]} == set(DOUBTS)
    assert [slot.doubt for slot in capture.slots] == [True] * 2 + [False] * 11
    first = capture.slots[0]
    assert first.choices[0] == first.card
    assert len(first.choices) == 3
    assert first.box == pytest.approx((0.24, 0.678, 0.05, 0.07))
    assert (capture.doubts, capture.is_full, capture.is_complete) == (2, True, False)


def test_problems_are_shown_where_they_lie_until_the_hand_is_complete():
    gap, dark = Problem(ProblemKind.GAP, (100, 200, 50, 100)), Problem(ProblemKind.TOO_DARK)
    read = replace(reading(HAND[:12], (1000, 500)), problems=(gap, dark))
    assert read_hand(read, PHOTO).spots == ((0.1, 0.4, 0.05, 0.2),)
    assert read_hand(replace(read, slots=reading(HAND, (1000, 500)).slots), PHOTO).spots == ()


def test_mislaid_rows_are_told_until_the_hand_is_arranged():
    mislaid = Problem.of(ProblemKind.MISLAID, counts="3/4/6")
    read = replace(reading(HAND, (1000, 500)), problems=(mislaid, Problem(ProblemKind.TOO_DARK)))
    capture = read_hand(read, PHOTO)
    assert capture.problems == capture.in_rows().problems == (mislaid,)
    arrangement = Arrangement(front=HAND[:3], middle=HAND[3:8], back=HAND[8:])
    assert capture.arranged(arrangement).problems == ()


def test_rows_are_kept_where_they_were_read():
    capture = read_hand(reading(HAND, (500, 900), in_rows=True), PHOTO)
    assert capture.layout is Layout.ROWS
    assert format_cards(capture.row(Row.FRONT)) == "Ks 9h 4c"
    assert str(capture.arrangement) == "Ks 9h 4c / Qd Qh 8s 7c 2d / As Td 9d 6d 3d"


@pytest.mark.parametrize("count", [12, 14])
def test_a_wrong_number_of_cards_is_shown_as_it_is(count):
    cards = (*HAND, parse_card("2c"))[:count]
    capture = read_hand(reading(cards, (500, 900)), PHOTO)
    assert len(capture.cards) == count
    assert len(capture.slots) == max(13, count)
    assert not capture.is_full


def test_a_correction_is_kept_apart_from_the_reading():
    raw = reading(HAND, (1000, 500), doubts=DOUBTS)
    capture = read_hand(raw, PHOTO)
    corrected = capture.tapped(report(capture, at=0, card="Ad", doubt=False))
    assert parse_card("Ad") in corrected.cards
    assert corrected.reading is raw
    assert tuple(slot.card for slot in raw.slots) == HAND
    assert corrected.corrections == ((parse_card("Td"), parse_card("Ad")),)
    assert capture.corrections == ()


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        "hand",
        {},
        {"revision": "stale", "slots": []},
        {"slots": [{}]},
        {"slots": "13"},
    ],
)
def test_a_stale_or_malformed_report_changes_nothing(nonsense):
    capture = empty_hand(Layout.SET)
    if isinstance(nonsense, dict) and nonsense and "revision" not in nonsense:
        nonsense["revision"] = capture.revision
    assert capture.tapped(nonsense) is capture


@pytest.mark.parametrize("change", [{"card": "1s"}, {"row": "attic"}, {"card": 7}])
def test_a_report_of_no_card_or_no_row_changes_nothing(change):
    capture = empty_hand(Layout.ROWS)
    assert capture.tapped(report(capture, at=0, **change)) is capture


def named_last() -> tuple[Capture, Capture]:
    """A set with one doubt left, and the rows it becomes once that is confirmed."""
    capture = read_hand(reading(HAND, (1000, 500), doubts=DOUBTS), PHOTO)
    asked = capture.tapped(report(capture, at=0, doubt=False))
    told = report(asked, at=1, doubt=False) | {"before": report(asked)["slots"]}
    return asked, asked.tapped(told).in_rows()


def test_the_tap_that_completed_a_set_is_taken_back_from_the_rows():
    asked, rows = named_last()
    laid = rows.tapped(report(rows, at=0))  # taps on the rows come between
    back = laid.tapped({"revision": rows.revision, "back": True})
    assert (back.layout, back.slots) == (Layout.SET, asked.slots)
    assert back.revision not in {asked.revision, rows.revision}
    assert back.before is None


def test_a_set_changed_before_its_board_knew_of_the_rows_is_asked_about_again():
    asked, rows = named_last()
    assert rows.tapped(report(asked)).slots == asked.slots
    renamed = report(asked, at=1, card="3s", doubt=False)
    assert parse_card("3s") in rows.tapped(renamed).in_rows().cards
    assert rows.tapped({"revision": asked.revision, "slots": []}) is rows


def test_rows_that_no_tap_completed_lead_nowhere_back():
    rows = hand_of(HAND)
    assert rows.before is None
    assert rows.tapped({"revision": rows.revision, "back": True}) is rows


def test_an_extra_card_can_be_dropped():
    capture = read_hand(reading((*HAND, parse_card("2c")), (500, 900)), PHOTO)
    dropped = capture.tapped(report(capture, at=13, card=None, gone=True))
    assert dropped.is_complete


def test_two_places_with_one_card_are_no_complete_hand():
    capture = read_hand(reading(HAND, (500, 900)), PHOTO)
    twice = capture.tapped(report(capture, at=0, card=str(capture.slots[1].card)))
    assert not twice.is_full
    assert twice.arrangement is None


def test_cards_are_laid_as_suggested_and_keep_their_boxes():
    capture = read_hand(reading(HAND, (1000, 500), doubts=DOUBTS), PHOTO)
    wanted = Arrangement.parse("Qd Qh As", "Ks 9h 4c 8s 7c", "2d Td 9d 6d 3d")
    laid = capture.arranged(wanted)
    assert laid.arrangement == wanted
    assert laid.revision != capture.revision
    boxes = {slot.card: slot.box for slot in capture.slots}
    assert {slot.card: slot.box for slot in laid.slots} == boxes


def test_a_known_hand_waits_beside_empty_rows():
    capture = hand_of(HAND)
    assert capture.layout is Layout.ROWS
    assert [capture.row(row) for row in Row] == [(), (), ()]
    assert set(capture.cards) == set(HAND)
    assert capture.is_complete
    assert capture.arrangement is None


def test_doubts_can_be_taken_as_they_stand():
    capture = read_hand(reading(HAND, (1000, 500), doubts=DOUBTS), PHOTO)
    assert capture.confirmed().is_complete
    assert set(capture.confirmed().cards) == set(parse_cards(format_cards(HAND)))


def test_a_card_that_was_not_seen_may_be_what_was_thought_of_elsewhere():
    short = read_hand(reading(HAND[:12], (1000, 500), doubts=DOUBTS), PHOTO)
    (empty,) = (slot for slot in short.slots if slot.card is None)
    thought_of = {card for other in DOUBTS.values() for card in parse_cards(other)}
    assert empty.choices
    assert set(empty.choices) <= thought_of - set(HAND[:12])
