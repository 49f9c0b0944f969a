"""The page of the rules: the five systems side by side, house rules written, sent and received."""

import pytest

from scorer.house import export_profile
from scorer.house_code import rules_code
from tests.ui.samples import BROWSER, RULES, house
from ui.keys import RulesKey, ShellKey
from ui.notebook import Notebook, notebook_path
from ui.rules_draft import Draft, groups
from ui.state import rules_key as state_key
from ui.text import Texts


def test_the_rules_show_all_five_systems_and_hide_what_is_common(open_page, words):
    app = open_page(RULES)
    short = words(app)
    app.toggle(key=RulesKey.DIFFERENCES).set_value(False).run()
    assert not app.exception
    full = words(app)
    assert full.count("<tr>") > short.count("<tr>") > 20
    assert all(Texts("vi")(f"system.{name}") in full for name in ("bigkool", "mo-binh", "tinh-chi"))


def test_house_rules_are_written_saved_used_and_dropped(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house", ShellKey.STATE_BROWSER: BROWSER})
    app.button(key=RulesKey.NEW).click().run()
    assert app.button(key=RulesKey.SAVE).disabled
    assert Texts("vi")("rules.no_changes", base="Bigkool") in words(app)
    number = app.session_state[RulesKey.STATE_DRAFT].number
    app.text_input(key=f"{RulesKey.NAME}_{number}").set_value("  Nhà  <b>Tư</b> ").run()
    app.button_group(key=RulesKey.GROUP).set_value("R2").run()
    app.number_input(key=f"{RulesKey.FIELD}_front_trips_{number}").set_value(7).run()
    assert not app.exception
    assert "3 → 7" in words(app)
    app.button(key=RulesKey.SAVE).click().run()
    assert not app.exception
    (saved,) = Notebook(notebook_path(), BROWSER).house_rules()
    assert (saved.front_trips, saved.name_vi) == (7, "Nhà <b>Tư</b>")
    assert state_key(saved) == app.session_state[ShellKey.STATE_RULES]

    app.button_group(key=RulesKey.PART).set_value("compare").run()
    assert "Nhà &lt;b&gt;Tư&lt;/b&gt;: khác luật gốc" in words(app)
    app.button_group(key=RulesKey.PART).set_value("house").run()
    app.button(key=f"{RulesKey.DROP}_{state_key(saved)}").click().run()
    assert not app.exception
    assert Notebook(notebook_path(), BROWSER).house_rules() == ()


@pytest.mark.parametrize("group", [*groups("vi")])
def test_every_part_of_the_rules_can_be_written(open_page, group):
    draft = Draft(base="chi-at", name="Nhà")
    app = open_page(
        RULES, **{RulesKey.PART: "house", RulesKey.STATE_DRAFT: draft, RulesKey.GROUP: group}
    )
    assert not app.exception
    assert app.session_state[RulesKey.STATE_DRAFT].values == {}  # looking changes nothing


def test_rules_that_do_not_fit_are_told_at_once(open_page, words):
    draft = Draft(base="bigkool", name="Nhà")
    session = {RulesKey.PART: "house", RulesKey.STATE_DRAFT: draft, RulesKey.GROUP: "names"}
    app = open_page(RULES, **session)
    app.text_area(key=f"{RulesKey.FIELD}_row_names_vi_{draft.number}").set_value("một\nhai").run()
    assert not app.exception
    assert words(app).count('role="alert"') == 1
    assert app.button(key=RulesKey.SAVE).disabled


def test_rules_arrive_as_a_code_and_are_looked_at_first(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house"})
    app.text_area(key=RulesKey.CODE).set_value(rules_code(house(loss_cap=30)))
    app.button(key=RulesKey.READ_CODE).click().run()
    assert not app.exception
    assert "– → 30" in words(app)
    app.button(key=RulesKey.CANCEL).click().run()
    app.text_area(key=RulesKey.CODE).set_value("MB1-nonsense")
    app.button(key=RulesKey.READ_CODE).click().run()
    assert not app.exception
    assert "Mã luật bị thiếu hoặc sai chữ" in words(app)


def test_rules_arrive_as_a_file(open_page, words):
    app = open_page(RULES, **{RulesKey.PART: "house"})
    sent = export_profile(house(loss_cap=30)).encode()
    app.file_uploader(key=f"{RulesKey.UPLOAD}_0").set_value(("r.json", sent, "text/plain")).run()
    assert "– → 30" in words(app)
    app.button(key=RulesKey.CANCEL).click().run()
    bad = b'{"base": "bigkool", "<script>": 1}'
    app.file_uploader(key=f"{RulesKey.UPLOAD}_1").set_value(("r.json", bad, "text/plain")).run()
    assert not app.exception
    assert 'role="alert"' in words(app)
    assert "<script>" not in words(app)
