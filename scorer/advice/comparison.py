"""What was played beside what was best: chi given away, and why an arrangement is foul."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorer.advice.advise import (
    best_kinds,
    candidates,
    check_hand,
    explained,
    suggestions_of,
)
from scorer.advice.desk import Desk, desk_for
from scorer.advice.expected import estimate
from scorer.advice.explain import text
from scorer.advice.known import Known, indices
from scorer.advice.payoff import Hands
from scorer.advice.results import Comparison, Suggestion
from scorer.advice.splits import Splits, five_strengths, front_strengths
from scorer.advice.tables import Tables
from scorer.advice.tariff import four_aces_chi
from scorer.arrangement import Arrangement, Fault, check_legality
from scorer.profiles import RulesProfile
from scorer.terms import FoulPay, FoulPaysTo, FoulToInstant, Row
from scorer.texts import Language
from scorer.verdicts import fault_text

_FOUL_TABLES = 2_000
LANGUAGES: tuple[Language, ...] = ("vi", "en")


def compare_played(
    played: Arrangement,
    profile: RulesProfile,
    opponents: int = 3,
    seed: int = 0,
    *,
    seat: int = 1,
    known: Known | None = None,
) -> Comparison:
    """Weigh an arrangement against the best one of the same cards, at the same sampled tables.

    The arguments are those of `suggest`. A foul arrangement is weighed as the foul it is.
    """
    check_hand(played.cards, opponents)
    desk = desk_for(played.cards, profile, opponents=opponents, seed=seed, seat=seat, known=known)
    best, _ = best_kinds(desk, candidates(desk), 1)
    faults = check_legality(played, profile).faults
    both = _beside(best, _ids(desk, played))
    heroes = desk.heroes(both)
    described = suggestions_of(desk, both, estimate(heroes, desk.full(heroes)))
    mine = replace(described[1], arrangement=played)
    if faults:
        return Comparison(
            _as_foul(mine, described[0], desk), described[0], *_fouls(faults, profile)
        )
    if mine.chi >= described[0].chi:
        mine = replace(mine, why_vi=text("best", "vi"), why_en=text("best", "en"))
        return Comparison(mine, mine)
    return Comparison(explained(mine, described[0], desk), described[0])


def _fouls(faults: Sequence[Fault], profile: RulesProfile) -> tuple[str, str]:
    vi, en = (
        text(
            "foul",
            language,
            why="; ".join(fault_text(fault, profile, language) for fault in faults),
        )
        for language in LANGUAGES
    )
    return vi, en


def _ids(desk: Desk, laid: Arrangement) -> NDArray[np.int16]:
    rows = [indices(laid.row(row)) for row in Row]
    return np.array(
        [
            front_strengths(rows[0], desk.strengths),
            five_strengths(rows[1], desk.strengths),
            five_strengths(rows[2], desk.strengths),
        ],
        np.int16,
    )


def _beside(best: Splits, ids: NDArray[np.int16]) -> Splits:
    """Return the best split followed by other strengths, whose number means nothing."""
    columns = np.stack([best.rows()[0], ids])
    number = np.repeat(best.number[:1], 2)
    return Splits(number, columns[:, 0], columns[:, 1], columns[:, 2])


def _as_foul(laid: Suggestion, best: Suggestion, desk: Desk) -> Suggestion:
    tables = desk.whole(_FOUL_TABLES)
    chi = foul_chi(tables, desk)
    error = float(chi.std(ddof=1)) / len(chi) ** 0.5
    return replace(
        laid,
        chi=float(chi.mean()),
        se=error,
        gap=max(0.0, best.chi - float(chi.mean())),
        gap_se=error,
        win=dict.fromkeys(Row, 0.0),
        scoop=0.0,
        scooped=float(desk.profile.foul_counts_as_scooped) * (1 - float(tables.any_instant.mean())),
        bonuses=(),
        why_vi="",
        why_en="",
    )


def foul_chi(tables: Tables, desk: Desk) -> NDArray[np.float64]:
    """Return the chi (S,) of a foul hand: its collectors win the rows, or take the flat pay."""
    profile, tariff = desk.profile, tables.tariff
    if not profile.foul_counts_as_scooped or profile.foul is FoulPay.FLAT:
        tariff = replace(tariff, multipliers=np.ones_like(tariff.multipliers))
    if profile.foul is FoulPay.FLAT:
        nothing = tuple(np.zeros_like(pays) for pays in tariff.plain)
        none = tuple(np.zeros_like(pays) for pays in tariff.bonus)
        tariff = replace(tariff, plain=nothing, bonus=none)
    if desk.aces == 4 and tariff.counts_aces:
        taken = four_aces_chi(profile, profile.four_aces_foul)
        tariff = replace(tariff, four_aces_laid=taken, four_aces_unlaid=taken)
    weakest = Hands.candidates(np.zeros((1, 3), np.int16), desk.aces)
    foul = Tables(tables.hands, tariff)
    if profile.foul_pays_to is FoulPaysTo.ROUND_WINNER and tariff.opponents > 1:
        return _to_the_winner(foul, weakest, _flat(profile, tables))
    owed = _flat(profile, tables).sum(axis=1)
    return np.asarray(foul.settle(weakest)[0] - owed, np.float64)


def _to_the_winner(tables: Tables, weakest: Hands, flat: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chi (S,) of a foul hand whose rows only the round's winner collects."""
    tariff = tables.tariff
    nothing = tuple(np.zeros_like(pays) for pays in tariff.plain)
    none = tuple(np.zeros_like(pays) for pays in tariff.bonus)
    if tariff.scoop_counted_by_loser:
        # One collector scoops the foul hand, however many beat it.
        once = np.full_like(tariff.multipliers, tariff.multipliers[1])
        tariff = replace(tariff, multipliers=once)
    paid = Tables(tables.hands, tariff).by_opponent(weakest)[0] - flat
    aces = Tables(tables.hands, replace(tariff, plain=nothing, bonus=none)).by_opponent(weakest)[0]
    collects = tables.winners() | (tables.hands.instant >= 0)
    return np.asarray(np.where(collects, paid, aces).sum(axis=1), np.float64)


def _flat(profile: RulesProfile, tables: Tables) -> NDArray[np.int64]:
    """Return the flat pay (S, n) to each opponent, beyond what its instant win takes."""
    tariff, instant = tables.tariff, tables.hands.instant
    if profile.foul is not FoulPay.FLAT:
        return np.zeros(instant.shape, np.int64)
    flat = profile.foul_flat
    holders = np.array([*tariff.instant_pay, 0])[instant]
    more = {
        FoulToInstant.LARGER: np.maximum(0, flat - holders),
        FoulToInstant.VALUE: np.zeros_like(holders),
        FoulToInstant.BOTH: np.full_like(holders, flat),
    }[profile.foul_to_instant]
    ended = tables.any_instant[:, None] & tariff.instant_ends_round
    return np.asarray(np.where(instant >= 0, more, np.where(ended, 0, flat)))
