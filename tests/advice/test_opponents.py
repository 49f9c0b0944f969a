"""Opponents hold cards that the hero cannot see, never the same card twice, and lay them well."""

import numpy as np
import pytest

from scorer.advice.desk import DEALT, desk_for
from scorer.advice.instants import instant_codes
from scorer.advice.known import Known, indices
from scorer.advice.policy import Policy
from scorer.advice.pool import RENAMINGS, find, masks_of, pool_of_hands
from scorer.advice.shelf import opponents_for
from scorer.advice.splits import legal_splits
from scorer.advice.strengths import strength_tables
from scorer.advice.tariff import tariff_of
from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.instant import find_instant_win
from scorer.notation import parse_cards
from scorer.profiles import PROFILES
from tests.advice.conftest import numbers, random_hand


def _source(opponents=3):
    return opponents_for(tariff_of(PROFILES["tinh-chi"], opponents))[0]


def test_the_pool_is_random_hands_and_the_same_every_time():
    pool = pool_of_hands()
    assert pool.hands[0].tolist() == sorted(set(pool.hands[0].tolist()))
    assert (np.diff(pool.hands, axis=1) > 0).all()
    share = np.bincount(pool.hands.reshape(-1), minlength=52) / len(pool.hands)
    assert np.abs(share - 0.25).max() < 5 * (0.25 * 0.75 / len(pool.hands)) ** 0.5
    assert int(pool.masks[0]) == sum(1 << int(card) for card in pool.hands[0])


def test_found_hands_are_renamed_and_hold_no_blocked_card():
    pool = pool_of_hands()
    blocked = numbers(random_hand(1))
    found = find(pool, blocked)
    hands = found.hands(pool)
    assert not np.isin(hands, blocked).any()
    assert np.array_equal(hands >> 2, pool.hands[found.at] >> 2)
    assert len(RENAMINGS) == 24
    expected = 24 * len(pool.hands) * 0.01279
    assert abs(len(found) - expected) < 0.1 * expected


def test_a_mask_holds_the_renamed_cards():
    pool = pool_of_hands()
    found = find(pool, numbers(random_hand(1))).select(np.arange(0, 9000, 100))
    assert np.array_equal(masks_of(found.hands(pool)), found.masks)


def test_hands_alike_are_laid_in_the_same_rows_and_as_likely():
    source, strengths = _source(), strength_tables()
    pool, moved = source.pool, 0
    for alike in pool.alike:
        assert (np.bitwise_count(alike) == 13).all()
        for at in range(0, 4_000, 50):
            cards = np.array([card for card in range(52) if int(alike[at]) >> card & 1], np.int8)
            assert np.array_equal(cards >> 2, pool.hands[at] >> 2)
            moved += not np.array_equal(cards, pool.hands[at])
            one, other = (
                {tuple(row) for row in legal_splits(hand, strengths).rows()}
                for hand in (cards, pool.hands[at])
            )
            assert one == other
        codes = instant_codes(np.sort(_cards(alike[:20_000]), axis=1), source.tariff)
        plain = ~pool.colourful[:20_000]
        assert np.array_equal(codes[plain], source.laid.instant[:20_000][plain])
    assert moved > 100


def _cards(masks):
    bits = masks[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    return np.nonzero(bits)[1].astype(np.int8).reshape(-1, 13)


def test_hands_alike_count_as_often_as_their_renamings_avoid_the_hero():
    pool, hero = pool_of_hands(), numbers(random_hand(1))
    times = pool.times(hero)
    for at in np.flatnonzero(times)[:20]:
        hands = [pool.hands[at], *(_cards(alike[at : at + 1])[0] for alike in pool.alike)]
        free = [
            not np.isin((hand & ~np.int8(3)) + new_suits[hand & 3], hero).any()
            for hand in hands
            for new_suits in RENAMINGS
        ]
        assert times[at] == sum(free) / len(hands)
    assert times.sum() == pytest.approx(len(find(pool, hero)), rel=0.02)


def test_opponents_at_one_table_share_no_card():
    source = _source()
    hero = numbers(random_hand(2))
    found = source.unseen(hero, np.random.default_rng(0)).found
    pairs = source.pairs(found, 500, np.random.default_rng(0))
    assert len(pairs) == 500
    one, two = pairs.masks.T
    assert not (one & two).any()
    assert not (pairs.masks & masks_of(hero[None])).any()
    thirds = source.thirds(one | two | masks_of(hero[None]))
    left = [
        [card for card in range(52) if not (int(mask) >> card) & 1]
        for mask in one | two | masks_of(hero[None])
    ]
    alone = source.arranged(np.array(left, np.int8)[:, None])
    assert np.array_equal(thirds.rows, alone.rows)


def test_a_colour_is_judged_after_suits_are_renamed():
    tariff = tariff_of(PROFILES["bigkool"], 1)
    source, _ = opponents_for(tariff)
    found = find(source.pool, numbers(random_hand(4)))
    colourful = found.select(np.flatnonzero(source.pool.colourful[found.at]))
    hands = np.sort(colourful.hands(source.pool), axis=1)
    codes = source.seated(colourful).instant
    wins = [find_instant_win([DECK[card] for card in hand], PROFILES["bigkool"]) for hand in hands]
    assert [tariff.instant_kinds[code] if code >= 0 else None for code in codes] == wins
    assert {"twelve_colour", None} <= set(wins)


def test_known_opponents_sit_first_and_keep_their_cards():
    hero = numbers(parse_cards("As Ad Kd Kh 9c 9d 7s 7h 5c 4d 3s 2h Jd"))
    laid = Arrangement.parse("Ac Ah Qs", "8s 8h 8d 6c 6d", "Qc Qd Qh 5s 5d")
    known = Known(arranged=(laid,), held=(parse_cards("Kc Ks Js Jh Jc Ts Th 9s 9h 8c 7c 7d 6s"),))
    hands = _source().dealt(hero, 3, 50, np.random.default_rng(0), known)
    assert hands.rows.shape == (50, 3, 3)
    assert len(np.unique(hands.rows[:, 0], axis=0)) == 1
    assert len(np.unique(hands.rows[:, 1], axis=0)) == 1
    assert len(np.unique(hands.rows[:, 2], axis=0)) == 1  # thirteen cards are left for the third
    assert (hands.aces == [2, 0, 0]).all()


def test_cards_out_of_play_are_dealt_to_nobody():
    hero = numbers(random_hand(2))
    aces = [card for card in range(48, 52) if card not in hero]
    dead = Known(dead=tuple(DECK[card] for card in aces))
    rng = np.random.default_rng(0)
    assert not _source().dealt(hero, 1, 500, rng, dead).aces.any()
    found = _source().unseen(np.concatenate([hero, indices(dead.dead)]), rng).found
    assert not _source().seated(found).aces.any()


def test_where_the_pool_runs_dry_hands_are_dealt():
    cards = random_hand(2)
    rest = [card for card in DECK if card not in cards]
    desk = desk_for(
        cards, PROFILES["bigkool"], opponents=1, seed=0, seat=1, known=Known(dead=tuple(rest[:20]))
    )
    assert desk.unseen is None
    assert len(desk.sample.main) == DEALT


def test_the_policy_lays_the_legal_split_of_most_worth():
    strengths = strength_tables()
    rng = np.random.default_rng(4)
    grid = rng.random((3, 4, 5)).astype(np.float32)
    front, five = np.linspace(0, 1, 455), np.linspace(0, 1, 7462)
    policy = Policy(
        *(rng.random(size).astype(np.float32) for size in (455, 7462, 7462)),
        (front * 2).astype(np.float32),
        (five * 3).astype(np.float32),
        (five * 4).astype(np.float32),
        grid,
    )
    for seed in range(6):
        hand = numbers(random_hand(seed))
        legal = legal_splits(hand, strengths)
        worth = (
            policy.front_value[legal.front]
            + policy.middle_value[legal.middle]
            + policy.back_value[legal.back]
            + _interpolate(grid, policy, legal)
        )
        chosen = policy.arrange(hand[None], strengths, equal_rows_are_foul=False)[0]
        at = int(np.flatnonzero(legal.number == chosen)[0])
        assert worth[at] == pytest.approx(worth.max(), abs=1e-5)


def _interpolate(grid, policy, legal):
    from scipy.interpolate import RegularGridInterpolator

    axes = [np.arange(size) for size in grid.shape]
    places = np.stack(
        [
            policy.front_place[legal.front],
            policy.middle_place[legal.middle],
            policy.back_place[legal.back],
        ],
        axis=1,
    )
    return RegularGridInterpolator(axes, grid)(places)


def test_indices_are_sorted():
    assert indices(parse_cards("As 2c Kd")).tolist() == [0, 45, 51]
