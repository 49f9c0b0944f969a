"""The shipped networks on the shipped photos, from file to cards and rows."""

import json
from pathlib import Path

import pytest

from scorer.arrangement import Row
from scorer.notation import parse_cards
from vision.image import load_image
from vision.reading import Reader, load_reader

PHOTOS = Path(__file__).parent.parent / "photos"
TRUTH = json.loads((PHOTOS / "truth.json").read_text())


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rows.jpg", "rows_upside_down.jpg"])
def test_three_rows_are_read_card_by_card(reader, name):
    (hand,) = reader.read(load_image(PHOTOS / name)).hands
    assert sorted(map(str, hand.cards)) == sorted(TRUTH[name]["cards"])
    rows = TRUTH[name]["hands"][0]["rows"]
    assert hand.rows is not None
    for row in Row:
        assert set(hand.rows[row]) == set(parse_cards(rows[row.value]))


@pytest.mark.slow
def test_a_fan_is_read_or_its_doubt_is_told(reader):
    (hand,) = reader.read(load_image(PHOTOS / "fan.jpg")).hands
    right = {str(card) for card in hand.cards} == set(TRUTH["fan.jpg"]["cards"])
    assert right or hand.problems or any(slot.flagged for slot in hand.slots)
    assert hand.rows is None
    assert len(set(hand.cards) & set(parse_cards(TRUTH["fan.jpg"]["cards"]))) >= 10
