"""What holds for every round, whatever is dealt."""

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.arrangement import Arrangement, check_legality
from scorer.cards import DECK, Card, Suit
from scorer.money import Stake
from scorer.profiles import PROFILES, get_profile
from scorer.ranking import rank_row
from scorer.settlement import Player, settle
from scorer.terms import AceChi
from tests.scorer.rounds import random_players

SEEDS = st.integers(0, 2**32)
SYSTEMS = st.sampled_from(list(PROFILES.values()))


def deal(seed):
    rng = random.Random(seed)
    return random_players(rng, rng.choice((2, 3, 4)))


@pytest.mark.rule("R8.1")
@settings(deadline=None)
@given(SEEDS, SYSTEMS)
def test_zero_sum_and_antisymmetry(seed, profile):
    settlement = settle(deal(seed), profile)
    pairs = settlement.pairs
    assert sum(settlement.points.values()) == 0
    for a, row in pairs.items():
        for b, chi in row.items():
            assert chi == -pairs[b][a]
            from_lines = sum(
                item.points * ((item.payee == a) - (item.payer == a))
                for item in settlement.lines
                if {item.payer, item.payee} == {a, b}
            )
            assert chi == from_lines


@settings(deadline=None)
@given(SEEDS, SYSTEMS)
def test_seats_do_not_matter(seed, profile):
    players = deal(seed)
    expected = settle(players, profile).pairs
    for order in list(permutations(players))[1:4]:
        assert settle(order, profile).pairs == expected


@pytest.mark.rule("R1.3")
@settings(deadline=None)
@given(SEEDS, SYSTEMS, st.booleans(), st.booleans())
def test_suits_can_be_renamed(seed, profile, blacks, reds):
    """Black suits among themselves and red ones too: colours matter to instant wins."""
    names = {suit: suit for suit in Suit}
    if blacks:
        names |= {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS}
    if reds:
        names |= {Suit.HEARTS: Suit.DIAMONDS, Suit.DIAMONDS: Suit.HEARTS}

    def renamed(cards):
        return tuple(Card(card.rank, names[card.suit]) for card in cards)

    players = deal(seed)
    moved = [
        replace(
            player,
            cards=renamed(player.cards),
            arrangement=player.arrangement
            and Arrangement(
                renamed(player.arrangement.front),
                renamed(player.arrangement.middle),
                renamed(player.arrangement.back),
            ),
        )
        for player in players
    ]
    assert settle(moved, profile).pairs == settle(players, profile).pairs


@pytest.mark.rule("R8.2")
@settings(deadline=None)
@given(SEEDS, SYSTEMS, st.integers(1, 10**9))
def test_money_scales_with_the_stake(seed, profile, stake):
    points = settle(deal(seed), profile).points
    money = Stake(stake).pay_out(points)
    assert sum(sum_.amount for sum_ in money.values()) == 0
    assert {name: sum_.amount // stake for name, sum_ in money.items()} == points


@pytest.mark.rule("R6.1")
@settings(deadline=None)
@given(SEEDS)
def test_aces_total_four_times_the_count_minus_four(seed):
    rng = random.Random(seed)
    players = random_players(rng, 4)
    counts = [sum(card.index >= 48 for card in player.cards) for player in players]
    if sum(counts) < 4 or max(counts) == 4:
        return
    with_aces = settle(players, get_profile("chi-at")).points
    without = settle(players, replace(get_profile("chi-at"), ace_chi=AceChi.NONE)).points
    gained = [with_aces[name] - without[name] for name in with_aces]
    assert gained == [4 * count - 4 for count in counts]


@pytest.mark.rule("R7.1")
@settings(deadline=None)
@given(SEEDS, SYSTEMS, st.integers(1, 60))
def test_nobody_loses_more_than_the_cap(seed, profile, cap):
    players = deal(seed)
    free = settle(players, profile)
    capped = settle(players, replace(profile, loss_cap=cap))
    assert min(capped.points.values()) >= -cap
    assert sum(capped.points.values()) == 0
    for name, row in capped.pairs.items():
        for other, chi in row.items():
            before = free.pairs[name][other]
            assert min(0, before) <= chi <= max(0, before)


@settings(deadline=None)
@given(SEEDS, st.sampled_from(["bigkool", "789bet", "mo-binh"]))
def test_a_stronger_row_never_earns_less(seed, system):
    """Where no bonus falls as rows get stronger; four aces break this in the other two."""
    rng = random.Random(seed)
    profile = get_profile(system)
    cards = rng.sample(DECK, 31)
    mine, theirs, spare = cards[:13], cards[13:26], cards[26:]
    one = Arrangement(tuple(mine[:3]), tuple(mine[3:8]), tuple(mine[8:]))
    row = rng.choice(("middle", "back"))
    other = replace(one, **{row: tuple(spare)})
    opponent = Arrangement(tuple(theirs[:3]), tuple(theirs[3:8]), tuple(theirs[8:]))
    if not all(check_legality(laid, profile).legal for laid in (one, other)):
        return
    weaker, stronger = sorted((one, other), key=lambda laid: rank_row(getattr(laid, row)))
    results = [
        settle([Player.laid("An", laid), Player.laid("Bình", opponent)], profile)
        for laid in (weaker, stronger)
    ]
    if not any(win for result in results for win in result.instant_wins.values()):
        assert results[0].points["An"] <= results[1].points["An"]
