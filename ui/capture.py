"""Getting one hand on any page: by photo, by the sample, by taps; then the board to correct it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn, TypeVar

import streamlit as st

from scorer.notation import parse_cards
from ui import resources, taps
from ui.components.board import Surroundings, card_board
from ui.describe import capital, note
from ui.hands import HAND_SIZE, Capture, Layout, empty_hand
from ui.keys import CaptureKey
from ui.more_photos import NotCompletedError, is_worth_another
from ui.text import Texts
from vision.image import ImageError, ImageFault
from vision.problems import Problem, ProblemKind

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

PLAINLY: Final[Mapping[ImageFault, str]] = {
    ImageFault.NOT_IMAGE: "capture.not_image",
    ImageFault.DAMAGED: "capture.damaged",
}
"""What players are told of a file, where the reader's own words hold bytes and libraries'."""

Read = TypeVar("Read")

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


def ask_for_hand(texts: Texts, place: Place, dropped: Capture | None = None) -> None:
    """Offer the camera, the sample photo and the card grid; a hand that comes is kept.

    ``dropped`` is the hand that was put away here last: a slip of the finger must not lose it.
    """
    st.session_state.pop(CaptureKey.STATE_ERROR.of(_more(place).scope), None)
    data = _picked(texts("capture.label"), place)
    with st.container(horizontal=True):
        if place.by_hand and taps.button(
            texts("capture.by_hand"),
            icon=":material/grid_view:",
            key=CaptureKey.BY_HAND.of(place.scope),
            width="stretch",
        ):
            _accept(place, empty_hand(place.layout, place.size))
        if (
            place.with_sample
            and resources.has_sample()
            and taps.button(
                texts("capture.sample"),
                icon=":material/image:",
                key=CaptureKey.SAMPLE.of(place.scope),
                width="stretch",
            )
        ):
            data = resources.sample_photo()
    if (
        dropped is not None
        and dropped.cards
        and dropped.size == place.size
        and taps.button(
            texts("capture.take_back"),
            icon=":material/undo:",
            key=CaptureKey.TAKE_BACK.of(place.scope),
            width="stretch",
        )
    ):
        _accept(place, dropped)
    if data is not None:
        _read(texts, place, data)


def board(texts: Texts, place: Place, capture: Capture, around: Surroundings) -> None:
    """The board for a hand that is there, what is wrong with its photo, and a way to add one."""
    for said in dict.fromkeys(_problem_text(problem, texts) for problem in capture.problems):
        note(said)
    card_board(capture, texts, around, key=CaptureKey.BOARD.of(place.scope), on_tap=place.keep)
    if not is_worth_another(capture):
        st.empty()  # at once in the place of the picker, which would say that it still reads
        return
    with st.container():
        _ask_for_more(texts, _more(place), capture)


def _problem_text(problem: Problem, texts: Texts) -> str:
    if problem.kind is not ProblemKind.CONFLICT:
        return problem.text(texts.language)
    cards = parse_cards(str(dict(problem.values)["cards"]))
    return texts("capture.conflict", cards=texts.joined([texts.card(card) for card in cards]))


def _more(place: Place) -> Place:
    """Where another photo of the hand of ``place`` is asked for."""
    return replace(place, scope=f"more_{place.scope}")


def _ask_for_more(texts: Texts, place: Place, capture: Capture) -> None:
    """Offer another photo of a hand that its photos do not show well."""
    data = _picked(texts("capture.more"), place)
    if data is None:
        return
    try:
        more = _reading(texts, place, lambda tell: resources.read_more(data, tell, capture))
    except NotCompletedError as error:
        _refuse(place, texts(error.key))
    _accept(place, more)


def _picked(label: str, place: Place) -> bytes | None:
    """The photo that was just chosen, under what was wrong with the one before."""
    if error := st.session_state.get(CaptureKey.STATE_ERROR.of(place.scope)):
        note(error, "bad")
    turn = st.session_state.get(CaptureKey.STATE_UPLOADS.of(place.scope), 0)
    upload = st.file_uploader(
        label,
        type=PHOTO_TYPES,
        key=f"{CaptureKey.PHOTO.of(place.scope)}_{turn}",
        label_visibility="collapsed",
    )
    return upload.getvalue() if upload else None


def again_button(texts: Texts, place: Place) -> None:
    """The way back to the camera."""
    if taps.button(
        texts("capture.again"),
        icon=":material/photo_camera:",
        key=CaptureKey.AGAIN.of(place.scope),
        width="stretch",
    ):
        place.keep(None)
        st.rerun()


def _read(texts: Texts, place: Place, data: bytes) -> None:
    captures = _reading(
        texts,
        place,
        lambda tell: resources.read_photo(data, tell, hands=place.hands, size=place.size),
    )
    if not any(capture.cards for capture in captures):
        _refuse(place, texts("capture.no_cards"))
    if place.keep_table is None:
        _accept(place, captures[0])
    place.keep_table(captures)
    _forget_upload(place)


def _reading(texts: Texts, place: Place, read: Callable[[resources.Step], Read]) -> Read:
    """What ``read`` makes of a photo, unless it comes too soon or is none: that is said instead."""
    if wait_s := resources.photo_wait_s():
        _refuse(place, texts("capture.too_often", seconds=wait_s))
    with st.status(texts("capture.opening"), expanded=False) as status:

        def tell(key: str) -> None:
            status.update(label=texts(key))

        try:
            return read(tell)
        except ImageError as error:
            _refuse(place, _fault_text(error, texts))
        except (OSError, RuntimeError) as error:
            _refuse(place, texts("capture.no_reader", reason=error))


def _fault_text(error: ImageError, texts: Texts) -> str:
    if error.fault in PLAINLY:
        return texts(PLAINLY[error.fault])
    return capital(error.text(texts.language))


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
