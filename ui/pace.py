"""How often one phone may ask for something dear; pure, the clock is the caller's."""

import math
import threading
from collections import OrderedDict, deque


class Pace:
    """Lets each key through ``most`` times in any ``seconds``; thread-safe, of bounded size.

    Args:
        most: how many times.
        seconds: the length of the window.
        keys: how many keys are remembered; the one that was quiet longest is forgotten first.
    """

    def __init__(self, most: int, seconds: float, keys: int = 10_000) -> None:
        if most < 1 or seconds <= 0 or keys < 1:
            raise ValueError(f"{most} in {seconds} s for {keys} keys: all must be positive")
        self._most = most
        self._seconds = seconds
        self._keys = keys
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, key: str, now_s: float) -> int:
        """0 and counted if ``key`` may go on now, else the whole seconds until it may.

        ``now_s`` is a clock that never goes back. A refusal is not counted: waiting is enough.
        """
        with self._lock:
            times = self._times.setdefault(key, deque())
            self._times.move_to_end(key)
            while times and times[0] <= now_s - self._seconds:
                times.popleft()
            if len(times) >= self._most:
                return max(1, math.ceil(times[0] + self._seconds - now_s))
            times.append(now_s)
            while len(self._times) > self._keys:
                self._times.popitem(last=False)
            return 0
