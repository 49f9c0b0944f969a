"""Kept photos: off unless asked for, smaller, without the camera's notes, shown when hands are."""

import io
import struct
import zlib

import pytest
from PIL import Image

from table.errors import BadPhoto
from table.photos import MOST_MB, without_notes
from tests.table.night import laid

SECRET = b"taken by An at 10.7769 N 106.7009 E"


def camera_photo(size_wh=(2000, 1000), turn=6):
    """A JPEG as a phone writes it: EXIF with a place, a comment, a thumbnail; left half red."""
    picture = Image.new("RGB", size_wh, "white")
    picture.paste("red", (0, 0, size_wh[0] // 2, size_wh[1]))
    exif = Image.Exif()
    exif[0x0112] = turn
    exif[0x010E] = SECRET.decode()
    exif.get_ifd(0x8825)[1] = "N"
    written = io.BytesIO()
    picture.save(written, "JPEG", exif=exif, comment=SECRET, icc_profile=SECRET * 10)
    return written.getvalue()


def test_nothing_but_pixels_is_kept():
    photo = camera_photo()
    assert SECRET in photo
    kept = without_notes(photo)
    assert SECRET not in kept and b"Exif" not in kept and b"ICC" not in kept
    with Image.open(io.BytesIO(kept)) as picture:
        assert dict(picture.getexif()) == {} and "comment" not in picture.info


@pytest.mark.parametrize(
    ("turn", "size_wh", "red_at"),
    [
        (1, (1600, 800), (10, 400)),
        (3, (1600, 800), (1590, 400)),
        (6, (800, 1600), (400, 10)),
        (8, (800, 1600), (400, 1590)),
    ],
)
def test_a_kept_photo_is_upright_and_small(turn, size_wh, red_at):
    with Image.open(io.BytesIO(without_notes(camera_photo(turn=turn)))) as picture:
        assert picture.size == size_wh
        red, green, _ = picture.getpixel(red_at)
        assert red > 200 and green < 60


def png_bomb():
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 10**6))
    )


def huge_jpeg():
    small = bytearray(camera_photo((64, 64)))
    frame = small.index(b"\xff\xc0")
    small[frame + 5 : frame + 9] = struct.pack(">HH", 60_000, 60_000)
    return bytes(small)


@pytest.mark.parametrize(
    "photo",
    [
        b"",
        b"\xff\xd8\xff",
        b"GIF89a" + bytes(100),
        png_bomb(),
        huge_jpeg(),
        camera_photo()[:500],
        camera_photo() + bytes(MOST_MB * 1_000_000),
    ],
    ids=["nothing", "a start", "gif", "png bomb", "huge", "cut off", "too long"],
)
def test_what_is_no_plain_photo_is_not_kept(photo):
    with pytest.raises(BadPhoto):
        without_notes(photo)


def test_photos_are_kept_only_where_wanted_and_shown_with_the_hands(book, open_table, token):
    keys = open_table(2)

    def play(photo):
        book.start_round(keys.host_key, token())
        key = keys.seat_keys[0]
        book.capture(key, 0, laid(0).cards, laid(0), photo=photo, token=token())
        number = book.view(key).round_number
        assert book.photo(keys.viewer_key, number, 0) is None
        book.call_time(keys.host_key, token())
        book.reveal(keys.host_key, token())
        book.finish_round(keys.host_key, token())

    play(b"no photo, which nobody looks at")
    book.keep_photos(keys.host_key, keep=True, token=token())
    with pytest.raises(BadPhoto):
        play(b"no photo")
    book.cancel_round(keys.host_key, token())
    play(camera_photo())
    play(camera_photo())
    assert book.view(keys.host_key).keep_photos
    assert book.photo(keys.viewer_key, 1, 0) is None
    assert book.photo(keys.viewer_key, 2, 1) is None
    assert book.photo(keys.viewer_key, 9, 0) is None
    kept = book.photo(keys.viewer_key, 2, 0)
    assert kept == book.photo(keys.viewer_key, 3, 0) == without_notes(camera_photo())
    book.keep_photos(keys.host_key, keep=False, token=token())
    assert book.photo(keys.viewer_key, 2, 0) is None
    assert [record.photos[0] is None for record in book.rounds(keys.host_key)] == [
        True,
        False,
        False,
    ]
