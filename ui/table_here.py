"""What a phone sees of its table, and how it learns of what the others do."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import timedelta
from html import escape

import streamlit as st

from scorer.rules_profile import RulesProfile
from table.errors import TableError
from table.values import Phase, SeatStatus, SeatView, TableView
from ui.components.clock import clock
from ui.components.pulse import pulse
from ui.keys import TableKey
from ui.rounds import narrow_names
from ui.table_desk import book
from ui.table_phone import Phone
from ui.text import Texts

POLL_S = 1.0
SIGNS = {
    SeatStatus.WAITING: "…",
    SeatStatus.CAPTURED: "✎",
    SeatStatus.LOCKED: "✓",
    SeatStatus.TIMED_OUT: "!",  # not an hourglass: every typeface has this one
    SeatStatus.LEFT: "–",
    SeatStatus.OUT: "–",
}


@dataclass(frozen=True, slots=True)
class Here:
    """One phone at its table at one moment."""

    texts: Texts
    phone: Phone
    view: TableView

    @property
    def rules(self) -> RulesProfile:
        """The rules of the table."""
        return self.view.profile

    @property
    def host(self) -> str | None:
        """The host's secret if this is the host's phone."""
        return self.phone.host

    @property
    def mine(self) -> SeatView | None:
        """This phone's own seat."""
        return None if self.view.seat is None else self.view.seats[self.view.seat]

    @property
    def stake(self) -> int:
        """Đồng a chi."""
        return self.view.stake.amount

    @property
    def is_over(self) -> bool:
        """Whether the arranging clock has ended."""
        ends = self.view.clock_ends_at
        return ends is not None and self.view.server_now >= ends

    @property
    def moment(self) -> Hashable:
        """What the page was drawn for; while it stays the same, only small parts change."""
        view = self.view
        if view.phase is not Phase.ARRANGING:
            return view.phase, view.revision
        seat = self.mine
        own = seat and (seat.status, seat.cards, seat.arrangement, seat.clashed)
        return view.phase, view.round_number, view.due, own


def look(texts: Texts, phone: Phone) -> Here:
    """What this phone may see now.

    Raises:
        table.errors.TableError: its secret opens nothing any more, or the book cannot be read.
    """
    return Here(texts, phone, book().view(phone.key))


def keep_watch(here: Here, draw: Callable[[Here], None]) -> None:
    """Draw a part of the page anew when something changes, the whole page when its moment is over.

    Cards are shown one row after another by the clock alone, so that part is drawn every second.
    """
    by_clock = here.view.phase is Phase.SHOWDOWN
    st.fragment(_watch, run_every=POLL_S if by_clock else None)(here, draw, [here])


def _watch(drawn: Here, draw: Callable[[Here], None], first: list[Here]) -> None:
    # The first look is the page's own: a rerun that ends the page early could lose a photo that
    # is just arriving.
    here = first.pop() if first else _look_again(drawn)
    draw(here)
    if here.view.phase is not Phase.SHOWDOWN:
        pulse(here.view.revision, here.phone.key, key=TableKey.PULSE)


def _look_again(drawn: Here) -> Here:
    try:
        here = look(drawn.texts, drawn.phone)
    except TableError:
        st.rerun()
    if here.moment != drawn.moment:
        st.rerun()
    return here


def seats_html(here: Here) -> str:
    """Every seat in a strip with how far it is; nothing of anybody's cards."""
    texts = here.texts
    names = narrow_names([seat.name for seat in here.view.seats])
    chips = "".join(
        f'<li class="{seat.status.value}{" me" if number == here.view.seat else ""}">'
        f'<i aria-hidden="true">{SIGNS[seat.status]}</i>'
        f'<b title="{escape(seat.name)}">{escape(names[number])}</b>'
        f"<small>{escape(texts(f'seat.{seat.status.value}'))}</small></li>"
        for number, seat in enumerate(here.view.seats)
    )
    return f'<ul class="mb-seats" aria-label="{escape(texts("table.seats"))}">{chips}</ul>'


def show_clock(here: Here) -> None:
    """The countdown, by the server's clock; nothing at a table without one."""
    view, texts = here.view, here.texts
    if view.clock_ends_at is None or view.phase is not Phase.ARRANGING:
        return
    clock(
        view.clock_ends_at - view.server_now,
        timedelta(seconds=view.arranging_seconds or 90),
        label=texts("round.time_left", n=view.round_number),
        over=texts("round.time_over"),
        round_number=view.round_number,
        key=TableKey.TIMER,
    )
