"""What practising says: what was lost, why, and which hands are worth a try."""

from datetime import UTC, datetime
from random import Random

import pytest

from scorer.advice import compare_played, suggest
from scorer.arrangement import Arrangement, Row, check_legality
from scorer.profiles import BIGKOOL
from ui.practice import (
    Attempt,
    Mistake,
    Outcome,
    Source,
    by_habit,
    deal,
    deal_tricky,
    habits,
    mean_lost,
    running_mean,
    weigh,
    weigh_declared,
)


def attempt(lost: float, *mistakes: Mistake) -> Attempt:
    return Attempt(
        at=datetime(2026, 1, 1, tzinfo=UTC),
        source=Source.DEALT,
        rules="bigkool",
        opponents=3,
        cards=deal(Random(0)),
        outcome=Outcome(chi=1.0, best_chi=1.0 + lost, mistakes=mistakes),
    )


def outcome_of(played: Arrangement) -> Outcome:
    return weigh(suggest(played.cards, BIGKOOL), compare_played(played, BIGKOOL))


def test_the_best_arrangement_loses_nothing():
    best = suggest(deal(Random(1)), BIGKOOL).suggestions[0].arrangement
    assert outcome_of(best).lost == 0
    assert outcome_of(best).mistakes == ()


def test_a_foul_is_named_as_what_it_is():
    foul = Arrangement.parse("Kh Ks 4c", "Qd Qh 8s 7c 2d", "As Ad 9d 6d 3d")
    outcome = outcome_of(foul)
    assert outcome.mistakes == (Mistake.FOUL,)
    assert outcome.lost > 1


def test_a_clearly_worse_way_is_named_by_its_weakest_row():
    cards = Arrangement.parse("2c 3d 5h", "9c 9d Kh Qs 4c", "As Ah 7c 7d 6s")
    lost = outcome_of(cards)
    best = compare_played(cards, BIGKOOL)
    assert lost.lost == pytest.approx(best.lost)
    assert len(lost.mistakes) == 1
    assert lost.mistakes[0] in {Mistake.WEAK_FRONT, Mistake.WEAK_MIDDLE, Mistake.WEAK_BACK}


def test_giving_up_a_bonus_is_named():
    advice = suggest(deal(Random(1)), BIGKOOL)  # three threes for the front
    assert any(bonus.row is Row.FRONT for bonus in advice.suggestions[0].bonuses)
    without = next(way for way in advice.suggestions if not way.bonuses)
    assert outcome_of(without.arrangement).mistakes == (Mistake.MISSED_BONUS,)


def test_an_instant_win_is_worth_what_it_pays():
    rows = Arrangement.parse("2c 3d 4h", "5s 6c 7d 8h 9s", "Tc Jd Qh Ks Ac")
    advice = suggest(rows.cards, BIGKOOL)
    assert weigh_declared(advice) == Outcome(chi=advice.instant_chi, best_chi=advice.instant_chi)
    missed = weigh(advice, compare_played(rows, BIGKOOL))
    assert missed.mistakes == (Mistake.MISSED_INSTANT,)
    assert missed.lost > 0


@pytest.mark.parametrize("seed", range(20))
def test_habit_is_never_foul(seed):
    cards = deal(Random(seed))
    laid = by_habit(cards, BIGKOOL)
    assert set(laid.cards) == set(cards)
    assert check_legality(laid, BIGKOOL).legal


def test_a_tricky_hand_is_lost_by_habit():
    cards = deal_tricky(Random(3), BIGKOOL, 3)
    comparison = compare_played(by_habit(cards, BIGKOOL), BIGKOOL)
    assert comparison.lost >= 0.5
    assert not comparison.played.within_noise


def test_the_record_adds_up():
    attempts = [attempt(2, Mistake.FOUL), attempt(0), attempt(1, Mistake.WEAK_BACK)]
    attempts.append(attempt(3, Mistake.FALSE_INSTANT, Mistake.FOUL))
    assert mean_lost(attempts) == pytest.approx(1.5)
    assert mean_lost([]) == 0
    assert running_mean(attempts, 2) == pytest.approx((2, 1, 0.5, 2))
    found = [(habit.mistake, habit.count, habit.lost) for habit in habits(attempts)]
    assert found == [
        (Mistake.FOUL, 2, pytest.approx(5)),
        (Mistake.FALSE_INSTANT, 1, pytest.approx(3)),
        (Mistake.WEAK_BACK, 1, pytest.approx(1)),
    ]
