"""The colour of the ink speaks for a red or a black suit, in any light, and only where it can."""

import cv2
import numpy as np
import pytest

from scorer.notation import parse_cards
from vision.deck import CLASS_COUNT
from vision.indices import Indices
from vision.inks import weighed_by_ink

RED, BLACK, GOLD, GREEN = (190, 30, 40), (25, 25, 30), (200, 160, 60), (20, 150, 60)
SURE = parse_cards("Ah 9h 6d 2d Ks 8s 5c 3c")
DOUBT, LIKELIER, TRUE = 8, *parse_cards("7d 7s")


def photo(inks, paper=(240, 238, 230), light=(1.0, 1.0, 1.0)):
    """Indices side by side, each a blot of its ink on paper."""
    pixels = np.full((120, 100 * len(inks), 3), paper, np.float32)
    centres = np.array([(100 * place + 50, 60) for place in range(len(inks))], np.float32)
    for (x, y), ink in zip(centres.astype(int).tolist(), inks, strict=True):
        cv2.rectangle(pixels, (x - 6, y - 22), (x + 6, y + 22), ink, -1)
    up = np.array([0, 25], np.float32)
    boxes = np.concatenate([centres - (14, 25), centres + (14, 25)], axis=1)
    indices = Indices(boxes, centres - up, centres + up, np.ones(len(inks)))
    grain = np.random.default_rng(1).normal(0, 4, pixels.shape)
    return np.clip(pixels * light + grain, 0, 255).astype(np.uint8), indices


def readings():
    """Eight sure names and a doubtful one that is taken for the red seven."""
    probs = np.full((9, CLASS_COUNT), 1e-4)
    for place, card in enumerate(SURE):
        probs[place, card.index] = 0.99
    probs[DOUBT, [LIKELIER.index, TRUE.index]] = 0.65, 0.3
    return np.log(probs / probs.sum(axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize(
    "light", [(1, 1, 1), (0.3, 0.3, 0.3), (1, 0.75, 0.45)], ids=["day", "dusk", "bulb"]
)
@pytest.mark.parametrize("red", [RED, GOLD], ids=["red", "gold"])
def test_a_doubtful_suit_follows_its_ink(light, red):
    pixels, indices = photo([*[red] * 4, *[BLACK] * 5], light=light)
    before = readings()
    weighed = weighed_by_ink(pixels, indices, before)
    assert weighed[DOUBT].argmax() == TRUE.index
    assert (weighed[:DOUBT].argmax(axis=1) == before[:DOUBT].argmax(axis=1)).all()
    assert np.exp(weighed).sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_an_ink_that_agrees_makes_a_name_surer():
    pixels, indices = photo([*[RED] * 4, *[BLACK] * 4, RED])
    weighed = weighed_by_ink(pixels, indices, readings())
    assert np.exp(weighed[DOUBT, LIKELIER.index]) > 0.9


@pytest.mark.parametrize("inks", [[BLACK] * 9, [RED, BLACK] * 4 + [BLACK]], ids=["one", "mixed"])
def test_a_deck_whose_inks_are_not_two_is_left_alone(inks):
    pixels, indices = photo(inks)
    assert np.allclose(weighed_by_ink(pixels, indices, readings()), readings(), atol=1e-5)


def test_a_third_ink_tells_nothing():
    pixels, indices = photo([*[RED] * 4, *[BLACK] * 4, GREEN])
    weighed = weighed_by_ink(pixels, indices, readings())
    assert np.allclose(weighed[DOUBT], readings()[DOUBT], atol=1e-5)


@pytest.mark.parametrize("count", [0, 5])
def test_too_few_sure_names_tell_no_inks(count):
    pixels, indices = photo([*[RED] * 4, *[BLACK] * 5])
    few = list(range(count))
    told = weighed_by_ink(pixels, indices.select(few), readings()[few])
    assert np.array_equal(told, readings()[few])
