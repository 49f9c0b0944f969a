"""Writing, saving, sending and receiving house rules."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import cast

import streamlit as st

from scorer.errors import ScorerError
from scorer.fields import FieldNote
from scorer.house import Difference, differences, export_profile, import_profile
from scorer.house_code import read_rules_code, rules_code
from scorer.profiles import PROFILES
from scorer.rules_profile import RulesProfile, field_notes
from ui import state, taps
from ui.describe import capital, note, plain, system_label, system_name
from ui.keys import RulesKey
from ui.name_field import name_field
from ui.notebook import NotebookError
from ui.rules_draft import NAMES, Draft, draft_of, groups
from ui.rules_form import field_widget, value_words
from ui.shell import css_string
from ui.text import Texts


def show_house_rules(texts: Texts) -> None:
    """Draw the saved rules, or the draft that is being written."""
    draft = _draft()
    if draft is None:
        _saved(texts)
        _receive(texts)
        return
    draft = _identity(texts, draft)
    draft = _fields(texts, draft)
    _keep(draft)
    _summary(texts, draft)


def _draft() -> Draft | None:
    return cast("Draft | None", st.session_state.get(RulesKey.STATE_DRAFT))


def _keep(draft: Draft | None) -> None:
    st.session_state[RulesKey.STATE_DRAFT] = draft


# --- what is saved -------------------------------------------------------------------------------


def _saved(texts: Texts) -> None:
    st.html(f'<p class="mb-lead">{texts("rules.house_lead")}</p>')
    playing = state.rules_key(state.profile())
    for rules in state.house_rules():
        key = state.rules_key(rules)
        with st.container(border=True, key=f"{RulesKey.USE}_box_{key}"):
            here = f" · {texts('rules.playing')}" if key == playing else ""
            st.markdown(f"**{system_label(rules, texts)}**{here}")
            st.caption(texts("rules.changes", n=len(differences(rules)), base=_base(rules, texts)))
            _saved_buttons(texts, rules, key)
    if taps.button(
        texts("rules.new"),
        icon=":material/add:",
        key=RulesKey.NEW,
        type="primary",
        width="stretch",
    ):
        base = state.profile().base
        _keep(Draft(base=base, name=_free_name(texts)))
        st.rerun()


def _saved_buttons(texts: Texts, rules: RulesProfile, key: str) -> None:
    with st.container(horizontal=True):
        if taps.button(texts("rules.use"), key=f"{RulesKey.USE}_{key}", width="stretch"):
            state.set_profile(key)
            st.rerun()
        if taps.button(texts("rules.change"), key=f"{RulesKey.CHANGE}_{key}", width="stretch"):
            _keep(draft_of(rules, texts.language))
            st.rerun()
        with st.popover(texts("rules.send_short"), key=f"{RulesKey.SEND}_{key}", width="stretch"):
            _send(texts, rules, key)
        if taps.button(texts("rules.drop"), key=f"{RulesKey.DROP}_{key}", width="stretch"):
            state.drop_house_rules(rules)
            st.rerun()


def _base(rules: RulesProfile, texts: Texts) -> str:
    return system_name(PROFILES[rules.base], texts)


def _free_name(texts: Texts) -> str:
    used = {rules.name_vi for rules in state.house_rules()}
    names = (texts("rules.nth_name", n=n) for n in range(1, len(used) + 2))
    return next(name for name in names if name not in used)


# --- writing them --------------------------------------------------------------------------------


def _identity(texts: Texts, draft: Draft) -> Draft:
    base = st.pills(
        texts("rules.start_from"),
        list(PROFILES),
        default=draft.base,
        format_func=lambda name: system_label(PROFILES[name], texts),
        key=f"{RulesKey.BASE}_{draft.number}",
        required=True,
    )
    if base and base != draft.base:
        _keep(draft.on(base))
        st.rerun()
    key = f"{RulesKey.NAME}_{draft.number}"
    return replace(draft, name=name_field(texts, texts("rules.name"), draft.name, key=key))


def _fields(texts: Texts, draft: Draft) -> Draft:
    by_group = groups(texts.language)
    group = st.pills(
        texts("rules.group"),
        list(by_group),
        default=next(iter(by_group)),
        format_func=lambda name: texts(f"rules.{name}"),
        key=RulesKey.GROUP,
        required=True,
    )
    for name in by_group.get(group or "", ()):
        value = field_widget(texts, draft, name)
        draft = draft.changed(name, value)
        if name in draft.values and group != NAMES:
            old = getattr(PROFILES[draft.base], name)
            base = system_name(PROFILES[draft.base], texts)
            st.caption(f"{plain(base)}: {plain(value_words(old, texts))}")
    return draft


def _summary(texts: Texts, draft: Draft) -> None:
    problems = draft.problems(texts.language)
    for problem in problems:
        note(capital(problem), "bad")
    rules = None if problems else draft.profile()
    changes = () if rules is None else differences(rules)
    if changes:
        st.html(f'<h2 class="mb-section">{texts("rules.what_differs")}</h2>')
        st.html(changes_html(texts, changes))
    elif rules is not None:
        note(texts("rules.no_changes", base=_base(rules, texts)))
    with st.container(horizontal=True):
        if taps.button(texts("rules.cancel"), key=RulesKey.CANCEL, width="stretch"):
            _keep(None)
            st.rerun()
        if taps.button(
            texts("rules.save"),
            icon=":material/check:",
            key=RulesKey.SAVE,
            type="primary",
            disabled=not changes,
            width="stretch",
        ):
            _save(texts, draft.profile())
    if rules is not None and changes:
        st.html(f'<h2 class="mb-section">{texts("rules.send")}</h2>')
        _send(texts, rules, "draft")


def changes_html(texts: Texts, changes: Sequence[Difference]) -> str:
    """What rules change in the system they started from, each change with its rule."""
    rows = "".join(
        f"<li><span>{escape(_meaning(field_notes()[change.field], texts))}"
        f" <small>{field_notes()[change.field].rule}</small></span>"
        f"<b>{escape(value_words(change.before, texts))} → "
        f"{escape(value_words(change.after, texts))}</b></li>"
        for change in changes
    )
    return f'<article class="mb-pair mb-changes"><ul>{rows}</ul></article>'


def _meaning(found: FieldNote, texts: Texts) -> str:
    return capital(found.vi if texts.language == "vi" else found.en)


def _save(texts: Texts, rules: RulesProfile) -> None:
    try:
        state.keep_house_rules(rules)
    except NotebookError as error:
        note(texts("rules.not_kept", reason=error), "bad")
        return
    _keep(None)
    st.rerun()


# --- sending and receiving -----------------------------------------------------------------------


def _send(texts: Texts, rules: RulesProfile, place: str) -> None:
    st.code(rules_code(rules), language=None, wrap_lines=True)
    st.download_button(
        texts("rules.file"),
        data=export_profile(rules),
        file_name="luat-mau-binh.json",
        mime="application/json",
        icon=":material/download:",
        key=f"{RulesKey.FILE}_{place}",
        on_click="ignore",
        width="stretch",
    )


def _receive(texts: Texts) -> None:
    st.html(f'<h2 class="mb-section">{texts("rules.receive")}</h2>')
    code = st.text_area(texts("rules.code"), key=RulesKey.CODE, height=90)
    if taps.button(texts("rules.read_code"), key=RulesKey.READ_CODE, width="stretch"):
        _take(texts, code.encode(), is_code=True)
    turn = st.session_state.get(RulesKey.STATE_UPLOADS, 0)
    label = css_string(texts("rules.upload"))
    scope = f'[class*="st-key-{RulesKey.UPLOAD}"]'
    st.html(f"<style>{scope}{{--photo-label:{label};--camera:var(--file)}}</style>")
    upload = st.file_uploader(
        texts("rules.upload"),
        type=["json", "txt"],
        key=f"{RulesKey.UPLOAD}_{turn}",
        label_visibility="collapsed",
    )
    if upload is not None:
        _take(texts, upload.getvalue(), is_code=False)


def _take(texts: Texts, sent: bytes, *, is_code: bool) -> None:
    """Rules that arrive become a draft: they are looked at before they are saved."""
    try:
        rules = read_rules_code(sent.decode()) if is_code else import_profile(sent)
    except ScorerError as error:
        note(capital(error.text(texts.language)), "bad")
        return
    turn = st.session_state.get(RulesKey.STATE_UPLOADS, 0)
    st.session_state[RulesKey.STATE_UPLOADS] = turn + 1  # the next visit starts without the file
    _keep(draft_of(rules, texts.language))
    st.rerun()
