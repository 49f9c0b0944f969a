"""Round files: what is read, and everything that is refused."""

import copy
import json

import pytest

from scorer.errors import RoundError, ScorerError
from scorer.instant import InstantWin
from scorer.money import Money, Stake
from scorer.profiles import get_profile
from scorer.round_file import parse_round, read_round

AN = {"name": "An", "front": "2c 3d 4h", "middle": "6s 6d 9c Th Qs", "back": "Ac Ad Kh 7s 8c"}
BINH = {"name": "Bình", "front": "2d 3c 5h", "middle": "6c 5d 9d Tc Qd", "back": "4c 4d Kd 7d 8d"}
ROUND = {"rules": "bigkool", "stake": 5000, "players": [AN, BINH]}


def changed(**fields):
    return {**copy.deepcopy(ROUND), **fields}


def with_an(**fields):
    return changed(players=[{**AN, **fields}, BINH])


def test_a_round_is_read():
    played = read_round(json.dumps(ROUND))
    assert played.profile is get_profile("bigkool")
    assert played.stake == Stake(5000)
    assert [player.name for player in played.players] == ["An", "Bình"]
    assert str(played.players[0].arrangement) == "2c 3d 4h / 6s 6d 9c Th Qs / Ac Ad Kh 7s 8c"
    assert read_round(b"\xef\xbb\xbf" + json.dumps(ROUND).encode()) == played


def test_everything_a_player_may_carry():
    cards = {"name": " Chi ", "cards": ["As", "Ks Qh"], "left": True, "declared": "dragon"}
    played = parse_round(changed(players=[AN, BINH | {"confirmed": False}, cards]))
    chi = played.players[2]
    assert (chi.name, chi.left, chi.foul, chi.declared) == ("Chi", True, False, InstantWin.DRAGON)
    assert len(chi.cards) == 3
    assert not played.players[1].confirmed


@pytest.mark.rule("R1.7")
def test_a_hand_ruled_foul_may_show_as_many_cards_as_it_likes():
    partly = {"name": "An", "foul": True, "front": "2c 3d", "back": "Ac Ad"}
    assert len(parse_round(changed(players=[partly, BINH])).players[0].cards) == 4
    nothing = {"name": "An", "left": True}
    assert parse_round(changed(players=[nothing, BINH])).players[0].cards == ()


def test_rules_may_be_inline():
    played = parse_round(changed(rules={"base": "bigkool", "loss_cap": 9}))
    assert played.profile.loss_cap == 9


@pytest.mark.rule("R1.7")
@pytest.mark.parametrize(
    ("document", "messages"),
    [
        ([], ["[]: expected a JSON object"]),
        ({}, ['"rules" is missing', '"stake" is missing', '"players" is missing']),
        (changed(rule="x"), ['unknown field "rule": did you mean "rules"?']),
        (changed(rules="poker"), ['rules: unknown rules "poker": expected one of bigkool']),
        (changed(rules=7), ["rules = 7: expected a system's id or an inline profile"]),
        (changed(rules={"base": "bigkool", "x1": 1}), ['rules: unknown field "x1"']),
        (changed(stake=0), ["stake = 0: expected a whole number from 1"]),
        (changed(stake=1.5), ["stake = 1.5"]),
        (changed(stake=True), ["stake = True"]),
        (changed(stake="5"), ["stake = 5: expected a whole number"]),
        (changed(players="An"), ['players = "An": expected a list of 2 to 4 players']),
        (changed(players=[]), ["0 players, expected 2 to 4"]),
        (changed(players=[1, 2]), ["#1: 1: expected a JSON object", "#2: 2: expected"]),
        (changed(players=[3] * 5), ["5 players, expected 2 to 4"]),
        (with_an(name=""), ["#1: the player in seat 1 has no name"]),
        (with_an(name=5), ["#1: the player in seat 1 has no name"]),
        (with_an(name="Bình"), ['the name "Bình" is used 2 times']),
        (with_an(fronts="2c"), ['An: unknown field "fronts": did you mean "front"?']),
        (with_an(foul="yes"), ['An: foul = "yes": expected true or false']),
        (with_an(declared="royal"), ['An: declared = "royal": expected one of dragon_suited']),
        (with_an(cards="As"), ['An: both "cards" and rows are given']),
        (with_an(front="2c 1s xx"), ['An: front: cannot read card "1s"', '"xx"']),
        (with_an(front=7), ["An: front = 7: expected card text"]),
        (with_an(front=["2c", 3, "4h"]), ['An: front = ["2c", 3, "4h"]: expected card text']),
        (with_an(front="2c 3d"), ["An: front has 2 cards, expected 3"]),
        (with_an(front="2c 3d 3d"), ["An: 3d appears 2 times, expected once"]),
        (with_an(front="2c 3d 4d"), ["4d is in the hands of An, Bình, expected in one"]),
        (changed(players=[{"name": "An"}, BINH]), ["An: no cards: expected"]),
        (
            changed(players=[{"name": "An", "cards": "As Kd"}, BINH]),
            ["An: 2 cards, expected 13"],
        ),
        (
            changed(players=[{"name": "An", "front": "2c 3d 4h"}, BINH]),
            ["An: middle has 0 cards, expected 5; An: back has 0 cards, expected 5"],
        ),
        (
            changed(players=[{"name": "An", "cards": "As Kd"}, {**BINH, "front": "1s"}]),
            ["An: 2 cards, expected 13", 'Bình: front: cannot read card "1s"'],
        ),
        (
            changed(players=[AN, BINH, {**AN, "name": "Chi"}, {"name": "Dũng", "x": 1}]),
            ["2c is in the hands of An, Chi", 'Dũng: unknown field "x": expected name, cards'],
        ),
        (
            {"rules": "x", "stake": -1, "players": [{**AN, "front": "1s"}]},
            ["rules: unknown rules", "stake = -1", '"1s"', "1 players"],
        ),
    ],
)
def test_everything_wrong_is_named(document, messages):
    with pytest.raises(RoundError) as caught:
        parse_round(document)
    for message in messages:
        assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.text("vi")


def test_a_name_used_twice_is_named_although_one_of_the_two_cannot_be_read():
    with pytest.raises(RoundError) as refused:
        parse_round(changed(players=[AN, {"name": "An", "cards": "1s"}]))
    assert 'the name "An" is used 2 times' in str(refused.value)
    assert 'cannot read card "1s"' in str(refused.value)


def test_broken_json_names_the_place():
    with pytest.raises(ScorerError, match="no JSON: line 1, column 1"):
        read_round("")


@pytest.mark.rule("R8.2")
def test_money_is_chi_times_the_stake():
    paid = Stake(5000).pay_out({"An": 3, "Bình": -3})
    assert paid == {"An": Money(15000), "Bình": Money(-15000)}
    assert str(paid["An"] + paid["An"]) == "30.000"
    assert -paid["An"] == paid["Bình"] < paid["An"]
