"""The book of rounds: corrections with a trace, nothing changed behind its back, the account."""

import json

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from scorer.money import Money
from scorer.notation import parse_cards
from scorer.profiles import PROFILES, get_profile
from scorer.settlement import Player, settle
from table.accounts import fewest_payments
from table.errors import BadNote, BadRound, BadTable, NoSuchRound
from table.profiles import read_profile, write_profile
from table.schema import rounds
from table.values import RoundKind
from tests.table.night import NAMES, laid


def players(order):
    return [Player.laid(NAMES[seat], laid(hand)) for seat, hand in enumerate(order)]


def test_a_correction_is_a_new_row_and_the_old_one_stays(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    before = book.totals(keys.host_key)
    book.correct_round(keys.host_key, 1, players((1, 0)), "đọc nhầm hai tụ", token())
    right = settle(players((1, 0)), get_profile("bigkool")).points
    assert book.totals(keys.host_key) == right != before
    old, new = book.history(keys.viewer_key, 1)
    assert old.replaced and old.points == before and old.why == ""
    assert (new.kind, new.why, new.points) == (RoundKind.CORRECTION, "đọc nhầm hai tụ", right)
    assert book.rounds(keys.viewer_key) == (new,)
    assert book.view(keys.viewer_key).current == new


def test_a_void_round_counts_nothing_until_it_is_brought_back(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    before = book.totals(keys.host_key)
    book.void_round(keys.host_key, 1, "chia nhầm", token())
    assert set(book.totals(keys.host_key).values()) == {0}
    assert book.rounds(keys.host_key)[0].settlement is None
    assert [account.rounds for account in book.accounts(keys.host_key)] == [0, 0]
    book.correct_round(keys.host_key, 1, players((0, 1)), "không nhầm", token())
    assert book.totals(keys.host_key) == before
    assert len(book.history(keys.host_key, 1)) == 3


def test_a_correction_that_cannot_be_is_refused(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    with pytest.raises(NoSuchRound):
        book.correct_round(keys.host_key, 2, players((0, 1)), "?", token())
    with pytest.raises(BadTable):
        book.correct_round(keys.host_key, 1, players((0, 1, 2)), "?", token())
    with pytest.raises(BadRound):
        book.correct_round(keys.host_key, 1, players((0, 0)), "?", token())
    for why in ("", "  ", "x" * 301):
        with pytest.raises(BadNote):
            book.void_round(keys.host_key, 1, why, token())
    assert len(book.history(keys.host_key)) == 1


def test_what_the_reader_said_is_kept_apart_from_what_people_confirmed(book, open_table, token):
    keys = open_table(2)
    reading = {"cards": ["2c", "3d"], "seconds": 0.4, "problems": []}
    book.start_round(keys.host_key, token())
    key = keys.seat_keys[0]
    book.capture(key, 0, laid(0).cards, laid(0), reading=reading, token=token())
    book.call_time(keys.host_key, token())
    book.reveal(keys.host_key, token())
    book.correct_round(
        keys.host_key,
        1,
        [Player.laid("An", laid(2)), Player("Bình", (), foul=True)],
        "đọc nhầm",
        token(),
    )
    old, new = book.history(key)
    assert old.readings == new.readings == (reading, None)
    assert old.players[0].cards == laid(0).cards and new.players[0].cards == laid(2).cards
    assert old.app_version == new.app_version != ""
    assert old.profile == get_profile("bigkool")


def test_the_database_refuses_to_change_or_delete_a_round(book, open_table, play):
    keys = open_table(2)
    play(keys)
    for statement in (
        "UPDATE rounds SET points_0 = 0, points_1 = 0",
        "UPDATE rounds SET why = 'x'",
        "DELETE FROM round_hands",
        "DELETE FROM rounds",
        "UPDATE round_hands SET cards = ''",
    ):
        with (
            pytest.raises(sa.exc.IntegrityError, match="append-only"),
            book._database.write() as link,
        ):
            link.execute(sa.text(statement))


def test_the_database_refuses_points_that_do_not_add_up(book, open_table, play):
    keys = open_table(2)
    play(keys)
    with book._database.read() as link:
        last = sa.select(rounds).order_by(rounds.c.id.desc()).limit(1)
        row = dict(link.execute(last).mappings().one())
    del row["id"]
    for number, first, second in ((2, 5, -4), (1, 5, -5), (0, 0, 0)):
        change = {"number": number, "points_0": first, "points_1": second}
        with pytest.raises(sa.exc.IntegrityError), book._database.write() as link:
            link.execute(rounds.insert().values(row | change))
    with book._database.write() as link, link.begin_nested() as attempt:
        link.execute(rounds.insert().values(row | {"number": 2, "points_0": 5, "points_1": -5}))
        attempt.rollback()  # other tests verify this book


def test_the_database_refuses_one_card_at_two_seats(book, open_table, token):
    keys = open_table(2)
    book.start_round(keys.host_key, token())
    book.capture(keys.seat_keys[0], 0, parse_cards("As"), None, token=token())
    twice = "INSERT INTO held_cards SELECT table_id, card, 1 FROM held_cards WHERE table_id = :id"
    with book._database.read() as link:
        table_id = link.scalar(sa.text("SELECT max(table_id) FROM held_cards"))
    with pytest.raises(sa.exc.IntegrityError), book._database.write() as link:
        link.execute(sa.text(twice), {"id": table_id})


def test_rules_and_stake_of_a_settled_round_stay(book, open_table, play, token):
    keys = open_table(2, stake=1000)
    play(keys)
    rules = get_profile("chi-at")
    book.change_rules(
        keys.host_key, profile=rules, stake=5000, arranging_seconds=None, token=token()
    )
    play(keys)
    first, second = book.rounds(keys.host_key)
    assert (first.profile.id, first.stake.amount) == ("bigkool", 1000)
    assert (second.profile.id, second.stake.amount) == ("chi-at", 5000)
    owed = first.points["An"] * 1000 + second.points["An"] * 5000
    assert book.accounts(keys.host_key)[0].money == Money(owed)


def test_an_account_follows_the_person_not_the_seat(book, open_table, play, token):
    keys = open_table(2)
    play(keys)
    an = book.totals(keys.host_key)["An"]
    book.seat_player(keys.host_key, 0, "Tư", token())
    new_key = book.claim_seat(keys.room_code, 0, "phone", token())
    book.start_round(keys.host_key, token())
    book.leave(new_key, 0, token())
    book.call_time(keys.host_key, token())
    book.reveal(keys.host_key, token())
    book.finish_round(keys.host_key, token())
    assert book.totals(keys.host_key)["An"] == an
    book.rename_seat(keys.host_key, 1, "Bình Bự", token())
    assert list(book.totals(keys.host_key)) == ["An", "Bình Bự", "Tư"]
    assert book.rounds(keys.host_key)[0].players[1].name == "Bình"
    assert book.rounds(keys.host_key)[0].people == ("An", "Bình Bự")
    book.seat_player(keys.host_key, 0, "an", token())
    assert book.view(keys.host_key).seats[0].name == "An"


def test_payments_settle_the_night(book, open_table, play):
    keys = open_table(4)
    play(keys)
    play(keys, order=(2, 3, 0, 1))
    owed = {account.name: account.money.amount for account in book.accounts(keys.host_key)}
    for payment in book.payments(keys.host_key):
        owed[payment.payer] += payment.money.amount
        owed[payment.payee] -= payment.money.amount
    assert set(owed.values()) == {0}


def fewest_by_trying(amounts):
    """The same number by trying every way to part people into groups that break even."""
    people = [amount for amount in amounts if amount]

    def groups(rest):
        if not rest:
            return 0
        best = -1
        for chosen in range(1 << (len(rest) - 1)):
            group = [rest[0], *(x for bit, x in enumerate(rest[1:]) if chosen >> bit & 1)]
            others = [x for bit, x in enumerate(rest[1:]) if not chosen >> bit & 1]
            if sum(group) == 0 and (found := groups(others)) >= 0:
                best = max(best, found + 1)
        return best

    return len(people) - groups(people)


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_payments_are_the_fewest(amounts):
    owed = {f"p{index}": amount for index, amount in enumerate([*amounts, -sum(amounts)])}
    payments = fewest_payments(owed)
    assert len(payments) == fewest_by_trying(list(owed.values()))
    for payment in payments:
        assert payment.money.amount > 0 and payment.payer != payment.payee
        owed[payment.payer] += payment.money.amount
        owed[payment.payee] -= payment.money.amount
    assert set(owed.values()) == {0}


def test_payments_of_a_crowd_still_settle():
    owed = {f"p{n}": n * n for n in range(1, 15)}
    owed["rest"] = -sum(owed.values())
    assert len(fewest_payments(owed)) == 14
    assert fewest_payments({"An": 0}) == fewest_payments({}) == ()


@pytest.mark.parametrize("rules", PROFILES)
def test_a_snapshot_of_rules_is_read_back(rules):
    assert read_profile(write_profile(get_profile(rules))) == get_profile(rules)


def test_rules_that_have_been_corrected_since_are_read_as_house_rules():
    old = json.loads(write_profile(get_profile("bigkool"))) | {"front_trips": 9}
    assert read_profile(json.dumps(old)).front_trips == 9
