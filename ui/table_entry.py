"""Coming to a table: by its code, to a free seat or to watch; or opening one."""

from typing import Final

import streamlit as st

from table.errors import TableError
from table.values import Lobby
from ui import state, table_phone, taps
from ui.describe import note, plain, system_label
from ui.keys import TableKey
from ui.name_field import name_field
from ui.rounds import FEWEST_SEATS, MOST_SEATS
from ui.shell import link_to
from ui.table_choice import choose_clock, choose_rules, choose_stake
from ui.table_desk import book, do, form_token, in_words, new_token
from ui.table_terms import terms
from ui.text import Texts

WAYS: Final = ("enter", "open")
USUAL_STAKE: Final = 10_000


def show_entry(texts: Texts) -> None:
    """The choice between joining and opening; a scanned code leads straight to its seats."""
    room = table_phone.wanted_room()
    way = st.segmented_control(
        texts("table.way"),
        WAYS,
        default="enter" if room else st.session_state.get(TableKey.WAY, "open"),
        format_func=lambda name: texts(f"table.{name}"),
        key=TableKey.WAY,
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    if way == "enter":
        _enter(texts, room)
    else:
        _open(texts)
    link_to("settle", texts("table.no_table"), ":material/payments:")


# --- joining -------------------------------------------------------------------------------------


def _enter(texts: Texts, scanned: str) -> None:
    code = st.text_input(
        texts("table.code"),
        scanned,
        max_chars=20,
        placeholder="K7MP-2QXR",
        key=f"{TableKey.CODE}_{scanned}",
        autocomplete="off",
    ).strip()
    if not code:
        st.html(f'<p class="mb-lead">{texts("table.code_lead")}</p>')
        return
    refused = st.session_state.get(TableKey.STATE_REFUSED)
    if refused is not None and refused[0] == code:  # asking again would count as another try
        note(in_words(refused[1], texts), "bad")
        if taps.button(texts("table.again"), icon=":material/refresh:", key=TableKey.AGAIN):
            st.session_state.pop(TableKey.STATE_REFUSED)
            st.rerun()
        return
    try:
        lobby = book().enter(code, table_phone.client())
    except TableError as error:
        st.session_state[TableKey.STATE_REFUSED] = (code, error)
        st.rerun()
    _choose_seat(texts, code, lobby)


def _choose_seat(texts: Texts, code: str, lobby: Lobby) -> None:
    said = terms(lobby.profile, lobby.stake.amount, texts)
    st.html(f'<p class="mb-lead">{texts.html("table.terms", terms=said)}</p>')
    st.html(f'<h2 class="mb-section">{texts("table.which_seat")}</h2>')
    for number, seat in enumerate(lobby.seats):
        name = plain(seat.name)
        if taps.button(
            texts("table.seat_taken", name=name) if seat.taken else name,
            icon=":material/person:" if seat.taken else ":material/event_seat:",
            key=f"{TableKey.SEAT}_{number}",
            width="stretch",
            disabled=seat.taken,
        ):
            do(lambda: _claim(code, number))  # noqa: B023 - called at once
    if all(seat.taken for seat in lobby.seats):
        note(texts("table.full"))


def _claim(code: str, seat: int) -> None:
    form = f"claim_{code}_{seat}"
    key = book().claim_seat(code, seat, table_phone.client(), form_token(form))
    new_token(form)
    table_phone.sit(key)


# --- opening -------------------------------------------------------------------------------------


def _open(texts: Texts) -> None:
    rules = state.profile()
    with st.popover(
        system_label(rules, texts),
        icon=":material/menu_book:",
        key=TableKey.RULES,
        width="stretch",
    ):
        choose_rules(texts, TableKey.RULES)
    count = st.segmented_control(
        texts("table.players"),
        range(FEWEST_SEATS, MOST_SEATS + 1),
        default=MOST_SEATS,
        key=TableKey.COUNT,
        required=True,
        width="stretch",
    )
    names = _names(texts, int(count or MOST_SEATS))
    stake = choose_stake(texts, st.session_state.get(TableKey.STAKE, USUAL_STAKE))
    st.session_state[TableKey.STAKE] = stake
    seconds = choose_clock(texts, rules.clock_s)
    keep_photos = st.toggle(texts("table.keep_photos"), key=TableKey.KEEP_PHOTOS)
    problem = _names_problem(texts, names)
    if problem:
        note(problem, "bad")
    if taps.button(
        texts("table.open_now"),
        type="primary",
        icon=":material/table_restaurant:",
        key=TableKey.OPEN,
        width="stretch",
        disabled=problem is not None,
    ):
        do(lambda: _open_table(names, stake, seconds, keep_photos=keep_photos))


def _open_table(names: list[str], stake: int, seconds: int | None, *, keep_photos: bool) -> None:
    opened = book().open_table(
        profile=state.profile(),
        stake=stake,
        seats=names,
        arranging_seconds=seconds,
        keep_photos=keep_photos,
        token=form_token("open"),
    )
    new_token("open")
    table_phone.sit(opened.seat_keys[0], opened.host_key)


def _names(texts: Texts, count: int) -> list[str]:
    names = []
    kept: dict[int, str] = st.session_state.setdefault(TableKey.STATE_NAMES, {})
    for seat in range(count):
        usual = texts("settle.player", n=seat + 1)
        kept[seat] = name = name_field(
            texts,
            texts("table.your_name") if seat == 0 else usual,
            kept.get(seat, ""),  # a look at another page does not lose it
            key=f"{TableKey.NAME}_{seat}",
            placeholder=texts("table.name_hint") if seat == 0 else texts("table.later"),
        )
        names.append(name or usual)
    return names


def _names_problem(texts: Texts, names: list[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            return texts("names.taken", name=name)
        seen.add(name.casefold())
    return None
