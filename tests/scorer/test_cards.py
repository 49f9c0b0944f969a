"""Cards and their text."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import DECK, Card, Rank, Suit
from scorer.errors import NotationError
from scorer.notation import format_cards, parse_card, parse_cards

CARDS = st.sampled_from(DECK)


def test_deck_is_numbered_rank_by_rank():
    assert len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert Card.from_index(51) == Card(Rank.ACE, Suit.SPADES)


@pytest.mark.parametrize("number", [-1, 52])
def test_card_numbers_outside_the_deck_raise(number):
    with pytest.raises(IndexError):
        Card.from_index(number)


def test_cards_order_by_rank_then_suit_and_survive_copies():
    assert sorted(DECK, key=hash) == sorted(DECK) == list(DECK)
    assert copy.deepcopy(DECK) == DECK == pickle.loads(pickle.dumps(DECK))  # noqa: S301


def test_red_suits_and_symbols():
    assert [suit.is_red for suit in Suit] == [False, True, True, False]
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"


@given(st.lists(CARDS, max_size=20))
def test_written_cards_read_back(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(format_cards(cards).replace(" ", "")) == tuple(cards)
    assert parse_cards([str(card) for card in cards]) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("10d TD td", "Td Td Td"),
        ("♠A A♠ ♤a ♠️K", "As As As Ks"),
        ("A bích, K rô; 9cơ | 2 chuồn", "As Kd 9h 2c"),
        ("cơ A bích 10 tép 2 nhép 3", "Ah Ts 2c 3c"),
        ("át cơ xì rô già bích đầm chuồn bồi rô", "Ah Ad Ks Qc Jd"),
        ("A co K ro Q bich J tep 2 chuon", "Ah Kd Qs Jc 2c"),
        ("Át Cơ ÁCH BÍCH", "Ah As"),
    ],
)
def test_text_that_people_write(text, expected):
    assert format_cards(parse_cards(text)) == expected


def test_decomposed_vietnamese_is_read():
    assert format_cards(parse_cards("A co\u031b")) == "Ah"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("1s", ["1s"]),
        ("As 1s Kd xyz", ["1s", "xyz"]),
        ("Ass", ["Ass"]),
        ("11h", ["11h"]),
        ("A", ["A"]),
        ("0s", ["0s"]),
        ("joker As", ["joker"]),
    ],
)
def test_every_token_that_is_no_card_is_named(text, tokens):
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    named = [dict(problem.values)["token"] for problem in caught.value.problems]
    assert named == tokens
    for token in tokens:
        assert token in caught.value.text("vi")
        assert token in str(caught.value)


def test_problems_of_an_iterable_are_collected():
    with pytest.raises(NotationError) as caught:
        parse_cards([DECK[0], "zz", "As Kd", "2c"])
    assert [problem.key for problem in caught.value.problems] == ["bad_card", "not_one_card"]


def test_one_card_is_one_card():
    assert parse_card(" 10♥ ") == Card(Rank.TEN, Suit.HEARTS)
    with pytest.raises(NotationError, match="holds 0 cards"):
        parse_card("")
