"""The figures agree with counting by hand, and a wrong truth file is named entry by entry."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from scorer.cards import DECK
from scorer.notation import parse_cards
from scorer.terms import Row
from vision.annotate import annotate
from vision.evaluate import (
    calibration_error,
    evaluate,
    failure_picture,
    figures,
    figures_by,
    judge,
)
from vision.image import OrientedImage, load_image
from vision.problems import Problem, ProblemKind
from vision.reading import HandReading, PhotoReading, Reader, Slot
from vision.testing import (
    Camera,
    PaintClassifier,
    PaintDetector,
    paint,
    rows_layout,
    visible_indices,
)
from vision.truth import TrueHand, TruePhoto, TruthError, load_truth

BRIGHT = OrientedImage(np.full((64, 64, 3), 240, np.uint8))


def slot(name, confidence=0.99, flagged=False):
    return Slot(parse_cards(name)[0], confidence, flagged, False, (), (10, 10, 10, 20))


def reading(*hands, problems=()):
    read = tuple(HandReading(tuple(hand), None, 1.0, problems) for hand in hands)
    return PhotoReading(read, (64, 64), 0.5, problems)


def truth(*hands, name="sofa_1.jpg"):
    return TruePhoto(name, tuple(TrueHand(frozenset(parse_cards(hand))) for hand in hands))


def test_a_right_photo():
    result = judge(truth("As Kd"), BRIGHT, reading([slot("Kd"), slot("As")]))
    assert (result.exact, result.silent, result.missing, result.wrong) == (True, False, (), ())
    assert (result.source, result.light) == ("sofa", "bright")


def test_a_wrong_card_without_a_flag_is_silent():
    result = judge(truth("As Kd"), BRIGHT, reading([slot("Kd"), slot("Ac")]))
    assert (result.exact, result.silent) == (False, True)
    assert result.missing == parse_cards("As")
    assert result.wrong == parse_cards("Ac")


@pytest.mark.parametrize(
    ("seen", "problems"),
    [
        ([slot("Kd"), slot("Ac", 0.6, flagged=True)], ()),
        ([slot("Kd")], (Problem.of(ProblemKind.UNREAD, (1, 1, 5, 5)),)),
        ([], (Problem.of(ProblemKind.NO_CARDS),)),
    ],
)
def test_what_the_screen_tells_is_not_silent(seen, problems):
    result = judge(truth("As Kd"), BRIGHT, reading(seen, problems=problems))
    assert (result.exact, result.silent) == (False, False)


def test_a_count_that_is_not_thirteen_tells_only_where_thirteen_were_laid():
    count = (Problem.of(ProblemKind.NOT_THIRTEEN, count=1),)
    assert judge(truth("As Kd"), BRIGHT, reading([slot("Kd")], problems=count)).silent
    thirteen = TruePhoto("a.jpg", (TrueHand(frozenset(DECK[:13])),))
    assert not judge(thirteen, BRIGHT, reading([slot("2c")], problems=count)).silent


def test_a_silent_card_is_not_excused_by_the_flag_of_another():
    result = judge(truth("As Kd"), BRIGHT, reading([slot("Kd", 0.6, flagged=True), slot("Ac")]))
    assert (result.silent, result.silent_cards) == (True, parse_cards("Ac"))
    assert result.flagged


def test_an_inferred_name_is_marked_and_so_no_silent_one():
    inferred = replace(slot("Ac"), inferred=True)
    assert judge(truth("As Kd"), BRIGHT, reading([slot("Kd"), inferred])).silent_cards == ()


def test_a_missing_card_is_silent_where_nothing_says_that_the_hand_is_short():
    result = judge(truth("As Kd Qh"), BRIGHT, reading([slot("Kd", 0.6, flagged=True), slot("Qh")]))
    assert result.silent_cards == parse_cards("As")
    unread = (Problem.of(ProblemKind.UNREAD, (1, 1, 5, 5)),)
    seen = [slot("Kd"), slot("Ac")]
    assert judge(truth("As Kd Qh"), BRIGHT, reading(seen, problems=unread)).silent_cards == (
        parse_cards("Ac")
    )


NAMES = [str(card) for card in DECK]
COUNTED = (Problem.of(ProblemKind.NOT_THIRTEEN, count=0),)


def whole_hand(names, rows=None, problems=()):
    laid = None if rows is None else dict(zip(Row, map(parse_cards, rows), strict=True))
    return HandReading(tuple(map(slot, names)), laid, 1.0, problems)


def read_photo(*hands):
    return PhotoReading(hands, (64, 64), 0.5, ())


def test_hands_that_exchange_cards_are_silent_and_one_card_too_many_is_counted():
    table = truth(" ".join(NAMES[:13]), " ".join(NAMES[13:26]))
    exchanged = read_photo(
        whole_hand([*NAMES[:12], NAMES[13]]), whole_hand([NAMES[12], *NAMES[14:26]])
    )
    result = judge(table, BRIGHT, exchanged)
    assert (result.wrong, result.silent_cards) == ((), (DECK[12], DECK[13]))
    strayed = read_photo(
        whole_hand(NAMES[:14], problems=COUNTED), whole_hand(NAMES[14:26], problems=COUNTED)
    )
    assert not judge(table, BRIGHT, strayed).silent
    beside = read_photo(
        whole_hand([*NAMES[:12], NAMES[30], NAMES[31]], problems=COUNTED), whole_hand(NAMES[13:26])
    )
    assert judge(table, BRIGHT, beside).silent_cards == (DECK[30], DECK[31])


def test_rows_told_wrongly_are_silent_unless_a_problem_sends_a_person_there():
    rows = NAMES[:3], NAMES[3:8], NAMES[8:13]
    laid = {row: frozenset(parse_cards(part)) for row, part in zip(Row, rows, strict=True)}
    photo = TruePhoto("rows_1.jpg", (TrueHand(frozenset(DECK[:13]), laid),))
    swapped = rows[0], rows[2], rows[1]

    def judged(**of_hand):
        return judge(photo, BRIGHT, read_photo(whole_hand(NAMES[:13], **of_hand)))

    assert not judged(rows=rows).failed
    wrong = judged(rows=swapped)
    assert (wrong.exact, wrong.silent_cards, wrong.silent_rows) == (True, (), True)
    assert wrong.silent and wrong.failed
    assert not judged(rows=None).silent
    gap = (Problem.of(ProblemKind.GAP, (1, 1, 5, 5)),)
    assert not judged(rows=swapped, problems=gap).silent


def test_a_flagged_name_in_its_own_row_makes_no_silent_rows():
    rows = [*NAMES[:2], NAMES[40]], NAMES[3:8], NAMES[8:13]
    cards = frozenset(DECK[:3]), frozenset(DECK[3:8]), frozenset(DECK[8:13])
    laid = dict(zip(Row, cards, strict=True))
    read = whole_hand([*NAMES[:2], *NAMES[3:13]], rows)
    read = replace(read, slots=(*read.slots, slot(NAMES[40], 0.5, flagged=True)))
    photo = TruePhoto("rows_1.jpg", (TrueHand(frozenset(DECK[:13]), laid),))
    result = judge(photo, BRIGHT, read_photo(read))
    assert (result.rows_right, result.silent) == (False, False)


def test_hands_are_matched_whatever_their_order_and_have_to_agree_one_by_one():
    both = truth("As Kd", "2c 3c")
    assert judge(both, BRIGHT, reading([slot("2c"), slot("3c")], [slot("As"), slot("Kd")])).exact
    mixed = judge(both, BRIGHT, reading([slot("2c"), slot("As")], [slot("3c"), slot("Kd")]))
    assert (mixed.exact, mixed.missing, mixed.wrong) == (False, (), ())


def test_figures_count_photos_cards_and_certainty():
    results = [
        judge(truth("As Kd"), BRIGHT, reading([slot("As", 0.9), slot("Kd", 0.9)])),
        judge(
            truth("2c 3c", name="desk_2.jpg"), BRIGHT, reading([slot("2c", 0.8), slot("4c", 0.8)])
        ),
    ]
    total = figures(results)
    assert (total.photos, total.exact, total.silent) == (2, 0.5, 1)
    assert (total.silent_cards, total.silent_rows) == (1, 0)
    assert total.recall == total.precision == 0.75
    assert total.calibration_error == pytest.approx((2 * 0.1 + 0.6) / 4)
    assert total.rows is None
    parts = figures_by(results, lambda result: result.source)
    assert [(name, part.exact) for name, part in parts.items()] == [("desk", 0.0), ("sofa", 1.0)]


def test_no_photos_have_no_figures():
    with pytest.raises(ValueError, match="at least one"):
        figures([])
    assert calibration_error([]) is None


@pytest.fixture
def folder(tmp_path):
    """One photo in rows, one that is no photo, one that is not there."""
    poses = rows_layout(np.random.default_rng(1))
    indices, owners = visible_indices(poses, Camera.over(poses, (1200, 900)))
    Image.fromarray(paint(indices, owners, (1200, 900))).save(tmp_path / "rows_1.png")
    (tmp_path / "rows_2.png").write_bytes(b"no photo")
    names = [str(card) for card in DECK[:13]]
    rows = {"front": names[:3], "middle": names[3:8], "back": names[8:]}
    document = {
        "rows_1.png": {"hands": [{"rows": rows}]},
        "rows_2.png": {"cards": names},
        "rows_3.png": {"cards": "As Kd"},
    }
    (tmp_path / "truth.json").write_text(json.dumps(document))
    return tmp_path


def test_a_folder_is_measured_to_the_end(folder):
    reader = Reader(PaintDetector(), PaintClassifier())
    first, second, third = evaluate(reader, folder, load_truth(folder))
    assert (first.result.exact, first.result.rows_right) == (True, True)
    assert failure_picture(first) is None
    assert "not a picture" in second.result.error
    assert "No such file" in third.result.error
    assert len(second.result.missing) == 13
    assert figures([first.result, second.result, third.result]).rows == 1.0


def test_seconds_count_from_the_file_and_not_from_its_pixels(folder, monkeypatch):
    def slow(path):
        time.sleep(0.3)
        return load_image(path)

    monkeypatch.setattr("vision.evaluate.load_image", slow)
    (first, *_) = evaluate(Reader(PaintDetector(), PaintClassifier()), folder, load_truth(folder))
    assert first.result.seconds >= first.reading.seconds + 0.3


def test_a_failure_picture_says_what_is_wrong(folder):
    reader = Reader(PaintDetector(), PaintClassifier(), flag_below=1.0)
    (photo, *_) = load_truth(folder)
    other = TruePhoto(photo.name, (TrueHand(frozenset(DECK[1:14])),))
    (failed,) = evaluate(reader, folder, [other])
    picture = failure_picture(failed)
    assert picture.shape[1] == 1200
    assert picture.shape[0] > 900


def test_annotating_draws_over_a_copy(folder):
    reader = Reader(PaintDetector(), PaintClassifier())
    (first, *_) = evaluate(reader, folder, load_truth(folder))
    drawn = annotate(first.image, first.reading)
    changed = (drawn != first.image.pixels).any(axis=2)
    assert drawn.shape == first.image.pixels.shape
    for seen in first.reading.hands[0].slots:
        x, y, w, h = seen.box_xywh
        assert changed[y - 4 : y + h + 4, x - 4 : x + w + 4].any()
    assert changed.mean() < 0.2
    blank = PhotoReading((), BRIGHT.size_wh, 0.1, ())
    assert np.array_equal(annotate(BRIGHT, blank), BRIGHT.pixels)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[]", "photo.jpg"),
        ("{}", "photo.jpg"),
        ("{nonsense", "no JSON"),
        ('{"a.jpg": ["As"]}', 'a.jpg: expected "cards" or "hands"'),
        ('{"a.jpg": {"cards": ["1s"]}}', "1s"),
        ('{"a.jpg": {"cards": ["As", "As"]}}', "As named twice"),
        (
            '{"a.jpg": {"hands": [{"rows": {"front": ["As"], "middle": ["As"], "back": []}}]}}',
            "a.jpg: As named twice",
        ),
        (
            '{"a.jpg": {"hands": [{"cards": ["As", "Kd"]}, {"cards": ["Kd", "2c", "As"]}]}}',
            "a.jpg: As, Kd named twice",
        ),
        ('{"a.jpg": {"cards": [1]}}', "list of names"),
        ('{"a.jpg": {"cards": 7}}', "list of names"),
        ('{"a.jpg": {"hands": []}}', "1 to 4 hands"),
        ('{"a.jpg": {"hands": [{}]}}', '"cards" or "rows"'),
        ('{"a.jpg": {"hands": [{"rows": {"front": []}}]}}', '"front", "middle" and "back"'),
    ],
)
def test_a_wrong_truth_file_is_named_in_one_line(tmp_path, text, named):
    (tmp_path / "truth.json").write_text(text)
    with pytest.raises(TruthError) as caught:
        load_truth(tmp_path)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_truth_file_is_named(tmp_path):
    with pytest.raises(TruthError, match=r"truth\.json: No such file"):
        load_truth(tmp_path)
