"""Photos as upright RGB pixels, whatever the camera, the phone or the browser sent.

One type leaves this module, `OrientedImage`. Whatever cannot become one raises `ImageError`, whose
`fault` and `values` let a user interface say it in its own language.
"""

import io
import math
import stat
import struct
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from vision.texts import IMAGE_FAULTS, Language, render

MAX_MEGAPIXELS = 50.0
CAP_MEGAPIXELS = 16.0
MIN_SIDE_PX = 64
MAX_SIDE_PX = 30_000  # OpenCV's warps stop at 32,767
MAX_FILE_MB = 100.0

_STRIP_ROWS = 256
_WHITES = (1.0, 255.0, 4095.0, 16383.0, 65535.0)  # of fractions and of 8, 12, 14 and 16 bits
_REASON_LETTERS = 200

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "GIF", "BMP", "TIFF", "PPM")


class ImageFault(StrEnum):
    """What was wrong with a file; the keys of `ImageError.values` are listed beside each."""

    MISSING = "missing"  # reason
    EMPTY = "empty"
    NOT_IMAGE = "not_image"  # start
    DAMAGED = "damaged"  # reason
    FILE_TOO_LARGE = "file_too_large"  # megabytes, most
    TOO_LARGE = "too_large"  # width, height, megapixels, most
    TOO_LONG = "too_long"  # width, height, most
    TOO_SMALL = "too_small"  # width, height, least
    TOO_COSTLY = "too_costly"  # seconds, megabytes: what opening it may take


class ImageError(ValueError):
    """A file that cannot be read as a photo; the text names the value and what was expected.

    >>> str(ImageError(ImageFault.TOO_SMALL, width=1, height=1, least=64))
    '1 × 1 px, at least 64 px a side needed'
    """

    def __init__(self, fault: ImageFault, **values: str | float) -> None:
        super().__init__(render(IMAGE_FAULTS, fault, "en", **values))
        self.fault = fault
        self.values: Mapping[str, str | float] = MappingProxyType(values)

    def text(self, language: Language = "en") -> str:
        """Return the sentence in Vietnamese or English."""
        return render(IMAGE_FAULTS, self.fault, language, **self.values)


@dataclass(frozen=True, slots=True)
class OrientedImage:
    """A photo as a person sees it: RGB, the camera's turn (EXIF) applied and dropped.

    `pixels` is (H, W, 3) uint8 and read-only.
    """

    pixels: NDArray[np.uint8]

    def __post_init__(self) -> None:
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise ValueError(
                f"pixels are {self.pixels.dtype} {self.pixels.shape}, expected uint8 (H, W, 3)"
            )
        if self.pixels.flags.writeable:
            pixels = self.pixels.copy()
            pixels.flags.writeable = False
            object.__setattr__(self, "pixels", pixels)

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]


Room = Callable[[tuple[int, int, int]], NDArray[np.uint8]]
"""Gives memory for pixels of a shape."""


def load_image(source: Path | bytes, room: Room | None = None) -> OrientedImage:
    """Read a photo from a file or from its bytes, at most 16 megapixels (larger ones are shrunk).

    Transparent parts become white, an animation its first frame, 16 bits eight. Raises `ImageError`
    for anything that is not one whole picture of 64 px to 50 megapixels, MemoryError where memory
    is limited. Bytes from strangers go to `vision.decoder.Decoder` instead.

    Args:
        source: the file, or its bytes.
        room: where the pixels are to be; new memory if None.
    """
    data = source if isinstance(source, bytes) else _file_bytes(source)
    if not data:
        raise ImageError(ImageFault.EMPTY)
    with warnings.catch_warnings():  # a phone's odd EXIF block is no news to anyone
        warnings.filterwarnings("ignore", module="PIL")
        rgb = _decoded(data)
    rgb = _capped(rgb)
    shape = (rgb.height, rgb.width, 3)
    pixels = np.empty(shape, np.uint8) if room is None else room(shape)
    pixels[...] = np.asarray(rgb)
    pixels.flags.writeable = False
    return OrientedImage(pixels)


def _decoded(data: bytes) -> Image.Image:
    image = _open(data)
    _check_size(image.size)
    try:
        image.seek(0)
        image.load()
        return _as_rgb(_turned(image))
    except MemoryError:
        raise
    except Exception as error:  # decoders raise whatever they met in a damaged file
        raise ImageError(ImageFault.DAMAGED, reason=_one_line(error)) from error


def _file_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ImageError(ImageFault.MISSING, reason="not a file")
        megabytes = status.st_size / 1e6
        if megabytes > MAX_FILE_MB:
            raise ImageError(ImageFault.FILE_TOO_LARGE, megabytes=megabytes, most=MAX_FILE_MB)
        return path.read_bytes()
    except OSError as error:
        raise ImageError(ImageFault.MISSING, reason=error.strerror or "unreadable") from error


def _open(data: bytes) -> Image.Image:
    """Read the header only.

    Goes to Pillow's table of formats rather than to `Image.open`: that one warns about large
    pictures instead of telling their size, would start Ghostscript for a PostScript file, and
    ultralytics replaces it by one that installs packages when a file is no picture.
    """
    Image.init()
    if data[4:8] == b"ftyp":
        import pillow_heif  # half a second that only a HEIC photo has to pay

        pillow_heif.register_heif_opener()
    for name in FORMATS:
        if name not in Image.OPEN:
            continue
        factory, accepts = Image.OPEN[name]
        if accepts is None or accepts(data[:16]) is not True:
            continue
        try:
            return factory(io.BytesIO(data), "")
        except MemoryError:
            raise
        except Exception as error:  # a broken header surfaces as whatever its parser met first
            raise ImageError(ImageFault.DAMAGED, reason=_one_line(error)) from error
    raise ImageError(ImageFault.NOT_IMAGE, start=repr(data[:8]).removeprefix("b"))


def _check_size(size_wh: tuple[int, int]) -> None:
    width, height = size_wh
    megapixels = width * height / 1e6
    if megapixels > MAX_MEGAPIXELS:
        raise ImageError(
            ImageFault.TOO_LARGE,
            width=width,
            height=height,
            megapixels=megapixels,
            most=MAX_MEGAPIXELS,
        )
    if min(size_wh) < MIN_SIDE_PX:
        raise ImageError(ImageFault.TOO_SMALL, width=width, height=height, least=MIN_SIDE_PX)
    if max(size_wh) > MAX_SIDE_PX:
        raise ImageError(ImageFault.TOO_LONG, width=width, height=height, most=MAX_SIDE_PX)


def _turned(image: Image.Image) -> Image.Image:
    try:
        return ImageOps.exif_transpose(image)
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, struct.error):
        return image  # a garbled EXIF block says nothing about the picture itself


def _as_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        return _eight_bits(image).convert("RGB")
    if "A" in image.mode or "a" in image.mode or "transparency" in image.info:
        clear = _capped(image.convert("RGBA"))
        white = Image.new("RGBA", clear.size, "white")
        return Image.alpha_composite(white, clear).convert("RGB")
    return image.convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey values of 16 or 32 bits scaled to 8 by the smallest usual range that holds them."""
    full = _full_scale(image)
    grey = Image.new("L", image.size)
    for top, values in _strips(image):
        scaled = np.clip(values * np.float32(255.0 / full), 0, 255).astype(np.uint8)
        grey.paste(Image.fromarray(scaled), (0, top))
    return grey


def _full_scale(image: Image.Image) -> float:
    top = max(float(values.max(initial=0.0)) for _, values in _strips(image))
    return next((white for white in _WHITES if top <= white), top)


def _strips(image: Image.Image) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """The rows of a deep grey image, some at a time: a whole one as floats needs gigabytes."""
    for top in range(0, image.height, _STRIP_ROWS):
        strip = image.crop((0, top, image.width, min(top + _STRIP_ROWS, image.height)))
        yield top, np.nan_to_num(np.asarray(strip, dtype=np.float32))


def _capped(image: Image.Image) -> Image.Image:
    shrink = math.sqrt(CAP_MEGAPIXELS * 1e6 / (image.width * image.height))
    if shrink >= 1:
        return image
    size_wh = (max(1, int(image.width * shrink)), max(1, int(image.height * shrink)))
    return image.resize(size_wh, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:_REASON_LETTERS] or type(error).__name__
