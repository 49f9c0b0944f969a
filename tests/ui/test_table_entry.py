"""Coming to a table: opening one, the invitation, the way in, and back after a reload."""

import pytest
from streamlit.testing.v1 import AppTest

from scorer.house import profile_from_dict
from table.door import NAME_LENGTH
from tests.ui.night import VI, keys_of
from tests.ui.samples import TABLE
from ui import table_desk, table_phone
from ui.keys import ShellKey, TableKey
from ui.state import rules_key
from ui.table_phone import network_of


def test_opening_a_table_shows_its_code_and_keeps_the_secrets_in_the_address(visit, words, clock):
    app = visit(TABLE)
    app.button_group(key=TableKey.COUNT).set_value(2).run()
    app.text_input(key=f"{TableKey.NAME}_0").set_value("  <b>An</b>  ").run()
    app.text_input(key=f"{TableKey.NAME}_1").set_value("x" * 200).run()
    assert VI("names.cut", n=NAME_LENGTH, name="x" * NAME_LENGTH) in words(app)
    app.button(key=TableKey.OPEN).click().run()
    assert not app.exception
    assert "mb-room" in words(app)
    assert "&lt;b&gt;An" in words(app) and "<b>An</b>" not in words(app).replace("<b>x", "")
    seat, host = app.query_params["seat"], app.query_params["host"]
    view = table_desk.book().view(host)
    assert [s.name for s in view.seats] == ["<b>An</b>", "x" * NAME_LENGTH]
    assert [s.taken for s in view.seats] == [True, False]
    assert view.room_code in words(app)
    assert seat not in words(app) and host not in words(app)  # nothing to photograph or forward


def test_the_invitation_names_an_address_that_answers(visit, words, night, monkeypatch):
    monkeypatch.setattr(table_phone.net_util, "get_internal_ip", lambda: "192.0.2.5")
    assert "http://192.0.2.5:8501/table" in words(visit(TABLE, night.seat(0)))
    own = {"server.address": "127.0.0.1"}
    monkeypatch.setattr(table_phone.st, "get_option", own.get)
    shown = words(visit(TABLE, night.seat(0)))
    assert "http://localhost:8501/table" in shown
    assert "192.0.2.5" not in shown


def test_names_that_were_typed_outlive_a_look_at_the_other_way_in(visit, clock):
    app = visit(TABLE)
    app.text_input(key=f"{TableKey.NAME}_0").set_value("Bảy").run()
    app.button_group(key=TableKey.WAY).set_value("enter").run()
    app.button_group(key=TableKey.WAY).set_value("open").run()
    assert app.text_input(key=f"{TableKey.NAME}_0").value == "Bảy"


def test_two_names_alike_are_refused_before_opening(visit, words, clock):
    app = visit(TABLE)
    app.text_input(key=f"{TableKey.NAME}_0").set_value("Bảy").run()
    app.text_input(key=f"{TableKey.NAME}_1").set_value("BẢY").run()
    assert VI("names.taken", name="BẢY") in words(app)
    assert app.button(key=TableKey.OPEN).disabled


def test_the_system_sets_the_usual_clock(visit, clock):
    app = visit(TABLE, **{ShellKey.STATE_RULES: "chi-at"})
    assert app.button_group(key=f"{TableKey.CLOCK}_90").value == 90
    app = visit(TABLE)
    assert app.button_group(key=f"{TableKey.CLOCK}_None").value == 0


def test_a_scanned_code_leads_to_the_free_seats(visit, words, night):
    night.book.view(night.opened.seat_keys[0])  # the first look sits down
    app = visit(TABLE)
    app.button_group(key=TableKey.WAY).set_value("enter").run()
    app.text_input(key=f"{TableKey.CODE}_").set_value(night.opened.room_code.lower()).run()
    assert app.button(key=f"{TableKey.SEAT}_0").disabled
    app.button(key=f"{TableKey.SEAT}_1").click().run()
    assert not app.exception
    assert VI("lobby.wait") in words(app)
    assert night.book.view(app.query_params["seat"]).seat == 1


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff::8", "2001:db8:0:1::/64"),
        ("local", "local"),
    ],
)
def test_whoever_has_a_network_of_addresses_is_one_caller(address, caller):
    assert network_of(address) == caller


def test_a_wrong_code_is_told_once_and_not_tried_again_by_other_taps(visit, words, night):
    app = visit(TABLE)
    app.button_group(key=TableKey.WAY).set_value("enter").run()
    app.text_input(key=f"{TableKey.CODE}_").set_value("AAAA-AAAA").run()
    assert VI("trouble.wrong_room_code") in words(app)
    for _ in range(20):
        app.run()
    assert VI("trouble.wrong_room_code") in words(app)  # twenty tries would be too many


def test_a_reload_comes_back_to_the_seat(night, words):
    app = AppTest.from_string(
        "from ui import table_phone\n"
        "from ui.pages import PAGES, draw\n"
        "table_phone.keep_address()\n"
        "draw(next(page for page in PAGES if page.name == 'table'))\n"
    )
    app.query_params["seat"] = night.opened.seat_keys[1]
    app.run(timeout=60)
    assert not app.exception
    assert VI("lobby.wait") in words(app)


def test_a_secret_that_opens_nothing_is_no_dead_end(visit, words, night):
    app = visit(TABLE, {"seat": "made-up"})
    assert VI("trouble.wrong_key") in words(app)
    app.button(key=TableKey.LEAVE).click().run()
    assert TableKey.OPEN in keys_of(app)
    assert "seat" not in app.query_params


def test_a_table_is_opened_under_house_rules(visit, clock):
    rules = profile_from_dict({"base": "bigkool", "name": "Nhà *Tư*", "loss_cap": 30})
    session = {ShellKey.STATE_HOUSE: (rules,), ShellKey.STATE_RULES: rules_key(rules)}
    app = visit(TABLE, **session)
    app.button_group(key=TableKey.COUNT).set_value(2).run()
    app.text_input(key=f"{TableKey.NAME}_0").set_value("An").run()
    app.button(key=TableKey.OPEN).click().run()
    assert not app.exception
    assert table_desk.book().view(app.query_params["host"]).profile == rules
