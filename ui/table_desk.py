"""The pages' way to the book of tables: one for all phones, with refusals put into words."""

import os
import time
import uuid
from collections.abc import Callable
from typing import Final, NoReturn

import streamlit as st

from hosting.settings import read_settings
from table.book import TableBook
from table.database import locate
from table.errors import BadHand, BadRound, TableError, TooManyAttempts
from ui.describe import capital, note
from ui.keys import TableKey
from ui.text import Texts

DOUBLE_TAP_S: Final = 0.8
"""A second tap this soon is the same finger, not a change of mind."""


@st.cache_resource(show_spinner=False, on_release=TableBook.close)
def book() -> TableBook:
    """The app's only book: where the settings say, in the user's folder otherwise.

    Raises:
        table.errors.StoreError: the database cannot be used.
    """
    return TableBook(locate(read_settings(os.environ).book))


def do(action: Callable[[], object]) -> NoReturn:
    """Do one thing at the table and show what came of it; what is refused is told on the page."""
    try:
        action()
    except TableError as error:
        st.session_state[TableKey.STATE_TROUBLE] = error
    else:
        st.session_state.pop(TableKey.STATE_TROUBLE, None)
    st.session_state[TableKey.STATE_LAST] = time.monotonic()
    st.rerun()


def is_double_tap() -> bool:
    """Whether the last thing was done so lately that this tap belongs to it."""
    last: float = st.session_state.get(TableKey.STATE_LAST, float("-inf"))
    return time.monotonic() - last < DOUBLE_TAP_S


def form_token(form: str) -> str:
    """The token of a form until it has been sent: sending it twice does it once."""
    key = f"{TableKey.STATE_FORM}_{form}"
    token: str = st.session_state.setdefault(key, uuid.uuid4().hex)
    return token


def new_token(form: str) -> None:
    """Give a form that has been sent a token for the next time."""
    st.session_state.pop(f"{TableKey.STATE_FORM}_{form}", None)


def tell_trouble(texts: Texts) -> None:
    """Say once what the table refused last."""
    error = st.session_state.pop(TableKey.STATE_TROUBLE, None)
    if isinstance(error, TableError):
        note(in_words(error, texts), "bad")


def in_words(error: TableError, texts: Texts) -> str:
    """What the table refuses, as players say it."""
    fields = dict(error.fields)
    if isinstance(error, BadHand | BadRound):
        fields["problems"] = "; ".join(problem.text(texts.language) for problem in error.problems)
    if isinstance(error, TooManyAttempts):
        fields["minutes"] = -(-int(str(fields["retry_after_s"])) // 60)
    return capital(texts(f"trouble.{error.key}", **fields))
