"""Two processes, eight phones each, one table, hundreds of rounds: nothing lost, nothing twice.

    python -m benchmarks.table_concurrency 500 [postgresql://…]

Every seat is played by two phones in each process, which tap at the same time, sometimes with the
same token (a double tap, or an answer that was lost), sometimes with another; now and then one of
them puts a neighbour's card on its seat.  All of them try to start, reveal and finish each round.

What is checked at the end: every round is in the book once, with the hands that were locked;
no card is at two seats; the points of each are what the scorer says and add up to zero; and the
table's revision is the number of different actions that were confirmed or refused for a clash, so
that no update was lost and none was done twice.
"""

import json
import multiprocessing
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

from scorer.arrangement import Arrangement
from scorer.cards import DECK
from scorer.profiles import get_profile
from scorer.settlement import settle
from table.book import TableBook
from table.checks import verify
from table.errors import CardsClash, TableError, TooManyClashes
from table.values import OpenedTable, Phase, SeatStatus, TableView

SEATS = 4
PHONES = 2 * SEATS
PROCESSES = 2
STRANGE = 0.02  # how often a phone puts a card of its neighbour on its seat
_PAUSE_S = 0.4


@dataclass
class Phone:
    """One browser session: it looks, does what is to be done, and notes what was confirmed."""

    book: TableBook
    keys: OpenedTable
    seat: int
    rounds: int
    rng: random.Random
    confirmed: list[str] = field(default_factory=list)
    refused: int = 0
    locked: dict[int, str] = field(default_factory=dict)
    reopened: list[list[int]] = field(default_factory=list)
    busy: int = 0

    @property
    def key(self) -> str:
        """The seat's key."""
        return self.keys.seat_keys[self.seat]

    def play(self) -> None:
        """Play until all rounds are over; while nothing changes, ask only whether it does."""
        seen = -1
        while True:
            if self.book.revision(self.key) != seen:
                view = self.book.view(self.key)
                if view.round_number >= self.rounds and view.phase is Phase.SUMMARY:
                    return
                seen = -1 if self._step(view) else view.revision
            time.sleep(_PAUSE_S * self.rng.random())

    def _step(self, view: TableView) -> bool:
        """Do one thing; False if there was nothing to do, or somebody else did it."""
        number, host, key = view.round_number, self.keys.host_key, self.key
        if view.phase is Phase.SHOWDOWN:
            token = f"finish {number}"
            return self._do(host, token, lambda: self.book.finish_round(host, token))
        if view.phase is not Phase.ARRANGING:
            token = f"start {number + 1}"
            return self._do(host, token, lambda: self.book.start_round(host, token))
        if view.due:
            token = f"reveal {number}"
            return self._do(key, token, lambda: self.book.reveal(key, token))
        own = view.seats[self.seat]
        if own.status is SeatStatus.LOCKED:
            self.locked[number] = str(own.arrangement)
            return False
        if own.status is SeatStatus.WAITING or own.clashed or self.rng.random() < 0.2:
            return self._capture(number)
        token = self._token(f"lock {number}")
        return self._do(key, token, lambda: self.book.lock(key, self.seat, token, in_round=number))

    def _capture(self, number: int) -> bool:
        hand = deal(number, self.seat)
        if self.rng.random() < STRANGE:
            strange = deal(number, (self.seat + 1) % SEATS)
            hand = Arrangement(hand.front, hand.middle, (*hand.back[:4], strange.back[4]))
        book, key, token = self.book, self.key, self._token(f"capture {number}")
        try:
            return self._do(
                key,
                token,
                lambda: book.capture(
                    key, self.seat, hand.cards, hand, token=token, in_round=number
                ),
            )
        except CardsClash:
            self.refused += 1
        except TooManyClashes:
            self.refused += 1
            self._open_clashing(number)
        return False

    def _open_clashing(self, number: int) -> None:
        """As the host: open every hand that met another, the locked ones too."""
        host = self.keys.host_key
        for seat, seen in enumerate(self.book.view(host).seats):
            if seen.clashed:
                self.reopened.append([number, seat])
                self._reopen(seat, token_hex(8))

    def _reopen(self, seat: int, token: str) -> None:
        host = self.keys.host_key
        self._do(host, token, lambda: self.book.reopen(host, seat, token))

    def _token(self, action: str) -> str:
        """A token that the seat's other phones may use too, or one of this phone's own."""
        return action if self.rng.random() < 0.5 else token_hex(8)

    def _do(self, actor: str, token: str, action: Callable[[], None]) -> bool:
        try:
            action()
        except (CardsClash, TooManyClashes):
            raise
        except TableError as error:
            self.busy += error.key == "store_busy"
            return False
        self.confirmed.append(f"{actor} {token}")
        return True


def deal(number: int, seat: int) -> Arrangement:
    """Return the hand of a seat in a round: the deck, shuffled by the round's number."""
    deck = list(DECK)
    random.Random(number).shuffle(deck)
    cards = tuple(deck[13 * seat : 13 * seat + 13])
    return Arrangement(cards[:3], cards[3:8], cards[8:])


def play_phones(
    address: str | Path, keys: OpenedTable, rounds: int, process: int, report: Path
) -> None:
    """Play eight phones in threads of one process; write what they noted to a file."""
    with closing(TableBook(address)) as book:
        phones = [
            Phone(book, keys, n % SEATS, rounds, random.Random(f"{process} {n}"))
            for n in range(PHONES)
        ]
        threads = [threading.Thread(target=phone.play) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    notes = {
        "confirmed": [action for phone in phones for action in phone.confirmed],
        "refused": sum(phone.refused for phone in phones),
        "busy": sum(phone.busy for phone in phones),
        "reopened": [place for phone in phones for place in phone.reopened],
        "locked": [[n, p.seat, rows] for p in phones for n, rows in p.locked.items()],
    }
    report.write_text(json.dumps(notes))


@dataclass(frozen=True)
class Outcome:
    """What was played and what is wrong."""

    rounds: int
    actions: int
    repeated: int
    clashes: int
    busy: int
    seconds: float
    faults: tuple[str, ...]


def play(address: str | Path, rounds: int, folder: Path) -> Outcome:
    """Play a whole night and check it."""
    with closing(TableBook(address)) as book:
        keys = book.open_table(
            profile=get_profile("chi-at"),
            stake=1,
            seats=["An", "Bình", "Chi", "Dũng"],
            arranging_seconds=None,
            token=token_hex(16),
        )
        for key in keys.seat_keys:
            book.view(key)  # sits down, which is an action
        before = book.revision(keys.host_key)
        started = time.monotonic()
        fork = multiprocessing.get_context("spawn")
        reports = [folder / f"report {number}" for number in range(PROCESSES)]
        running = [
            fork.Process(target=play_phones, args=(address, keys, rounds, number, report))
            for number, report in enumerate(reports)
        ]
        for process in running:
            process.start()
        for process in running:
            process.join()
        seconds = time.monotonic() - started
        noted = [json.loads(report.read_text()) for report in reports if report.exists()]
        confirmed = [action for notes in noted for action in notes["confirmed"]]
        refused = sum(notes["refused"] for notes in noted)
        # A view's revision counts in threes, to have room for what the clock alone changes.
        done = (book.revision(keys.host_key) - before) // 3
        faults = list(_faults(book, keys, rounds, noted))
        if done != len(set(confirmed)) + refused:
            faults.append(f"{done} updates for {len(set(confirmed))} actions, {refused} refusals")
    faults += verify(address).faults
    repeated = len(confirmed) - len(set(confirmed))
    busy = sum(notes["busy"] for notes in noted)
    return Outcome(rounds, len(set(confirmed)), repeated, refused, busy, seconds, tuple(faults))


def _faults(
    book: TableBook, keys: OpenedTable, rounds: int, noted: list[dict[str, Any]]
) -> Iterator[str]:
    if len(noted) < PROCESSES:
        yield "a process died"
    history = book.history(keys.host_key)
    if [record.number for record in history] != list(range(1, rounds + 1)):
        yield f"{len(history)} rows for {rounds} rounds"
    for record in history:
        held = [card for player in record.players for card in player.cards]
        if len(set(held)) != len(held) or len(held) != 13 * SEATS:
            yield f"round {record.number}: {len(held)} cards, {len(set(held))} different ones"
        if settle(record.players, record.profile).points != record.points:
            yield f"round {record.number}: other points than the scorer's"
    laid = {record.number: record.players for record in history}
    # Where the host opened a hand again, a phone may have seen it locked before that.
    reopened = [place for notes in noted for place in notes["reopened"]]
    for number, seat, rows in (place for notes in noted for place in notes["locked"]):
        if [number, seat] not in reopened and str(laid[number][seat].arrangement) != rows:
            yield f"round {number}, seat {seat}: another hand than the one that was locked"
    if sum(book.totals(keys.host_key).values()):
        yield "the totals do not add up to zero"


def main(words: list[str]) -> int:
    """Print the figures; return 1 if anything is wrong."""
    rounds = int(words[0]) if words else 500
    with tempfile.TemporaryDirectory(prefix="maubinh-") as place:
        folder = Path(place)
        outcome = play(words[1] if len(words) > 1 else folder / "night.db", rounds, folder)
    print(f"{PROCESSES} processes, {PHONES} phones each, {outcome.rounds} rounds")
    print(f"{outcome.actions} actions, {outcome.repeated} of them confirmed again as repeated")
    print(f"{outcome.clashes} refused for a card at another seat, {outcome.busy} as busy")
    print(f"{outcome.seconds:.0f} s, {outcome.actions / outcome.seconds:.0f} actions a second")
    print(f"{len(outcome.faults)} faults", *outcome.faults, sep="\n")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
