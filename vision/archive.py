"""An archive of photos, read one by one: what is there, what has been read, a JSON line each."""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from vision.decoder import Decoder
from vision.documents import reading_document
from vision.hands import HandCount
from vision.image import ImageError
from vision.reading import Reader, load_reader

ENDINGS: Final = frozenset(
    {".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".avif", ".bmp", ".gif", ".tif", ".tiff"}
)


def photos_in(folder: Path) -> tuple[str, ...]:
    """The photos below a folder in order, by their path from it."""
    return tuple(
        sorted(
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.suffix.lower() in ENDINGS and path.is_file()
        )
    )


def read_photo(folder: Path, photo: str, hands: HandCount) -> dict[str, object]:
    """The record of one photo: what was read, or why the photo is refused.

    ``OMP_NUM_THREADS`` says how many threads the networks of this process run on.

    Raises:
        OSError: the file cannot be opened here and now.
        ModelError: the networks are missing or broken.
        DecoderError: the process that opens photos cannot start.
    """
    try:
        image = _decoder().load((folder / photo).read_bytes())
        return {"photo": photo, **reading_document(_reader().read(image, hands))}
    except ImageError as error:
        return {"photo": photo, "error": str(error)}


@lru_cache(maxsize=1)
def _reader() -> Reader:
    return load_reader(threads=int(os.environ.get("OMP_NUM_THREADS", "2")))


@lru_cache(maxsize=1)
def _decoder() -> Decoder:
    return Decoder()


def records(output: Path) -> Iterator[dict[str, object]]:
    """The records of a file of JSON lines; a last line that was cut off is left out."""
    if not output.exists():
        return
    with output.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                yield json.loads(line)


def mend(output: Path) -> frozenset[str]:
    """Cut an unfinished last line off and return the photos that have a record.

    Raises:
        ValueError: it is another kind of file, which is left as it is.
    """
    try:
        done = frozenset(str(record["photo"]) for record in records(output))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{output}: expected JSON lines of an earlier run, or no file") from error
    if output.exists():
        with output.open("rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)
    return done
