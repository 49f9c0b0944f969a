"""The table on several phones: joining, a round, the showdown, corrections, and the night book."""

import asyncio
import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from string import Formatter

import pytest
from PIL import Image
from starlette.requests import Request
from streamlit.testing.v1 import AppTest

import table.errors
import ui
from scorer.arrangement import Arrangement
from scorer.errors import Problem
from scorer.house import profile_from_dict
from scorer.notation import parse_cards
from scorer.profiles import PROFILES, get_profile
from table.book import TableBook
from table.errors import BadHand, BadRound, TableError
from table.values import OpenedTable, Phase, RoundKind, SeatStatus
from tests.ui.doubles import OTHERS
from ui import table_desk, table_phone
from ui.keys import CaptureKey, SettleKey, ShellKey, TableKey
from ui.night_account import Night
from ui.night_picture import NightSummary, night_png
from ui.notebook import Notebook, notebook_path
from ui.pages import PAGES, Page
from ui.server import pulse
from ui.share import WIDTH_PX
from ui.state import rules_key
from ui.table_desk import in_words
from ui.table_drafts import MOST_DRAFTS, Draft, DraftKey, Drafts
from ui.table_phone import network_of
from ui.table_terms import keep_terms, terms
from ui.text import LANGUAGES, Texts

VI = Texts("vi")
TABLE, NIGHT = (next(page for page in PAGES if page.name == name) for name in ("table", "night"))
HANDS = (
    Arrangement.parse("Kh 9s 4c", "Qd Qh 8s 7c 2d", "As Ad 9d 6d 3d"),
    Arrangement.parse("Jc Th 5c", "8h 8d Ac Qs 6c", "5d 5h 5s 4d 2h"),
    Arrangement.parse("2c 3c Kd", "4h 4s Jd Ts 7h", "6h 6s Jh Js 9c"),
    Arrangement.parse("2s 3s Qc", "7d 7s 9h Tc Kc", "8c Td Ks Ah 3h"),
)
FOUL = Arrangement.parse("Kh Ks 4c", "Qd Qh 8s 7c 2d", "As Ah 9d 6d 3d")
DRAGON = parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")
NAMES = ("An", "Chị Bảy", "<b>Cu</b>", "Dũng 🎴")


class Clock:
    """The server's clock, moved by the test."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_s(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Night4:
    """A table of two to four with all its secrets."""

    book: TableBook
    clock: Clock
    opened: OpenedTable

    def seat(self, number: int) -> dict[str, str]:
        secrets = {"seat": self.opened.seat_keys[number]}
        return secrets | ({"host": self.opened.host_key} if number == 0 else {})

    def lay(self, *hands: Arrangement, locked: bool = True) -> None:
        for number, hand in enumerate(hands):
            key = self.opened.seat_keys[number]
            self.book.capture(key, number, hand.cards, hand, token=f"c{number}{hand}")
            if locked:
                self.book.lock(key, number, f"l{number}{hand}")

    def start(self, number: int = 1) -> None:
        self.book.start_round(self.opened.host_key, f"s{number}")

    def play(self, *hands: Arrangement, number: int = 1) -> None:
        self.start(number)
        self.clock.pass_s(1)
        for seat, hand in enumerate(hands):
            key = self.opened.seat_keys[seat]
            self.book.capture(key, seat, hand.cards, hand, token=f"c{number}{seat}")
            self.book.lock(key, seat, f"l{number}{seat}")
        self.book.reveal(self.opened.seat_keys[1], f"r{number}")
        self.clock.pass_s(60)


@pytest.fixture
def clock(monkeypatch, tmp_path):
    clock = Clock()
    book = TableBook(tmp_path / "night.db", now=clock)
    monkeypatch.setattr(table_desk, "TableBook", lambda _: book)
    yield clock
    book.close()


@pytest.fixture
def night(clock):
    return open_night(clock)


def open_night(clock: Clock, seats: int = 2, rules: str = "bigkool", seconds: int | None = None):
    book = table_desk.book()
    opened = book.open_table(
        profile=get_profile(rules),
        stake=10_000,
        seats=NAMES[:seats],
        arranging_seconds=seconds,
        token="a secret of the test",
    )
    return Night4(book, clock, opened)


@pytest.fixture
def visit(open_page):
    """Open a page on a phone whose address holds these secrets."""

    def opened(page: Page, secrets: dict[str, str] | None = None, **session: object) -> AppTest:
        named = {"seat": TableKey.STATE_SEAT, "host": TableKey.STATE_HOST}
        held = {named[name]: secret for name, secret in (secrets or {}).items()}
        return open_page(page, **held, **session)

    return opened


def keys_of(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button]


# --- coming to a table ---------------------------------------------------------------------------


def test_opening_a_table_shows_its_code_and_keeps_the_secrets_in_the_address(visit, words, clock):
    app = visit(TABLE)
    app.button_group(key=TableKey.COUNT).set_value(2).run()
    app.text_input(key=f"{TableKey.NAME}_0").set_value("  <b>An</b>  ").run()
    app.text_input(key=f"{TableKey.NAME}_1").set_value("x" * 200).run()
    assert VI("names.cut", n=20, name="x" * 20) in words(app)
    app.button(key=TableKey.OPEN).click().run()
    assert not app.exception
    assert "mb-room" in words(app)
    assert "&lt;b&gt;An" in words(app) and "<b>An</b>" not in words(app).replace("<b>x", "")
    seat, host = app.query_params["seat"], app.query_params["host"]
    view = table_desk.book().view(host)
    assert [s.name for s in view.seats] == ["<b>An</b>", "x" * 20]
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


# --- a round -------------------------------------------------------------------------------------


def test_two_hosts_start_one_round(visit, night):
    first, second = (visit(TABLE, night.seat(0)) for _ in range(2))
    first.button(key=TableKey.START).click().run()
    second.button(key=TableKey.START).click().run()
    assert not first.exception and not second.exception
    assert night.book.view(night.opened.host_key).round_number == 1


def test_nobody_sees_the_cards_of_others_before_the_showdown(visit, words, night):
    night.start()
    night.lay(HANDS[0], locked=True)
    for secrets in (night.seat(1), {"seat": night.opened.viewer_key}):
        app = visit(TABLE, secrets)
        assert not app.exception
        assert VI("seat.locked") in words(app)
        assert "card c" not in words(app)
    assert "card cKh" in words(visit(TABLE, night.seat(0)))


def test_a_hand_is_locked_and_opened_again_but_not_by_a_double_tap(visit, night):
    night.start()
    night.lay(HANDS[0], locked=False)
    app = visit(TABLE, night.seat(0))
    app.button(key=f"{TableKey.LOCK}_0").click().run()
    assert night.book.view(night.opened.seat_keys[0]).seats[0].status is SeatStatus.LOCKED
    app.button(key=f"{TableKey.REOPEN}_0").click().run()  # the second tap of the same finger
    assert night.book.view(night.opened.seat_keys[0]).seats[0].status is SeatStatus.LOCKED
    app.session_state[TableKey.STATE_LAST] = float("-inf")
    app.button(key=f"{TableKey.REOPEN}_0").click().run()
    assert not app.exception
    assert night.book.view(night.opened.seat_keys[0]).seats[0].status is SeatStatus.CAPTURED
    assert f"{TableKey.LOCK}_0" in keys_of(app)


def test_a_foul_hand_is_locked_only_knowingly(visit, night):
    night.start()
    night.lay(FOUL, locked=False)
    app = visit(TABLE, night.seat(0))
    assert app.button(key=f"{TableKey.LOCK}_0").label == VI("round.done_foul")


def test_a_card_at_two_seats_is_told_to_both_without_naming_it(visit, words, night):
    night.start()
    night.lay(HANDS[0], locked=False)
    seat = night.opened.seat_keys[1]
    clashing = Arrangement.parse("Kh Th 5c", "8h 8d Ac Qs 6c", "5d 5h 5s 4d 2h")
    with pytest.raises(TableError):
        night.book.capture(seat, 1, clashing.cards, clashing, token="clash")
    for number in (0, 1):
        app = visit(TABLE, night.seat(number))
        assert not app.exception
    assert VI("round.clash") in words(visit(TABLE, night.seat(0)))


def test_all_in_any_seat_shows_the_cards_and_only_the_host_may_still_change(visit, words, night):
    night.start()
    night.lay(*HANDS[:2])
    host, other = (visit(TABLE, night.seat(number)) for number in (0, 1))
    assert f"{TableKey.REOPEN}_0" in keys_of(host)
    assert f"{TableKey.REOPEN}_1" not in keys_of(other)
    other.button(key=TableKey.REVEAL).click().run()
    assert not other.exception
    text = words(other)
    assert "mb-show" in text and "1/3" in text
    assert "card cAs" in text and "card c9s" not in text  # the strongest row first


def test_the_showdown_goes_on_by_the_servers_clock_and_may_be_skipped(visit, words, night):
    night.start()
    night.lay(*HANDS[:2])
    night.book.reveal(night.opened.seat_keys[1], "r")
    seen = []
    for _ in range(3):
        seen.append(words(visit(TABLE, night.seat(1))))
        night.clock.pass_s(5)
    assert ["1/3" in seen[0], "2/3" in seen[1], "3/3" in seen[2]] == [True] * 3
    assert "mb-score" in words(visit(TABLE, night.seat(1)))


def test_the_host_skips_the_showdown(visit, words, night):
    night.start()
    night.lay(*HANDS[:2])
    night.book.reveal(night.opened.seat_keys[1], "r")
    app = visit(TABLE, night.seat(0))
    app.button(key=TableKey.SKIP).click().run()
    assert "mb-score" in words(app)


@pytest.mark.parametrize("rules", PROFILES)
def test_time_out_counts_by_the_rules_of_the_table(visit, words, clock, rules):
    night = open_night(clock, rules=rules, seconds=90)
    night.start()
    night.lay(HANDS[0], locked=True)
    key = night.opened.seat_keys[1]
    night.book.capture(key, 1, HANDS[1].cards, HANDS[1], token="late")
    clock.pass_s(90)
    app = visit(TABLE, night.seat(1))
    assert VI("round.timed_out") in words(app)
    app.button(key=TableKey.REVEAL).click().run()
    clock.pass_s(60)
    settlement = night.book.view(key).settlement
    foul = get_profile(rules).unconfirmed_is_foul
    assert settlement.fouls == ((NAMES[1],) if foul else ())
    assert not app.exception


def test_the_previous_round_is_looked_up_at_any_time(visit, words, night):
    night.play(*HANDS[:2])
    night.start(2)
    app = visit(TABLE, night.seat(1))
    app.button(key=TableKey.PREVIOUS).click().run()
    assert "mb-score" in words(app)
    app.button(key=TableKey.BACK).click().run()
    assert "mb-score" not in words(app)


def test_four_players_settle_with_a_matrix(visit, words, clock):
    night = open_night(clock, seats=4)
    night.play(*HANDS)
    text = words(visit(TABLE, night.seat(3)))
    assert "mb-matrix" in text
    assert "&lt;b&gt;Cu&lt;/b&gt;" in text and "<b>Cu" not in text


def test_whoever_has_no_phone_is_captured_on_the_hosts(visit, words, night):
    night.start()
    night.lay(HANDS[0], locked=True)
    app = visit(TABLE, night.seat(0))
    app.button_group(key=f"{TableKey.PICK}_1").set_value(1).run()
    assert not app.exception
    assert VI("round.capture_for", name=NAMES[1]) in words(app)
    night.book.capture(night.opened.host_key, 1, HANDS[1].cards, HANDS[1], token="for")
    app.run()
    app.button(key=f"{TableKey.LOCK}_1").click().run()
    assert night.book.view(night.opened.host_key).due
    assert "card cTh" not in words(app)  # once done, it is hidden on the host's phone too


def test_one_photo_of_the_table_gives_every_seat_its_hand(visit, words, clock):
    night = open_night(clock, seats=4)
    night.start()
    app = visit(TABLE, night.seat(0))
    app.toggle(key=f"{TableKey.WHOLE}_1").set_value(True).run()
    picture = io.BytesIO()
    Image.new("RGB", (600, 400), "#206040").save(picture, "JPEG")
    upload = ("table.jpg", picture.getvalue(), "image/jpeg")
    app.file_uploader(key=f"{CaptureKey.PHOTO.of('table_whole')}_0").set_value(upload).run()
    assert not app.exception
    assert owners_of_sides(words(app)) == [0, 1, 2, 3]
    for _ in range(3):
        app.button(key=TableKey.TURN).click().run()
    assert owners_of_sides(words(app)) == [3, 0, 1, 2]
    app.button(key=TableKey.KEEP_ALL).click().run()
    assert not app.exception
    seats = night.book.view(night.opened.host_key).seats
    statuses = [seat.status for seat in seats]
    assert statuses.count(SeatStatus.CAPTURED) == 3  # the doubtful hand waits to be looked at
    assert statuses[3] is SeatStatus.WAITING
    keys = night.opened.seat_keys[:3]
    held = [card for i, key in enumerate(keys) for card in night.book.view(key).seats[i].cards]
    assert len(held) == len(set(held)) == 39


def owners_of_sides(text: str) -> list[int]:
    """Seats in the order in which their names stand beside the sides of the photo."""
    sides = text[text.index('class="mb-sides"') :]
    return sorted(range(len(NAMES)), key=lambda seat: sides.index(escape(NAMES[seat])))


# --- what the host may do ------------------------------------------------------------------------


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


# --- the night book ------------------------------------------------------------------------------


def test_the_book_tells_the_night(visit, words, clock):
    night = open_night(clock, seats=4)
    night.play(*HANDS)
    night.play(*HANDS[1:], HANDS[0], number=2)
    app = visit(NIGHT, night.seat(2))
    assert not app.exception
    text = words(app)
    for name, chi in night.book.totals(night.opened.host_key).items():
        assert VI.chi(chi) in text
        assert name.replace("<", "&lt;").replace(">", "&gt;") in text
    assert text.count("mb-way") >= 2
    assert "mb-pays" in text
    assert len(app.get("vega_lite_chart")) == 1


def test_without_a_table_or_rounds_the_book_says_what_to_do(visit, words, night):
    assert VI("night.no_table") in words(visit(NIGHT))
    assert VI("night.empty") in words(visit(NIGHT, night.seat(0)))


def test_instant_wins_are_remembered(visit, words, night):
    night.start()
    key = night.opened.seat_keys[0]
    night.book.capture(key, 0, DRAGON, None, token="d")
    night.book.lock(key, 0, "ld")
    rest = [card for card in OTHERS if card not in DRAGON][:13]
    night.book.capture(night.opened.seat_keys[1], 1, rest, None, token="o")
    night.book.call_time(night.opened.host_key, "t")
    night.book.reveal(key, "r")
    shown = words(visit(TABLE, night.seat(1)))
    assert "Tới trắng: Sảnh rồng!" in shown
    assert f">{VI.signed(39)}</strong>" in shown  # paid before any row is compared
    night.clock.pass_s(60)
    assert "Sảnh rồng" in words(visit(NIGHT, night.seat(1)))


def test_the_picture_is_drawn_for_any_name(clock):
    night = open_night(clock, seats=4)
    night.play(*HANDS)
    records = Night(
        night.book.rounds(night.opened.host_key), night.book.accounts(night.opened.host_key)
    )
    summary = NightSummary(
        title="x" * 300,
        subtitle="👨‍👩‍👧",
        accounts=records.accounts,
        running=records.running,
        payments=night.book.payments(night.opened.host_key),
    )
    picture = Image.open(io.BytesIO(night_png(summary, VI)))
    assert picture.width == WIDTH_PX
    assert len(picture.getcolors(maxcolors=1_000_000) or ()) > 50


# --- words, drafts, the clock ------------------------------------------------------------------


def errors_below(kind: type[TableError]) -> list[type[TableError]]:
    return [kind, *(found for below in kind.__subclasses__() for found in errors_below(below))]


@pytest.mark.parametrize("kind", errors_below(table.errors.TableError), ids=lambda kind: kind.key)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words(kind, language):
    texts = Texts(language)
    if issubclass(kind, BadHand | BadRound):
        error = kind(number=1, problems=[Problem.of("hand_size", count=12)])
        assert "12" in in_words(error, texts)
        return
    names = {name for _, name, _, _ in Formatter().parse(kind.english) if name}
    said = in_words(kind(**dict.fromkeys(names, "5")), texts)
    assert said and "{" not in said


def test_a_wait_is_told_in_minutes():
    refused = table.errors.TooManyAttempts(retry_after_s=506)
    assert "9 phút" in in_words(refused, Texts("vi"))


def beat(secret: str, query: str = "") -> int | None:
    headers = [(b"x-table-key", secret.encode())] if secret else []
    request = Request({"type": "http", "headers": headers, "query_string": query.encode()})
    answer = asyncio.run(pulse(request))
    revision: int | None = json.loads(bytes(answer.body))
    assert answer.status_code == (404 if revision is None else 200)
    return revision


def test_the_pulse_beats_when_the_table_changes_and_for_nobody_else(night):
    key, other = night.opened.seat_keys
    for secret in (key, other):
        night.book.view(secret)  # sits down, which is a change
    assert beat(key) == night.book.view(key).revision
    at_rest = beat(key)
    assert beat(key) == at_rest
    night.start()
    started = beat(key)
    assert started > at_rest
    night.lay(*HANDS[:2])
    assert beat(key) > started
    assert beat(key) == beat(other) == night.book.view(key).revision
    for wrong in ("", "nonsense", night.opened.room_code):
        assert beat(wrong) is None
    assert beat("", f"key={key}&seat={key}") is None  # addresses are logged


def test_the_clock_alone_makes_the_pulse_beat(clock):
    night = open_night(clock, seconds=90)
    night.start()
    key = night.opened.seat_keys[0]
    before = night.book.revision(key)
    clock.pass_s(89)
    assert night.book.revision(key) == before
    clock.pass_s(2)
    assert night.book.revision(key) > before


def test_the_oldest_drafts_make_room():
    kept = Drafts()
    keys = [DraftKey("phone", 1, seat) for seat in range(MOST_DRAFTS + 1)]
    for key in keys:
        kept.put(key, Draft(None))
    assert kept.get(keys[0]) is None
    assert kept.get(keys[1]) is not None


def test_hands_that_were_shown_can_be_practised_later(visit, night):
    night.play(*HANDS[:2])
    browser = "0" * 32
    for _ in range(2):
        visit(TABLE, night.seat(1), **{ShellKey.STATE_BROWSER: browser})
    kept = Notebook(notebook_path(), browser).played()
    assert [(hand.holder, hand.laid) for hand in kept] == [("Chị Bảy", HANDS[1]), ("An", HANDS[0])]


def test_a_table_is_opened_under_house_rules(visit, clock):
    rules = profile_from_dict({"base": "bigkool", "name": "Nhà *Tư*", "loss_cap": 30})
    session = {ShellKey.STATE_HOUSE: (rules,), ShellKey.STATE_RULES: rules_key(rules)}
    app = visit(TABLE, **session)
    app.button_group(key=TableKey.COUNT).set_value(2).run()
    app.text_input(key=f"{TableKey.NAME}_0").set_value("An").run()
    app.button(key=TableKey.OPEN).click().run()
    assert not app.exception
    assert table_desk.book().view(app.query_params["host"]).profile == rules


def test_what_the_phones_own_clock_shows_never_counts():
    script = (Path(ui.__path__[0]) / "components" / "clock.js").read_text(encoding="utf-8")
    assert "performance.now()" in script
    assert "Date" not in script
