"""`maubinh suggest`: the fixed JSON, a readable text, one clear line for bad input."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

import cli
from commands import _output
from scorer.house import export_profile
from scorer.notation import parse_cards
from scorer.profiles import PROFILES
from scorer.terms import Row

HAND = "As Ad Kd Kh 9c 9d 7s 7h 5c 4d 3s 2h Jd"


@pytest.fixture
def run(capsys):
    def call(*words):
        status = _output.run(cli.maubinh, ["suggest", *words])
        return status, *capsys.readouterr()

    return call


def test_json_has_the_agreed_shape(run):
    status, out, err = run(HAND, "--rules", "bigkool", "--opponents", "1", "--top", "2", "--json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    assert document["instant_win"] is None
    assert document["pay"] == 0
    assert document["seconds"] > 0
    assert len(document["suggestions"]) == 2
    first = document["suggestions"][0]
    assert set(first) >= {"front", "middle", "back", "chi", "se", "win", "scoop", "scooped"}
    laid = parse_cards(" ".join(first[row] for row in ("front", "middle", "back")))
    assert set(laid) == set(parse_cards(HAND))
    assert [len(parse_cards(first[row])) for row in ("front", "middle", "back")] == [3, 5, 5]
    assert set(first["win"]) == {"front", "middle", "back"}


def test_text_shows_rows_in_the_order_of_the_showdown(run):
    _, output, _ = run(*HAND.split(), "--opponents", "1")
    assert output.index("chi 1") < output.index("chi 2") < output.index("chi 3")
    assert "thắng thêm" in output
    assert "wins" in output


def test_an_instant_win_is_shown_first(run):
    _, output, _ = run("2s 3d 4d 5h 6c 7d 8s 9h Tc Jd Qs Kh As", "--opponents", "1")
    assert output.startswith("Thắng trắng · Instant win: sảnh rồng")


def test_what_was_played_is_compared(run):
    words = (HAND, "--opponents", "1", "--played", "Ad 9d 9c / Kh Kd Jd 7s 7h / As 5c 4d 3s 2h")
    played = json.loads(run(*words, "--json")[1])["played"]
    assert played["lost"] > 0.3
    assert played["foul_vi"] is None
    assert "Đã xếp · Played" in run(*words)[1]
    foul = "Kd Kh Jd / 9c 9d 5c 4d 3s / As Ad 7s 7h 2h"
    assert "binh lủng" in run(HAND, "--opponents", "1", "--played", foul)[1]


def test_cards_seen_change_the_answer(run):
    def chi(*words):
        return json.loads(run(HAND, "--opponents", "1", *words, "--json")[1])["suggestions"][0][
            "chi"
        ]

    seen = "8s 8h 8d 8c 6c 6d 6h"
    assert chi("--known", seen) < chi() - 1
    assert chi("--dead", seen) != chi()


def test_rows_that_an_opponent_has_shown_decide(run):
    shown = "Ac Ah Qs / 8s 8h 8d 6c 6d / Qc Qd Qh 5s 5d"
    words = (HAND, "--opponents", "1", "--known", shown, "--json")
    best = json.loads(run(*words)[1])["suggestions"][0]
    assert set(best["win"].values()) <= {0.0, 1.0}
    assert best["se"] == 0


def test_a_photo_of_the_table_shows_the_other_hands(run, monkeypatch, tmp_path):
    photo = tmp_path / "table.jpg"
    photo.write_bytes(b"not read here")
    own = _shown("Ad 9d 9c", "Kh Kd Jd 7s 7h", "As 5c 4d 3s 2h")
    other = _shown("Ac Ah Qs", "8s 8h 8d 6c 6d", "Qc Qd Qh 5s 5d")
    fan = SimpleNamespace(cards=parse_cards("Kc Ks Js"), rows=None)
    reading = SimpleNamespace(hands=(own, other, fan))
    reader = SimpleNamespace(read=lambda image, hands: reading)
    monkeypatch.setattr("vision.image.load_image", lambda path: None)
    monkeypatch.setattr("vision.reading.load_reader", lambda: reader)
    words = (HAND, "--opponents", "2", "--json")
    told = ("--known", "Ac Ah Qs/8s 8h 8d 6c 6d/Qc Qd Qh 5s 5d", "--known", "Kc Ks Js")
    seen, typed = (
        json.loads(run(*words, *more)[1])["suggestions"] for more in (("--known", str(photo)), told)
    )
    assert seen == typed


def _shown(front, middle, back):
    rows = {Row.FRONT: front, Row.MIDDLE: middle, Row.BACK: back}
    read = {row: parse_cards(text) for row, text in rows.items()}
    return SimpleNamespace(
        rows=read, cards=tuple(card for cards in read.values() for card in cards)
    )


def test_house_rules_are_learnt_once(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("scorer.advice.shelf._HOUSE_HANDS", 4000)
    monkeypatch.setattr("scorer.advice.shelf._HOUSE_ROUNDS", 1)
    rules = tmp_path / "rules.json"
    house = replace(PROFILES["789bet"], id="nha", front_trips=6, middle_full_house=5)
    rules.write_text(export_profile(house), encoding="utf-8")
    words = (HAND, "--rules", str(rules), "--opponents", "1", "--json")
    first, second = run(*words), run(*words)
    assert "learning" in first[2]
    assert second[2] == ""
    documents = [json.loads(out) for _, out, _ in (first, second)]
    assert not documents[0]["borrowed_policy"]
    assert documents[0]["suggestions"] == documents[1]["suggestions"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["As Kd"], "2 cards, expected 13"),
        ([HAND.replace("Jd", "As")], "card given twice: As"),
        ([HAND.replace("Jd", "1d")], '"1d"'),
        ([HAND, "--rules", "pusoy"], "pusoy"),
        ([HAND, "--opponents", "4"], "4"),
        ([HAND, "--dead", "As"], "As"),
        ([HAND, "--known", "Ac 9d/Kh"], "FRONT/MIDDLE/BACK"),
        ([HAND, "--played", "Ad 9d 9c"], "FRONT/MIDDLE/BACK"),
        ([HAND, "--played", "Ac 9d 9c / Kh Kd Jd 7s 7h / As 5c 4d 3s 2h"], "Ac"),
    ],
)
def test_bad_input_is_one_line(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
