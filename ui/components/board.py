"""The card board in the page: mounts board.js and keeps a capture in step with its taps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer
from streamlit.runtime import get_instance

from scorer.arrangement import Row
from scorer.cards import DECK, Card
from ui.hands import SPARE, Capture, Layout, Slot
from ui.keys import CaptureKey
from ui.pictures import PhotoView
from ui.text import Texts

WORDS: Final = (
    "photo",
    "larger",
    "smaller",
    "board",
    "undo",
    "undone",
    "doubts",
    "surplus",
    "lacking",
    "complete",
    "judging",
    "spare",
    "empty",
    "doubtful",
    "inferred",
    "which",
    "change",
    "pick",
    "pick_hint",
    "missing",
    "left_over",
    "swap_hint",
    "swapped",
    "exchanged",
    "crop",
    "remove",
    "close",
    "used",
    "held_by",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the board says beside the cards.

    ``row_names`` and ``notes`` by row, ``verdict`` (tone ``good`` or ``bad``, text) under the rows,
    ``taken`` the cards that other players hold, with their holders' names. ``fixed`` cards change
    places only.
    """

    row_names: Mapping[Row, str]
    notes: Mapping[Row, str] = field(default_factory=dict)
    verdict: tuple[str, str] | None = None
    taken: Mapping[Card, str] = field(default_factory=dict)
    fixed: bool = False


@dataclass(slots=True)
class _Shown:
    """What the board of this tab shows, the last report taken from it, and its count of hands.

    Kept as one: setting a key of Streamlit's state may end the run between two of its parts.
    """

    revision: str | None = None
    slots: Sequence[Slot] = ()
    report: object = None
    turn: int = 0

    def show(self, capture: Capture) -> None:
        """Take ``capture`` up; the board starts anew where another tab changed its hand."""
        if self.revision == capture.revision and self.slots != capture.slots:
            self.turn += 1
        self.revision, self.slots = capture.revision, capture.slots


@cache
def _component() -> ComponentRenderer:
    script = Path(__file__).with_name("board.js").read_text(encoding="utf-8")
    return st.components.v2.component("maubinh_board", js=script, isolate_styles=False)


def card_board(
    capture: Capture,
    texts: Texts,
    around: Surroundings,
    *,
    key: str,
    on_tap: Callable[[Capture], None],
) -> None:
    """Show ``capture`` on the board; ``on_tap`` gets the changed capture before the page reruns.

    The hand may be changed in other tabs too: a report is taken once and never again.
    """
    shown: _Shown = st.session_state.setdefault(CaptureKey.STATE_SHOWN.of(key), _Shown())

    def take(report: object) -> bool:
        is_of_turn = isinstance(report, Mapping) and report.get("turn") == shown.turn
        now = capture.tapped(report) if is_of_turn else capture
        is_changed = now.slots != capture.slots
        if is_changed:
            on_tap(now)
            shown.revision, shown.slots = now.revision, now.slots
        shown.report = report
        return is_changed

    def tapped() -> None:
        take(st.session_state[key].get("hand"))

    shown.show(capture)
    data = _board_data(capture, texts, around, key) | {"turn": shown.turn}
    report = _component()(key=key, data=data, on_hand_change=tapped).get("hand")
    # Another message may have come before the callback was through.
    if report != shown.report and take(report):
        st.rerun()


def _board_data(
    capture: Capture, texts: Texts, around: Surroundings, key: str
) -> dict[str, object]:
    rows_layout = capture.layout is Layout.ROWS
    verdict = around.verdict
    return {
        "revision": capture.revision,
        "back": capture.before is not None,
        "layout": capture.layout.value,
        "size": capture.size,
        "slots": [_slot_data(slot) for slot in capture.slots],
        "places": [_place(slot, rows_layout) for slot in capture.slots],
        "photo": _photo_data(capture.photo, key) if capture.photo else None,
        "spots": capture.spots,
        "fixed": around.fixed,
        "taken": {str(card): name for card, name in around.taken.items()},
        "row_names": {row.value: around.row_names[row] for row in Row},
        "notes": {row.value: around.notes.get(row, "") for row in Row},
        "verdict": {"tone": verdict[0], "text": verdict[1]} if verdict else None,
        "names": {str(card): texts.card(card) for card in DECK},
        "words": {word: texts(f"board.{word}") for word in WORDS},
    }


def _slot_data(slot: Slot) -> dict[str, object]:
    return {
        "card": str(slot.card) if slot.card else None,
        "doubt": slot.doubt,
        "inferred": slot.inferred,
        "gone": slot.gone,
        "choices": [str(card) for card in slot.choices],
        "box": slot.box,
        "crop": slot.crop,
    }


def _place(slot: Slot, rows_layout: bool) -> str:
    if not rows_layout:
        return Layout.SET.value
    return slot.row.value if slot.row else SPARE


def _photo_data(photo: PhotoView, key: str) -> dict[str, object]:
    width, height = photo.size_wh
    return {
        "src": _served(photo.preview, f"{key}-photo"),
        "sprite": _served(photo.crops, f"{key}-crops"),
        "crops": photo.crop_count,
        "width": width,
        "height": height,
    }


def _served(jpeg: bytes, place: str) -> str:
    """An address for a picture, so that a tap does not send the pixels again."""
    return get_instance().media_file_mgr.add(jpeg, "image/jpeg", place)
