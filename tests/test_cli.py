"""The command line as a whole: what it imports, how it fails, what it prints."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import cli
from commands import _output

ROOT = Path(cli.__file__).parent
HEAVY = ("torch", "cv2", "numpy", "onnxruntime", "ultralytics", "streamlit", "PIL", "numba")


def run_maubinh(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | environment,
    )


def test_help_lists_every_command_without_importing_one():
    code = (
        "import sys, cli; from commands import _output; status = _output.run(cli.maubinh, ['-h']);"
        "print(sorted(m for m in sys.modules if m.startswith('commands.')"
        " and not m.startswith('commands._')), status, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stderr.strip() == "[] 0"
    for name in cli.COMMANDS:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize(("arguments", "line"), [([], "  settle "), (["ledger"], "  verify ")])
def test_nothing_asked_is_answered_by_the_help_as_it_is_laid_out(arguments, line, capsys):
    assert _output.run(cli.maubinh, arguments) == 2
    said = capsys.readouterr()
    assert not said.out
    assert any(told.startswith(line) for told in said.err.splitlines())


@pytest.mark.parametrize(
    "arguments",
    [["rules", "list"], ["settle", "missing.json"], ["check", "--help"], ["compare", "--help"]],
)
def test_rules_and_money_need_no_heavy_library(arguments):
    code = (
        "import sys, cli; from commands import _output; _output.run(cli.maubinh, sys.argv[2:]);"
        "print(sorted(set(sys.argv[1].split()) & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, " ".join(HEAVY), *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stderr.splitlines()[-1] == "[]"


def test_the_table_and_the_folder_name_the_same_commands():
    modules = {p.stem for p in (ROOT / "commands").glob("[!_]*.py")}
    assert modules == set(cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_loads_and_explains_itself(name, capsys):
    assert _output.run(cli.maubinh, [name, "--help"]) == 0
    assert f"Usage: maubinh {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["dance"], "dance"),
        (["--loud"], "--loud"),
        (["app", "--port", "80"], "80"),
        (["app", "--port", "many"], "many"),
        (["app", "--address", "203.0.113.7"], "203.0.113.7"),
    ],
)
def test_bad_words_give_one_line_that_names_them_and_status_2(arguments, named):
    done = run_maubinh(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert named in done.stderr


def failing(error: BaseException) -> click.Command:
    @click.command()
    def command():
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (_output.InputError("12 cards,\n 13 expected"), 2, "maubinh: 12 cards, 13 expected\n"),
        (ValueError("card “1s”: unknown rank"), 2, "maubinh: card “1s”: unknown rank\n"),
        (FileNotFoundError(2, "No such file", "a.jpg"), 2, "maubinh: a.jpg: No such file\n"),
        (KeyboardInterrupt(), 130, "maubinh: dừng lại · stopped\n"),
    ],
)
def test_failures_become_one_line(error, status, line, capsys):
    assert _output.run(failing(error), []) == status
    assert capsys.readouterr() == ("", line)


def test_a_defect_is_told_apart_from_bad_input_and_shown_on_request(capsys, monkeypatch):
    monkeypatch.delenv("MAUBINH_DEBUG", raising=False)
    assert _output.run(failing(KeyError("seat")), []) == 1
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setenv("MAUBINH_DEBUG", "1")
    assert _output.run(failing(KeyError("seat")), []) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_missing_system_library_is_named_with_its_debian_package(capsys):
    error = ImportError("libGL.so.1: cannot open shared object file: No such file or directory")
    assert _output.run(failing(error), []) == 1
    assert capsys.readouterr().err.endswith("libGL.so.1: sudo apt-get install libgl1\n")


def test_json_keeps_vietnamese_letters_and_refuses_nan(capsys):
    _output.emit({"tên": "Mậu Binh"}, "ignored", as_json=True)
    out = capsys.readouterr().out
    assert "Mậu Binh" in out
    assert json.loads(out) == {"tên": "Mậu Binh"}
    with pytest.raises(ValueError, match="Out of range float"):
        _output.emit({"chi": float("nan")}, "", as_json=True)


def test_a_reader_that_leaves_early_is_no_error():
    code = (
        "import click, sys; from commands import _output; sys.exit(_output.run("
        "click.Command('c', callback=lambda: _output.emit(0, 'x' * 10**7, as_json=False)), []))"
    )
    done = subprocess.run(
        ["bash", "-c", f'set -o pipefail; {sys.executable} -c "$1" | head -c 1', "bash", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_app_says_which_package_opencv_lacks_before_it_starts(tmp_path):
    message = "libGL.so.1: cannot open shared object file: No such file or directory"
    (tmp_path / "cv2.py").write_text(f"raise ImportError({message!r})\n")
    done = run_maubinh("app", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("libGL.so.1: sudo apt-get install libgl1\n")


@pytest.mark.slow
def test_ultralytics_neither_asks_the_network_nor_installs_nor_speaks(tmp_path):
    code = (
        "import cli; cli.keep_libraries_offline(); from ultralytics import utils;"
        "from ultralytics.utils.events import events;"
        "print(utils.ONLINE, utils.AUTOINSTALL, utils.VERBOSE, events.enabled)"
    )
    kept = {n: v for n, v in os.environ.items() if not n.startswith("YOLO_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=kept | {"YOLO_CONFIG_DIR": str(tmp_path)},
    )
    assert done.stdout == "False False False False\n"
