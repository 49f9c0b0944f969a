"""A round on several phones: hands laid and locked, the showdown, what was settled."""

import io
from html import escape

import pytest
from PIL import Image

from scorer.arrangement import Arrangement
from scorer.profiles import PROFILES, get_profile
from table.errors import TableError
from table.values import SeatStatus
from tests.ui.night import HANDS, NAMES, VI, keys_of, open_night
from tests.ui.samples import TABLE
from ui.keys import CaptureKey, TableKey

FOUL = Arrangement.parse("Kh Ks 4c", "Qd Qh 8s 7c 2d", "As Ah 9d 6d 3d")


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


def test_a_hand_put_away_by_a_slip_can_be_taken_back(visit, night):
    night.start()
    night.lay(HANDS[0], locked=False)
    app = visit(TABLE, night.seat(0))
    app.button(key=CaptureKey.AGAIN.of("table0")).click().run()
    assert f"{TableKey.LOCK}_0" not in keys_of(app)
    app.button(key=CaptureKey.TAKE_BACK.of("table0")).click().run()
    assert not app.exception
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
