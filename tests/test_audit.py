"""`make audit`: a known vulnerability fails, a database that cannot be reached is said plainly."""

import importlib.util
import json
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / ".ci" / "audit.py"
spec = importlib.util.spec_from_file_location("audit", SCRIPT)
audit = importlib.util.module_from_spec(spec)
spec.loader.exec_module(audit)

CLEAN = {"name": "click", "version": "8.5.1", "vulns": []}
KNOWN = {
    "name": "pillow",
    "version": "9.0.0",
    "vulns": [{"id": "PYSEC-2022-1", "fix_versions": ["9.0.1"], "aliases": [], "description": ""}],
}
SKIPPED = {"name": "torch", "skip_reason": "Dependency not found on PyPI"}


def judged(*libraries: dict[str, object]) -> tuple[list[str], int]:
    return audit.judge(json.dumps({"dependencies": libraries, "fixes": []}))


def test_nothing_known_passes():
    assert judged(CLEAN, SKIPPED) == (["1 libraries audited, 1 not known to the database"], 0)


def test_a_known_vulnerability_fails_and_names_the_version_that_mends_it():
    lines, status = judged(CLEAN, KNOWN)
    assert status == 1
    assert lines[1:] == ["pillow 9.0.0: PYSEC-2022-1, fixed in 9.0.1"]


def test_an_unreachable_database_is_said_and_passes():
    for lines, status in (judged(SKIPPED, SKIPPED), audit.judge("")):
        assert lines[0].startswith("NOT AUDITED")
        assert status == 0
