"""The worked rounds beside the specification: every figure equal."""

import json

import pytest

from scorer.round_file import parse_round
from scorer.settlement import settle


@pytest.mark.rule("R8.1", "R8.2")
def test_every_worked_round_is_equal(shared, subtests):
    examples = json.loads((shared / "rules" / "examples.json").read_text(encoding="utf-8"))
    assert len(examples) == 80
    for place, example in enumerate(examples):
        with subtests.test(example=place, rules=example["round"]["rules"]):
            played = parse_round(example["round"])
            settlement = settle(played.players, played.profile)
            money = played.stake.pay_out(settlement.points)
            assert {
                "points": settlement.points,
                "money": {name: sum_.amount for name, sum_ in money.items()},
                "pairs": settlement.pairs,
                "instant_wins": settlement.instant_wins,
                "fouls": list(settlement.fouls),
            } == example["expected"]
