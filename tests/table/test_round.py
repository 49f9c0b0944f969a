"""A round at the table, from the first capture to the account, on both databases."""

import pytest

from scorer.errors import Problem
from scorer.instant import InstantWin
from scorer.notation import parse_cards
from scorer.profiles import get_profile
from scorer.settlement import Player, settle
from table.errors import (
    AllIn,
    BadHand,
    BadTable,
    CardsClash,
    HandLocked,
    NoSuchSeat,
    NotAllowed,
    NotLaid,
    NotReady,
    TimeIsOver,
    TooManyClashes,
    WrongPhase,
)
from table.hands import MOST_REFUSALS, Hand
from table.values import Phase, RoundKind, SeatStatus
from tests.table.night import NAMES, laid


def expected_points(profile="bigkool", seats=4):
    players = [Player.laid(NAMES[seat], laid(seat)) for seat in range(seats)]
    return settle(players, get_profile(profile)).points


def test_a_round_is_settled_as_the_scorer_settles_it(book, open_table, play):
    keys = open_table()
    play(keys)
    seen = book.view(keys.viewer_key)
    assert seen.phase is Phase.SUMMARY
    assert seen.current.points == expected_points() == book.totals(keys.viewer_key)
    assert any(seen.current.points.values())
    assert seen.settlement.points == seen.current.points
    assert seen.current.kind is RoundKind.SETTLED
    assert sum(account.money.amount for account in book.accounts(keys.host_key)) == 0


def test_the_second_round_keeps_the_first_as_the_previous_one(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    book.start_round(keys.host_key, token())
    seen = book.view(keys.seat_keys[0])
    assert seen.phase is Phase.ARRANGING and seen.round_number == 2
    assert seen.current is None and seen.previous.number == 1
    assert [seat.status for seat in seen.seats] == [SeatStatus.WAITING] * 2


def test_statuses_follow_a_hand(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]

    def status():
        return book.view(keys.viewer_key).seats[0].status

    assert status() is SeatStatus.WAITING
    book.capture(key, 0, laid(0).cards, laid(0), token=token())
    assert status() is SeatStatus.CAPTURED
    book.lock(key, 0, token())
    assert status() is SeatStatus.LOCKED
    book.reopen(key, 0, token())
    assert status() is SeatStatus.CAPTURED
    book.capture(key, 0, (), None, token=token())
    assert status() is SeatStatus.WAITING


def test_a_hand_that_cannot_be_settled_is_not_locked(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]
    book.capture(key, 0, laid(0).cards[:12], None, token=token())
    with pytest.raises(BadHand) as refused:
        book.lock(key, 0, token())
    assert refused.value.problems == (Problem.of("hand_size", count=12),)
    book.capture(key, 0, laid(0).cards, None, token=token())
    with pytest.raises(NotLaid):
        book.lock(key, 0, token())


def test_an_instant_win_is_locked_without_rows(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    dragon = parse_cards("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")
    book.capture(keys.seat_keys[0], 0, dragon, None, token=token())
    assert book.view(keys.seat_keys[0]).seats[0].instant_win is InstantWin.DRAGON
    book.lock(keys.seat_keys[0], 0, token())
    book.call_time(keys.host_key, token())
    book.reveal(keys.host_key, token())
    assert book.totals(keys.host_key)["An"] == 39


def test_nothing_wrong_is_captured(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    key, cards = keys.seat_keys[0], laid(0).cards
    for bad in ((*cards, laid(1).cards[0]), (*cards[:12], cards[0])):
        with pytest.raises(BadHand):
            book.capture(key, 0, bad, None, token=token())
    with pytest.raises(BadHand):
        book.capture(key, 0, cards, laid(1), token=token())
    with pytest.raises(BadTable):
        book.capture(key, 0, cards, None, reading={"x": "y" * 200_000}, token=token())
    assert book.view(key).seats[0].status is SeatStatus.WAITING


def test_a_locked_hand_is_not_changed(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]
    book.capture(key, 0, laid(0).cards, laid(0), token=token())
    book.lock(key, 0, token())
    with pytest.raises(HandLocked):
        book.capture(key, 0, laid(1).cards, laid(1), token=token())
    with pytest.raises(HandLocked):
        book.declare(key, 0, InstantWin.DRAGON, token())


def test_all_in_opens_only_for_the_host(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    for seat in range(2):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
        book.lock(keys.seat_keys[seat], seat, token())
    assert book.view(keys.host_key).due
    with pytest.raises(AllIn):
        book.reopen(keys.seat_keys[0], 0, token())
    book.reopen(keys.host_key, 0, token())
    assert not book.view(keys.host_key).due


def test_reveal_waits_for_everybody_or_the_clock(book, open_table, token, clock):
    keys = open_table(3, clock_s=60)
    book.start_round(keys.host_key, token())
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=token())
    book.lock(keys.seat_keys[0], 0, token())
    clock.tick(59.999999)
    with pytest.raises(NotReady, match="seats 2, 3"):
        book.reveal(keys.host_key, token())
    clock.tick(0.000001)
    book.reveal(keys.seat_keys[2], token())
    assert book.view(keys.viewer_key).phase is Phase.SHOWDOWN


def test_the_clock_ends_in_its_very_microsecond(book, open_table, token, clock):
    keys = open_table(2, clock_s=60)
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]
    clock.tick(59.999999)
    book.capture(key, 0, laid(0).cards, laid(0), token=token())
    before = book.revision(key)
    clock.tick(0.000001)
    assert book.revision(key) > before
    seen = book.view(key)
    assert seen.due and seen.seats[0].status is SeatStatus.TIMED_OUT
    for late in (
        lambda: book.capture(key, 0, laid(1).cards, laid(1), token=token()),
        lambda: book.lock(key, 0, token()),
        lambda: book.reopen(keys.host_key, 0, token()),
        lambda: book.declare(key, 0, None, token()),
    ):
        with pytest.raises(TimeIsOver):
            late()


@pytest.mark.parametrize("rules_and_foul", [("789bet", False), ("chi-at", True)])
def test_time_out_of_a_legal_hand_follows_its_rules(book, open_table, token, clock, rules_and_foul):
    rules, is_foul = rules_and_foul
    keys = open_table(2, rules=rules)
    book.start_round(keys.host_key, token())
    for seat in range(2):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
    book.lock(keys.seat_keys[0], 0, token())
    clock.tick(90)
    book.reveal(keys.host_key, token())
    assert book.view(keys.host_key).settlement.fouls == (("Bình",) if is_foul else ())


def test_time_out_without_thirteen_cards_is_foul(book, open_table, token, clock):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=token())
    book.lock(keys.seat_keys[0], 0, token())
    book.capture(keys.seat_keys[1], 1, laid(1).cards[:5], None, token=token())
    clock.tick(90)
    book.reveal(keys.host_key, token())
    assert book.view(keys.host_key).settlement.fouls == ("Bình",)


def test_a_photo_of_the_round_before_is_late(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]
    with pytest.raises(TimeIsOver):
        book.capture(key, 0, laid(0).cards, laid(0), token=token(), in_round=1)
    book.capture(key, 0, laid(0).cards, laid(0), token=token(), in_round=2)
    with pytest.raises(TimeIsOver):
        book.lock(key, 0, token(), in_round=1)
    book.lock(key, 0, token(), in_round=2)


def test_a_clash_is_refused_without_telling_where(book, open_table, token):
    keys = open_table(3)
    book.start_round(keys.host_key, token())
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=token())
    mixed = (*laid(1).cards[:12], laid(0).cards[0])
    with pytest.raises(CardsClash) as refused:
        book.capture(keys.seat_keys[1], 1, mixed, None, token=token())
    assert refused.value.fields == {"number": 2}
    assert [seat.clashed for seat in book.view(keys.host_key).seats] == [True, True, False]
    assert [seat.clashed for seat in book.view(keys.seat_keys[1]).seats] == [False, True, False]
    assert not any(seat.clashed for seat in book.view(keys.seat_keys[2]).seats)


def test_guessing_at_cards_is_stopped(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=token())
    for _ in range(MOST_REFUSALS):
        with pytest.raises(CardsClash):
            book.capture(keys.seat_keys[1], 1, laid(0).cards[:1], None, token=token())
    with pytest.raises(TooManyClashes):
        book.capture(keys.seat_keys[1], 1, laid(1).cards, laid(1), token=token())
    book.reopen(keys.host_key, 1, token())
    book.capture(keys.seat_keys[1], 1, laid(1).cards, laid(1), token=token())


def test_one_photo_of_the_whole_table_moves_cards_between_seats(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    for first, second in ((0, 1), (1, 0)):
        pair = {0: Hand(laid(first).cards, laid(first)), 1: Hand(laid(second).cards, laid(second))}
        book.capture_table(keys.host_key, pair, token())
    seats = book.view(keys.host_key).seats
    assert [seat.arrangement for seat in seats] == [laid(1), laid(0)]
    with pytest.raises(CardsClash):
        book.capture_table(keys.host_key, {0: Hand(laid(2).cards), 1: Hand(laid(2).cards)}, token())
    assert [seat.arrangement for seat in book.view(keys.host_key).seats] == [laid(1), laid(0)]


def test_who_leaves_is_foul_but_not_scooped_and_sits_out(book, open_table, token):
    keys = open_table(3, rules="chi-at")
    book.start_round(keys.host_key, token())
    for seat in range(2):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
    book.leave(keys.seat_keys[2], 2, token())
    for seat in range(2):
        book.lock(keys.seat_keys[seat], seat, token())
    book.reveal(keys.host_key, token())
    settled = book.view(keys.host_key).settlement
    assert settled.fouls == ("Chi",) and settled.players[2].left
    book.finish_round(keys.host_key, token())
    book.start_round(keys.host_key, token())
    assert book.view(keys.host_key).seats[2].status is SeatStatus.OUT
    with pytest.raises(NoSuchSeat):
        book.capture(keys.seat_keys[2], 2, laid(2).cards, None, token=token())
    book.cancel_round(keys.host_key, token())
    book.come_back(keys.seat_keys[2], 2, token())
    book.start_round(keys.host_key, token())
    seen = book.view(keys.host_key)
    assert seen.round_number == 2 and seen.seats[2].status is SeatStatus.WAITING


def test_leaving_once_all_are_in_changes_nothing_in_the_round(book, open_table, token):
    keys = open_table(2, rules="chi-at")
    book.start_round(keys.host_key, token())
    for seat in range(2):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
        book.lock(keys.seat_keys[seat], seat, token())
    book.leave(keys.seat_keys[1], 1, token())
    book.reveal(keys.host_key, token())
    assert not book.view(keys.host_key).settlement.players[1].left


def test_coming_back_in_the_same_round_undoes_leaving(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.leave(keys.seat_keys[1], 1, token())
    assert book.view(keys.host_key).seats[1].status is SeatStatus.LEFT
    book.come_back(keys.seat_keys[1], 1, token())
    assert book.view(keys.host_key).seats[1].status is SeatStatus.WAITING


def test_the_banker_is_the_seat_not_the_place_among_those_who_play(book, open_table, token):
    from dataclasses import replace

    rules = replace(get_profile("bigkool"), id="house", banker=2)
    keys = open_table(3, profile=rules)
    book.leave(keys.seat_keys[0], 0, token())
    book.start_round(keys.host_key, token())
    for seat in (1, 2):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
        book.lock(keys.seat_keys[seat], seat, token())
    book.reveal(keys.host_key, token())
    assert book.view(keys.host_key).current.profile.banker == 1
    assert book.view(keys.host_key).profile.banker == 2


def test_phases_allow_only_what_fits_them(book, open_table, token, play, clock):
    keys = open_table(2)
    host, key = keys.host_key, keys.seat_keys[0]
    for early in (
        lambda: book.capture(key, 0, (), None, token=token()),
        lambda: book.lock(key, 0, token()),
        lambda: book.reveal(host, token()),
        lambda: book.finish_round(host, token()),
        lambda: book.cancel_round(host, token()),
        lambda: book.call_time(host, token()),
    ):
        with pytest.raises(WrongPhase):
            early()
    book.start_round(host, token())
    for wrong in (
        lambda: book.start_round(host, token()),
        lambda: book.close_table(host, token()),
        lambda: book.seat_player(host, 0, "Tư", token()),
    ):
        with pytest.raises(WrongPhase):
            wrong()
    book.cancel_round(host, token())
    play(keys)
    book.close_table(host, token())
    seen = book.view(host)
    assert seen.phase is Phase.CLOSED and seen.room_code is None and seen.previous.number == 1
    with pytest.raises(WrongPhase):
        book.start_round(host, token())


def test_a_showdown_ends_by_itself(book, open_table, token, clock):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.call_time(keys.host_key, token())
    book.reveal(keys.host_key, token())
    before = book.revision(keys.host_key)
    clock.tick(15)
    assert book.view(keys.host_key).phase is Phase.SUMMARY
    assert book.revision(keys.host_key) > before
    book.start_round(keys.host_key, token())


def test_only_the_host_runs_the_table(book, open_table, token):
    keys = open_table(2)
    for key in (keys.seat_keys[0], keys.viewer_key):
        for forbidden in (
            lambda k=key: book.start_round(k, token()),
            lambda k=key: book.close_table(k, token()),
            lambda k=key: book.rename_seat(k, 1, "X", token()),
            lambda k=key: book.free_seat(k, 1, token()),
            lambda k=key: book.seat_player(k, 0, "X", token()),
            lambda k=key: book.capture(k, 1, (), None, token=token()),
            lambda k=key: book.lock(k, 1, token()),
            lambda k=key: book.leave(k, 1, token()),
        ):
            with pytest.raises(NotAllowed):
                forbidden()
    with pytest.raises(NotAllowed):
        book.reveal(keys.viewer_key, token())
