import numpy as np
import pytest

from vision.deck import JOKER
from vision.synthesis.corner_index import corner_index
from vision.synthesis.decks import draw_deck


@pytest.fixture(scope="module")
def decks():
    return [draw_deck(np.random.default_rng(seed)) for seed in (11, 12)]


def overlap(first, second) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    both = max(width, 0) * max(height, 0)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (first, second)]
    return both / (sum(areas) - both)


def on_paper(image: np.ndarray) -> np.ndarray:
    alpha = image[..., 3:] / 255
    return (image[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@pytest.mark.slow
def test_it_finds_most_corners_and_what_it_finds_is_right(decks):
    found = right = asked = 0
    for deck in decks:
        for card, face in deck.faces.items():
            mark = next((mark for mark in face.marks if mark.up_deg == 0), None)
            if mark is None or card == JOKER:
                continue
            asked += 1
            box = corner_index(on_paper(face.image))
            found += box is not None
            right += box is not None and overlap(box, mark.box_xyxy) > 0.7
    assert found > 0.6 * asked
    assert right > 0.9 * found


def test_blank_paper_and_noise_hold_no_index():
    assert corner_index(np.full((700, 500, 3), 240, np.uint8)) is None
    assert corner_index(np.zeros((700, 500, 3), np.uint8)) is None
    noise = np.random.default_rng(0).integers(0, 256, (700, 500, 3)).astype(np.uint8)
    assert corner_index(noise) is None
