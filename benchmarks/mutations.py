"""Hostile files from good ones, the same for the same seed: photos, round files, house rules."""

import io
import json
import random
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from PIL import Image

INTERESTING: Final = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)
PREFIXES: Final = (
    b"<!DOCTYPE html><script>alert(1)</script>",
    b"%PDF-1.7\n",
    b"PK\x03\x04",
    b"%!PS-Adobe-3.0\n",
    b"#!/bin/sh\n",
    b"MZ\x90\x00",
    b"GIF89a/*",
    b"<svg xmlns='http://www.w3.org/2000/svg'>",
)
EXIF_JUNK: Final = (
    b"Exif\x00\x00II*\x00\x08\x00\x00\x00\xff\xff",
    b"Exif\x00\x00MM\x00*\xff\xff\xff\xff",
    b"Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\xff\xff\xff\xff\x06\x00\x00\x00",
    b"Exif\x00\x00" + b"A" * 60_000,
)
NAMES: Final = ("", "An", " ", "\u202egnB", "<b>Bình</b>", "名" * 400, "\ud800", "\x00", "Chi\n")
VALUES: Final[tuple[object, ...]] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        1.5,
        1e308,
        10**40,
        -(10**12),
        "",
        "13",
        [],
        {},
        [[]],
        {"a": {}},
    ),
    *("bigkool", "As Kd", "As " * 14, "🂡", *NAMES),
)


def photos() -> tuple[bytes, ...]:
    """One small good file of every kind that is accepted, most in several modes."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    noise = np.random.default_rng(5).integers(0, 256, (24, 32, 3), dtype=np.uint8)
    rgb = Image.fromarray(noise).resize((128, 96))
    deep = Image.fromarray(np.arange(96 * 128, dtype=np.uint16).reshape(96, 128) * 5)
    reals = Image.fromarray(np.linspace(0, 1, 96 * 128, dtype=np.float32).reshape(96, 128))
    turned = Image.Exif()
    turned[274] = 6
    frames = [rgb.rotate(90 * turn) for turn in range(3)]
    film: dict[str, Any] = {"save_all": True, "append_images": frames}
    kinds: tuple[tuple[Image.Image, str, dict[str, Any]], ...] = (
        (rgb, "JPEG", {"quality": 80, "exif": turned}),
        (rgb, "JPEG", {"progressive": True}),
        (rgb.convert("CMYK"), "JPEG", {}),
        *((rgb, "JPEG", {"exif": junk}) for junk in EXIF_JUNK),
        (rgb, "MPO", film),
        (rgb, "PNG", {"exif": turned, "icc_profile": b"A" * 3000}),
        (rgb.convert("RGBA"), "PNG", {}),
        (rgb.convert("P"), "PNG", {"transparency": 0}),
        (deep, "PNG", {}),
        (rgb, "PNG", film),
        (rgb, "WEBP", {"exif": turned}),
        (rgb.convert("RGBA"), "WEBP", {"lossless": True}),
        (rgb, "WEBP", film),
        (rgb, "HEIF", {"quality": 60}),
        (rgb.convert("RGBA"), "HEIF", {"quality": 60, **film}),
        (rgb, "AVIF", {"speed": 10}),
        (rgb, "GIF", film),
        *((rgb, "TIFF", {"compression": name}) for name in ("raw", "tiff_lzw", "jpeg")),
        (reals, "TIFF", {"compression": "tiff_adobe_deflate"}),
        (rgb.convert("1"), "TIFF", {"compression": "group4"}),
        (rgb, "TIFF", film),
        (rgb, "BMP", {}),
        (rgb, "PPM", {}),
    )
    return tuple(_encoded(image, form, **options) for image, form, options in kinds)


def _encoded(
    image: Image.Image,
    form: str,
    append_images: Sequence[Image.Image] = (),
    **options: Any,  # noqa: ANN401 - whatever the format takes
) -> bytes:
    stream = io.BytesIO()
    # Copies, since Pillow keeps one format's settings in the image and hands them to the next.
    frames = [frame.copy() for frame in append_images]
    image.copy().save(stream, form, append_images=frames, **options)
    return stream.getvalue()


def bombs() -> tuple[bytes, ...]:
    """Small files that ask for much: huge headers, endless scans, tiles larger than the picture."""
    huge = [_png(width, height) for width in (1, 7000, 60_000, 2**31 - 1) for height in (1, 7000)]
    plain = _encoded(Image.new("L", (3000, 3000), 9), "JPEG", progressive=True)
    start, end = plain.rfind(b"\xff\xda"), plain.rfind(b"\xff\xd9")
    scans = plain[:end] + plain[start:end] * 6_000 + plain[end:]
    grey = Image.new("L", (7000, 7000))
    gif = bytearray(_encoded(Image.new("P", (64, 64)), "GIF"))
    gif[6:10] = b"\xff\xff\xff\xff"
    return (
        *huge,
        scans,
        bytes(gif),
        _encoded(grey, "PNG"),
        _encoded(grey.convert("RGBA"), "PNG"),
        _encoded(Image.new("I;16", (7000, 7000)), "PNG"),
        _encoded(Image.new("F", (7000, 7000)), "TIFF", compression="tiff_lzw"),
        *(_tiff(tile) for tile in (16, 1 << 15, 1 << 20, 0xFFFFFFF0)),
        b"P6 7000 7000 255\n" + bytes(1000),
    )


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    pixels = zlib.compress(bytes(1_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)


def _tiff(tile: int) -> bytes:
    """A picture of 100 × 100 in one LZW tile of another size."""
    strip = _encoded(Image.new("L", (100, 100)), "TIFF", compression="tiff_lzw")
    short = {256: 100, 257: 100, 258: 8, 259: 5, 262: 1, 277: 1}
    tags = [(tag, 3, 1, value) for tag, value in short.items()]
    tags += [(322, 4, 1, tile), (323, 4, 1, tile), (324, 4, 1, 8), (325, 4, 1, len(strip))]
    entries = b"".join(struct.pack("<HHII", *tag) for tag in tags)
    directory = struct.pack("<H", len(tags)) + entries + struct.pack("<I", 0)
    return b"II*\x00" + struct.pack("<I", 8 + len(strip)) + strip + directory


def mutated_bytes(files: tuple[bytes, ...], count: int, seed: int) -> Iterator[bytes]:
    """``count`` files, each a good one with one to four things done to it."""
    rng = random.Random(seed)
    for _ in range(count):
        data = bytearray(rng.choice(files))
        for _ in range(rng.randint(1, 4)):
            data = rng.choice(_BYTE_CHANGES)(data, rng, files)
        yield bytes(data)


def _flip(data: bytearray, rng: random.Random, __: tuple[bytes, ...]) -> bytearray:
    for _ in range(rng.randint(1, 12) if data else 0):
        part = min(len(data), rng.choice((64, 512, len(data))))  # headers are hit more often
        data[rng.randrange(part)] ^= rng.randint(1, 255)
    return data


def _number(data: bytearray, rng: random.Random, _: tuple[bytes, ...]) -> bytearray:
    place, width = rng.randrange(len(data) + 1), rng.choice((1, 2, 4))
    value = rng.choice(INTERESTING) & (256**width - 1)
    data[place : place + width] = value.to_bytes(width, rng.choice(("big", "little")))
    return data


def _cut(data: bytearray, rng: random.Random, _: tuple[bytes, ...]) -> bytearray:
    return data[: rng.randrange(len(data) + 1)]


def _remove(data: bytearray, rng: random.Random, _: tuple[bytes, ...]) -> bytearray:
    place = rng.randrange(len(data) + 1)
    del data[place : place + rng.randint(1, 64)]
    return data


def _repeat(data: bytearray, rng: random.Random, _: tuple[bytes, ...]) -> bytearray:
    place = rng.randrange(len(data) + 1)
    part = data[place : place + rng.randint(1, 400)]
    return data[:place] + part * rng.choice((2, 9, 200)) + data[place:]


def _splice(data: bytearray, rng: random.Random, files: tuple[bytes, ...]) -> bytearray:
    other = rng.choice(files)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]


def _polyglot(data: bytearray, rng: random.Random, files: tuple[bytes, ...]) -> bytearray:
    start = bytearray(rng.choice((*PREFIXES, rng.choice(files)[:16])))
    return start + data if rng.random() < 0.5 else data + start + rng.choice(files)


def _junk(data: bytearray, rng: random.Random, _: tuple[bytes, ...]) -> bytearray:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.randbytes(rng.choice((4, 64, 5000))) + data[place:]


_BYTE_CHANGES: Final[tuple[Callable[..., bytearray], ...]] = (
    *(_flip, _flip, _number, _number),
    *(_cut, _remove, _repeat, _splice, _polyglot, _junk),
)


def mutated_documents(documents: tuple[object, ...], count: int, seed: int) -> Iterator[bytes]:
    """``count`` JSON files: well-formed ones of wrong content, and then some with wrong bytes."""
    rng = random.Random(seed)
    for _ in range(count):
        document = json.loads(json.dumps(rng.choice(documents)))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            document = _changed(document, rng)
        text = json.dumps(document, ensure_ascii=rng.random() < 0.5)
        data = bytearray(text.encode("utf-8", "surrogatepass"))
        if rng.random() < 0.3:
            data = rng.choice(_BYTE_CHANGES)(
                data, rng, (b'{"rules": ', b"[" * 5000, b"NaN", b"\xff")
            )
        yield bytes(data)


def _changed(value: object, rng: random.Random) -> object:
    """The value with something in it taken away, doubled, renamed or put in place of another."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        kind = rng.random()
        if kind < 0.15:
            return {name: kept for name, kept in value.items() if name != key}
        if kind < 0.3:
            return {**value, str(rng.choice(NAMES)) or f"{key}x": rng.choice(VALUES)}
        return {**value, key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place, kind = rng.randrange(len(value)), rng.random()
        if kind < 0.15:
            return [*value[:place], *value[place + 1 :]]
        if kind < 0.3:
            return [*value, value[place]] * rng.choice((1, 1, 1, 50))
        return [*value[:place], _changed(value[place], rng), *value[place + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.6:
        parts = value.split(" ")
        parts[rng.randrange(len(parts))] = rng.choice(
            ("As", "10h", "2c", "Zz", "", "K♠", "Át bích")
        )
        return " ".join(parts)
    if isinstance(value, bool) and rng.random() < 0.7:
        return not value
    if isinstance(value, int) and rng.random() < 0.7:
        return value + rng.choice((-1, 1, 10, 1000))
    return rng.choice(VALUES)
