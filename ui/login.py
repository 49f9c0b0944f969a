"""The page that asks for a login, where the club's settings want one; see `hosting.login`."""

import os

import streamlit as st

from hosting.login import is_member
from hosting.settings import read_settings
from ui import taps
from ui.components.way_back import keep_way, take_way
from ui.describe import note
from ui.keys import LoginKey
from ui.text import Texts


def is_admitted(texts: Texts) -> bool:
    """Whether this visitor may see the pages; if not, the page that asks has been drawn instead."""
    settings = read_settings(os.environ)
    if not settings.asks_for_login:
        return True
    if not st.user.get("is_logged_in"):
        _ask(texts)
        return False
    if not is_member(settings, st.user):
        note(texts("login.stranger", who=st.user.get("email") or "?"), "bad")
        _offer_logout(texts, LoginKey.OTHER)
        return False
    take_way(key=LoginKey.WAY)
    return True


def offer_logout(texts: Texts) -> None:
    """The way out, for whoever has logged in."""
    if read_settings(os.environ).asks_for_login and st.user.get("is_logged_in"):
        _offer_logout(texts, LoginKey.OUT)


def _ask(texts: Texts) -> None:
    keep_way(key=LoginKey.WAY)
    st.html(f'<p class="mb-lead">{texts("login.lead")}</p>')
    if taps.button(
        texts("login.now"),
        type="primary",
        icon=":material/login:",
        key=LoginKey.NOW,
        width="stretch",
    ):
        st.login()


def _offer_logout(texts: Texts, key: LoginKey) -> None:
    if taps.button(texts("login.out"), icon=":material/logout:", key=key, width="stretch"):
        st.logout()
