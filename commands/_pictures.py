"""Files for the pictures that commands draw of photos: one for each, and never a photo itself."""

from collections.abc import Iterable
from itertools import count
from pathlib import Path

from commands._output import InputError


def picture_files(photos: Iterable[Path], folder: Path, ending: str) -> dict[Path, Path]:
    """A file in ``folder`` for each photo, by its name: numbered where photos share one.

    >>> files = picture_files([Path("a/1.jpg"), Path("b/1.jpg")], Path("drawn"), ".png")
    >>> [file.as_posix() for file in files.values()]
    ['drawn/1.png', 'drawn/1-2.png']
    """
    taken: set[str] = set()
    files = {}
    for photo in dict.fromkeys(photos):
        numbered = (f"{photo.stem}-{number}" for number in count(2))
        name = photo.stem
        while name.casefold() in taken:  # to some file systems "A" and "a" are one
            name = next(numbered)
        taken.add(name.casefold())
        files[photo] = folder / f"{name}{ending}"
    return files


def keep_photos(option: str, photos: Iterable[Path], files: Iterable[Path]) -> None:
    """Raise InputError for a file that is one of the photos and would be written over."""
    originals = {photo.resolve() for photo in photos}
    for file in files:
        if file.resolve() in originals:
            raise InputError(f"{option} {file}: ghi đè lên ảnh gốc · this is the photo itself")


def unwritten(option: str, file: Path, error: OSError) -> str:
    """The sentence for a picture that could not be written."""
    return f"{option} {file}: không ghi được · cannot be written ({error.strerror or error})"
