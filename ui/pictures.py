"""What a page shows of a photo: a smaller copy and one strip with a crop of every index."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from vision.image import OrientedImage

PREVIEW_SIDE_PX: Final = 1400
CROP_SIDE_PX: Final = 120
CROP_QUALITY: Final = 88
CROP_MARGIN: Final = 1.7
"""Side of a crop in longer sides of its index: the ink and enough white to know it by."""

Box = Sequence[float]
"""Left, top, width, height in pixels of the oriented photo."""


@dataclass(frozen=True, slots=True)
class PhotoView:
    """A photo made small enough for a phone.

    ``preview`` is a JPEG of at most 1400 px a side, ``crops`` a JPEG strip of ``crop_count``
    squares, ``size_wh`` the size of the whole photo, which boxes refer to. Of a hand with more
    photos it shows the first, with crops from all.
    """

    preview: bytes
    crops: bytes
    crop_count: int
    size_wh: tuple[int, int]


def view_photo(
    image: OrientedImage, boxes_by_hand: Sequence[Sequence[Box | None]]
) -> tuple[PhotoView, ...]:
    """One view a hand: the same preview, its own crops; a card without a box has an empty crop."""
    photo = Image.fromarray(image.pixels)
    small = photo.copy()
    small.thumbnail((PREVIEW_SIDE_PX, PREVIEW_SIDE_PX), Image.Resampling.LANCZOS)
    preview = _jpeg(small, 82)
    return tuple(
        PhotoView(
            preview, _jpeg(_strip(photo, boxes), CROP_QUALITY), max(1, len(boxes)), image.size_wh
        )
        for boxes in boxes_by_hand
    )


def view_more(
    first: PhotoView, image: OrientedImage, cells: Sequence[int | Box | None]
) -> PhotoView:
    """The first photo with a strip from both: a cell of its own crops, or a box of ``image``."""
    photo = Image.fromarray(image.pixels)
    with Image.open(io.BytesIO(first.crops)) as before:
        strip = _strip(photo, [None if isinstance(cell, int) else cell for cell in cells])
        for place, cell in enumerate(cells):
            if isinstance(cell, int):
                left = cell * CROP_SIDE_PX
                crop = before.crop((left, 0, left + CROP_SIDE_PX, CROP_SIDE_PX))
                strip.paste(crop, (place * CROP_SIDE_PX, 0))
    return replace(first, crops=_jpeg(strip, CROP_QUALITY), crop_count=max(1, len(cells)))


def _strip(photo: Image.Image, boxes: Sequence[Box | None]) -> Image.Image:
    strip = Image.new("RGB", (CROP_SIDE_PX * max(1, len(boxes)), CROP_SIDE_PX), "#e9e2d2")
    for cell, box in enumerate(boxes):
        if box is not None:
            strip.paste(_crop(photo, box), (cell * CROP_SIDE_PX, 0))
    return strip


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
