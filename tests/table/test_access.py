"""Who may see and do what: room codes, keys, secrets, tokens."""

import json
import sqlite3

import pytest
import sqlalchemy as sa

from scorer.errors import RoundError
from scorer.profiles import get_profile
from table import door
from table.errors import (
    BadName,
    BadTable,
    BadToken,
    NotAllowed,
    SeatTaken,
    TableError,
    TokenReused,
    TooManyAttempts,
    WrongKey,
    WrongRoomCode,
)
from table.keys import ALPHABET, read_code, room_code
from table.values import Phase, Role
from tests.table.night import NAMES, laid


def test_the_room_code_shows_the_seats_and_gives_one(book, open_table, token):
    keys = open_table(3)
    typed = keys.room_code.lower().replace("-", " ")
    lobby = book.enter(typed, "phone")
    assert [seat.name for seat in lobby.seats] == list(NAMES[:3])
    assert not any(seat.taken for seat in lobby.seats)
    key = book.claim_seat(typed, 1, "phone", token())
    seen = book.view(key)
    assert (seen.role, seen.seat) == (Role.SEAT, 1)
    assert [seat.taken for seat in book.enter(typed, "phone").seats] == [False, True, False]
    with pytest.raises(WrongKey):  # the link that the host could have handed out
        book.view(keys.seat_keys[1])
    with pytest.raises(SeatTaken):
        book.claim_seat(typed, 1, "other", token())


def test_claiming_again_with_the_same_token_gives_the_same_key(book, open_table, token):
    keys = open_table(2)
    once = token()
    first = book.claim_seat(keys.room_code, 0, "phone", once)
    assert book.claim_seat(keys.room_code, 0, "phone", once) == first
    with pytest.raises(SeatTaken):
        book.claim_seat(keys.room_code, 0, "phone", token())


def test_a_handed_out_link_becomes_a_key_that_the_host_does_not_know(book, open_table, token):
    keys = open_table(2)
    mine = book.take_seat(keys.seat_keys[0], token())
    assert book.view(mine).seat == 0
    with pytest.raises(WrongKey):
        book.view(keys.seat_keys[0])
    with pytest.raises(SeatTaken):
        book.take_seat(mine, token())
    with pytest.raises(NotAllowed):
        book.take_seat(keys.viewer_key, token())


def test_the_first_look_with_a_seats_key_takes_the_seat(book, open_table, token):
    keys = open_table(2)
    book.view(keys.seat_keys[0])
    assert book.enter(keys.room_code, "x").seats[0].taken
    with pytest.raises(SeatTaken):
        book.claim_seat(keys.room_code, 0, "x", token())


def test_guesses_at_the_room_code_are_limited_per_client(book, open_table, clock, monkeypatch):
    monkeypatch.setattr(door, "MOST_OF_CLIENT", 10)
    keys = open_table(2)
    for _ in range(door.MOST_OF_CLIENT):
        with pytest.raises(WrongRoomCode):
            book.enter("AAAA-AAAA", "guesser")
    with pytest.raises(TooManyAttempts) as refused:
        book.enter(keys.room_code, "guesser")
    assert refused.value.fields["retry_after_s"] == 600
    assert len(book.enter(keys.room_code, "guest").seats) == 2
    clock.tick(599.5)
    with pytest.raises(TooManyAttempts, match="in 1 s"):
        book.enter(keys.room_code, "guesser")
    clock.tick(0.5)
    book.enter(keys.room_code, "guesser")


def test_guesses_are_limited_over_all_clients(book, open_table, monkeypatch):
    keys = open_table(2)
    monkeypatch.setattr(door, "MOST_OF_ALL", 5)
    for guess in range(5):
        with pytest.raises(WrongRoomCode):
            book.enter("not a code", f"client {guess}")
    with pytest.raises(TooManyAttempts):
        book.enter(keys.room_code, "guest")
    with pytest.raises(TooManyAttempts):
        book.claim_seat(keys.room_code, 0, "guest", "token")


def test_the_limits_leave_a_code_unguessable_and_a_club_its_errors():
    assert len(set(ALPHABET)) == 31 and not set(ALPHABET) & set("01ILO")
    codes, windows = 31**8, 8 * 6
    guesses_a_night = door.MOST_OF_ALL * windows
    assert guesses_a_night * 100 / codes < 1e-5
    assert (door.MOST_OF_ALL + 1) * windows * 100 / codes > 1e-5  # and no tighter than that
    assert door.MOST_OF_CLIENT * 10 <= door.MOST_OF_ALL  # no address shuts the door alone
    assert door.MOST_OF_CLIENT > 600 / 5  # nor a hand that types a code in five seconds
    assert door.MOST_OF_CLIENT > 0.4 * 400  # four of ten phones of a club of 100 tables


def test_a_club_behind_one_address_comes_in_though_some_mistype(book, open_table):
    keys = open_table(2)
    for _ in range(40):
        with pytest.raises(WrongRoomCode):
            book.enter("AAAA-AAAA", "the club's router")
    assert len(book.enter(keys.room_code, "the club's router").seats) == 2


def test_a_code_survives_how_people_type_it():
    code = room_code("some host key")
    assert (
        read_code(code.lower()) == read_code(f" {code[:4]} {code[5:]}\n") == code.replace("-", "")
    )
    for bad in ("", "A" * 1000, "K7MP-2QX", "K7MP-2QX0", "ẮBCD-EFGH"):
        assert read_code(bad) is None


def test_others_cards_do_not_leave_the_database_before_the_showdown(book, open_table, token):
    keys = open_table(3)
    book.start_round(keys.host_key, token())
    for seat in range(3):
        book.capture(keys.seat_keys[seat], seat, laid(seat).cards, laid(seat), token=token())
        book.lock(keys.seat_keys[seat], seat, token())
    for viewer, own in ((keys.host_key, None), (keys.viewer_key, None), (keys.seat_keys[1], 1)):
        for number, seat in enumerate(book.view(viewer).seats):
            assert bool(seat.cards) == bool(seat.arrangement) == (number == own)
            assert (seat.legal, seat.instant_win) == (
                (True, None) if number == own else (None, None)
            )
        assert book.view(viewer).settlement is None
        assert book.rounds(viewer) == ()
    book.reveal(keys.host_key, token())
    for viewer in (keys.host_key, keys.viewer_key, keys.seat_keys[1]):
        shown = [seat.arrangement for seat in book.view(viewer).seats]
        assert shown == [laid(0), laid(1), laid(2)]


def test_the_host_sees_the_hands_that_the_host_captured(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.capture(keys.host_key, 0, laid(0).cards, laid(0), token=token())
    book.capture(keys.seat_keys[1], 1, laid(1).cards, laid(1), token=token())
    assert [bool(seat.cards) for seat in book.view(keys.host_key).seats] == [True, False]


def test_freeing_a_seat_ends_its_key(book, open_table, token):
    keys = open_table(2)
    key = book.claim_seat(keys.room_code, 0, "phone", token())
    book.free_seat(keys.host_key, 0, token())
    with pytest.raises(WrongKey):
        book.view(key)
    book.claim_seat(keys.room_code, 0, "new phone", token())


@pytest.mark.parametrize(("role", "seat"), [(Role.SEAT, 1), (Role.VIEWER, None), (Role.HOST, None)])
def test_a_key_is_replaced_and_the_old_one_ends(book, open_table, token, role, seat):
    keys = open_table(2)
    old = {Role.SEAT: keys.seat_keys[1], Role.VIEWER: keys.viewer_key, Role.HOST: keys.host_key}
    once = token()
    new = book.reissue(keys.host_key, role, seat, once)
    seen = book.view(new)
    assert (seen.role, seen.seat) == (role, seat)
    with pytest.raises(WrongKey):
        book.view(old[role])
    assert book.reissue(keys.host_key, role, seat, once) == new


def test_a_new_host_key_brings_a_new_room_code(book, open_table, token):
    keys = open_table(2)
    assert book.view(keys.host_key).room_code == keys.room_code
    new = book.view(book.reissue(keys.host_key, Role.HOST, None, token())).room_code
    assert new != keys.room_code
    assert book.enter(new, "guest").seats
    with pytest.raises(WrongRoomCode):
        book.enter(keys.room_code, "guest")


def test_a_closed_table_lets_nobody_in(book, open_table, token):
    keys = open_table(2)
    book.close_table(keys.host_key, token())
    with pytest.raises(WrongRoomCode):
        book.enter(keys.room_code, "guest")
    assert book.view(keys.viewer_key).phase is Phase.CLOSED


@pytest.mark.parametrize("key", ["", "nonsense", "x" * 10_000, "\ud800", "'; DROP TABLE keys; --"])
def test_a_key_that_was_never_issued_opens_nothing(book, open_table, token, key):
    open_table(2)
    for use in (book.view, book.revision, book.rounds, book.totals, book.payments):
        with pytest.raises(WrongKey):
            use(key)
    with pytest.raises(WrongKey):
        book.start_round(key, token())


def test_no_secret_is_in_the_database(open_table, book, token, address):
    keys = open_table(2)
    claimed = book.claim_seat(keys.room_code, 0, "192.0.2.7", "a secret token")
    secrets = [*keys.seat_keys, keys.host_key, keys.viewer_key, claimed, "a secret token"]
    secrets += [keys.room_code, keys.room_code.replace("-", ""), "192.0.2.7"]
    with book._database.read() as link:
        for table in sa.inspect(link).get_table_names():
            rows = json.dumps(
                [
                    list(row)
                    for row in link.execute(sa.select(sa.text("*")).select_from(sa.text(table)))
                ],
                default=str,
            )
            assert not [secret for secret in secrets if secret in rows], table


def test_errors_show_no_secret(book, open_table, token):
    keys = open_table(2)
    for refuse in (
        lambda: book.view(keys.host_key[:-1] + "!"),
        lambda: book.start_round(keys.seat_keys[0], token()),
        lambda: book.enter("AAAA-AAAA", "192.0.2.7"),
    ):
        with pytest.raises(TableError) as refused:
            refuse()
        said = str(refused.value) + repr(refused.value.fields)
        for secret in (keys.host_key[:-1], keys.seat_keys[0], "AAAA", "192.0.2.7"):
            assert secret not in said


def test_an_action_with_the_same_token_counts_once(book, open_table, token):
    keys = open_table(2)
    start = token()
    book.start_round(keys.host_key, start)
    book.start_round(keys.host_key, start)
    assert book.view(keys.host_key).round_number == 1
    with pytest.raises(TokenReused):
        book.cancel_round(keys.host_key, start)
    capture = token()
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=capture)
    book.capture(keys.seat_keys[0], 0, laid(1).cards, laid(1), token=capture)
    assert book.view(keys.seat_keys[0]).seats[0].arrangement == laid(0)
    for bad in ("", "x" * 201):
        with pytest.raises(BadToken):
            book.lock(keys.seat_keys[0], 0, bad)


def test_a_refused_action_may_be_tried_again_with_its_token(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    lock = token()
    with pytest.raises(ValueError, match="13"):
        book.lock(keys.seat_keys[0], 0, lock)
    book.capture(keys.seat_keys[0], 0, laid(0).cards, laid(0), token=token())
    book.lock(keys.seat_keys[0], 0, lock)


def test_opening_again_with_the_same_token_is_the_same_table(book, token):
    values = {
        "profile": get_profile("bigkool"),
        "stake": 1,
        "seats": NAMES,
        "arranging_seconds": 90,
    }
    once = token()
    assert book.open_table(**values, token=once) == book.open_table(**values, token=once)
    assert book.open_table(**values, token=token()) != book.open_table(**values, token=once)


@pytest.mark.parametrize(
    "change",
    [
        {"seats": ["An"]},
        {"seats": ["A", "B", "C", "D", "E"]},
        {"stake": 0},
        {"stake": 10**13},
        {"stake": True},
        {"arranging_seconds": 0},
        {"arranging_seconds": 10**9},
        {"seats": ["An", "an"]},
        {"seats": ["An", " \u200b"]},
        {"seats": ["An", "x" * 41]},
        {"seats": ["Bi\u0300nh", "B\u00ecnh"]},
    ],
)
def test_a_table_that_cannot_be_is_not_opened(book, token, change):
    values = {
        "profile": get_profile("bigkool"),
        "stake": 1,
        "seats": NAMES,
        "arranging_seconds": 90,
    }
    with pytest.raises((TableError, RoundError)):
        book.open_table(**(values | change), token=token())


def test_a_banker_needs_a_seat(book, token):
    from dataclasses import replace

    rules = replace(get_profile("bigkool"), id="house", banker=3)
    with pytest.raises(BadTable, match="banker"):
        book.open_table(
            profile=rules, stake=1, seats=NAMES[:2], arranging_seconds=None, token=token()
        )


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anh   Tư ", "Anh Tư"),
        ("Thi\u0323", "Th\u1ecb"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a\u202eb\x00c\nd", "abcd"),
        ("👨\u200d👩\u200d👧 Nhà", "👨\u200d👩\u200d👧 Nhà"),
    ],
)
def test_names_are_kept_as_people_read_them(book, open_table, token, typed, shown):
    keys = open_table(2)
    book.rename_seat(keys.host_key, 0, typed, token())
    assert book.view(keys.viewer_key).seats[0].name == shown


def test_two_players_never_share_a_name(book, open_table, token):
    keys = open_table(2)
    with pytest.raises(BadName):
        book.rename_seat(keys.host_key, 0, "BÌNH", token())
    with pytest.raises(BadName):
        book.seat_player(keys.host_key, 0, "bình", token())
    book.rename_seat(keys.host_key, 0, "AN", token())


def test_players_spell_their_own_names(book, open_table, token):
    keys = open_table(2)
    book.rename_seat(keys.seat_keys[1], 1, "Bình Bự", token())
    assert book.view(keys.viewer_key).seats[1].name == "Bình Bự"


def test_a_copied_file_tells_no_room_code_cheaply(tmp_path, open_table, book, address):
    keys = open_table(2)
    if isinstance(address, str):
        return
    with sqlite3.connect(address) as link:
        (stored,) = link.execute("SELECT code_hash FROM tables").fetchone()
    assert len(stored) == 64 and keys.room_code not in stored
