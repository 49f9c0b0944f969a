"""Every file a phone, a browser or a stranger can send becomes upright RGB or one clear line."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision.image import ImageError, ImageFault, OrientedImage, load_image

SIZE_WH = (120, 80)


def gradient(mode: str = "RGB") -> Image.Image:
    across = np.linspace(0, 255, SIZE_WH[0], dtype=np.uint8)
    down = np.linspace(0, 255, SIZE_WH[1], dtype=np.uint8)
    red, green = np.meshgrid(across, down)
    return Image.fromarray(np.dstack([red, green, np.full_like(red, 90)])).convert(mode)


def encoded(image: Image.Image, form: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b""))


def heic(image: Image.Image) -> bytes:
    pillow_heif.register_heif_opener()
    return encoded(image, "HEIF", quality=90)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
def test_usual_formats_are_read(form: str) -> None:
    image = load_image(encoded(gradient(), form))
    assert image.size_wh == SIZE_WH
    assert np.abs(image.pixels.astype(int) - np.asarray(gradient()).astype(int)).mean() < 6


def test_heic_is_read() -> None:
    image = load_image(heic(gradient()))
    assert image.size_wh == SIZE_WH
    assert np.abs(image.pixels.astype(int) - np.asarray(gradient()).astype(int)).mean() < 6


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "YCbCr"])
def test_colour_modes_become_rgb(mode: str) -> None:
    form = "TIFF" if mode in ("CMYK", "YCbCr") else "PNG"
    image = load_image(encoded(gradient(mode), form))
    expected = np.asarray(gradient(mode).convert("RGB")).astype(int)
    assert np.abs(image.pixels.astype(int) - expected).mean() < 2


def test_cmyk_jpeg_is_not_inverted() -> None:
    white = Image.new("RGB", SIZE_WH, "white").convert("CMYK")
    assert load_image(encoded(white, "JPEG")).pixels.min() > 240


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
@pytest.mark.parametrize("bits", [8, 12, 14, 16])
def test_deep_grey_keeps_its_range(form: str, bits: int) -> None:
    values = np.tile(np.linspace(0, 2**bits - 1, 120, dtype=np.uint16), (80, 1))
    pixels = load_image(encoded(Image.fromarray(values), form)).pixels
    assert pixels[0, 0, 0] == 0
    assert pixels[0, -1, 0] == 255
    assert 120 < pixels[0, 60, 0] < 136


def test_float_grey_is_scaled() -> None:
    values = np.tile(np.linspace(0, 1, 120, dtype=np.float32), (80, 1))
    pixels = load_image(encoded(Image.fromarray(values), "TIFF")).pixels
    assert (pixels[0, 0, 0], pixels[0, -1, 0]) == (0, 255)


def test_transparent_parts_become_white() -> None:
    clear = Image.new("RGBA", SIZE_WH, (200, 0, 0, 0))
    assert load_image(encoded(clear, "PNG")).pixels.min() == 255


def test_palette_transparency_becomes_white() -> None:
    image = Image.new("P", SIZE_WH, 0)
    image.putpalette([10, 20, 30] * 256)
    assert load_image(encoded(image, "PNG", transparency=0)).pixels.min() == 255


def test_animation_gives_its_first_frame() -> None:
    frames = [Image.new("RGB", SIZE_WH, colour) for colour in ("red", "blue")]
    data = encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    assert tuple(load_image(data).pixels[0, 0]) == (255, 0, 0)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied(orientation: int) -> None:
    """The picture a phone stores turned comes out as the one it shows."""
    stored = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    upright = gradient()
    turned = upright if orientation == 1 else upright.transpose(stored[orientation])
    exif = Image.Exif()
    exif[274] = orientation
    image = load_image(encoded(turned, "PNG", exif=exif))
    assert image.size_wh == SIZE_WH
    assert np.array_equal(image.pixels, np.asarray(upright))


def test_garbled_exif_is_ignored() -> None:
    data = encoded(gradient(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xffnonsense")
    assert load_image(data).size_wh == SIZE_WH


def test_large_photo_is_shrunk_to_sixteen_megapixels() -> None:
    data = encoded(Image.new("L", (7000, 4000), 128), "PNG")
    width, height = load_image(data).size_wh
    assert 15.5e6 < width * height <= 16e6
    assert abs(width / height - 7 / 4) < 0.01


def test_pixels_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        load_image(encoded(gradient(), "PNG")).pixels[0, 0] = 0


@pytest.mark.parametrize(
    ("data", "fault", "text"),
    [
        (b"", ImageFault.EMPTY, "0 bytes"),
        (b"As Kd 10h", ImageFault.NOT_IMAGE, "As Kd 10"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", ImageFault.NOT_IMAGE, "%!PS"),
        (encoded(gradient(), "JPEG")[:-200], ImageFault.DAMAGED, "cut short"),
        (encoded(gradient(), "JPEG")[:20], ImageFault.DAMAGED, "whole file"),
        (encoded(gradient(), "PNG")[:200], ImageFault.DAMAGED, "whole file"),
        (encoded(gradient(), "WEBP")[:100], ImageFault.DAMAGED, "whole file"),
        (heic(gradient())[:300], ImageFault.DAMAGED, "whole file"),
        (encoded(Image.new("RGB", (1, 1)), "PNG"), ImageFault.TOO_SMALL, "1 × 1 px"),
        (encoded(Image.new("L", (63, 900)), "PNG"), ImageFault.TOO_SMALL, "63 × 900 px"),
        (png_header(10_000, 10_000), ImageFault.TOO_LARGE, "100.0 megapixels, at most 50"),
        (png_header(60_000, 60_000), ImageFault.TOO_LARGE, "3600.0 megapixels"),
        (png_header(31_000, 100), ImageFault.TOO_LONG, "31000 × 100 px, at most 30000"),
    ],
)
def test_bad_files_are_named_in_one_line(data: bytes, fault: ImageFault, text: str) -> None:
    with pytest.raises(ImageError) as caught:
        load_image(data)
    assert caught.value.fault is fault
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_paths_are_named_in_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.jpg", tmp_path):
        with pytest.raises(ImageError) as caught:
            load_image(path)
        assert caught.value.fault is ImageFault.MISSING


def test_path_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ảnh bài.png"
    path.write_bytes(encoded(gradient(), "PNG"))
    assert load_image(path).size_wh == SIZE_WH


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF", "TIFF"])
def test_damaged_bytes_never_raise_anything_else(form: str) -> None:
    whole = encoded(gradient(), form)
    rng = np.random.default_rng(7)
    for _ in range(60):
        data = bytearray(whole)
        for position in rng.integers(0, len(data), 6):
            data[position] = int(rng.integers(256))
        try:
            image = load_image(bytes(data[: int(rng.integers(1, len(data) + 1))]))
        except ImageError as error:
            assert "\n" not in str(error)
        else:
            assert image.pixels.ndim == 3


def test_oriented_image_refuses_other_arrays() -> None:
    with pytest.raises(ValueError, match="expected uint8"):
        OrientedImage(np.zeros((4, 4), np.uint8))
