"""constraints.txt pins a version within the range of every library that pyproject.toml names."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
DIRECT = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]


@pytest.mark.parametrize("line", DIRECT)
def test_every_direct_library_is_locked_within_its_range(line):
    wanted = Requirement(line)
    locked = [Requirement(pin) for pin in LINES]
    pins = [pin for pin in locked if canonicalize_name(pin.name) == canonicalize_name(wanted.name)]
    assert pins, f"{wanted.name} is not locked: make lock"
    for pin in pins:
        (exact,) = pin.specifier
        assert exact.operator == "=="
        assert wanted.specifier.contains(exact.version), f"{pin} is outside of {wanted}: make lock"


@pytest.mark.parametrize("line", DIRECT)
def test_every_range_has_an_upper_bound(line):
    assert {part.operator for part in Requirement(line).specifier} & {"<", "=="}


def test_the_lock_names_no_place_to_download_from():
    assert [line for line in LINES if re.search(r"://|^-", line)] == []
