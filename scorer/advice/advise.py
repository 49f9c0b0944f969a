"""From 13 cards to the arrangements worth most at this table.

1. Every legal split, without those beaten row by row.
2. Shorter and longer looks: all of them on a few tables, the better ones on more, the best on
   every table, always against the same opponents.
3. The best of each *kind* of arrangement: moving a kicker makes no different suggestion.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.advice.candidates import unbeaten
from scorer.advice.desk import Desk, desk_for
from scorer.advice.expected import Estimate, chi_of_trios, estimate, mean_chi
from scorer.advice.explain import text, why
from scorer.advice.known import Known
from scorer.advice.payoff import Hands
from scorer.advice.results import Advice, BonusChance, Suggestion
from scorer.advice.splits import Splits, legal_splits, split_rows
from scorer.advice.strengths import kinds_of
from scorer.arrangement import Arrangement
from scorer.cards import DECK, Card
from scorer.instant import deciding_ranks, find_instant_win, instant_pay
from scorer.profiles import PROFILES, RulesProfile
from scorer.terms import InstantVsInstant, InstantWin, Row

LOOKS = ((60, 400), (1_000, 40), (8_000, 6))
"""Tables of each look before the last, and how many splits go on to the next."""


def candidates(desk: Desk) -> Splits:
    """Return the splits that can be best."""
    legal = legal_splits(desk.hand, desk.strengths, desk.tariff.equal_rows_are_foul)
    return unbeaten(legal, desk.tariff)


def best_kinds(desk: Desk, splits: Splits, top: int) -> tuple[Splits, Estimate]:
    """Return the best split of each of the ``top`` best kinds, best first."""
    for tables, kept in LOOKS:
        if len(splits) <= kept:
            continue
        chi = mean_chi(desk.heroes(splits), desk.sample.first(tables))
        order, leaders = _ranked(desk, splits, chi)
        splits = splits.select(_in_order(leaders[: top + 2], order[:kept]))
    chi = mean_chi(desk.heroes(splits), desk.sample)
    order, leaders = _ranked(desk, splits, chi)
    order = _in_order(leaders, order)
    splits, chi = splits.select(order), chi[order]
    heroes = desk.heroes(splits)
    sample = desk.full(heroes)
    _, leaders = _ranked(desk, splits, chi + chi_of_trios(heroes, sample))
    best = leaders[:top]
    return splits.select(best), estimate(heroes.select(best), sample)


def _in_order(first: NDArray[np.intp], then: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return both without repetition."""
    both = np.concatenate([first, then])
    return both[np.sort(np.unique(both, return_index=True)[1])]


def _ranked(
    desk: Desk, splits: Splits, chi: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return indices of all splits, best first, and of the best of each kind."""
    order = np.argsort(-chi, kind="stable")
    kinds = kinds_of(splits.rows()[order], desk.strengths)
    return order, order[np.sort(np.unique(kinds, return_index=True)[1])]


def suggest(
    cards: Sequence[Card],
    profile: RulesProfile,
    opponents: int = 3,
    top: int = 3,
    seed: int = 0,
    *,
    seat: int = 1,
    known: Known | None = None,
) -> Advice:
    """Return the arrangements of 13 cards with the highest expected chi at this table.

    Args:
        cards: the hand.
        profile: the table's rules.
        opponents: 1 to 3.
        top: how many different arrangements to return.
        seed: the same seed draws the same opponents.
        seat: the hand's seat counted from 1, which matters only where a banker takes equal rows.
        known: cards seen beyond the hand.

    Raises:
        ValueError: not 13 different cards, or no such number of opponents.
    """
    start = time.perf_counter()
    check_hand(cards, opponents)
    desk = desk_for(cards, profile, opponents=opponents, seed=seed, seat=seat, known=known)
    splits, weighed = best_kinds(desk, candidates(desk), max(top, 2))
    suggestions = suggestions_of(desk, splits, weighed)[:top]
    win = find_instant_win(cards, profile)
    claimed = claimed_chi(desk, splits, win)
    return Advice(
        instant_win=win,
        pay=instant_pay(win, profile) if win else 0,
        instant_chi=claimed,
        play_on=win is not None and _may_play_on(win, profile) and suggestions[0].chi > claimed,
        suggestions=suggestions,
        opponents=opponents,
        tables=len(desk.sample.main),
        borrowed_policy=desk.borrowed_policy,
        seconds=time.perf_counter() - start,
    )


def warm_up() -> None:
    """Compile the loops, or load them from disk, so that the first answer need not wait."""
    suggest(DECK[::4], PROFILES["chi-at"])


def check_hand(cards: Sequence[Card], opponents: int) -> None:
    """Raise ValueError unless these are 13 different cards and 1 to 3 opponents."""
    if len(set(cards)) != 13 or len(cards) != 13:
        doubled = sorted({str(card) for card in cards if list(cards).count(card) > 1})
        twice = f", {' '.join(doubled)} twice" if doubled else ""
        raise ValueError(f"{len(cards)} cards{twice}: expected 13 different cards")
    if opponents not in (1, 2, 3):
        raise ValueError(f"{opponents} opponents: expected 1, 2 or 3")


def claimed_chi(desk: Desk, splits: Splits, win: InstantWin | None) -> float:
    """Return the expected chi of an instant win over all opponents, 0 without one."""
    if win is None:
        return 0.0
    code = desk.tariff.instant_kinds.index(win.value)
    rows = splits.rows()[:1]
    hero = Hands.candidates(rows, desk.aces, code)
    # What one opponent pays for it is its own matter, unless it multiplies like a scoop.
    alone = desk.sample.singles is not None and not desk.tariff.instant_multiplied
    sample = replace(desk.sample, duos=None) if alone else desk.full(hero)
    return float(estimate(hero, sample).chi[0]) + _by_cards(desk, win, code)


def _by_cards(desk: Desk, win: InstantWin, code: int) -> float:
    """Return what the same win on both sides is worth where its cards decide.

    0 also where opponents had to be dealt: then either side counts as equally likely to be higher.
    """
    profile, unseen = desk.profile, desk.unseen
    higher_takes = profile.instant_vs_instant is InstantVsInstant.HIGHER_TAKES
    if not (profile.instant_cards_decide and higher_takes) or unseen is None:
        return 0.0
    found = unseen.found
    same = np.flatnonzero(desk.source.seated(found).instant == code)
    mine = deciding_ranks(win, [Card.from_index(int(card)) for card in desk.hand])
    higher = 0
    for hand in desk.source.pool.hands[found.at[same]]:
        theirs = deciding_ranks(win, [Card.from_index(int(card)) for card in hand])
        higher += (mine > theirs) - (mine < theirs)
    return desk.tariff.opponents * instant_pay(win, profile) * higher / len(found)


def suggestions_of(desk: Desk, splits: Splits, weighed: Estimate) -> tuple[Suggestion, ...]:
    """Describe weighed splits, the best first: each is explained against its best rival."""
    made = [_described(desk, splits, weighed, index) for index in range(len(splits))]
    rivals = [made[1] if len(made) > 1 else None, *([made[0]] * (len(made) - 1))]
    return tuple(explained(one, rival, desk) for one, rival in zip(made, rivals, strict=True))


def explained(suggestion: Suggestion, rival: Suggestion | None, desk: Desk) -> Suggestion:
    """Return the suggestion with one sentence why."""
    if rival is None:
        return replace(suggestion, why_vi=text("only", "vi"), why_en=text("only", "en"))
    return replace(
        suggestion,
        why_vi=why(suggestion, rival, desk.profile, "vi"),
        why_en=why(suggestion, rival, desk.profile, "en"),
    )


def _described(desk: Desk, splits: Splits, weighed: Estimate, index: int) -> Suggestion:
    return Suggestion(
        arrangement=_arrangement(desk, int(splits.number[index])),
        chi=float(weighed.chi[index]),
        se=float(weighed.se[index]),
        gap=float(weighed.gap[index]),
        gap_se=float(weighed.gap_se[index]),
        win=dict(zip(Row, map(float, weighed.win[index]), strict=True)),
        scoop=float(weighed.scoop[index]),
        scooped=float(weighed.scooped[index]),
        bonuses=_bonuses(desk, splits, weighed, index),
        why_vi="",
        why_en="",
    )


def _bonuses(desk: Desk, splits: Splits, weighed: Estimate, index: int) -> tuple[BonusChance, ...]:
    ids = splits.rows()[index]
    found = []
    for place, row in enumerate(Row):
        chi = int(desk.tariff.bonus[place][ids[place]])
        if chi:
            chance = float(weighed.win[index, place]) if desk.tariff.bonus_needs_win else 1.0
            found.append(BonusChance(row, chi, chance))
    return tuple(found)


def _arrangement(desk: Desk, number: int) -> Arrangement:
    rows = split_rows(desk.hand, number, desk.strengths)
    front, middle, back = (tuple(Card.from_index(int(i)) for i in row[::-1]) for row in rows)
    return Arrangement(front, middle, back)


def _may_play_on(win: InstantWin, profile: RulesProfile) -> bool:
    """Tell whether the holder can leave the win unused: not declared, or not laid so."""
    by_rows = win in (InstantWin.THREE_FLUSHES, InstantWin.THREE_STRAIGHTS)
    return profile.instant_must_be_declared or (profile.instant_must_be_laid and by_rows)
