"""The round at one phone: names, seats, whose turn it is, and what keeps it from being settled."""

from dataclasses import replace

import pytest

from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.notation import parse_cards
from scorer.profiles import get_profile
from table.door import NAME_LENGTH
from ui.hands import Layout, empty_hand, hand_of
from ui.rounds import (
    TableRound,
    clean_name,
    narrow_names,
    new_round,
    unnamed_round,
)

BIGKOOL = get_profile("bigkool")


def laid(cards: str):
    front, middle, back = cards.split("/")
    arrangement = Arrangement.parse(front, middle, back)
    return hand_of(arrangement.cards).arranged(arrangement)


def with_capture(table: TableRound, seat_id: int, capture) -> TableRound:
    seat = next(seat for seat in table.seats if seat.id == seat_id)
    return table.with_seat(replace(seat, capture=capture))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  An  ", "An"),
        ("Chị\t\nBảy", "Chị Bảy"),
        ("a\u0300", "à"),
        ("\u202eAn\u200b", "An"),
        ("x" * 200, "x" * NAME_LENGTH),
        ("Nguyễn Thị Phương Thảo", "Nguyễn Thị Phương Thảo"),
        (f"Nguyễn {'x' * 28} Thảo Vy", f"Nguyễn {'x' * 28} Thảo"),
        ("<b>An</b>", "<b>An</b>"),
        ("👨‍👩‍👧 nhà", "👨‍👩‍👧 nhà"),
        (" \u200b ", ""),
    ],
)
def test_names_are_trimmed_and_cleared_of_what_cannot_be_seen(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Nguyễn Văn An", "Nguyễn Thị Bình"), ("An", "Bình")),
        (("Nguyễn Thu Hà", "Hà"), ("Thu Hà", "Hà")),
        (("Nguyễn Khánh", "Anh Khánh"), ("Nguyễn Khánh", "Anh Khánh")),
        (("Người 1", "Người 2"), ("Người 1", "Người 2")),
        (("Maximilian",), ("Maximilian",)),
        ((), ()),
    ],
)
def test_in_narrow_places_the_given_name_tells_people_apart(names, shown):
    assert narrow_names(names) == shown


def test_names_are_unique_whatever_their_case():
    table = new_round(("An", "Bình"))
    assert table.name_problem(1, "AN") == "names.taken"
    assert table.name_problem(0, "an") is None
    assert table.name_problem(0, "") == "names.empty"


def test_seats_come_and_go():
    table = new_round(("An", "Bình")).with_new_seat()
    table = table.with_seat(table.seat.called("Chi"))
    assert [seat.name for seat in table.seats] == ["An", "Bình", "Chi"]
    assert table.seat.name == "Chi"
    left = table.without_seat(0)
    assert [seat.name for seat in left.seats] == ["Bình", "Chi"]
    assert left.seat.name == "Bình"
    assert len({seat.id for seat in left.with_new_seat().seats}) == 3


def names_of(table: TableRound, word: str = "Người") -> list[str]:
    return [seat.name for seat in table.named(lambda number: f"{word} {number}").seats]


def test_players_without_a_name_are_called_by_a_number_in_the_language_of_the_page():
    table = unnamed_round().named(lambda number: f"Người {number}")
    table = table.with_seat(table.seats[0].called("An"))
    assert names_of(table) == ["An", "Người 2"]
    assert names_of(table, "Player") == names_of(table.emptied(), "Player") == ["An", "Player 2"]
    assert [seat.own_name for seat in table.seats] == ["An", ""]


def test_numbers_stay_when_seats_go_and_the_free_ones_serve_again():
    table = unnamed_round().with_new_seat().without_seat(0)
    assert names_of(table) == ["Người 2", "Người 3"]
    assert names_of(table.with_new_seat()) == ["Người 2", "Người 3", "Người 1"]


def test_a_number_that_somebody_took_for_a_name_is_passed_over():
    table = unnamed_round().with_new_seat()
    table = table.with_seat(table.seats[0].called("PLAYER 2"))
    assert names_of(table, "Player") == ["PLAYER 2", "Player 1", "Player 3"]


def test_the_next_seat_is_the_first_that_is_not_ready():
    table = new_round(("An", "Bình", "Chi"))
    table = with_capture(table, 0, laid("2c 3d 4h/6s 6d 9c Th Qs/Ac Ad Kh 7s 8c"))
    assert table.next_open(BIGKOOL) == 1
    table = table.with_seat(replace(table.seats[1], not_shown=True))
    assert table.next_open(BIGKOOL) == 2
    table = with_capture(table, 2, hand_of(parse_cards("Jc Th 5c 8h 8d Jd Qs 6h 5d 5h 5s 4d 2h")))
    assert table.next_open(BIGKOOL) == 2  # the cards are there, the rows are not


def test_an_instant_win_needs_no_rows():
    dragon = [card for card in DECK if card.suit == card.rank % 4]
    table = with_capture(new_round(("An", "Bình")), 0, hand_of(dragon))
    assert table.seats[0].instant_win(BIGKOOL) == "dragon"
    assert table.seats[0].is_ready(BIGKOOL)


def test_a_card_in_two_hands_is_named_with_both_holders():
    table = with_capture(new_round(("An", "Bình")), 0, hand_of(DECK[:13]))
    table = with_capture(table, 1, hand_of(DECK[12:25]))
    assert table.clashes() == {DECK[12]: ("An", "Bình")}
    assert table.taken_from(1)[DECK[0]] == "An"
    assert DECK[20] not in table.taken_from(1)


def test_the_fourth_hand_is_what_three_others_leave():
    table = new_round(("A", "B", "C", "D"))
    for seat in range(3):
        assert table.rest_of_deck() == ()
        table = with_capture(table, seat, hand_of(DECK[13 * seat : 13 * seat + 13]))
    assert replace(table, active=3).rest_of_deck() == DECK[39:]
    assert replace(table, active=0).rest_of_deck() == ()


def test_who_did_not_show_settles_as_foul_with_the_cards_known():
    table = with_capture(
        new_round(("An", "Bình")), 0, laid("2c 3d 4h/6s 6d 9c Th Qs/Ac Ad Kh 7s 8c")
    )
    player = replace(table.seats[0], not_shown=True).player()
    assert player.foul
    assert player.arrangement is None
    assert len(player.cards) == 13
    assert new_round(("An", "Bình")).seats[0].player().cards == ()


def test_the_next_round_keeps_people_and_stake():
    table = replace(
        with_capture(new_round(("An", "Bình")), 0, empty_hand(Layout.ROWS)), stake=5_000
    )
    after = table.emptied()
    assert [seat.name for seat in after.seats] == ["An", "Bình"]
    assert after.stake == 5_000
    assert all(seat.capture is None for seat in after.seats)
