"""Photos of hands, for tables that keep them: smaller, and without what the camera noted."""

import hashlib
import io
import warnings
from typing import Final

import sqlalchemy as sa
from PIL.JpegImagePlugin import JpegImageFile

from table.errors import BadPhoto
from table.schema import photos
from table.turn import Turn

MOST_MB: Final = 15
MOST_MEGAPIXELS: Final = 50
_SIDE_PX: Final = 1600
_QUALITY: Final = 80


def without_notes(jpeg: bytes) -> bytes:
    """Return a JPEG of at most 1600 px a side, drawn anew: no EXIF, no place, no comment.

    Raises:
        BadPhoto: no JPEG, or more than 15 MB or 50 megapixels.
    """
    refusal = BadPhoto(megabytes=MOST_MB)
    if len(jpeg) > MOST_MB * 1_000_000:
        raise refusal
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Named directly: Image.open would try every format there is on a stranger's bytes.
            picture = JpegImageFile(io.BytesIO(jpeg))
            if picture.width * picture.height > MOST_MEGAPIXELS * 1_000_000:
                raise refusal
            turn = picture.getexif().get(0x0112, 1)
            picture.draft("RGB", (_SIDE_PX, _SIDE_PX))
            small = picture.convert("RGB")
    except (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError) as error:
        raise refusal from error
    small.thumbnail((_SIDE_PX, _SIDE_PX))
    small.info.clear()
    written = io.BytesIO()
    small.rotate({3: 180, 6: 270, 8: 90}.get(turn, 0), expand=True).save(
        written, "JPEG", quality=_QUALITY
    )
    return written.getvalue()


def keep_photo(turn: Turn, jpeg: bytes) -> str:
    """Keep a photo for the table; return the name it is kept under."""
    kept = without_notes(jpeg)
    name = hashlib.sha256(kept).hexdigest()
    known = turn.link.scalar(
        sa.select(photos.c.sha256).where(
            photos.c.table_id == turn.table_id, photos.c.sha256 == name
        )
    )
    if known is None:
        turn.link.execute(
            photos.insert().values(
                table_id=turn.table_id, sha256=name, jpeg=kept, kept_us=turn.now_us
            )
        )
    return name


def read_photo(link: sa.Connection, table_id: int, name: str) -> bytes | None:
    """Return a kept photo, None if it has been removed."""
    found: bytes | None = link.scalar(
        sa.select(photos.c.jpeg).where(photos.c.table_id == table_id, photos.c.sha256 == name)
    )
    return found


def remove_photos(turn: Turn) -> None:
    """Remove every photo of the table; the rounds stay."""
    turn.link.execute(photos.delete().where(photos.c.table_id == turn.table_id))
