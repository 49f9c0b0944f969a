"""What the table tells: phases, seats as one key may see them, rounds as they were settled."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorer.arrangement import Arrangement
from scorer.cards import Card
from scorer.errors import Problem
from scorer.money import Money, Stake
from scorer.rules_profile import RulesProfile
from scorer.settlement import Player, Settlement, settle
from scorer.terms import InstantWin


class Role(StrEnum):
    """What a key is for."""

    HOST = "host"
    SEAT = "seat"
    VIEWER = "viewer"


class Phase(StrEnum):
    """Where the night stands."""

    LOBBY = "lobby"
    ARRANGING = "arranging"
    SHOWDOWN = "showdown"
    SUMMARY = "summary"
    CLOSED = "closed"


class SeatStatus(StrEnum):
    """How far a seat is in this round; OUT does not play it."""

    WAITING = "waiting"
    CAPTURED = "captured"
    LOCKED = "locked"
    TIMED_OUT = "timed_out"
    LEFT = "left"
    OUT = "out"


class RoundKind(StrEnum):
    """How a row of the book came to be."""

    SETTLED = "settled"
    CORRECTION = "correction"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTable:
    """The secrets of a new table; none of them can be read from the database again.

    The host's view tells the room code at any time; other keys can only be issued anew.
    """

    room_code: str
    host_key: str
    viewer_key: str
    seat_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat as anybody with the room code sees it."""

    name: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the room code shows."""

    seats: tuple[LobbySeat, ...]
    profile: RulesProfile
    stake: Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat as one key sees it.

    `cards`, `arrangement`, `declared`, `instant_win`, `legal` and `problems` are empty where the
    key may not see the hand.  `problems` says what keeps it from being locked.
    """

    name: str
    taken: bool
    status: SeatStatus
    cards: tuple[Card, ...] = ()
    arrangement: Arrangement | None = None
    declared: InstantWin | None = None
    instant_win: InstantWin | None = None
    legal: bool | None = None
    problems: tuple[Problem, ...] = ()
    by_host: bool = False
    clashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """One row of the book, never changed after it was written.

    `readings` holds what the photo reader said for each player, None without a photo; `players` is
    what people confirmed, under the names of that round, and `people` what they are called by now.
    `replaced` is True for a row that a later correction stands for.
    """

    number: int
    kind: RoundKind
    settled_at: datetime
    profile: RulesProfile
    stake: Stake
    seats: tuple[int, ...]
    players: tuple[Player, ...]
    people: tuple[str, ...]
    points: Mapping[str, int]
    readings: tuple[Mapping[str, object] | None, ...]
    photos: tuple[str | None, ...]
    why: str
    app_version: str
    digest: str
    replaced: bool = False

    @property
    def settlement(self) -> Settlement | None:
        """Every chi with its reason, settled again from the players; None for a void round."""
        if self.kind is RoundKind.VOID:
            return None
        return settle(self.players, self.profile)

    @property
    def money(self) -> dict[str, Money]:
        """Each player's money."""
        return self.stake.pay_out(self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """All that one key may see at `server_now`; equal `revision` means nothing has changed.

    `due` says that `reveal` will be accepted.  `current` is the round of the showdown or summary,
    `previous` the last one before it.  `room_code` is for the host only.
    """

    role: Role
    seat: int | None
    phase: Phase
    revision: int
    server_now: datetime
    profile: RulesProfile
    stake: Stake
    arranging_seconds: int | None
    keep_photos: bool
    seats: tuple[SeatView, ...]
    round_number: int
    clock_ends_at: datetime | None
    due: bool
    showdown_started_at: datetime | None
    showdown_ends_at: datetime | None
    current: RoundRecord | None
    previous: RoundRecord | None
    room_code: str | None

    @property
    def settlement(self) -> Settlement | None:
        """The settlement on show, None before the showdown."""
        return self.current.settlement if self.current else None


@dataclass(frozen=True, slots=True)
class Account:
    """One player's night: chi, money at the stakes of the rounds, rounds played."""

    name: str
    points: int
    money: Money
    rounds: int


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `payee` this sum, and both are done."""

    payer: str
    payee: str
    money: Money
