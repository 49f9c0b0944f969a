"""A phone that sends without end is told to wait; the others are not."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.pace import Pace


def test_the_window_slides():
    pace = Pace(most=2, seconds=10)
    assert [pace.wait_s("An", now) for now in (0, 4, 5, 9.5)] == [0, 0, 5, 1]
    assert [pace.wait_s("An", now) for now in (10, 13, 14, 14)] == [0, 1, 0, 6]


def test_each_phone_has_its_own_window():
    pace = Pace(most=1, seconds=60)
    assert pace.wait_s("An", 0) == 0
    assert pace.wait_s("An", 1) == 59
    assert pace.wait_s("Bình", 1) == 0


def test_memory_is_bounded_however_many_phones_come():
    pace = Pace(most=1, seconds=60, keys=100)
    assert all(pace.wait_s(f"phone {number}", 0) == 0 for number in range(1_000))
    assert pace.wait_s("phone 999", 1) == 59  # the latest are remembered
    assert len(pace._times) == 100


@given(st.lists(st.floats(0, 100), max_size=60).map(sorted), st.integers(1, 5), st.floats(0.5, 30))
def test_no_window_ever_holds_more(moments, most, seconds):
    pace = Pace(most, seconds)
    passed = [now for now in moments if pace.wait_s("An", now) == 0]
    for start in passed:
        # The window ends where the clock says so: compared as the class does, without rounding.
        inside = [now for now in passed if start <= now and start > now - seconds]
        assert len(inside) <= most


def test_threads_share_one_count():
    pace = Pace(most=50, seconds=60)
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.extend(pace.wait_s("An", 1) for _ in range(40)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(0) == 50


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="must be positive"):
        Pace(0, 60)
