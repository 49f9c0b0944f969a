"""Strength of rows: every class, the wheel, and agreement with a naive reading."""

from itertools import combinations, combinations_with_replacement, groupby

import pytest

from scorer.cards import Card, Rank, Suit
from scorer.notation import format_cards, parse_cards
from scorer.ranking import HandClass, rank_row
from scorer.terms import Wheel
from tests.scorer import naive


def patterns(size):
    """One row for each rank multiset, and a suited one where all ranks differ."""
    for ranks in combinations_with_replacement(list(Rank), size):
        if max(map(ranks.count, ranks)) <= 4:
            suits = [place % 4 for place in range(size)]
            yield tuple(Card(rank, Suit(suit)) for rank, suit in zip(ranks, suits, strict=True))
        if len(set(ranks)) == size:
            yield tuple(Card(rank, Suit.HEARTS) for rank in ranks)


@pytest.mark.rule("R1.4")
@pytest.mark.parametrize(("size", "classes"), [(5, 7462), (3, 455)])
def test_number_of_strength_classes(size, classes):
    assert len({rank_row(cards) for cards in patterns(size)}) == classes


@pytest.mark.rule("R1.3", "R1.4", "R1.5", "R1.6")
@pytest.mark.parametrize("wheel", list(Wheel))
def test_every_pattern_of_both_sizes_orders_as_the_naive_reading(wheel):
    rows = [*patterns(5), *patterns(3)]
    by_naive = sorted(rows, key=lambda row: naive.row_value(format_cards(row).split(), wheel))
    strengths = [rank_row(row, wheel) for row in by_naive]
    assert strengths == sorted(strengths)
    naive_groups = [
        len(list(group))
        for _, group in groupby(
            by_naive, key=lambda row: naive.row_value(format_cards(row).split(), wheel)
        )
    ]
    assert naive_groups == [len(list(group)) for _, group in groupby(strengths)]


@pytest.mark.rule("R1.4")
@pytest.mark.parametrize(
    ("weaker", "stronger"),
    list(
        zip(
            rows := [
                "7s 5h 4c 3d 2s",
                "As Kh Qd Jc 9s",
                "2s 2h 5c 4d 3s",
                "2s 2h 3c 3d 4s",
                "2s 2h 2c 3d 4s",
                "2s 3h 4c 5d 6s",
                "2s 3s 4s 5s 7s",
                "2s 2h 2c 3d 3s",
                "2s 2h 2c 2d 3s",
                "2s 3s 4s 5s 6s",
            ],
            rows[1:],
            strict=False,
        )
    ),
)
def test_classes_from_weak_to_strong(weaker, stronger):
    assert rank_row(parse_cards(weaker)) < rank_row(parse_cards(stronger))


@pytest.mark.rule("R1.6")
def test_front_against_middle():
    def strength(text):
        return rank_row(parse_cards(text))

    assert strength("Ks Kh 9d") < strength("Kc Kd 9c 5h 2s")
    assert strength("As Kh Qd") > strength("7s 5h 4c 3d 2s")
    assert strength("2s 2h 2d") < strength("2s 2h 2d 4c 3s")
    assert strength("2s 3s 4s").hand_class is HandClass.HIGH_CARD


@pytest.mark.rule("R1.5")
@pytest.mark.parametrize("suits", ["sssss", "shcds"])
def test_wheel_choices(suits):
    def straight(letters, wheel):
        text = " ".join(rank + suit for rank, suit in zip(letters, suits, strict=True))
        return rank_row(parse_cards(text), wheel)

    low, six, king, ace = "A2345", "23456", "9TJQK", "TJQKA"
    assert straight(king, "second") < straight(low, "second") < straight(ace, "second")
    assert straight(low, "lowest") < straight(six, "lowest") < straight(king, "lowest")
    expected = HandClass.FLUSH if suits == "sssss" else HandClass.HIGH_CARD
    assert straight(low, "none").hand_class is expected


def test_suits_never_matter(deal, rng):
    for hand in deal(4):
        for size in (3, 5):
            for cards in rng.sample(list(combinations(hand, size)), 50):
                moved = [Card(card.rank, Suit((card.suit + 1) % 4)) for card in cards]
                assert rank_row(cards) == rank_row(moved)


@pytest.mark.parametrize("count", [0, 1, 2, 4, 6])
def test_other_numbers_of_cards_raise(count):
    with pytest.raises(ValueError, match=f"a row of {count} cards"):
        rank_row(parse_cards("As Ks Qs Js Ts 9s")[:count])
