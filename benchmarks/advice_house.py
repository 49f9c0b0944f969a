"""What borrowing costs under house rules: ``python -m benchmarks.advice_house``.

A house rule without a policy of its own borrows the nearest system's until it has learnt one. Here
it learns one, hands are arranged against both kinds of opponents, and both answers are judged
against opponents who play the house's own policy, at tables that neither has seen.
"""

import argparse
import os
import time
from dataclasses import replace
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.advice_selfplay import Measured, halves
from scorer.advice.advise import best_kinds, candidates
from scorer.advice.expected import estimate
from scorer.advice.payoff import Hands
from scorer.advice.pool import pool_of_hands
from scorer.advice.shelf import make, opponents_for, policy_for, policy_tariff
from scorer.advice.tariff import tariff_of
from scorer.profiles import PROFILES, RulesProfile
from scorer.terms import BonusMode, Wheel

HOUSES: dict[str, RulesProfile] = {
    "bigkool, dearer bonuses": replace(
        PROFILES["bigkool"], front_trips=6, front_trips_aces=10, middle_full_house=4
    ),
    "789bet, scoops count three times": replace(PROFILES["789bet"], scoop_of_2=(3,)),
    "tinh-chi, low wheel, bonuses added": replace(
        PROFILES["tinh-chi"], wheel=Wheel.LOWEST, bonus_mode=BonusMode.ADD
    ),
}


def lost_by_borrowing(profile: RulesProfile, hands: int, learnt: int) -> tuple[Measured, float]:
    """Return chi a hand lost heads-up, and the processor seconds that learning took."""
    tariff = tariff_of(profile, 1)
    borrowed, lent = opponents_for(tariff)
    if not lent:
        raise ValueError("these rules have a policy of their own")
    start = time.process_time()
    own_tariff = policy_tariff(tariff)
    make(own_tariff, hands=learnt, start=policy_for(own_tariff).policy)
    seconds = time.process_time() - start
    own, _ = opponents_for(tariff)
    lost = []
    for number, hand in enumerate(pool_of_hands().hands[-hands:]):
        judge = halves(own, profile, 1, hand, number)
        answers = [
            best_kinds(desk, candidates(desk), 2)[0].rows()[0]
            for desk in (judge[0], halves(borrowed, profile, 1, hand, number)[0])
        ]
        heroes = Hands.candidates(np.array(answers), judge[0].aces)
        chi = estimate(heroes, judge[1].sample).chi
        lost.append(float(chi[0] - chi[1]))
    return Measured.of(np.array(lost)), seconds


def main() -> None:
    """Print one line a house."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--learnt", type=int, default=80_000, help="hands to learn from")
    options = parser.parse_args()
    for name, profile in HOUSES.items():
        with TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = folder
            lost, seconds = lost_by_borrowing(profile, options.hands, options.learnt)
        print(f"{name}: borrowing loses {lost} chi a hand; learnt in {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
