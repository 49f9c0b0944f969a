"""Errors of the table: each has a stable `key` and `fields`; pages word them by the key.

    TableError(ValueError)
    ├── WrongRoomCode, TooManyAttempts          at the door
    ├── WrongKey, NotAllowed                    a key that opens nothing, or not this
    ├── SeatTaken, NoSuchSeat, NoSuchRound
    ├── WrongPhase, TimeIsOver, HandLocked, AllIn, NotReady
    ├── CardsClash, TooManyClashes, BadHand     what a seat captured
    ├── BadName, BadTable, BadRound, BadNote, BadToken, BadPhoto, TokenReused
    └── StoreError                              the database itself
        ├── StoreBusy, StoreFull, StoreReadOnly, StoreUnreachable
        ├── StoreCorrupt, StoreNewer, NotALedger
        └── BackupBroken, WouldOverwrite

No message holds a card, a key or a password.
"""

# ruff: noqa: N818 - each is named after what happened

from collections.abc import Sequence
from typing import ClassVar

from scorer.errors import Problem


class TableError(ValueError):
    """Something the table refuses; nothing was changed."""

    key: ClassVar[str] = "table_error"
    english: ClassVar[str] = "the table refuses this"

    def __init__(self, **fields: object) -> None:
        self.fields = fields
        super().__init__(self.english.format(**fields))


class WrongRoomCode(TableError):
    """No open table has this code."""

    key = "wrong_room_code"
    english = "no open table has this room code"


class TooManyAttempts(TableError):
    """Too many wrong codes; `retry_after_s` says how long to wait."""

    key = "too_many_attempts"
    english = "too many wrong room codes: try again in {retry_after_s} s"


class WrongKey(TableError):
    """The key was never issued, or has been replaced."""

    key = "wrong_key"
    english = "this link is not valid, or has been replaced by a new one"


class NotAllowed(TableError):
    """The key is valid but not for this."""

    key = "not_allowed"
    english = "a {role} may not do this"


class SeatTaken(TableError):
    """Somebody has the seat; the host can free it."""

    key = "seat_taken"
    english = "seat {number} is taken: the host can free it"


class NoSuchSeat(TableError):
    """The table has no such seat, or it does not play this round."""

    key = "no_such_seat"
    english = "seat {number} does not play here"


class NoSuchRound(TableError):
    """No round of that number has been settled."""

    key = "no_such_round"
    english = "round {number} has not been settled"


class WrongPhase(TableError):
    """Not possible at this point of the night."""

    key = "wrong_phase"
    english = "not possible now: the table is in phase {phase}"


class TimeIsOver(TableError):
    """The arranging clock has ended."""

    key = "time_is_over"
    english = "the time to arrange is over"


class HandLocked(TableError):
    """The hand is locked; it has to be reopened first."""

    key = "hand_locked"
    english = "the hand of seat {number} is locked: reopen it first"


class AllIn(TableError):
    """Every seat is locked, so nobody reopens alone; the host may."""

    key = "all_in"
    english = "everybody is done: only the host can open a hand again"


class NotReady(TableError):
    """Some seats are neither locked nor out of time."""

    key = "not_ready"
    english = "still arranging: seats {numbers}"


class CardsClash(TableError):
    """A card of this hand is already at another seat; which one is not told."""

    key = "cards_clash"
    english = "seat {number}: a card of this hand is already at another seat"


class TooManyClashes(TableError):
    """A seat was refused so often that only the host can open it."""

    key = "too_many_clashes"
    english = "seat {number} was refused too often: ask the host to open both hands"


class BadHand(TableError):
    """The hand cannot be taken, or cannot be locked as it is; `problems` says why."""

    key = "bad_hand"
    english = "seat {number}: {problems}"

    def __init__(self, *, number: int, problems: Sequence[Problem]) -> None:
        super().__init__(number=number, problems="; ".join(map(str, problems)))
        self.problems = tuple(problems)


class BadRound(TableError):
    """Players that the corrected round cannot have; `problems` says why."""

    key = "bad_round"
    english = "round {number}: {problems}"

    def __init__(self, *, number: int, problems: Sequence[Problem]) -> None:
        super().__init__(number=number, problems="; ".join(map(str, problems)))
        self.problems = tuple(problems)


class NotLaid(TableError):
    """Thirteen cards that are in no rows and are no instant win."""

    key = "not_laid"
    english = "seat {number}: the cards are not laid in three rows yet"


class BadName(TableError):
    """A name that is empty, too long, or another player's."""

    key = "bad_name"
    english = "name {name!r}: expected 1 to {most} characters, each player another"


class BadTable(TableError):
    """Seats, stake or clock that no table can have."""

    key = "bad_table"
    english = "{field} = {value}: expected {expected}"


class BadNote(TableError):
    """A correction without a reason, or with too long a one."""

    key = "bad_note"
    english = "the reason of a correction: expected 1 to {most} characters"


class BadToken(TableError):
    """An action without a usable token."""

    key = "bad_token"
    english = "token: expected 1 to {most} characters"


class BadPhoto(TableError):
    """A photo that cannot be kept."""

    key = "bad_photo"
    english = "photo not kept: expected a JPEG of at most {megabytes} MB"


class TokenReused(TableError):
    """One token for two different actions."""

    key = "token_reused"
    english = "this token belongs to another action"


class StoreError(TableError):
    """The database cannot do its part; nothing that was confirmed is lost."""

    key = "store_error"
    english = "the book cannot be used: {detail}"


class StoreBusy(StoreError):
    """Another process holds the database."""

    key = "store_busy"
    english = "the book is locked by another program: try again"


class StoreFull(StoreError):
    """No space left."""

    key = "store_full"
    english = "the disk is full: nothing was saved, free some space and try again"


class StoreReadOnly(StoreError):
    """The database or its folder cannot be written."""

    key = "store_read_only"
    english = "the book cannot be written: it, or its folder, is read-only"


class StoreUnreachable(StoreError):
    """The file cannot be opened or the server cannot be reached."""

    key = "store_unreachable"
    english = "the book cannot be opened: {detail}"


class StoreCorrupt(StoreError):
    """The file is damaged; it is left as it is."""

    key = "store_corrupt"
    english = "the book is damaged and was left as it is: {detail}; restore a backup"


class StoreNewer(StoreError):
    """A newer version of the program wrote it."""

    key = "store_newer"
    english = "a newer version wrote this book (format {revision}): update the program"


class NotALedger(StoreError):
    """A database of something else."""

    key = "not_a_ledger"
    english = "this database belongs to another program and was left as it is"


class BackupBroken(StoreError):
    """A backup file that is no backup, or is damaged."""

    key = "backup_broken"
    english = "this backup cannot be used: {detail}"


class WouldOverwrite(StoreError):
    """Something is already there, and it is never overwritten."""

    key = "would_overwrite"
    english = "{what} already exists and is not overwritten"


class NoFolder(StoreError):
    """The folder that a file is to be written to is not there."""

    key = "no_folder"
    english = "the folder {what} does not exist"
