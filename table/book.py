"""`TableBook`: every action at a table is one method and one transaction.

Each action carries a token, made once by whoever acts (`secrets.token_urlsafe()`): repeated with
the same token it counts once and gives the same answer.  Seats are numbered from 0.  The server's
clock is the only one, read after the table's row is locked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.arrangement import Arrangement
from scorer.cards import Card
from scorer.money import Stake
from scorer.players import Player
from scorer.rules_profile import RulesProfile
from scorer.terms import InstantWin
from table import door, hands, rounds
from table.accounts import accounts, fewest_payments
from table.actions import known_salt, note_action
from table.errors import BadName, NotAllowed, SeatTaken, TableError
from table.export import csv_text
from table.hands import Hand
from table.hosting import BETWEEN_ROUNDS, Hosting
from table.keys import derive_key, new_salt
from table.photos import read_photo
from table.profiles import read_profile
from table.turn import Access, Turn, find_access, seat_row, seat_rows
from table.values import (
    Account,
    Lobby,
    LobbySeat,
    OpenedTable,
    Payment,
    Phase,
    Role,
    RoundRecord,
    TableView,
)
from table.views import revision_of, view


class TableBook(Hosting):
    """The door to the night's database; see `table.actions.ActionBook` for how it is opened."""

    # Opening and entering

    def open_table(
        self,
        *,
        profile: RulesProfile,
        stake: int,
        seats: Sequence[str],
        arranging_seconds: int | None,
        token: str,
        keep_photos: bool = False,
    ) -> OpenedTable:
        """Open a table of 2 to 4 seats; the token must be secret, keys are derived from it."""
        door.check_rules(profile, stake, len(seats), arranging_seconds)
        names = [door.clean_name(name) for name in seats]
        if len({door.name_key(name) for name in names}) < len(names):
            raise BadName(name=", ".join(names), most=door.NAME_LENGTH)
        with self._database.write() as link:
            done = known_salt(link, "open", token, "open_table")
            if done is not None:
                return door.secrets_of(token, done, len(names))
            salt = new_salt()
            opened = door.secrets_of(token, salt, len(names))
            table_id = door.insert_table(
                link,
                self._now_us(link),
                opened,
                profile=profile,
                stake=stake,
                names=names,
                arranging_seconds=arranging_seconds,
                keep_photos=keep_photos,
            )
            turn = replace(self._turn(link, Access(table_id, Role.HOST, None)), salt=salt)
            note_action(link, "open", token, "open_table", turn)
            return opened

    def enter(self, room_code: str, client: str) -> Lobby:
        """Show the seats of a table; attempts are limited per client (address) and over all."""
        with self._database.write() as link:
            row = door.knock(link, room_code, client, self._now_us(link))
            if not isinstance(row, TableError):
                places = tuple(LobbySeat(s.name, s.taken) for s in seat_rows(link, row.id))
                return Lobby(places, read_profile(row.profile), Stake(row.stake))
        raise row

    def claim_seat(self, room_code: str, seat: int, client: str, token: str) -> str:
        """Take a free seat with the room code; return its secret key, the only valid one."""
        actor, action = f"door/{client}", f"claim {seat}"
        with self._database.write() as link:
            row = door.knock(link, room_code, client, self._now_us(link))
            if not isinstance(row, TableError):
                done = known_salt(link, actor, token, action)
                if done is not None:
                    return derive_key(token, done, Role.SEAT, seat)
                turn = self._turn(link, Access(row.id, Role.VIEWER, None))
                key = derive_key(token, turn.salt, Role.SEAT, seat)
                door.claim(turn, seat, key)
                note_action(link, actor, token, action, turn)
                turn.set_table(revision=turn.table.revision + 1)
                return key
        raise row

    def take_seat(self, seat_key: str, token: str) -> str:
        """Turn a seat's link that somebody handed out into a key that only this phone knows."""
        with self._database.read() as link:
            seat = find_access(link, seat_key).seat

        def check(turn: Turn) -> None:
            if seat is None:
                raise NotAllowed(role=turn.access.role.value)
            if seat_row(turn.link, turn.table_id, seat).taken:
                raise SeatTaken(number=seat + 1)

        return self._new_key(seat_key, token, Role.SEAT, seat, check)

    # Looking

    def view(self, key: str) -> TableView:
        """Return what this key may see; the first look with a seat's key takes the seat."""
        with self._database.read() as link:
            access = find_access(link, key)
            seen = view(link, key, access, self._now_us(link))
        if access.seat is None or seen.seats[access.seat].taken:
            return seen
        seat = access.seat
        self._act(key, "sit", new_salt(), lambda turn: door.change_seat(turn, seat, taken=True))
        return self.view(key)

    def revision(self, key: str) -> int:
        """Return the view's revision alone: the cheapest way to ask whether anything changed."""
        with self._database.read() as link:
            return revision_of(link, find_access(link, key), self._now_us(link))

    def rounds(self, key: str) -> tuple[RoundRecord, ...]:
        """Return the rounds that count, in order."""
        with self._database.read() as link:
            return rounds.records(link, find_access(link, key).table_id)

    def history(self, key: str, number: int | None = None) -> tuple[RoundRecord, ...]:
        """Return every row of the book, replaced ones too: the trace of corrections."""
        with self._database.read() as link:
            table_id = find_access(link, key).table_id
            return rounds.records(link, table_id, number=number, history=True)

    def accounts(self, key: str) -> tuple[Account, ...]:
        """Return everybody's night: chi, money, rounds played."""
        with self._database.read() as link:
            return accounts(link, find_access(link, key).table_id)

    def totals(self, key: str) -> dict[str, int]:
        """Return everybody's chi."""
        return {account.name: account.points for account in self.accounts(key)}

    def payments(self, key: str) -> tuple[Payment, ...]:
        """Return the fewest payments that settle the night."""
        return fewest_payments({a.name: a.money.amount for a in self.accounts(key)})

    def export_csv(self, key: str) -> str:
        """Return every row of the book as CSV, one line a player."""
        return csv_text((1, record) for record in self.history(key))

    def photo(self, key: str, number: int, seat: int) -> bytes | None:
        """Return the kept JPEG of a hand that has been shown; None if there is none."""
        with self._database.read() as link:
            table_id = find_access(link, key).table_id
            for record in rounds.records(link, table_id, number=number):
                name = dict(zip(record.seats, record.photos, strict=True)).get(seat)
                return None if name is None else read_photo(link, table_id, name)
        return None

    # A round

    def start_round(self, host_key: str, token: str) -> None:
        """Begin the next round and its clock."""

        def body(turn: Turn) -> None:
            turn.require_phase(*BETWEEN_ROUNDS)
            hands.deal(turn)
            seconds = turn.table.arranging_seconds
            turn.set_table(
                phase=Phase.ARRANGING.value,
                round_number=turn.table.round_number + 1,
                clock_ends_us=None if seconds is None else turn.now_us + seconds * 1_000_000,
            )

        self._act_as_host(host_key, "start_round", token, body)

    def cancel_round(self, host_key: str, token: str) -> None:
        """Give up a round before it is shown (a misdeal); it leaves no trace in the book."""

        def body(turn: Turn) -> None:
            turn.require_phase(Phase.ARRANGING)
            hands.forget(turn)
            turn.set_table(
                phase=Phase.LOBBY.value,
                round_number=turn.table.round_number - 1,
                clock_ends_us=None,
            )

        self._act_as_host(host_key, "cancel_round", token, body)

    def capture(
        self,
        key: str,
        seat: int,
        cards: Sequence[Card],
        arrangement: Arrangement | None,
        *,
        reading: Mapping[str, object] | None = None,
        photo: bytes | None = None,
        token: str,
        in_round: int | None = None,
    ) -> None:
        """Put up to 13 cards on a seat in place of what was there."""
        hand = Hand(tuple(cards), arrangement, reading, photo)
        self.capture_table(key, {seat: hand}, token, in_round=in_round)

    def capture_table(
        self, key: str, captured: Mapping[int, Hand], token: str, *, in_round: int | None = None
    ) -> None:
        """Put hands on several seats at once (one photo of the whole table): all or none.

        `in_round` is the round they were laid in: a photo that arrives in the next one is late.
        """

        def body(turn: Turn) -> TableError | None:
            turn.require_round(in_round)
            for seat in captured:
                turn.require_seat(seat)
            return hands.capture(turn, captured)

        self._act(key, "capture", token, body)

    def lock(self, key: str, seat: int, token: str, *, in_round: int | None = None) -> None:
        """Say to be done (Xong), with the hand of the round `in_round` if it is given."""

        def body(turn: Turn, seat: int) -> None:
            turn.require_round(in_round)
            hands.lock(turn, seat)

        self._act_on_seat(key, "lock", seat, token, body)

    def reopen(self, key: str, seat: int, token: str) -> None:
        """Change a locked hand (Thay đổi): until the clock ends or all are in."""
        self._act_on_seat(key, "reopen", seat, token, hands.reopen)

    def declare(self, key: str, seat: int, win: InstantWin | None, token: str) -> None:
        """Declare an instant win, or take the declaration back."""
        self._act_on_seat(key, "declare", seat, token, lambda t, s: hands.declare(t, s, win))

    def call_time(self, host_key: str, token: str) -> None:
        """End the arranging now, with or without a clock."""

        def body(turn: Turn) -> None:
            turn.require_phase(Phase.ARRANGING)
            if not turn.clock_is_over:
                turn.set_table(clock_ends_us=turn.now_us)

        self._act_as_host(host_key, "call_time", token, body)

    def reveal(self, key: str, token: str) -> None:
        """Settle the round once all are locked or the time is over; again, it does nothing."""

        def body(turn: Turn) -> None:
            if turn.access.role is Role.VIEWER:
                raise NotAllowed(role=turn.access.role.value)
            rounds.reveal(turn)

        self._act(key, "reveal", token, body)

    def finish_round(self, host_key: str, token: str) -> None:
        """Skip what is left of the showdown."""

        def body(turn: Turn) -> None:
            turn.require_phase(Phase.SHOWDOWN, Phase.SUMMARY)
            if turn.phase is Phase.SHOWDOWN:
                turn.set_table(showdown_ends_us=turn.now_us)

        self._act_as_host(host_key, "finish_round", token, body)

    def correct_round(
        self, host_key: str, number: int, players: Sequence[Player], why: str, token: str
    ) -> None:
        """Append what a settled round really was; the row it replaces stays."""

        def body(turn: Turn) -> None:
            rounds.correct(turn, number, players, why)

        self._act_as_host(host_key, "correct_round", token, body)

    def void_round(self, host_key: str, number: int, why: str, token: str) -> None:
        """Append that a settled round does not count; a correction brings it back."""

        def body(turn: Turn) -> None:
            rounds.void(turn, number, why)

        self._act_as_host(host_key, "void_round", token, body)
