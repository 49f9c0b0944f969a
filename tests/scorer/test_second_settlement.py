"""Two settlements written independently agree, under every system and random house rules."""

import os
import random
from dataclasses import replace

import pytest

from scorer import terms
from scorer.house import profile_to_dict
from scorer.profiles import PROFILES
from scorer.rules_profile import field_types
from scorer.settlement import settle
from tests.scorer import naive_settlement
from tests.scorer.rounds import as_plain, random_players

# MAUBINH_ROUNDS=20000 checks as many rounds in each system; the usual
# run is a fifth of that, 20,000 in all.
ROUNDS = int(os.environ.get("MAUBINH_ROUNDS", "4000"))


def assert_equal(players, profile, rules):
    result = settle(players, profile)
    owed, wins, fouls = naive_settlement.settle([as_plain(player) for player in players], rules)
    names = [player.name for player in players]
    expected = {
        a: {b: owed[i][j] for j, b in enumerate(names) if i != j} for i, a in enumerate(names)
    }
    assert result.pairs == expected, players
    assert list(result.instant_wins.values()) == wins
    assert result.fouls == tuple(n for n, foul in zip(names, fouls, strict=True) if foul)
    assert all(item.points > 0 for item in result.lines)
    return result


@pytest.mark.slow
@pytest.mark.rule(
    "R1.1 R1.6 R2.1 R2.3 R3.1 R3.2 R4.1 R4.2 R4.3 R4.4 R4.5 R5.1 R5.2 R5.3 R5.4 R5.5 R6.1 R6.2 R6.3"
)
@pytest.mark.parametrize("system", list(PROFILES))
def test_every_system(system):
    rng = random.Random(f"rounds of {system}")
    profile = PROFILES[system]
    rules = profile_to_dict(profile, full=True)
    reasons = set()
    for _ in range(ROUNDS):
        players = random_players(rng, rng.choice((2, 3, 4, 4)))
        reasons |= {item.reason for item in assert_equal(players, profile, rules).lines}
    assert reasons >= EXPECTED[system]


COMMON = {"row", "instant_win"}
BONUSES = {
    f"{row}_{kind}"
    for row in ("back", "middle")
    for kind in ("quads", "quads_aces", "straight_flush", "wheel_flush", "royal_flush")
} | {"front_trips", "front_trips_aces", "middle_full_house"}
EXPECTED = {
    "bigkool": COMMON | BONUSES | {"scoop", "foul_row", "higher_instant_win"},
    "789bet": COMMON | BONUSES | {"foul_row", "higher_instant_win"},
    "chi-at": COMMON | BONUSES | {"scoop", "foul_row", "higher_instant_win", "aces", "four_aces"},
    "mo-binh": COMMON | {"flat_foul"},
    "tinh-chi": COMMON | BONUSES | {"scoop", "foul_row", "higher_instant_win", "aces"},
}


def random_changes(rng):
    """A handful of random values for random fields of a profile."""
    choices = {
        "plain_row": (1, 2),
        "banker": (1, 2),
        "scoop_of_2": ((1,), (3,)),
        "scoop_of_3": ((1, 2), (3, 4)),
        "scoop_of_4": ((1, 2, 3), (4, 3, 2)),
        "foul_flat": (0, 5, 9),
        "false_declaration": (0, 4),
        "ace_value": (1, 2),
        "ace_table_sizes": ((2,), (3, 4), (2, 3, 4)),
        "four_aces_flat": (10,),
        "loss_cap": (5, 12, 40),
    }
    for name, hint in field_types().items():
        if hint is bool:
            choices[name] = (True, False)
        elif isinstance(hint, type) and hint.__module__ == terms.__name__:
            choices[name] = tuple(hint)
        elif name.startswith("instant_") and hint is int:
            choices[name] = (0, 3, 6, 11)
        elif name.startswith(("front_", "middle_", "back_")):
            choices[name] = (0, 3, 7)
    picked = rng.sample(sorted(choices), rng.choice((1, 2, 4, 8, 16)))
    return {name: rng.choice(choices[name]) for name in picked}


@pytest.mark.slow
@pytest.mark.rule(
    "R1.5 R2.2 R2.4 R2.5 R3.3 R4.6 R5.6 R5.7 R7.1 R1.6 R2.3 R3.2 R4.3 R4.5 R5.1 R5.4 R6.2 R6.3"
)
def test_house_rules():
    rng = random.Random("house rules")
    for _ in range(ROUNDS):
        profile = replace(rng.choice(list(PROFILES.values())), **random_changes(rng))
        players = random_players(rng, rng.choice((2, 3, 4, 4)))
        assert_equal(players, profile, profile_to_dict(profile, full=True))
