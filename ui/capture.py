"""Getting one hand on any page: by photo, by the sample, by taps; then the board to correct it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NoReturn

import streamlit as st

from ui import resources
from ui.components.board import Surroundings, card_board
from ui.describe import capital, note
from ui.hands import HAND_SIZE, Capture, Layout, empty_hand
from ui.keys import CaptureKey
from ui.text import Texts
from vision.image import ImageError

PHOTO_TYPES: Final = [
    "jpg",
    "jpeg",
    "png",
    "heic",
    "heif",
    "webp",
    "avif",
    "bmp",
    "gif",
    "tif",
    "tiff",
]
"""Endings, not ``image/*``: with that, newer Androids leave the camera out of the picker."""

Keep = Callable[[Capture | None], None]
"""Stores the hand where the page keeps it; None clears it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand is captured: ``scope`` tells its widgets from those of other places.

    With ``keep_table`` a photo is read as that of ``hands`` players, whose hands it gets.
    ``by_hand`` offers the card grid too.
    """

    scope: str
    keep: Keep
    layout: Layout
    size: int = HAND_SIZE
    with_sample: bool = False
    hands: Literal[1, 2, 3, 4, "auto"] = 1
    keep_table: Callable[[Sequence[Capture]], None] | None = None
    by_hand: bool = True


def ask_for_hand(texts: Texts, place: Place) -> None:
    """Offer the camera, the sample photo and the card grid; a hand that comes is kept."""
    error_key = CaptureKey.STATE_ERROR.of(place.scope)
    if error := st.session_state.get(error_key):
        note(error, "bad")
    turn = st.session_state.get(CaptureKey.STATE_UPLOADS.of(place.scope), 0)
    upload = st.file_uploader(
        texts("capture.label"),
        type=PHOTO_TYPES,
        key=f"{CaptureKey.PHOTO.of(place.scope)}_{turn}",
        label_visibility="collapsed",
    )
    data = upload.getvalue() if upload else None
    with st.container(horizontal=True):
        if place.by_hand and st.button(
            texts("capture.by_hand"),
            icon=":material/grid_view:",
            key=CaptureKey.BY_HAND.of(place.scope),
            width="stretch",
        ):
            _accept(place, empty_hand(place.layout, place.size))
        if (
            place.with_sample
            and resources.has_sample()
            and st.button(
                texts("capture.sample"),
                icon=":material/image:",
                key=CaptureKey.SAMPLE.of(place.scope),
                width="stretch",
            )
        ):
            data = resources.sample_photo()
    if data is not None:
        _read(texts, place, data)


def board(texts: Texts, place: Place, capture: Capture, around: Surroundings) -> None:
    """The board for a hand that is there, and what the reader found wrong with its photo."""
    for problem in capture.problems:
        note(problem.text(texts.language))
    card_board(capture, texts, around, key=CaptureKey.BOARD.of(place.scope), on_tap=place.keep)


def again_button(texts: Texts, place: Place) -> None:
    """The way back to the camera."""
    if st.button(
        texts("capture.again"),
        icon=":material/photo_camera:",
        key=CaptureKey.AGAIN.of(place.scope),
        width="stretch",
    ):
        place.keep(None)
        st.rerun()


def _read(texts: Texts, place: Place, data: bytes) -> None:
    if wait_s := resources.photo_wait_s():
        _refuse(place, texts("capture.too_often", seconds=wait_s))
    with st.status(texts("capture.opening"), expanded=False) as status:

        def tell(key: str) -> None:
            status.update(label=texts(key))

        try:
            captures = resources.read_photo(data, tell, hands=place.hands, size=place.size)
        except ImageError as error:
            _refuse(place, capital(error.text(texts.language)))
        except (OSError, RuntimeError) as error:
            _refuse(place, texts("capture.no_reader", reason=error))
    if not any(capture.cards for capture in captures):
        _refuse(place, texts("capture.no_cards"))
    if place.keep_table is None:
        _accept(place, captures[0])
    place.keep_table(captures)
    _forget_upload(place)


def _accept(place: Place, capture: Capture) -> NoReturn:
    st.session_state.pop(CaptureKey.STATE_ERROR.of(place.scope), None)
    place.keep(capture)
    _forget_upload(place)


def _refuse(place: Place, reason: str) -> NoReturn:
    st.session_state[CaptureKey.STATE_ERROR.of(place.scope)] = reason
    _forget_upload(place)


def _forget_upload(place: Place) -> NoReturn:
    turns = CaptureKey.STATE_UPLOADS.of(place.scope)
    st.session_state[turns] = st.session_state.get(turns, 0) + 1
    st.rerun()
