"""The list of pages: the router, the tab bar and the smoke test all read it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from ui import login, shell, state, table_phone, taps
from ui.keys import ShellKey
from ui.text import Texts
from ui.views import dispute, learn, night, read, rules, settle, table


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its place in the address, its texts by key, its icon and what draws it.

    A page that is not ``in_bar`` is reached from another page.
    """

    name: str
    icon: str
    render: Callable[[Texts], None]
    in_bar: bool = True

    @property
    def tab(self) -> str:
        """Key of its short name."""
        return f"{self.name}.tab"

    @property
    def title(self) -> str:
        """Key of its heading."""
        return f"{self.name}.title"

    @property
    def subtitle(self) -> str:
        """Key of its heading in the other language."""
        return f"{self.name}.subtitle"


PAGES: Final[tuple[Page, ...]] = (
    Page("read", ":material/photo_camera:", read.render),
    Page("table", ":material/table_restaurant:", table.render),
    Page("night", ":material/auto_stories:", night.render),
    Page("learn", ":material/school:", learn.render),
    Page("settle", ":material/payments:", settle.render, in_bar=False),
    Page("dispute", ":material/gavel:", dispute.render),
    Page("rules", ":material/menu_book:", rules.render),
)


def run() -> None:
    """Route this run of the app to the page in the address."""
    st.set_page_config(page_title="Mậu Binh", page_icon="♠️", layout="centered")
    links = [
        (page, st.Page(_body(page), title=page.name, url_path=page.name, default=not index))
        for index, page in enumerate(PAGES)
    ]
    chosen = st.navigation([link for _, link in links], position="hidden")
    st.session_state[ShellKey.STATE_LINKS] = {page.name: link for page, link in links}
    table_phone.keep_address()
    shell.know_browser()
    texts = state.texts()
    shell.head(texts)
    if not login.is_admitted(texts):
        return
    # Before the page, though it lies below: it must not fade while the page is reckoning.
    in_bar = [(link, texts(page.tab), page.icon) for page, link in links if page.in_bar]
    shell.tabs(in_bar, chosen)
    chosen.run()


def draw(page: Page) -> None:
    """One page in its frame, without the way to the others."""
    shell.head(state.texts())
    _body(page)()


def _body(page: Page) -> Callable[[], None]:
    def body() -> None:
        texts = state.texts()
        shell.heading(texts(page.title), texts(page.subtitle))
        page.render(texts)
        taps.forget()

    return body
