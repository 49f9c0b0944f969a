"""What all phones share: one reader, warm before the first photo, one photo at a time."""

import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from hosting.logs import log_of
from hosting.settings import read_settings
from ui.hands import HAND_SIZE, Capture, read_hand
from ui.keys import ShellKey
from ui.more_photos import add_photo
from ui.pace import Pace
from ui.pictures import view_photo
from vision.decoder import Decoder, Limits
from vision.image import ImageError, OrientedImage

if TYPE_CHECKING:
    from vision.hands import HandCount
    from vision.reading import HandReading, Reader

SAMPLE: Final = Path(__file__).parent / "assets" / "sample.jpg"

LOG: Final = log_of("photos")

Step = Callable[[str], None]
"""Told the text key of what is being done now."""


def load_reader() -> "Reader":
    """Load the trained networks; slow, so only the desk's own thread calls it at first."""
    from vision.reading import load_reader as load

    return load()


class ReadingDesk:
    """One reader for the whole app.

    Loading starts in a thread of its own at once. Photos are read one after another, so that four
    phones share two cores in turn instead of all at once.
    """

    def __init__(self, load: Callable[[], "Reader"]) -> None:
        self._load = load
        self._reader: Reader | None = None
        self._turn = threading.Lock()
        threading.Thread(target=self._warm_up, name="reader-warm-up", daemon=True).start()

    @property
    def is_ready(self) -> bool:
        """Whether the networks are loaded."""
        return self._reader is not None

    @property
    def is_busy(self) -> bool:
        """Whether another photo is being read, or the networks are still loading."""
        return self._turn.locked()

    def read(self, image: OrientedImage, hands: "HandCount") -> "tuple[HandReading, ...]":
        """Read the hands of a photo when it is this photo's turn.

        Raises:
            vision.errors.ModelError: the networks are missing or broken.
        """
        with self._turn:
            return self._loaded().read(image, hands).hands

    @property
    def flag_below(self) -> float:
        """How sure the reader must be of a card that it does not ask about."""
        return self._loaded().flag_below

    def _loaded(self) -> "Reader":
        if self._reader is None:
            self._reader = self._load()
        return self._reader

    def _warm_up(self) -> None:
        with self._turn:
            try:
                self._loaded().read(OrientedImage(np.full((480, 640, 3), 90, np.uint8)))
            except (OSError, RuntimeError, ImportError):
                return  # told to whoever brings the first photo, for which it is tried again


@st.cache_resource(show_spinner=False)
def desk() -> ReadingDesk:
    """The app's only reading desk; the first call starts the loading and returns at once."""
    decoder().warm_up()
    return ReadingDesk(load_reader)


@st.cache_resource(show_spinner=False)
def decoder() -> Decoder:
    """What opens photos: in a process of its own, since anyone may send anything."""
    settings = read_settings(os.environ)
    return Decoder(Limits(cpu_s=settings.photo_seconds, memory_mb=settings.photo_memory_mb))


@st.cache_resource(show_spinner=False)
def pace() -> Pace:
    """How many photos a phone may send."""
    return Pace(read_settings(os.environ).photos_per_minute, 60)


def read_photo(
    data: bytes, tell: Step, *, hands: "HandCount" = 1, size: int = HAND_SIZE
) -> tuple[Capture, ...]:
    """Bytes of a photo to boards: one a hand, clockwise from the photographer.

    Raises:
        vision.image.ImageError: the bytes are no photo.
        vision.errors.ModelError: the networks are missing or broken.
        vision.errors.DecoderError: the process that opens photos cannot start.
    """
    image, readings = _read(data, tell, hands)
    photos = view_photo(image, [[slot.box_xywh for slot in hand.slots] for hand in readings])
    return tuple(
        read_hand(reading, photo, size) for reading, photo in zip(readings, photos, strict=True)
    )


def read_more(data: bytes, tell: Step, capture: Capture) -> Capture:
    """Bytes of another photo of the hand in ``capture`` to the hand that it completes.

    Raises:
        ui.more_photos.NotCompletedError: the photo tells nothing about this hand.
        vision.image.ImageError: the bytes are no photo.
        vision.errors.ModelError: the networks are missing or broken.
        vision.errors.DecoderError: the process that opens photos cannot start.
    """
    image, (reading, *_) = _read(data, tell, 1)
    return add_photo(capture, image, reading, desk().flag_below)


def _read(
    data: bytes, tell: Step, hands: "HandCount"
) -> "tuple[OrientedImage, tuple[HandReading, ...]]":
    tell("capture.opening")
    image = _opened(data)
    shared = desk()
    waits = "capture.waiting" if shared.is_ready else "capture.loading"
    tell(waits if shared.is_busy else "capture.reading")
    start = time.monotonic()
    readings = shared.read(image, hands)
    seconds = round(time.monotonic() - start, 2)
    LOG.info("photo read", hands=len(readings), megabytes=_megabytes(data), seconds=seconds)
    return image, readings


def _opened(data: bytes) -> OrientedImage:
    try:
        return decoder().load(data)
    except ImageError as error:
        LOG.info("photo refused", fault=error.fault.value, megabytes=_megabytes(data))
        raise


def _megabytes(data: bytes) -> float:
    return round(len(data) / 1e6, 2)


def photo_wait_s() -> int:
    """0 if this phone may send a photo now, else the seconds until it may."""
    phone = st.session_state.setdefault(ShellKey.STATE_PHONE, secrets.token_hex(8))
    return pace().wait_s(phone, time.monotonic())


def has_sample() -> bool:
    """Whether there is a photo to try the app with."""
    return SAMPLE.is_file()


def sample_photo() -> bytes:
    """A photo to try the app with, rendered by the project; OSError where there is none."""
    return SAMPLE.read_bytes()
