"""Settings of the whole test run: libraries kept offline, and no silent skip where CI watches."""

import os
from collections.abc import Generator
from pathlib import Path

import hypothesis
import pytest

from hosting.quiet import keep_libraries_offline

keep_libraries_offline()

# A slow machine is no failure: no test asserts a time.
hypothesis.settings.register_profile("project", deadline=None, print_blob=True)
hypothesis.settings.load_profile("project")

SHARED = Path(os.environ.get("MAUBINH_SHARED", "../shared"))
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of photos, decks and rules beside the checkout; skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the shared folder ({SHARED}); set MAUBINH_SHARED")
    return SHARED.resolve()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With CI=true a skipped test fails: CI provides all that a test may ask for."""
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped although CI=true: {reason}"
    return report
