"""Compare every pinned library with the public database of known vulnerabilities (`make audit`).

Exit status 1 if one is known; an unreachable database is said plainly and does not fail the build.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parent.parent / "constraints.txt"


def main() -> int:
    """Run pip-audit and judge its report."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--no-deps"),
            *("--disable-pip", "--progress-spinner", "off", "--format", "json"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    lines, status = judge(done.stdout)
    print("\n".join(lines))
    if not done.stdout.strip():
        print(done.stderr.strip()[-500:])
    return status


def judge(report: str) -> tuple[list[str], int]:
    """Return what to say about a report of pip-audit, and the exit status."""
    libraries: list[dict[str, Any]] = json.loads(report)["dependencies"] if report.strip() else []
    audited = [library for library in libraries if "skip_reason" not in library]
    if not audited:
        return [f"NOT AUDITED: the database did not know or answer ({len(libraries)} asked)"], 0
    known = [
        f"{library['name']} {library['version']}: {flaw['id']}, fixed in "
        f"{', '.join(flaw['fix_versions']) or 'no version yet'}"
        for library in audited
        for flaw in library["vulns"]
    ]
    missing = len(libraries) - len(audited)
    lines = [f"{len(audited)} libraries audited, {missing} not known to the database"]
    return [*lines, *known], int(bool(known))


if __name__ == "__main__":
    sys.exit(main())
