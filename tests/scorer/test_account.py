"""Accounts in words: golden ones that a person can read, and every sentence there is.

`python -m tests.scorer.test_account` writes the golden files anew; read them before committing.
"""

# ruff: noqa: E501 - whole sentences read better

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.account import pair_account, pair_steps, player_account, round_account, signed
from scorer.instant import InstantWin
from scorer.money import Stake
from scorer.profiles import PROFILES, get_profile
from scorer.reasons import Reason
from scorer.round_file import parse_round
from scorer.settlement import settle
from scorer.terms import BonusMode, FoulPaysTo, PairPoints
from tests.scorer.rounds import holding, laid

GOLDEN = Path(__file__).parent / "golden"
ROUNDS = sorted(GOLDEN.glob("*.json"))
X = "Ah Ad Jc / Ks Kc Kd 2s 3s / 4c 4d 4h 7s 7c"
Y1 = "2c 3c 5d / 6c 8c 9s Td Jd / 6d 8d 9c Tc Qc"
Y2 = "2d 3d 5c / 6h 8h 9d Ts Jh / 6s 8s 9h Th Qs"
FOUL_Y1 = "2c 3c 5d / 6d 8d 9c Tc Qc / 6c 8c 9s Td Jd"
Z = "Kh Ks Kc / As Ac Ad 2s 2h / 7c 7d 7h 7s 3s"
LOWER = "8s 8h 8d / Tc Td Th 5s 5h / Jc Js Jd 9s 9c"
PAIRS = "Ah Ad Kc Kd 3s 3h 4c 4d 7c 7s Qh Qd 2s"
LOW_PAIRS = "Ks Kh 4h 4s 7d 7h 5h 5s Js Jc 2c 2d 9h"


def golden_text(path):
    played = parse_round(json.loads(path.read_text(encoding="utf-8")))
    settlement = settle(played.players, played.profile)
    texts = [round_account(settlement, played.stake, language) for language in ("vi", "en")]
    return "\n\n".join(texts) + "\n"


@pytest.mark.rule("R8.1", "R8.2", "R8.3")
@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_golden_accounts(path):
    assert golden_text(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_system_has_a_golden_account():
    systems = {json.loads(path.read_text(encoding="utf-8"))["rules"] for path in ROUNDS}
    assert systems == set(PROFILES)


def settled(system, *hands, **changes):
    """An, Bình, Chi, Dũng: rows where there are slashes."""
    names = ("An", "Bình", "Chi", "Dũng")
    players = [
        replace(hand, name=name)
        if not isinstance(hand, str)
        else (laid if "/" in hand else holding)(name, hand)
        for name, hand in zip(names, hands, strict=False)
    ]
    return settle(players, replace(get_profile(system), **changes))


@pytest.mark.parametrize(
    ("settlement", "vi", "en"),
    [
        (
            settled("bigkool", Z, Y2),
            (
                "An – Bình: chi 1: tứ quý 7 thắng mậu thầu Q, +4 (R2.3); chi 2: cù lũ A thắng mậu thầu"
                " J, +2 (R2.3); chi 3: xám K thắng mậu thầu 5, +3 (R2.3); An sập Bình ba chi ×2, +9"
                " (R3.2); tổng +18"
            ),
            (
                "An – Bình: back: four of a kind 7 beats high card Q, +4 (R2.3); middle: full house A"
                " beats high card J, +2 (R2.3); front: three of a kind K beats high card 5, +3 (R2.3);"
                " An scoops Bình ×2, +9 (R3.2); total +18"
            ),
        ),
        (
            settled("789bet", Y2, Z, bonus_mode=BonusMode.ADD),
            (
                "An – Bình: chi đầu: tứ quý 7 thắng mậu thầu Q, −1 (R2.1); chi đầu: thưởng tứ quý 7, −4"
                " (R2.3); chi 2: cù lũ A thắng mậu thầu J, −1 (R2.1); chi 2: thưởng cù lũ A, −2 (R2.3);"
                " chi cuối: xám K thắng mậu thầu 5, −1 (R2.1); chi cuối: thưởng xám K, −3 (R2.3);"
                " tổng −12"
            ),
            "bonus for four of a kind 7, −4 (R2.3)",
        ),
        (
            settled("789bet", Z, LOWER, bonus_needs_win=False),
            "chi 2: cù lũ 10 của Bình thua vẫn được thưởng, −2 (R2.4)",
            "middle: Bình's full house 10 earns its bonus though it lost, −2 (R2.4)",
        ),
        (
            settled("bigkool", Y1, Y2),
            (
                "An – Bình: chi 1: bằng nhau (mậu thầu Q (10-9-8-6)), 0 (R2.2); chi 2: bằng nhau (mậu"
                " thầu J (10-9-8-6)), 0 (R2.2); chi 3: bằng nhau (mậu thầu 5 (3-2)), 0 (R2.2); tổng 0"
            ),
            "back: equal (high card Q (10-9-8-6)), 0 (R2.2)",
        ),
        (
            settled("bigkool", Y1, Y2, banker=2),
            "chi 3: bằng nhau (mậu thầu 5), nhà cái Bình ăn, −1 (R2.2)",
            "front: equal (high card 5), the banker Bình takes it, −1 (R2.2)",
        ),
        (
            settled("mo-binh", X, Y1, pair_points=PairPoints.ONE),
            "chi dưới: cù 4 thắng rác Q, 0 (R2.5); An thắng cặp, +1 (R2.5); tổng +1",
            "back: full house 4 beats high card Q, 0 (R2.5); An wins the pair, +1 (R2.5)",
        ),
        (
            settled("mo-binh", FOUL_Y1, Y2),
            "An – Bình: An binh lủng đền, −9 (R4.3); tổng −9",
            "An pays for a foul hand, −9 (R4.3)",
        ),
        (
            settled("bigkool", FOUL_Y1, Y2),
            "chi 1: mậu thầu Q thắng bài lủng, −1 (R4.2)",
            "back: high card Q beats a foul hand, −1 (R4.2)",
        ),
        (
            settled("bigkool", FOUL_Y1, laid("", Y2, foul=True)),
            "An – Bình: cả hai binh lủng, không tính, 0 (R4.4); tổng 0",
            "both are foul, nothing to pay, 0 (R4.4)",
        ),
        (
            settled("tinh-chi", FOUL_Y1, Y2, X, foul_pays_to=FoulPaysTo.ROUND_WINNER),
            "bài lủng không đền nhà này, 0 (R4.6)",
            "the foul hand owes nothing here, 0 (R4.6)",
        ),
        (
            settled("chi-at", Y1, Y2, PAIRS),
            "An – Bình: ván có thắng trắng, không so chi, 0 (R5.5); tổng 0",
            "an instant win ended the round, 0 (R5.5)",
        ),
        (
            settled("bigkool", PAIRS, Y1),
            "An – Bình: An thắng trắng lục phé bôn, +9 (R5.3); tổng +9",
            "An's instant win: six pairs, +9 (R5.3)",
        ),
        (
            settled("789bet", PAIRS, LOW_PAIRS),
            "lục phé bôn của An lớn hơn lục phé bôn của Bình, +3 (R5.4)",
            "An's six pairs is higher than Bình's six pairs, +3 (R5.4)",
        ),
        (
            settled("bigkool", PAIRS, LOW_PAIRS),
            "An – Bình: cùng thắng trắng, hòa, 0 (R5.4); tổng 0",
            "both instant wins are level, 0 (R5.4)",
        ),
        (
            settled(
                "bigkool",
                laid("", X, declared=InstantWin.DRAGON),
                Y1,
                instant_must_be_declared=True,
                false_declaration=5,
            ),
            "An báo sai sảnh rồng, −5 (R5.7)",
            "An declared dragon falsely, −5 (R5.7)",
        ),
        (
            settled("tinh-chi", X, Y1),
            "chi Át: An 2 lá, Bình 0 lá, +2 (R6.1)",
            "aces: An has 2, Bình has 0, +2 (R6.1)",
        ),
        (
            settled("bigkool", X, Y1, loss_cap=4),
            "Bình chỉ thua tối đa 4 chi, −2 (R7.1)",
            "Bình loses no more than 4 chi, −2 (R7.1)",
        ),
    ],
)
def test_every_kind_of_sentence(settlement, vi, en):
    assert vi in pair_account(settlement, "An", "Bình")
    assert en in pair_account(settlement, "An", "Bình", "en")


def test_four_aces_are_told():
    split = "2c 3d Th / As Ad 6s 9c Qs / Ac Ah Kh 7s 8c"
    gone = [holding("", "", left=True)] * 3
    assert "An có bốn Át không xếp tứ quý, +16 (R6.3)" in pair_account(
        settled("chi-at", split, *gone), "An", "Dũng"
    )


def test_rows_are_told_where_they_pay_nothing():
    level = settled(
        "mo-binh",
        "2c 3c 6h / 5s 7c 8d Ts Jh / Ac Ad 9c 8c 4c",
        "2d 3d 5c / 6d 7h 8s 9d Kd / As Ah 9h 8h 4s",
        pair_points=PairPoints.ONE,
    )
    assert list(map(str, pair_steps(level, "An", "Bình", "en"))) == [
        "front: high card 6 beats high card 5, 0 (R2.5)",
        "middle: high card K beats high card J, 0 (R2.5)",
        "back: equal (pair A (9-8-4)), 0 (R2.2)",
    ]


def test_steps_are_seen_from_either_side():
    settlement = settled("tinh-chi", X, Y1)
    mine, theirs = (pair_steps(settlement, *names) for names in (("An", "Bình"), ("Bình", "An")))
    assert [step.points for step in mine] == [-step.points for step in theirs]
    assert sum(step.points for step in mine) == settlement.pairs["An"]["Bình"]
    assert [step.rule for step in mine] == ["R2.1", "R2.1", "R2.1", "R3.2", "R6.1"]


@pytest.mark.parametrize(
    ("hand", "vi", "en"),
    [
        (FOUL_Y1, "chi 2 (mậu thầu Q) mạnh hơn chi 1 (mậu thầu J)", "middle (high card Q) is"),
        (laid("", Y1, foul=True), "bàn xử lủng", "ruled foul by the table"),
        (laid("", Y1, left=True), "thoát trước khi so bài", "left before the showdown"),
        (holding("", Y1.replace("/", "")), "chưa xếp bài", "no arrangement shown"),
        (laid("", Y1, confirmed=False), "hết giờ chưa bấm Xong", "not confirmed in time"),
        (laid("", Y1, declared=InstantWin.DRAGON), "báo thắng trắng sai", "declared an instant"),
    ],
)
@pytest.mark.rule("R4.1")
def test_why_a_hand_is_foul(hand, vi, en):
    changes = {"unconfirmed_is_foul": True, "instant_must_be_declared": True}
    settlement = settled("bigkool", hand, Y2, **changes)
    assert f"An binh lủng: {vi}" in round_account(settlement, Stake(1))
    assert f"An is foul: {en}" in round_account(settlement, Stake(1), "en")


def test_players_and_the_winner():
    settlement = settled("bigkool", X, Y1, Y2)
    assert player_account(settlement, "Bình", Stake(10000)) == (
        "Bình: −6 chi, tiền −60.000 (An −6, Chi 0)"
    )
    assert round_account(settlement, Stake(1)).endswith("\nThắng ván: An")
    assert round_account(settled("bigkool", Y1, Y2), Stake(1), "en").endswith(
        "Nobody wins the round"
    )
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "0", "−2"]


def test_every_reason_has_a_rule():
    assert all(reason.rule.startswith("R") for reason in Reason)


if __name__ == "__main__":
    for source in ROUNDS:
        source.with_suffix(".txt").write_text(golden_text(source), encoding="utf-8")
