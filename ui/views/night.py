"""Night book: where everybody stands, how it went, who pays whom; to keep and to send."""

from html import escape

import streamlit as st

from table.errors import TableError
from table.export import csv_text
from table.values import Payment, RoundKind, RoundRecord
from ui import table_phone
from ui.describe import instant_name, note, plain
from ui.keys import NightKey
from ui.lettering import STAND_IN
from ui.night_account import Night, NotableHand
from ui.night_chart import running_chart
from ui.night_picture import NightSummary, night_png, stands_in
from ui.settlement_view import hand_html, tone
from ui.shell import link_to
from ui.table_desk import book, in_words
from ui.table_fix import offer_fix
from ui.table_here import Here, look
from ui.table_summary import show_record
from ui.table_terms import keep_terms, terms
from ui.text import Texts


def render(texts: Texts) -> None:
    """Draw the page."""
    phone = table_phone.phone()
    if phone is None:
        st.html(f'<p class="mb-lead">{texts("night.no_table")}</p>')
        link_to("table", texts("table.title"), ":material/table_restaurant:")
        return
    try:
        here = look(texts, phone)
        night = Night(book().rounds(phone.key), book().accounts(phone.key))
        payments = book().payments(phone.key)
    except TableError as error:
        note(in_words(error, texts), "bad")
        return
    if not night.rounds:
        st.html(f'<p class="mb-lead">{texts("night.empty")}</p>')
        return
    st.html(_totals_html(night, texts))
    if len(night.counting) > 1:
        st.html(f'<h2 class="mb-section">{texts("night.chart")}</h2>')
        st.altair_chart(
            running_chart(night, texts), key=NightKey.CHART, alt=texts("night.chart_alt")
        )
    st.html(f'<h2 class="mb-section">{texts("night.payments")}</h2>')
    st.html(_payments_html(payments, texts))
    _share(here, night, payments)
    _notable(night, texts)
    st.html(f'<h2 class="mb-section">{texts("night.rounds")}</h2>')
    for record in reversed(night.rounds):
        _round(here, record)


def _totals_html(night: Night, texts: Texts) -> str:
    rows = "".join(
        f'<div class="{"top" if place == 0 and account.points > 0 else ""}"><div class="who">'
        f"{escape(account.name)}<small>{escape(texts('night.played', n=account.rounds))}</small>"
        f'</div><div class="sum"><b class="{tone(account.points)}">{texts.chi(account.points)}</b>'
        f"<small>{texts.money(account.money.amount)}</small></div></div>"
        for place, account in enumerate(sorted(night.accounts, key=lambda a: -a.points))
    )
    return f'<div class="mb-score">{rows}</div>'


def _payments_html(payments: tuple[Payment, ...], texts: Texts) -> str:
    if not payments:
        return f'<p class="mb-lead">{texts("night.nobody_pays")}</p>'
    rows = "".join(
        f"<li><span>{texts.html('result.pays', payer=payment.payer, payee=payment.payee)}</span>"
        f"<b>{texts.amount(payment.money.amount)}</b></li>"
        for payment in payments
    )
    return f'<ul class="mb-pays">{rows}</ul>'


def _share(here: Here, night: Night, payments: tuple[Payment, ...]) -> None:
    texts = here.texts
    day = texts.day(night.rounds[0].settled_at)
    with st.container(horizontal=True):
        st.download_button(
            texts("night.picture"),
            lambda: night_png(_summary(here, night, payments, day), texts),
            file_name=f"mau-binh-{night.rounds[0].settled_at:%Y-%m-%d}.png",
            mime="image/png",
            icon=":material/image:",
            key=NightKey.PICTURE,
            on_click="ignore",
            width="stretch",
        )
        st.download_button(
            texts("night.csv"),
            lambda: csv_text((1, record) for record in book().history(here.phone.key)),
            file_name=f"mau-binh-{night.rounds[0].settled_at:%Y-%m-%d}.csv",
            mime="text/csv",
            icon=":material/table_view:",
            key=NightKey.CSV,
            on_click="ignore",
            width="stretch",
        )
    if stands_in(night.names):
        st.html(f'<p class="mb-lead">{texts("night.stand_in", sign=STAND_IN)}</p>')


def _summary(here: Here, night: Night, payments: tuple[Payment, ...], day: str) -> NightSummary:
    texts = here.texts
    last = night.rounds[-1]
    said = (
        terms(last.profile, last.stake.amount, texts)
        if keep_terms(night.counting)
        else texts("terms.changed")
    )
    return NightSummary(
        title=f"{texts('shell.name')} · {day}",
        subtitle=texts("night.subline", n=len(night.counting), terms=said),
        accounts=night.accounts,
        running=night.running,
        payments=payments,
    )


def _notable(night: Night, texts: Texts) -> None:
    notable = [
        ("night.best", night.best),
        ("night.worst", night.worst),
        *(("night.instant", win) for win in night.instant_wins),
    ]
    shown = [_hand_html(texts, key, hand) for key, hand in notable if hand is not None]
    if shown:
        st.html(f'<h2 class="mb-section">{texts("night.hands")}</h2>')
        st.html("".join(shown))


def _hand_html(texts: Texts, key: str, hand: NotableHand) -> str:
    rules = hand.settlement.profile
    title = texts(key)
    if hand.win is not None:
        title += f" · {instant_name(hand.win, rules, texts)}"
    return (
        f'<article class="mb-way"><header><b>{escape(hand.player.name)}</b>'
        f'<strong class="{tone(hand.points)}">{texts.chi(hand.points)}</strong></header>'
        f'<p class="mb-lead">{escape(title)} · {escape(texts("round.title", n=hand.number))}</p>'
        f"{hand_html(hand.player, rules, texts)}</article>"
    )


def _round(here: Here, record: RoundRecord) -> None:
    """One round of the night behind a line that says how it ended."""
    texts = here.texts
    points = sorted(record.points.items(), key=lambda item: -item[1])
    said = ", ".join(f"{plain(name)} {texts.signed(chi)}" for name, chi in points)
    if record.kind is RoundKind.VOID:
        said = texts("night.void")
    elif record.kind is RoundKind.CORRECTION:
        said = f"{said} · {texts('night.corrected')}"
    with st.expander(
        texts("night.round", n=record.number, said=said),
        key=f"{NightKey.ROUND}_{record.digest[:12]}",
        on_change="rerun",
    ) as opened:
        if opened.open:
            show_record(here, record)
            offer_fix(here, record)
