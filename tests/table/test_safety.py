"""Killed at any moment, played from many phones at once: the benchmarks, a few runs of each."""

import os
from pathlib import Path

import pytest

from benchmarks import crash_safety, table_concurrency

CRASHES = int(os.environ.get("MAUBINH_CRASH_RUNS", "12"))
ROUNDS = int(os.environ.get("MAUBINH_TABLE_ROUNDS", "2"))


@pytest.mark.slow
def test_a_killed_program_loses_nothing_that_it_confirmed(tmp_path):
    results = list(crash_safety.runs(CRASHES))
    assert [fault for _, fault in results if fault] == []
    assert len(results) == CRASHES


@pytest.mark.slow
def test_a_killed_program_loses_nothing_on_a_server(postgres_server):
    from table.book import TableBook

    server = postgres_server.format(name="postgres")
    TableBook(server).close()
    results = list(crash_safety.runs(max(2, CRASHES // 6), server, seed=os.urandom(8).hex()))
    assert [fault for _, fault in results if fault] == []


@pytest.mark.slow
def test_sixteen_phones_at_one_table_lose_no_update(empty_address, tmp_path: Path):
    outcome = table_concurrency.play(empty_address, ROUNDS, tmp_path)
    assert outcome.faults == ()
    assert outcome.actions > 10 * ROUNDS


def test_the_crash_check_sees_a_lost_action(tmp_path):
    seed, plan = "a night of which the last actions are gone", {}
    crash_safety.play_whole(tmp_path / "plan.db", seed, plan, set())
    night = crash_safety.open_night(tmp_path / "night.db", seed, plan)
    for number in range(1, 6):
        night.act(number)
    night.book.close()
    lost = crash_safety.check(tmp_path / "night.db", seed, plan, 8, tmp_path / "reference.db")
    assert "neither before nor after" in lost
