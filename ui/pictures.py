"""What a page shows of a photo: a smaller copy and one strip with a crop of every index."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from vision.image import OrientedImage

PREVIEW_SIDE_PX: Final = 1400
CROP_SIDE_PX: Final = 120
CROP_MARGIN: Final = 1.7
"""Side of a crop in longer sides of its index: the ink and enough white to know it by."""

Box = Sequence[float]
"""Left, top, width, height in pixels of the oriented photo."""


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo made small enough for a phone.

    ``preview`` is a JPEG of at most 1400 px a side, ``crops`` a JPEG strip of ``crop_count``
    squares, ``size_wh`` the size of the whole photo, which boxes refer to.
    """

    preview: bytes
    crops: bytes
    crop_count: int
    size_wh: tuple[int, int]


def view_photo(image: OrientedImage, boxes_xywh: Sequence[Box | None]) -> PhotoView:
    """Make the preview and the crops; a slot without a box gets an empty cell."""
    photo = Image.fromarray(image.pixels)
    count = max(1, len(boxes_xywh))
    strip = Image.new("RGB", (CROP_SIDE_PX * count, CROP_SIDE_PX), "#e9e2d2")
    for cell, box in enumerate(boxes_xywh):
        if box is not None:
            strip.paste(_crop(photo, box), (cell * CROP_SIDE_PX, 0))
    preview = photo.copy()
    preview.thumbnail((PREVIEW_SIDE_PX, PREVIEW_SIDE_PX), Image.Resampling.LANCZOS)
    return PhotoView(_jpeg(preview, 82), _jpeg(strip, 88), count, image.size_wh)


def _crop(photo: Image.Image, box: Box) -> Image.Image:
    x, y, w, h = box
    half = max(w, h, 8.0) * CROP_MARGIN / 2
    centre_x, centre_y = x + w / 2, y + h / 2
    square = photo.crop(
        (
            round(centre_x - half),
            round(centre_y - half),
            round(centre_x + half),
            round(centre_y + half),
        )
    )
    return square.resize((CROP_SIDE_PX, CROP_SIDE_PX), Image.Resampling.BICUBIC)


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()
