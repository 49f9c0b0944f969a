"""What `suggest` and `compare_played` promise: true chi, legal rows, the same answer again."""

import random
from dataclasses import replace

import numpy as np
import pytest

from scorer.advice import Known, compare_played, suggest
from scorer.advice.comparison import foul_chi
from scorer.advice.desk import desk_for
from scorer.advice.expected import estimate
from scorer.advice.payoff import Hands
from scorer.advice.pool import deal
from scorer.advice.shelf import policy_for
from scorer.advice.splits import five_strengths, front_strengths, split_rows
from scorer.advice.strengths import strength_tables
from scorer.advice.tariff import tariff_of
from scorer.arrangement import Arrangement, check_legality
from scorer.cards import DECK, Card, Suit
from scorer.instant import instant_pay
from scorer.notation import parse_cards
from scorer.profiles import PROFILES
from scorer.settlement import Player, settle
from scorer.terms import FoulPay, FoulPaysTo, InstantWin, Row, ScoopCountedBy, Wheel
from tests.advice.conftest import numbers, random_hand

DRAGON = parse_cards("2s 3d 4d 5h 6c 7d 8s 9h Tc Jd Qs Kh As")
HOUSE = replace(PROFILES["tinh-chi"], wheel=Wheel.LOWEST, equal_rows_are_foul=True, loss_cap=20)


def strength_ids(laid):
    front, middle, back = (numbers(laid.row(row)) for row in Row)
    tables = strength_tables()
    return [
        front_strengths(front, tables),
        five_strengths(middle, tables),
        five_strengths(back, tables),
    ]


def _opponents_of(hand, profile, opponents, rng, known=()):
    """Opponents dealt and laid one by one, as players of the settlement."""
    tariff = tariff_of(profile, opponents)
    shelved = policy_for(tariff.against(1) if tariff.separable else tariff)
    strengths = strength_tables(profile.wheel)
    seen = [*numbers(hand), *known]
    rest = np.setdiff1d(np.arange(52), seen).astype(np.int8)[None].copy()
    cards = deal(rest, 13 * opponents, np.random.PCG64(rng.randrange(2**32)))
    hands = np.sort(cards.reshape(opponents, 13), axis=1)
    chosen = shelved.policy.arrange(
        hands, strengths, equal_rows_are_foul=profile.equal_rows_are_foul
    )
    for place, (dealt, number) in enumerate(zip(hands, chosen, strict=True)):
        rows = split_rows(dealt, int(number), strengths)
        laid = Arrangement(*(tuple(DECK[card] for card in row) for row in rows))
        yield Player.laid(f"opponent {place}", laid)


@pytest.mark.parametrize(
    ("system", "opponents"), [("bigkool", 1), ("chi-at", 3), ("tinh-chi", 2), ("mo-binh", 3)]
)
def test_expected_chi_is_the_mean_of_settled_rounds(system, opponents, two_ways):
    profile = PROFILES[system]
    best = suggest(two_ways, profile, opponents).suggestions[0]
    rng = random.Random(1)
    totals = []
    for _ in range(300):
        rivals = _opponents_of(two_ways, profile, opponents, rng)
        round_ = settle([Player.laid("hero", best.arrangement), *rivals], profile)
        totals.append(round_.points["hero"])
    error = np.hypot(np.std(totals) / len(totals) ** 0.5, best.se)
    assert abs(np.mean(totals) - best.chi) < 4 * error


@pytest.mark.parametrize("system", PROFILES)
def test_no_suggestion_is_foul_and_each_is_a_different_one(system):
    profile = PROFILES[system]
    for seed in range(4):
        cards = random_hand(seed)
        advice = suggest(cards, profile, opponents=1 + seed % 3)
        assert 1 <= len(advice.suggestions) <= 3
        for suggestion in advice.suggestions:
            assert check_legality(suggestion.arrangement, profile).legal
            assert set(suggestion.arrangement.cards) == set(cards)
            assert 0 <= suggestion.scoop <= min(suggestion.win.values())
            assert suggestion.why_vi
            assert suggestion.why_en
        chi = [suggestion.chi for suggestion in advice.suggestions]
        assert chi == sorted(chi, reverse=True)
        assert advice.suggestions[0].gap == 0
        assert len({str(suggestion.arrangement) for suggestion in advice.suggestions}) == len(chi)


def test_the_same_seed_gives_the_same_answer(two_ways):
    profile = PROFILES["chi-at"]
    one, two, other = (suggest(two_ways, profile, seed=seed) for seed in (4, 4, 5))
    assert replace(one, seconds=0) == replace(two, seconds=0)
    assert one.suggestions[0].chi != other.suggestions[0].chi
    assert one.suggestions[0].arrangement == other.suggestions[0].arrangement


@pytest.mark.parametrize("seed", range(3))
def test_renaming_suits_changes_nothing_but_noise(seed):
    cards = random_hand(seed)
    turned = [Card(card.rank, Suit((card.suit + 1) % 4)) for card in cards]
    one, two = (suggest(hand, PROFILES["bigkool"], 1).suggestions[0] for hand in (cards, turned))
    for row in Row:
        ranks, others = (
            sorted(card.rank for card in best.arrangement.row(row)) for best in (one, two)
        )
        assert ranks == others
    assert one.chi == pytest.approx(two.chi, abs=5 * one.se)


def test_an_instant_win_comes_first_with_what_it_pays():
    profile = PROFILES["bigkool"]
    advice = suggest(DRAGON, profile, 2)
    assert advice.instant_win is InstantWin.DRAGON
    assert advice.pay == instant_pay(InstantWin.DRAGON, profile) == 39
    assert advice.instant_chi == pytest.approx(78, abs=1)
    assert not advice.play_on


def test_playing_on_is_advised_only_where_it_is_possible_and_worth_more():
    flushes = parse_cards("As Ks Qs Js Ts 9h 8h 7h 6h 5h Ad Kd Qd")
    forced = PROFILES["bigkool"]
    free = replace(forced, instant_must_be_declared=True)
    assert suggest(flushes, forced, 1).suggestions[0].chi > 9
    assert not suggest(flushes, forced, 1).play_on
    assert suggest(flushes, free, 1).play_on
    assert not suggest(DRAGON, free, 1).play_on


def test_cards_decide_between_equal_instant_wins_where_the_rules_say_so():
    decide = PROFILES["789bet"]
    tie = replace(decide, instant_cards_decide=False)
    high = parse_cards("As Ad Kd Kh Qc Qd Js Jh Tc Td 9s 9h 2d")
    low = parse_cards("2s 2d 3d 3h 4c 4d 5s 5h 6c 6d 7s 7h 8d")
    for hand, sign in ((high, 1), (low, -1)):
        won, level = (suggest(hand, rules, 2).instant_chi for rules in (decide, tie))
        assert 0 < sign * (won - level) < 0.2


def test_known_rows_of_an_opponent_decide(two_ways):
    strong = Arrangement.parse("Ac Ah Qs", "8s 8h 8d 6c 6d", "Qc Qd Qh 5s 5d")
    advice = suggest(two_ways, PROFILES["bigkool"], 1, known=Known(arranged=(strong,)))
    best = advice.suggestions[0]
    assert set(best.win.values()) <= {0.0, 1.0}
    rounds = settle(
        [Player.laid("hero", best.arrangement), Player.laid("other", strong)], PROFILES["bigkool"]
    )
    assert best.chi == rounds.points["hero"]
    assert best.se == 0


def test_cards_seen_with_an_opponent_change_the_chances(two_ways):
    eights = parse_cards("8s 8h 8d 8c 6c 6d 6h")
    blind, warned = (
        suggest(two_ways, PROFILES["bigkool"], 1, known=known).suggestions[0]
        for known in (None, Known(held=(eights,)))
    )
    assert warned.chi < blind.chi - 1


def test_cards_out_of_play_are_dealt_to_no_opponent(two_ways):
    dead = parse_cards("Ac Ah Kc Ks Qc Qs Qh")
    profile = PROFILES["bigkool"]
    best = suggest(two_ways, profile, 1, known=Known(dead=dead)).suggestions[0]
    rng = random.Random(3)
    totals = []
    for _ in range(300):
        rivals = _opponents_of(two_ways, profile, 1, rng, numbers(dead))
        totals.append(
            settle([Player.laid("hero", best.arrangement), *rivals], profile).points["hero"]
        )
    error = np.hypot(np.std(totals) / len(totals) ** 0.5, best.se)
    assert abs(np.mean(totals) - best.chi) < 4 * error


@pytest.mark.parametrize(
    ("known", "opponents", "message"),
    [
        (Known(dead=parse_cards("As")), 1, "given twice: As"),
        (Known(held=(parse_cards("2c"), parse_cards("3c"))), 1, "2 hands known"),
        (Known(dead=parse_cards("2c")), 3, "1 cards out of play"),
        (Known(held=(tuple(DECK[:14]),)), 1, "."),
    ],
)
def test_impossible_knowledge_is_refused(two_ways, known, opponents, message):
    with pytest.raises(ValueError, match=message):
        suggest(two_ways, PROFILES["bigkool"], opponents, known=known)


@pytest.mark.parametrize(
    ("cards", "opponents", "message"),
    [
        ("As Ad", 3, "2 cards"),
        ("As As Kd Kh 9c 9d 7s 7h 5c 4d 3s 2h Jd", 3, "As twice"),
        ("As Ad Kd Kh 9c 9d 7s 7h 5c 4d 3s 2h Jd", 4, "4 opponents"),
    ],
)
def test_bad_hands_are_refused(cards, opponents, message):
    with pytest.raises(ValueError, match=message):
        suggest(parse_cards(cards), PROFILES["bigkool"], opponents)


def test_comparison_says_what_the_played_rows_lost(two_ways):
    advice = suggest(two_ways, PROFILES["bigkool"], 1)
    second = advice.suggestions[1]
    comparison = compare_played(second.arrangement, PROFILES["bigkool"], 1)
    assert comparison.foul_vi is comparison.foul_en is None
    assert comparison.best.arrangement == advice.suggestions[0].arrangement
    assert comparison.lost == pytest.approx(second.gap, abs=0.05)
    same = compare_played(advice.suggestions[0].arrangement, PROFILES["bigkool"], 1)
    assert same.lost == 0
    assert same.played.why_en == "nothing beats it"


def test_a_foul_is_explained_and_costs_the_rows():
    laid = Arrangement.parse("Kd Kh Jd", "9c 9d 5c 4d 3s", "As Ad 7s 7h 2h")
    comparison = compare_played(laid, PROFILES["bigkool"], 3)
    assert comparison.foul_vi.startswith("binh lủng: ")
    assert "chi 3" in comparison.foul_vi
    assert "front" in comparison.foul_en
    assert comparison.played.chi < -15
    assert comparison.lost == comparison.best.chi - comparison.played.chi


@pytest.mark.parametrize(
    "profile",
    [
        *PROFILES.values(),
        replace(PROFILES["bigkool"], foul_counts_as_scooped=False),
        replace(PROFILES["chi-at"], foul=FoulPay.FLAT, foul_flat=7),
        replace(PROFILES["tinh-chi"], foul_pays_to=FoulPaysTo.ROUND_WINNER),
        replace(
            PROFILES["chi-at"],
            foul_pays_to=FoulPaysTo.ROUND_WINNER,
            scoop_counted_by=ScoopCountedBy.LOSER,
        ),
        replace(PROFILES["mo-binh"], foul_pays_to=FoulPaysTo.ROUND_WINNER),
    ],
)
def test_a_foul_hand_loses_what_the_settlement_says(profile):
    hand = parse_cards("Kd Kh Jd 9c 9d 5c 4d 3s As Ad 7s 7h 2h")
    laid = Arrangement.parse("Kd Kh Jd", "9c 9d 5c 4d 3s", "As Ad 7s 7h 2h")
    rng = random.Random(2)
    totals = []
    for _ in range(150):
        rivals = _opponents_of(hand, profile, 2, rng)
        totals.append(settle([Player.laid("hero", laid), *rivals], profile).points["hero"])
    desk = desk_for(hand, profile, opponents=2, seed=0, seat=1, known=None)
    chi = foul_chi(desk.whole(400), desk)
    error = np.std(totals) / len(totals) ** 0.5 + chi.std() / len(chi) ** 0.5
    assert abs(np.mean(totals) - chi.mean()) < 4 * error + 0.01


@pytest.mark.parametrize("system", ["chi-at", "tinh-chi"])
def test_what_two_and_three_opponents_add_is_what_whole_tables_say(system, two_ways):
    desk = desk_for(two_ways, PROFILES[system], opponents=3, seed=0, seat=1, known=None)
    best = suggest(two_ways, PROFILES[system], 3).suggestions[0]
    rows = np.array([strength_ids(best.arrangement)], np.int16)
    heroes = Hands.candidates(rows, desk.aces)
    layered = estimate(heroes, desk.full(heroes))
    assert layered.chi[0] == pytest.approx(best.chi, abs=5 * best.se)
    whole = desk.whole(1500).settle(heroes)[0]
    error = np.hypot(whole.std() / len(whole) ** 0.5, layered.se[0])
    assert abs(whole.mean() - layered.chi[0]) < 4 * error


@pytest.mark.parametrize(
    ("profile", "three"),
    [
        (PROFILES["tinh-chi"], False),
        (PROFILES["chi-at"], True),
        (replace(PROFILES["tinh-chi"], scoop_of_4=(2, 3, 9)), True),
        (replace(PROFILES["tinh-chi"], instant_ends_round=True), True),
        (replace(PROFILES["tinh-chi"], scoop_counted_by=ScoopCountedBy.LOSER), False),
    ],
)
def test_three_opponents_add_to_two_only_where_the_rules_say_so(profile, three, two_ways):
    tariff = tariff_of(profile, 3)
    assert tariff.couples_three == three
    desk = desk_for(two_ways, profile, opponents=3, seed=0, seat=1, known=None)
    best = suggest(two_ways, PROFILES["tinh-chi"], 3).suggestions[0]
    heroes = Hands.candidates(np.array([strength_ids(best.arrangement)], np.int16), desk.aces)
    whole = desk.whole(300)
    added = whole.settle(heroes)[0].astype(int)
    for opponents, sign in ((2, -1), (1, 1)):
        for group in whole.groups(tariff.against(opponents)):
            added += sign * group.settle(heroes)[0]
    assert added.any() == three


def test_a_banker_among_the_opponents_sits_at_whole_tables(two_ways):
    banked = replace(PROFILES["bigkool"], banker=2)
    desks = [
        desk_for(two_ways, banked, opponents=3, seed=0, seat=seat, known=None) for seat in (1, 2)
    ]
    assert desks[0].sample.together is not None
    assert desks[1].sample.together is None


def test_opponents_laid_alike_count_as_one_in_the_error(two_ways):
    desk = desk_for(two_ways, PROFILES["bigkool"], opponents=1, seed=0, seat=1, known=None)
    tables = desk.sample.main
    assert tables.weights.sum() == pytest.approx(len(desk.unseen.found), rel=0.01)
    best = suggest(two_ways, PROFILES["bigkool"], 1).suggestions[0]
    rows = np.array([strength_ids(best.arrangement)], np.int16)
    chi = tables.settle(Hands.candidates(rows, desk.aces))[0]
    assert best.chi == pytest.approx(np.average(chi, weights=tables.weights))
    blind = np.average((chi - best.chi) ** 2, weights=tables.weights) / tables.weights.sum()
    assert best.se > blind**0.5


def test_a_house_rule_borrows_a_policy_and_says_so(two_ways):
    advice = suggest(two_ways, HOUSE, 2)
    assert advice.borrowed_policy
    assert not suggest(two_ways, PROFILES["tinh-chi"], 3).borrowed_policy
    for suggestion in advice.suggestions:
        assert check_legality(suggestion.arrangement, HOUSE).legal


def test_bonuses_are_named_with_their_chance():
    hand = parse_cards("8s 8h 8d 8c Kd Kh 9c 9d 7s 5c 4d 3s 2h")
    best = suggest(hand, PROFILES["bigkool"], 1).suggestions[0]
    assert [(bonus.row, bonus.chi) for bonus in best.bonuses] == [(Row.BACK, 4)]
    assert best.bonuses[0].chance == best.win[Row.BACK] > 0.9
