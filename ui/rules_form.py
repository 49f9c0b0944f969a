"""One widget for each kind of rule field; its label says what it means and which rule it is."""

from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from types import NoneType
from typing import Final, cast, get_args

import streamlit as st

from scorer.fields import FieldNote
from scorer.profiles import BIGKOOL
from scorer.rules_profile import field_notes, field_types
from scorer.terms import InstantWin, Row
from ui.describe import capital
from ui.keys import RulesKey
from ui.rules_draft import Draft
from ui.text import Texts

TABLE_SIZES: Final = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class _Box:
    """What every widget of one field shares."""

    label: str
    note: FieldNote
    key: str


def field_widget(texts: Texts, draft: Draft, name: str) -> object:
    """Draw the field and return its value, which need not fit yet."""
    kind, note = field_types()[name], field_notes()[name]
    box = _Box(field_label(note, texts), note, f"{RulesKey.FIELD}_{name}_{draft.number}")
    value = draft.value(name)
    if isinstance(value, tuple):
        return _list(texts, box, value, get_args(kind)[0])
    if NoneType in get_args(kind) or kind is int:
        return _number(texts, box, cast("int | None", value))
    if kind is bool:
        return st.toggle(box.label, bool(value), key=box.key)
    return st.pills(
        box.label,
        list(kind),
        default=value,
        format_func=lambda choice: texts(f"choice.{choice.value}"),
        key=box.key,
        required=True,
    )


def _number(texts: Texts, box: _Box, value: int | None) -> int | None:
    """A whole number within its bounds; an emptied box is None, where the field allows it."""
    typed = st.number_input(
        box.label,
        min_value=box.note.minimum,
        max_value=box.note.maximum,
        value=value,
        step=1,
        placeholder=texts("rules.no_limit"),
        key=box.key,
    )
    return None if typed is None else int(typed)


def field_label(note: FieldNote, texts: Texts) -> str:
    """What a field means, in what it is counted, and its rule."""
    meaning = capital(note.vi if texts.language == "vi" else note.en)
    unit = f" ({note.unit})" if note.unit in {"chi", "s", "×"} else ""
    return f"{meaning}{unit} · {note.rule}"


def value_words(value: object, texts: Texts) -> str:
    """A field's value as players say it."""
    match value:
        case None | 0 if not isinstance(value, bool):
            return texts("rules.none")
        case bool():
            return texts("rules.yes" if value else "rules.no")
        case tuple():
            return " · ".join(value_words(part, texts) for part in value)
        case Row():
            return texts(f"row.{value.value}")
        case InstantWin():
            return capital(BIGKOOL.instant_name(value, texts.language))
        case Enum():
            return texts(f"choice.{value.value}")
        case _:
            return str(value)


def _list(texts: Texts, box: _Box, value: tuple[object, ...], item: object) -> object:
    if item is int and box.note.length is None:
        chosen = st.pills(
            box.label, TABLE_SIZES, default=list(value), selection_mode="multi", key=box.key
        )
        return tuple(size for size in TABLE_SIZES if size in chosen)
    if item is int:
        return _numbers(texts, box, cast("tuple[int, ...]", value))
    if item is Row:
        orders = list(permutations(Row))
        return st.selectbox(
            box.label,
            orders,
            index=orders.index(cast("tuple[Row, Row, Row]", value)),
            format_func=lambda order: value_words(order, texts),
            key=box.key,
        )
    if item is InstantWin:
        chosen_wins = st.multiselect(
            box.label,
            list(InstantWin),
            default=list(value),
            format_func=lambda win: value_words(win, texts),
            key=box.key,
        )
        return tuple(chosen_wins)
    typed = st.text_area(
        f"{box.label} ({texts('rules.one_a_line')})",
        "\n".join(map(str, value)),
        height=40 + 27 * len(value),
        key=box.key,
    )
    return tuple(line.strip() for line in typed.splitlines() if line.strip())


def _numbers(texts: Texts, box: _Box, value: tuple[int, ...]) -> tuple[int, ...]:
    """One number for each count of scooped players, side by side."""
    st.markdown(box.label)
    with st.container(horizontal=True, key=f"{box.key}_row"):
        return tuple(
            int(
                st.number_input(
                    texts("rules.scooped", n=place + 1),
                    min_value=box.note.minimum,
                    max_value=box.note.maximum,
                    value=number,
                    step=1,
                    key=f"{box.key}_{place}",
                )
            )
            for place, number in enumerate(value)
        )
