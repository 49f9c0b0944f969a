"""Kill the program at any moment of a night, again and again; what it had confirmed must be there.

    python -m benchmarks.crash_safety 200 [postgresql://…]

Each run: a random script of actions (capture, lock, reopen, settle, correct, void, leave …) is
played in a process of its own, which says after each action that it is done, and which is killed
(SIGKILL) at a random moment.  The book is opened again and must be exactly as after the last
confirmed action, or as after the one that was being done; that one, done again with its token,
counts once; the rest of the night is played, and the book is verified.  What to compare with is the
same script played without being killed.

A kill is not a power cut: for that the file is written with full synchronisation, which no test
here can prove.
"""

import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.players import Player
from scorer.profiles import get_profile
from table.book import TableBook
from table.checks import verify
from table.errors import StoreError, TableError
from table.values import OpenedTable, Phase

ACTIONS = 40
SEATS = 3
Action = Callable[["Night", str], None]
Plan = dict[int, Action]
_START = datetime(2026, 2, 17, 20, 0, tzinfo=UTC)


@dataclass
class Night:
    """One script: action number i is the same whenever it is done, with its clock and token.

    `plan` holds the actions that have been chosen; nights with the same plan play the same.
    """

    book: TableBook
    seed: str
    plan: dict[int, Action]
    number: int = 0

    @cached_property
    def keys(self) -> OpenedTable:
        """The keys; asking for them opens the table the first time."""
        return self.book.open_table(
            profile=get_profile("chi-at"),
            stake=1000,
            seats=["An", "Bình", "Chi"],
            arranging_seconds=None,
            token=f"{self.seed} open",
        )

    def act(self, number: int) -> None:
        """Do action `number`; refusals are part of the night, a failing database is not."""
        self.number = number
        token = f"{self.seed} {number}"
        if number not in self.plan:
            self.plan[number] = self._choose(random.Random(token))
        try:
            self.plan[number](self, token)
        except StoreError:
            raise
        except TableError:
            return

    def _choose(self, rng: random.Random) -> Action:
        """Return an action that fits what the table shows now."""
        phase = self.book.view(self.keys.host_key).phase
        if phase in (Phase.LOBBY, Phase.SUMMARY):
            if phase is Phase.SUMMARY and rng.random() < 0.4:
                return self._amend(rng)
            return lambda night, token: night.book.start_round(night.keys.host_key, token)
        if rng.random() < 0.25:
            name = rng.choice(["call_time", "reveal"])
            return lambda night, token: getattr(night.book, name)(night.keys.host_key, token)
        seat = rng.randrange(SEATS)
        if rng.random() < 0.4:
            hand = _hand(rng, seat)
            cards = hand.cards if rng.random() < 0.8 else hand.cards[:7]
            laid = hand if len(cards) == 13 else None
            reading = {"cards": [str(card) for card in cards]}
            return lambda night, token: night.book.capture(
                night.keys.seat_keys[seat], seat, cards, laid, reading=reading, token=token
            )
        name = rng.choice(["lock", "lock", "lock", "reopen", "leave"])
        if name == "leave" and rng.random() < 0.7:
            name = "come_back"
        return lambda night, token: getattr(night.book, name)(
            night.keys.seat_keys[seat], seat, token
        )

    def _amend(self, rng: random.Random) -> Action:
        record = rng.choice(self.book.rounds(self.keys.host_key))
        number, why = record.number, "đọc nhầm"
        if rng.random() < 0.3:
            return lambda night, token: night.book.void_round(
                night.keys.host_key, number, why, token
            )
        right = [Player.laid(p.name, _hand(rng, s)) for s, p in enumerate(record.players)]
        return lambda night, token: night.book.correct_round(
            night.keys.host_key, number, right, why, token
        )

    def state(self) -> str:
        """Everything that anybody sees, but for what is random by design."""
        keys = self.keys
        for key in keys.seat_keys:
            self.book.view(key)  # the first look sits down, which is an action of its own
        seen = [self.book.view(key) for key in (keys.host_key, keys.viewer_key, *keys.seat_keys)]
        plain = [replace(view, room_code=None, current=None, previous=None) for view in seen]
        history = [replace(row, digest="") for row in self.book.history(keys.host_key)]
        return repr((plain, history, self.book.accounts(keys.host_key)))


def _hand(rng: random.Random, seat: int) -> Arrangement:
    cards = rng.sample(DECK[seat::SEATS], 13)  # each seat its own third: no clash
    return Arrangement(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))


def open_night(address: str | Path, seed: str, plan: Plan) -> Night:
    """Open the book with a clock that tells the same time for the same action."""
    night: Night
    book = TableBook(address, now=lambda: _START + timedelta(minutes=night.number))
    night = Night(book, seed, plan)
    return night


def play_whole(file: Path, seed: str, plan: Plan, wanted: set[int]) -> dict[int, str]:
    """Play a night without an accident; return the state after the wanted actions."""
    night = open_night(file, seed, plan)
    states = {}
    with closing(night.book):
        for number in range(ACTIONS + 1):
            if number:
                night.act(number)
            if number in wanted:
                states[number] = night.state()
    return states


def play_until_killed(address: str | Path, seed: str, plan: Plan, at: int, delay_s: float) -> int:
    """Play in a process of its own and kill it `delay_s` after action `at` was confirmed.

    Returns the last confirmed action.  −1 stands for the start: the book had not been opened.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # A copy of a program with threads may hang in their locks; this one takes none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            os.write(writing, b".")
            night = open_night(address, seed, plan)
            for number in range(ACTIONS + 1):
                if number:
                    night.act(number)
                else:
                    _ = night.keys
                os.write(writing, b".")
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        said = 0
        while said < at + 2 and (part := pipe.read(1)):
            said += len(part)
        time.sleep(delay_s)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while part := pipe.read(100):
            said += len(part)
    return said - 2


def check(address: str | Path, seed: str, plan: Plan, confirmed: int, reference: Path) -> str:
    """Open the book after the kill and return what is wrong, nothing if all is well."""
    last = max(confirmed, 0)
    following = min(last + 1, ACTIONS)
    states = play_whole(reference, seed, plan, {last, following, ACTIONS})
    night = open_night(address, seed, plan)
    with closing(night.book):
        night.number = last
        if night.state() != states[last]:
            night.number = following
            if night.state() != states[following]:
                return f"after action {confirmed} the book is neither before nor after the next"
        for number in range(last + 1, ACTIONS + 1):
            night.act(number)
            if number == following and night.state() != states[number]:
                return f"action {number}, done again, came out differently"
        if night.state() != states[ACTIONS]:
            return "the rest of the night came out differently"
    report = verify(address)
    if report.faults or report.recounted:
        return f"verify: {report.faults + report.recounted}"
    return ""


def runs(count: int, server: str | None = None, seed: str = "night") -> Iterator[tuple[int, str]]:
    """Do `count` runs; give the last confirmed action and what was wrong of each."""
    rng = random.Random(seed)
    for number in range(count):
        name = f"{seed} {number}"
        with tempfile.TemporaryDirectory(prefix="maubinh-crash-") as place:
            address = server or Path(place) / "night.db"
            at = rng.randrange(-1, ACTIONS)
            # Opening, migrations included, takes about a second, an action some hundredths.
            delay_s = rng.uniform(0, 1.0 if at < 0 else 0.06)
            plan: Plan = {}
            play_whole(Path(place) / "plan.db", name, plan, set())
            confirmed = play_until_killed(address, name, plan, at, delay_s)
            fault = check(address, name, plan, confirmed, Path(place) / "reference.db")
            yield confirmed, f"{name}, action {confirmed}: {fault}" if fault else ""


def main(words: list[str]) -> int:
    """Print the figures; return 1 if anything was lost."""
    count = int(words[0]) if words else 200
    results = []
    for result in runs(count, words[1] if len(words) > 1 else None):
        results.append(result)
        print(f"{len(results)}/{count} runs", file=sys.stderr, flush=True)
    faults = [fault for _, fault in results if fault]
    confirmed = [number for number, _ in results]
    print(f"{count} runs: {sum(number < 0 for number in confirmed)} killed while opening, ", end="")
    print(f"{sum(0 <= number < ACTIONS for number in confirmed)} in the middle of the night")
    print(f"{sum(max(number, 0) for number in confirmed)} actions confirmed before the kills")
    print(f"{len(faults)} faults", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
