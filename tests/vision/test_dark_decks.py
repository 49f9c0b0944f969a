"""Decks of light ink on dark paper are told from others and read like them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dark_decks import has_dark_paper, negative
from vision.image import OrientedImage, load_image
from vision.looking import find_indices
from vision.reading import Reader, load_reader

PHOTOS = Path(__file__).parents[1] / "photos"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


def test_the_negative_keeps_hues_and_gives_itself_back():
    colours = np.array([[[255, 255, 255], [10, 10, 10], [200, 20, 30], [0, 0, 0]]], np.uint8)
    there = negative(colours)
    assert there.tolist() == [[[0, 0, 0], [245, 245, 245], [235, 55, 65], [255, 255, 255]]]
    noise = np.random.default_rng(1).integers(0, 256, (40, 50, 3)).astype(np.uint8)
    assert np.array_equal(negative(negative(noise)), noise)


def test_a_photo_without_cards_has_no_dark_paper(reader):
    blank = np.zeros((300, 400, 3), np.uint8)
    assert not has_dark_paper(blank, find_indices(reader.detector, blank))


@pytest.mark.parametrize("name", ["rows.jpg", "fan.jpg"])
def test_a_dark_deck_is_noticed_and_read_like_a_light_one(reader, name):
    light = load_image(PHOTOS / name).pixels
    dark = negative(light)
    assert not has_dark_paper(light, find_indices(reader.detector, light))
    assert has_dark_paper(dark, find_indices(reader.detector, dark))
    hands = [reader.read(OrientedImage(pixels)).hands[0] for pixels in (light, dark)]
    assert len(hands[0].cards) >= 12
    assert hands[0].cards == hands[1].cards
    assert hands[0].problems == hands[1].problems


def test_what_is_hard_to_read_in_a_dark_deck_has_the_causes_of_a_light_one(reader):
    smeared = load_image(PHOTOS / "rows.jpg").pixels.copy()
    half = smeared[:, : smeared.shape[1] // 2]
    half[:] = cv2.GaussianBlur(half, (0, 0), 7)
    light, dark = (reader.read(OrientedImage(photo)) for photo in (smeared, negative(smeared)))
    assert light.problems
    assert dark.problems == light.problems
