"""What the page shows of a photo: a small copy, and a crop of every index where it was seen."""

import io

import numpy as np
from PIL import Image

from ui.pictures import CROP_SIDE_PX, PREVIEW_SIDE_PX, view_photo
from vision.image import OrientedImage


def opened(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg))


def test_the_preview_is_small_and_the_size_is_that_of_the_photo():
    image = OrientedImage(np.zeros((3000, 4000, 3), np.uint8))
    (view,) = view_photo(image, [[(10, 10, 20, 40)]])
    assert view.size_wh == (4000, 3000)
    assert opened(view.preview).size == (PREVIEW_SIDE_PX, PREVIEW_SIDE_PX * 3 // 4)


def test_every_card_has_its_crop_in_order_and_one_not_seen_an_empty_one():
    pixels = np.zeros((400, 600, 3), np.uint8)
    pixels[100:140, 100:120] = 255  # white where the first index is
    boxes = [(100, 100, 20, 40), None, (300, 200, 20, 40)]
    (view,) = view_photo(OrientedImage(pixels), [boxes])
    strip = opened(view.crops)
    assert strip.size == (3 * CROP_SIDE_PX, CROP_SIDE_PX)
    middles = [
        strip.getpixel((CROP_SIDE_PX * (2 * i + 1) // 2, CROP_SIDE_PX // 2)) for i in range(3)
    ]
    assert min(middles[0]) > 240
    assert min(middles[1]) > 190  # paper
    assert max(middles[2]) < 15


def test_an_index_at_the_edge_is_cropped_without_failing():
    image = OrientedImage(np.zeros((100, 100, 3), np.uint8))
    (view,) = view_photo(image, [[(95, -3, 10, 10), (0, 0, 1, 1)]])
    assert opened(view.crops).size == (2 * CROP_SIDE_PX, CROP_SIDE_PX)


def test_hands_of_one_photo_share_its_preview():
    image = OrientedImage(np.zeros((100, 100, 3), np.uint8))
    one, other, empty = view_photo(image, [[(5, 5, 9, 9)], [(50, 50, 9, 9)] * 2, []])
    assert one.preview == other.preview == empty.preview
    assert [view.crop_count for view in (one, other, empty)] == [1, 2, 1]
