"""The scorer's commands: documents for scripts, words for people, one line for bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cli
from commands import _output

ROOT = Path(cli.__file__).parent
ROUND = {
    "rules": "chi-at",
    "stake": 5000,
    "players": [
        {"name": "An", "front": "2c 3d 4h", "middle": "6s 6d 9c Th Qs", "back": "Ac Ad Kh 7s 8c"},
        {"name": "Bình", "front": "2d 3c 5h", "middle": "6c 5d 9d Tc Qd", "back": "4c 4d Kd 7d 8d"},
    ],
}


@pytest.fixture
def run(tmp_path, capsys):
    def call(*words, document=None):
        if document is not None:
            path = tmp_path / "file.json"
            text = document if isinstance(document, str) else json.dumps(document)
            path.write_text(text, encoding="utf-8")
            words = [*words, str(path)]
        status = _output.run(cli.maubinh, [str(word) for word in words])
        return status, *capsys.readouterr()

    return call


def test_settle_writes_one_document(run):
    status, out, err = run("settle", "--json", document=ROUND)
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "points": {"An": 1, "Bình": -1},
        "money": {"An": 5000, "Bình": -5000},
        "pairs": {"An": {"Bình": 1}, "Bình": {"An": -1}},
        "instant_wins": {"An": None, "Bình": None},
        "fouls": [],
        "lines": [
            {
                "from": payer,
                "to": payee,
                "row": row,
                "points": 1,
                "reason": "row",
                "rule": "R2.1",
            }
            for payer, payee, row in [
                ("Bình", "An", "back"),
                ("Bình", "An", "middle"),
                ("An", "Bình", "front"),
            ]
        ],
    }


def test_settle_tells_people_in_both_languages(run):
    status, out, err = run("settle", document=ROUND)
    assert (status, err) == (0, "")
    assert "chi 1: đôi A thắng đôi 4, +1 (R2.1)" in out
    assert "chi 3: mậu thầu 5 thắng mậu thầu 4, −1 (R2.1)" in out
    assert "An: +1 chi, tiền +5.000 (Bình +1)" in out
    assert "Winner of the round: An" in out


def test_settle_reads_standard_input():
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "settle", "-", "--json"],
        input=json.dumps(ROUND).encode(),
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    assert json.loads(done.stdout)["points"] == {"An": 1, "Bình": -1}


def test_settle_imports_nothing_heavy():
    code = (
        "import sys, commands.settle; "
        "print({name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path += {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert set(eval(done.stdout)) <= {"__main__", "click", "commands", "scorer"}  # noqa: S307


def test_settle_names_everything_wrong_in_one_line(run):
    broken = {**ROUND, "stake": 0, "players": [{**ROUND["players"][0], "front": "1s 2d"}]}
    status, out, err = run("settle", "--json", document=broken)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    for part in ("stake = 0", 'An: front: cannot read card "1s"', "1 players, expected 2 to 4"):
        assert part in err
    assert "không đọc được lá" in err


@pytest.mark.parametrize("text", ["", "{", "[1]", "{}", '{"rules": "bigkool"}', "\x00"])
def test_settle_refuses_what_is_no_round(run, text):
    status, out, err = run("settle", document=text)
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_settle_names_a_missing_file(run):
    assert run("settle", "nothing.json") == (
        2,
        "",
        "maubinh: nothing.json: No such file or directory\n",
    )


def test_compare(run):
    status, out, _ = run("compare", "Kc Kd 9h", "Ks Kh 9c 5d 2s", "--rules", "mo-binh")
    assert (status, out.splitlines()[0]) == (0, "phé K (9-5-2) thắng phé K (9)")
    status, out, _ = run("compare", "As 2s 3s 4s 5s", "9h Th Jh Qh Kh", "--json")
    assert json.loads(out) == {
        "order": 1,
        "first": {
            "class": "straight_flush",
            "ranks": [14, 5, 4, 3, 2],
            "vi": "thùng phá sảnh A-5",
            "en": "straight flush A-5",
        },
        "second": {
            "class": "straight_flush",
            "ranks": [13, 12, 11, 10, 9],
            "vi": "thùng phá sảnh 9-K",
            "en": "straight flush 9-K",
        },
    }


ROWS = ("Kc Kd 4h", "6s 6d 9c Th Qs", "Ac Ad Kh 7s 8c")
PAIRS = "As Ah Ad 2c 2s 4c 4h 7s 7d 9c 9h Jh Jd"


def test_check_an_arrangement(run):
    status, out, _ = run("check", *ROWS, "--json")
    document = json.loads(out)
    assert status == 0
    assert document == {
        "legal": False,
        "faults": [
            {
                "row": "front",
                "below": "middle",
                "vi": "chi 3 (đôi K) mạnh hơn chi 2 (đôi 6)",
                "en": "front (pair K) is stronger than middle (pair 6)",
            }
        ],
        "rows": {"front": "đôi K (4)", "middle": "đôi 6 (Q-10-9)", "back": "đôi A (K-8-7)"},
        "instant_win": None,
        "pay": 0,
        "also": [],
    }
    words = " / ".join(ROWS).split()
    assert json.loads(run("check", *words, "--json")[1]) == document


def test_check_what_if_a_card_was_another(run):
    status, out, _ = run("check", *ROWS, "--instead", "Kd=3d", "--json")
    document = json.loads(out)
    assert (status, document["legal"], document["instead"]["legal"]) == (0, False, True)
    text = run("check", *ROWS, "--instead", "Kd=3d")[1]
    assert "Binh lủng: chi 3 (đôi K) mạnh hơn chi 2 (đôi 6)" in text
    assert text.rstrip().endswith("Legal")


def test_check_thirteen_cards(run):
    status, out, _ = run("check", PAIRS, "--rules", "tinh-chi", "--json")
    assert status == 0
    assert json.loads(out) == {
        "legal": None,
        "faults": [],
        "rows": None,
        "instant_win": "six_pairs",
        "pay": 12,
        "also": [],
    }
    assert (
        run("check", PAIRS)[1]
        == "Thắng trắng: 5 đôi 1 xám\nInstant win: five pairs and three of a kind\n"
    )
    plain = PAIRS.replace("Jd", "Kd").replace("9h", "Qh")
    assert run("check", plain)[1] == "Không có thắng trắng\nNo instant win\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["compare", "1s", "2s"], '"1s"'),
        (["compare", "As Ks", "2s 3s 4s"], "a row of 2 cards"),
        (
            ["compare", "As Ks", "2s 3s"],
            "maubinh: chi có 2 lá, cần 3 hoặc 5 · a row of 2 cards, expected 3 or 5\n",
        ),
        (["compare", "As Ks Qs", "2s 3s 4s", "--rules", "poker"], "expected one of bigkool"),
        (["check", "As Kd"], "2 cards, expected 13"),
        (["check", "2c 3d / 4h"], "2 rows, expected 3 rows or 13 cards"),
        (["check", PAIRS.replace("Jd", "Jh")], "Jh appears 2 times"),
        (["check", "Kc Kd", *ROWS[1:]], "front has 2 cards, expected 3"),
        (["check", *ROWS, "--instead", "Kd"], "expected two cards such as 9h=Ah"),
        (["check", *ROWS, "--instead", "2c=3c"], "2c is not among the cards"),
        (["check", *ROWS, "--instead", "Kd=Kx"], '"Kx"'),
        (["rules", "show", "poker"], "expected one of"),
        (["rules", "check", "nothing.json"], "nothing.json: No such file"),
    ],
)
def test_bad_words_give_one_line(run, words, named):
    status, out, err = run(*words)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert named in err


HOUSE = {"base": "chi-at", "name": "Luật nhà Tư", "loss_cap": 50}


def test_rules_list_show_and_diff(run):
    assert [item["id"] for item in json.loads(run("rules", "list", "--json")[1])] == [
        "bigkool",
        "789bet",
        "chi-at",
        "mo-binh",
        "tinh-chi",
    ]
    assert "bigkool    Mậu Binh (Bigkool)" in run("rules", "list")[1]
    assert json.loads(run("rules", "show", "chi-at", "--json")[1])["front_trips_aces"] == 15
    assert "scoop_of_4 = 2, 2, 4  (" in run("rules", "show", "chi-at")[1]
    changed = json.loads(run("rules", "diff", "bigkool", "tinh-chi", "--json")[1])
    assert changed["scoop_of_4"] == [[2, 2, 2], [2, 3, 4]]
    assert "scoop_of_4: 2, 2, 2 → 2, 3, 4 (" in run("rules", "diff", "bigkool", "tinh-chi")[1]
    assert run("rules", "diff", "bigkool", "bigkool")[1] == "không khác gì · no difference\n"


def test_house_rules_from_a_file(run, tmp_path):
    status, out, _ = run("rules", "check", document=HOUSE)
    assert status == 0
    assert out == (
        "Luật nhà Tư · Luật nhà Tư (house ← chi-at)\n  loss_cap: null → 50 (thua tối đa một ván)\n"
    )
    file = tmp_path / "file.json"
    exported = run("rules", "export", file)[1]
    file.write_text(exported, encoding="utf-8")
    assert json.loads(run("rules", "export", file, "--json")[1]) == json.loads(exported)
    assert run("compare", "As Ks Qs", "2h 3h 4h", "--rules", file)[0] == 0
    status, out, err = run("rules", "show", file, "--json")
    assert json.loads(out)["loss_cap"] == 50
    status, out, err = run("rules", "check", document={**HOUSE, "loss_cap": -1, "lose_cap": 3})
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "loss_cap = -1" in err
    assert 'did you mean "loss_cap"?' in err
    status, _, err = run("compare", "As Ks Qs", "2h 3h 4h", "--rules", file)
    assert status == 2
    assert "loss_cap = -1" in err
