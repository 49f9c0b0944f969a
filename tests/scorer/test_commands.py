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
