"""Advice: which arrangement of 13 cards wins most chi at this table, and by how much.

`suggest` answers for a hand; `compare_played` weighs what was played. Both sample opponents from
the cards that are not seen, let them arrange by a policy trained for the same rules, and settle.
"""

from scorer.advice.advise import suggest, warm_up
from scorer.advice.comparison import compare_played
from scorer.advice.known import Known
from scorer.advice.results import Advice, BonusChance, Comparison, Suggestion
from scorer.advice.shelf import prepare, prepare_in_background, prepared

__all__ = [
    "Advice",
    "BonusChance",
    "Comparison",
    "Known",
    "Suggestion",
    "compare_played",
    "prepare",
    "prepare_in_background",
    "prepared",
    "suggest",
    "warm_up",
]
