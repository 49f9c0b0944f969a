"""What the session remembers across pages; nothing of it is a widget's own value."""

import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final, cast

import streamlit as st

from scorer.profiles import BIGKOOL, PROFILES
from scorer.rules_profile import RulesProfile
from scorer.settlement import Player
from ui.hands import Capture
from ui.keys import CaptureKey, DisputeKey, LearnKey, ReadKey, SettleKey, ShellKey
from ui.lessons import hands_of
from ui.notebook import Notebook, NotebookError, notebook_path
from ui.text import LANGUAGES, Language, Texts
from ui.unfinished import Unfinished, from_text, to_text

_LANGUAGE: Final = "language"
_FOUR_COLOUR: Final = "four_colour"
_RULES: Final = "rules"
_UNFINISHED: Final = (
    ReadKey.STATE_HAND,
    SettleKey.STATE_ROUND,
    DisputeKey.STATE_HAND,
    DisputeKey.STATE_FIRST,
    DisputeKey.STATE_SECOND,
    DisputeKey.STATE_CASE,
    LearnKey.STATE_LESSON,
)


def language() -> Language:
    """The language of the page: chosen, asked for in the address, or Vietnamese."""
    wanted = st.session_state.get(ShellKey.STATE_LANGUAGE) or st.query_params.get("lang")
    if wanted not in LANGUAGES:
        return "vi"
    st.session_state[ShellKey.STATE_LANGUAGE] = wanted  # changing the page empties the address
    return cast("Language", wanted)


def set_language(chosen: Language) -> None:
    """Change the language, in the address too, so that a reload keeps it."""
    st.session_state[ShellKey.STATE_LANGUAGE] = chosen
    st.query_params["lang"] = chosen
    _remember(_LANGUAGE, chosen)


def texts() -> Texts:
    """The texts in the session's language."""
    return Texts(language())


def four_colour() -> bool:
    """Whether each suit has a colour of its own."""
    return bool(st.session_state.get(ShellKey.STATE_FOUR_COLOUR, False))


def set_four_colour(chosen: bool) -> None:
    """Choose between two and four colours."""
    st.session_state[ShellKey.STATE_FOUR_COLOUR] = chosen
    _remember(_FOUR_COLOUR, chosen)


def house_rules() -> tuple[RulesProfile, ...]:
    """The house rules this browser has saved."""
    return cast("tuple[RulesProfile, ...]", st.session_state.get(ShellKey.STATE_HOUSE, ()))


def keep_house_rules(rules: RulesProfile) -> None:
    """Save house rules under their name and play by them.

    Raises:
        NotebookError: they cannot be kept after a reload.
    """
    others = (old for old in house_rules() if old.name_vi != rules.name_vi)
    st.session_state[ShellKey.STATE_HOUSE] = (*others, rules)
    set_profile(rules_key(rules))
    book = notebook()
    if book is not None:
        book.keep_rules(rules)


def drop_house_rules(rules: RulesProfile) -> None:
    """Delete house rules; a table that plays by them goes back to the first system."""
    left = tuple(old for old in house_rules() if old.name_vi != rules.name_vi)
    st.session_state[ShellKey.STATE_HOUSE] = left
    book = notebook()
    if book is not None:
        with suppress(NotebookError):
            book.drop_rules(rules.name_vi)


def rules_key(rules: RulesProfile) -> str:
    """What tells these rules from all others one can choose: a system's id, or one of a name."""
    if rules.id in PROFILES:
        return rules.id
    return f"house-{zlib.crc32(rules.name_vi.encode()):08x}"


def all_rules() -> Mapping[str, RulesProfile]:
    """The five systems and this browser's house rules, by their keys."""
    return {**PROFILES, **{rules_key(rules): rules for rules in house_rules()}}


def profile() -> RulesProfile:
    """The rules of this table."""
    chosen: object = st.session_state.get(ShellKey.STATE_RULES)
    return all_rules().get(str(chosen), BIGKOOL)


def set_profile(key: str) -> None:
    """Choose the rules of this table by their key."""
    st.session_state[ShellKey.STATE_RULES] = key
    _remember(_RULES, key)


def hand(key: str) -> Capture | None:
    """The hand kept under ``key``."""
    return cast("Capture | None", st.session_state.get(key))


def keeper(key: str) -> Callable[[Capture | None], None]:
    """What keeps a hand under ``key``, or clears it."""

    def keep(capture: Capture | None) -> None:
        hold(key, capture)
        keep_unfinished(key, capture)

    return keep


def hold(key: str, capture: Capture | None) -> None:
    """Keep a hand under ``key`` for this visit, or put it away until there is another."""
    put_away = CaptureKey.STATE_DROPPED.of(key)
    st.session_state[put_away] = hand(key) if capture is None else None
    st.session_state[key] = capture


def dropped(key: str) -> Capture | None:
    """The hand that was put away under ``key``, as long as there is no other."""
    return hand(CaptureKey.STATE_DROPPED.of(key))


def keep_unfinished(key: str, kept: Unfinished | None) -> None:
    """Keep a hand, a round or a lesson under ``key``, also for when its page is loaded again."""
    st.session_state[key] = kept
    book = notebook()
    if book is not None:
        with suppress(NotebookError):
            book.keep_unfinished(key, None if kept is None else to_text(kept), time.time())


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


def keep_played(players: Iterable[Player], *, of: str) -> None:
    """Keep the hands of a round that was shown, to practise them later; ``of`` names the round."""
    kept: set[str] = st.session_state.setdefault(ShellKey.STATE_KEPT, set())
    book = notebook()
    if book is None or of in kept:
        return
    kept.add(of)
    with suppress(NotebookError):
        book.keep_played(hands_of(players))


def know_browser(told: str | None) -> None:
    """Keep a browser's id, and take up again what it chose before."""
    if told is None or told == st.session_state.get(ShellKey.STATE_BROWSER):
        return
    st.session_state[ShellKey.STATE_BROWSER] = told
    book = Notebook(notebook_path(), told)
    with suppress(NotebookError):
        st.session_state[ShellKey.STATE_HOUSE] = book.house_rules()
        _take_up(book.choices())
        _take_up_unfinished(book.unfinished(time.time()))


def _take_up(choices: Mapping[str, object]) -> None:
    """What was chosen on this visit already, or stands in the address, goes first."""
    session, asked = st.session_state, st.query_params.get("lang")
    wanted = choices.get(_LANGUAGE)
    if wanted in LANGUAGES and ShellKey.STATE_LANGUAGE not in session and asked is None:
        set_language(wanted)
    if ShellKey.STATE_RULES not in session and choices.get(_RULES):
        session[ShellKey.STATE_RULES] = choices[_RULES]
    if ShellKey.STATE_FOUR_COLOUR not in session and choices.get(_FOUR_COLOUR):
        session[ShellKey.STATE_FOUR_COLOUR] = True
        session[ShellKey.FOUR_COLOUR] = True


def _take_up_unfinished(left: Mapping[str, str]) -> None:
    """What the visit before left, where this one has nothing yet."""
    for key in _UNFINISHED:
        begun = st.session_state.get(key)
        if begun is not None:  # before the browser was known
            keep_unfinished(key, begun)
        elif key in left:
            with suppress(ValueError):  # of a version that wrote it in another way
                st.session_state[key] = from_text(left[key])


def _remember(name: str, value: object) -> None:
    """For the next visit; where that fails the choice still holds for this one."""
    book = notebook()
    if book is not None:
        with suppress(NotebookError):
            book.choose(**{name: value})
