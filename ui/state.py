"""What the session remembers across pages; nothing of it is a widget's own value."""

from collections.abc import Callable
from typing import cast

import streamlit as st

from scorer.profiles import BIGKOOL, PROFILES
from scorer.rules_profile import RulesProfile
from ui.hands import Capture
from ui.keys import ReadKey, ShellKey
from ui.notebook import Notebook, notebook_path
from ui.text import LANGUAGES, Language, Texts


def language() -> Language:
    """The language of the page: chosen, asked for in the address, or Vietnamese."""
    wanted = st.session_state.get(ShellKey.STATE_LANGUAGE) or st.query_params.get("lang")
    return cast("Language", wanted) if wanted in LANGUAGES else "vi"


def set_language(chosen: Language) -> None:
    """Change the language, in the address too, so that a reload keeps it."""
    st.session_state[ShellKey.STATE_LANGUAGE] = chosen
    st.query_params["lang"] = chosen


def texts() -> Texts:
    """The texts in the session's language."""
    return Texts(language())


def four_colour() -> bool:
    """Whether each suit has a colour of its own."""
    return bool(st.session_state.get(ShellKey.STATE_FOUR_COLOUR, False))


def set_four_colour(chosen: bool) -> None:
    """Choose between two and four colours."""
    st.session_state[ShellKey.STATE_FOUR_COLOUR] = chosen


def profile() -> RulesProfile:
    """The rules of this table."""
    chosen: object = st.session_state.get(ShellKey.STATE_RULES)
    return PROFILES.get(str(chosen), BIGKOOL)


def set_profile(profile_id: str) -> None:
    """Choose the rules of this table."""
    st.session_state[ShellKey.STATE_RULES] = profile_id


def hand(key: str) -> Capture | None:
    """The hand kept under ``key``."""
    return cast("Capture | None", st.session_state.get(key))


def keeper(key: str) -> Callable[[Capture | None], None]:
    """What keeps a hand under ``key``, or clears it."""

    def keep(capture: Capture | None) -> None:
        st.session_state[key] = capture

    return keep


def opponents() -> int:
    """How many opponents the advice reckons with: 1 to 3."""
    return int(st.session_state.get(ReadKey.STATE_OPPONENTS, 3))


def set_opponents(count: int) -> None:
    """Choose the number of opponents."""
    st.session_state[ReadKey.STATE_OPPONENTS] = count


def notebook() -> Notebook | None:
    """What is remembered of this browser; None until it has told its id."""
    browser = st.session_state.get(ShellKey.STATE_BROWSER)
    return Notebook(notebook_path(), str(browser)) if browser else None
