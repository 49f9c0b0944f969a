"""The frame around every page: style, brand, language, tab bar."""

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from ui import login, resources, state
from ui.components.browser import browser_id
from ui.faces import faces_css, svg_url
from ui.keys import ShellKey
from ui.text import LANGUAGES, Texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from streamlit.navigation.page import Page as StreamlitPage

_ASSETS: Final = Path(__file__).with_name("assets")


@cache
def _style() -> str:
    images = "".join(
        f"--{name}:{svg_url((_ASSETS / f'{name}.svg').read_text(encoding='utf-8').strip())};"
        for name in ("logo", "camera", "file")
    )
    sheets = [(_ASSETS / name).read_text(encoding="utf-8") for name in ("app.css", "tables.css")]
    return f":root{{{images}}}" + "".join(sheets)


def know_browser() -> None:
    """Ask the browser who it is, before anything that it chose earlier is drawn.

    No rerun of its own: one that ends early could lose a photo that is just arriving.
    """
    known = st.session_state.get(ShellKey.STATE_BROWSER)
    state.know_browser(browser_id(known, key=ShellKey.BROWSER))


def head(texts: Texts) -> None:
    """The style of the page and the bar at its top; also starts the loading of the networks."""
    resources.desk()
    st.html(f"<style>{_style()}{faces_css(state.four_colour())}</style>")
    labels = "".join(
        f"--photo-{part}:{css_string(texts(f'capture.{part}'))};"
        for part in ("label", "more", "busy", "error")
    )
    labels += "".join(
        f"--{part}:{css_string(texts(f'shell.{part}'))};" for part in ("offline", "offline_why")
    )
    st.html(f"<style>:root{{{labels}}}</style>")
    _top(texts)


def heading(title: str, subtitle: str) -> None:
    """The page's name in both languages."""
    st.html(f'<div class="mb-title"><h1>{escape(title)}</h1><span>{escape(subtitle)}</span></div>')


def tabs(links: "Sequence[tuple[StreamlitPage, str, str]]", current: "StreamlitPage") -> None:
    """The bar at the bottom: (page, label, icon) each; the current one stands out."""
    with st.container(key=ShellKey.TABS, horizontal=True):
        for page, label, icon in links:
            key = ShellKey.TAB_HERE if page == current else f"{ShellKey.TAB}_{page.title}"
            with st.container(key=key):
                st.page_link(page, label=label, icon=icon, width="stretch")


def link_to(name: str, label: str, icon: str) -> None:
    """The way to another page of the router's list; a page that is drawn alone has none."""
    links: Mapping[str, StreamlitPage] = st.session_state.get(ShellKey.STATE_LINKS, {})
    if name in links:
        with st.container(key=f"{ShellKey.LINK}_{name}"):
            st.page_link(links[name], label=label, icon=icon, width="stretch")


def _top(texts: Texts) -> None:
    with st.container(key=ShellKey.TOP, horizontal=True, horizontal_alignment="distribute"):
        st.html(
            f'<div class="mb-brand"><i></i><div><b>{texts("shell.name")}</b>'
            f"<small>{texts('shell.claim')}</small></div></div>",
            width="content",
        )
        with st.popover(texts("shell.settings"), icon=":material/tune:", width="content"):
            _settings(texts)


def _settings(texts: Texts) -> None:
    chosen = st.segmented_control(
        texts("shell.language"),
        LANGUAGES,
        default=texts.language,
        format_func=lambda language: texts(f"shell.{language}"),
        key=f"{ShellKey.LANGUAGE}_{texts.language}",
        required=True,
    )
    if chosen and chosen != texts.language:
        state.set_language(chosen)
        st.rerun()
    four = st.toggle(texts("shell.four_colour"), state.four_colour(), key=ShellKey.FOUR_COLOUR)
    if four != state.four_colour():
        state.set_four_colour(four)
        st.rerun()
    login.offer_logout(texts)


def css_string(text: str) -> str:
    """A text as a CSS string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ") + '"'
