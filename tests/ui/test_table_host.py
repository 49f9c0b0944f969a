"""What the host may do at a table, what is left to the players, and what a viewer sees."""

from streamlit.testing.v1 import AppTest

from scorer.profiles import get_profile
from table.values import Phase, RoundKind
from tests.ui.night import HANDS, NAMES, VI, keys_of
from tests.ui.samples import TABLE
from ui.keys import SettleKey, TableKey
from ui.night_account import Night
from ui.table_terms import keep_terms, terms


def test_a_round_is_corrected_with_a_trace(visit, words, night):
    night.play(*HANDS[:2])
    app = visit(TABLE, night.seat(0))
    record = night.book.view(night.opened.host_key).current
    fix = f"fix1_{record.digest[:8]}"
    open_expander(app, f"{TableKey.FIX}_1_{record.digest[:8]}")
    app.toggle(key=f"{TableKey.ABSENT}_{fix}_0").set_value(True).run()
    app.text_input(key=f"{TableKey.WHY}_{fix}").set_value("An <i>không</i> lật").run()
    app.button(key=f"{TableKey.KEEP_FIX}_{fix}").click().run()
    assert not app.exception
    kept = night.book.history(night.opened.host_key)
    assert [row.kind for row in kept] == [RoundKind.SETTLED, RoundKind.CORRECTION]
    assert kept[1].settlement.fouls == ("An",)
    assert "An &lt;i&gt;không&lt;/i&gt; lật" in words(visit(TABLE, night.seat(1)))


def test_a_round_is_voided_with_a_trace(visit, words, night):
    night.play(*HANDS[:2])
    app = visit(TABLE, night.seat(0))
    record = night.book.view(night.opened.host_key).current
    fix = f"fix1_{record.digest[:8]}"
    open_expander(app, f"{TableKey.FIX}_1_{record.digest[:8]}")
    app.button(key=f"{TableKey.VOID}_{fix}").click().run()
    assert VI("fix.why_first") in words(app)
    assert len(night.book.history(night.opened.host_key)) == 1  # not without a reason
    app.text_input(key=f"{TableKey.WHY}_{fix}").set_value("Chia nhầm")
    app.button(key=f"{TableKey.VOID}_{fix}").click().run()  # the tap that ends the writing
    assert not app.exception
    assert night.book.totals(night.opened.host_key) == dict.fromkeys(NAMES[:2], 0)
    assert VI("summary.void", n=1, why="Chia nhầm") in words(visit(TABLE, night.seat(1)))


def open_expander(app: AppTest, key: str) -> None:
    app.session_state[key] = True
    app.run()


def test_the_host_frees_a_seat_and_closes_the_table(visit, words, night):
    other = visit(TABLE, night.seat(1))
    app = visit(TABLE, night.seat(0), **{TableKey.HOST: True})
    app.button(key=f"{TableKey.FREE}_1").click().run()
    assert not app.exception
    other.run()
    assert VI("trouble.wrong_key") in words(other)
    app.toggle(key=TableKey.CLOSE_SURE).set_value(True).run()
    app.button(key=TableKey.CLOSE).click().run()
    assert night.book.view(night.opened.host_key).phase is Phase.CLOSED
    assert VI("table.closed") in words(app)


def test_the_host_changes_rules_and_stake_between_rounds_and_everybody_is_told(visit, words, night):
    night.play(*HANDS[:2])
    app = visit(TABLE, night.seat(0), **{TableKey.HOST: True})
    change = f"{TableKey.RULES}_change_bigkool_vi"
    assert app.button(key=TableKey.TERMS).disabled
    assert f"{TableKey.REOPEN}_host_1" not in keys_of(app)  # the hands are settled
    app.button_group(key=change).set_value("chi-at")
    app.button_group(key=f"{SettleKey.STAKE}_10000").set_value(20_000).run()
    app.button(key=TableKey.TERMS).click().run()
    assert not app.exception
    view = night.book.view(night.opened.host_key)
    assert (view.profile.id, view.stake.amount) == ("chi-at", 20_000)
    old = terms(get_profile("bigkool"), 10_000, VI)
    new = terms(get_profile("chi-at"), 20_000, VI)
    assert old in words(visit(TABLE, night.seat(1)))  # the round that was played keeps its terms

    night.start(2)
    assert VI("terms.from_now", terms=new) in words(visit(TABLE, night.seat(1)))
    assert TableKey.TERMS not in keys_of(visit(TABLE, night.seat(0), **{TableKey.HOST: True}))
    night.clock.pass_s(1)
    night.lay(*HANDS[2:])
    night.book.reveal(night.opened.seat_keys[0], "r2")
    night.clock.pass_s(60)
    night.start(3)
    assert VI("terms.from_now", terms=new) not in words(visit(TABLE, night.seat(1)))
    rounds = night.book.rounds(night.opened.host_key)
    assert [record.profile.id for record in rounds] == ["bigkool", "chi-at"]
    assert not keep_terms(rounds)


def test_players_write_their_own_names_and_keep_their_account(visit, words, night):
    night.play(*HANDS[:2])
    app = visit(TABLE, night.seat(1))
    app.text_input(key=f"{TableKey.NAME}_own_Chị Bảy").set_value("Bảy Xinh").run()
    app.button(key=f"{TableKey.RENAME}_own").click().run()
    assert not app.exception
    assert night.book.view(night.opened.host_key).seats[1].name == "Bảy Xinh"
    app.text_input(key=f"{TableKey.NAME}_own_Bảy Xinh").set_value("AN").run()
    app.button(key=f"{TableKey.RENAME}_own").click().run()
    assert VI("names.taken", name="AN") in words(app)
    assert night.book.view(night.opened.host_key).seats[1].name == "Bảy Xinh"

    key = night.opened.host_key
    book = Night(night.book.rounds(key), night.book.accounts(key))
    assert book.rounds[0].players[1].name == "Chị Bảy"
    (grown,) = book.running
    assert grown == {account.name: account.points for account in book.accounts}


def test_a_viewers_link_only_watches(visit, words, night):
    app = visit(TABLE, night.seat(0), **{TableKey.HOST: True})
    address = app.code[0].value
    secret = address.partition("seat=")[2]
    night.start()
    viewer = visit(TABLE, {"seat": secret})
    assert not viewer.exception
    assert VI("round.watching") in words(viewer)
    assert not [key for key in keys_of(viewer) if key.startswith(TableKey.LOCK)]
    again = visit(TABLE, night.seat(0), **{TableKey.HOST: True})
    assert again.code[0].value == address  # looking at it again ends nobody's link
