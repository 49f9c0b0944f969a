"""The book of rounds: rows are appended, never changed; a correction is a row that replaces one.

Each row carries a digest of its content and of the digest before it at the same table, so that
`maubinh ledger verify` finds damage and a row that was changed by hand.  It is no signature: who
can write the file can compute digests too; a backup kept elsewhere tells.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import sqlalchemy as sa

from scorer.errors import RoundError
from scorer.money import Stake
from scorer.notation import format_cards
from scorer.players import Player
from scorer.rules_profile import RulesProfile
from scorer.settlement import settle
from scorer.terms import InstantWin
from table.errors import BadNote, BadRound, BadTable, NoSuchRound, NotReady
from table.hands import arrangement_of, cards_of, hand_rows, player_of
from table.profiles import canonical, read_profile, write_profile
from table.schema import players, round_hands, rounds
from table.turn import Record, Turn, from_us
from table.values import Phase, RoundKind, RoundRecord

WHY_LENGTH = 300
_SEATS = range(4)
_LATER = rounds.alias("later")
_REPLACED = sa.exists().where(_LATER.c.replaces == rounds.c.id)
_REVEALED = (Phase.SHOWDOWN, Phase.SUMMARY)


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat of a round that is about to be written."""

    seat: int
    player_id: int
    player: Player
    reading: str | None
    photo: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A row of the book that is about to be written."""

    number: int
    kind: RoundKind
    profile: RulesProfile
    stake: int
    entries: Sequence[Entry]
    points: Mapping[str, int]
    replaces: int | None = None
    why: str = ""


@cache
def app_version() -> str:
    """Return the version of the program that writes a row."""
    try:
        return version("maubinh")
    except PackageNotFoundError:
        return "source"


def reveal(turn: Turn) -> None:
    """Settle the round and begin the showdown; nothing happens if that has been done."""
    if turn.phase in _REVEALED:
        return
    turn.require_phase(Phase.ARRANGING)
    dealt = hand_rows(turn.link, turn.table_id)
    pending = [seat for seat, row in dealt.items() if not (row.locked or row.has_left)]
    if pending and not turn.clock_is_over:
        raise NotReady(numbers=", ".join(str(seat + 1) for seat in pending))
    names = _names(turn.link, turn.table_id)
    entries = [
        Entry(
            seat, row.player_id, player_of(row, names[row.player_id]), row.reading, row.photo_sha256
        )
        for seat, row in dealt.items()
    ]
    profile = _seated_profile(turn.profile, tuple(dealt))
    draft = _Draft(
        number=turn.table.round_number,
        kind=RoundKind.SETTLED,
        profile=profile,
        stake=turn.table.stake,
        entries=entries,
        points=settle([entry.player for entry in entries], profile).points,
    )
    _append(turn, draft)
    showdown_us = 1_000_000 * profile.showdown_row_s * len(profile.showdown_order)
    turn.set_table(
        phase=Phase.SHOWDOWN.value,
        showdown_us=turn.now_us,
        showdown_ends_us=turn.now_us + showdown_us,
    )


def _seated_profile(profile: RulesProfile, seats: Sequence[int]) -> RulesProfile:
    """Return the rules with the banker as a place among those who play, None if away."""
    if profile.banker is None:
        return profile
    seat = profile.banker - 1
    return replace(profile, banker=seats.index(seat) + 1 if seat in seats else None)


def correct(turn: Turn, number: int, corrected: Sequence[Player], why: str) -> None:
    """Append what a round really was; the row that it replaces stays."""
    draft = _replacement(turn, number, RoundKind.CORRECTION, why)
    by_name = {player.name: player for player in corrected}
    names = [entry.player.name for entry in draft.entries]
    if sorted(player.name for player in corrected) != sorted(names):
        expected = ", ".join(names)
        raise BadTable(field="players", value=", ".join(by_name), expected=expected)
    entries = [replace(entry, player=by_name[entry.player.name]) for entry in draft.entries]
    try:
        points = settle([entry.player for entry in entries], draft.profile).points
    except RoundError as error:
        raise BadRound(number=number, problems=error.problems) from error
    _append(turn, replace(draft, entries=entries, points=points))


def void(turn: Turn, number: int, why: str) -> None:
    """Append that a round does not count."""
    _append(turn, _replacement(turn, number, RoundKind.VOID, why))


def _replacement(turn: Turn, number: int, kind: RoundKind, why: str) -> _Draft:
    """Return a draft, without points, that replaces the row that counts for a round number."""
    note = " ".join(why.split())
    if not 1 <= len(note) <= WHY_LENGTH:
        raise BadNote(most=WHY_LENGTH)
    row = turn.link.execute(
        sa.select(rounds).where(effective(turn.table_id), rounds.c.number == number)
    ).one_or_none()
    if row is None:
        raise NoSuchRound(number=number)
    hands = turn.link.execute(
        sa.select(round_hands).where(round_hands.c.round_id == row.id).order_by(round_hands.c.seat)
    )
    entries = [
        Entry(hand.seat, hand.player_id, _player(hand), hand.reading, hand.photo_sha256)
        for hand in hands
    ]
    return _Draft(
        number=number,
        kind=kind,
        profile=read_profile(row.profile),
        stake=row.stake,
        entries=entries,
        points={entry.player.name: 0 for entry in entries},
        replaces=row.id,
        why=note,
    )


def _append(turn: Turn, draft: _Draft) -> None:
    by_seat = {entry.seat: draft.points[entry.player.name] for entry in draft.entries}
    values = {
        "table_id": turn.table_id,
        "number": draft.number,
        "kind": draft.kind.value,
        "replaces": draft.replaces,
        "profile": write_profile(draft.profile),
        "stake": draft.stake,
        **{f"points_{seat}": by_seat.get(seat, 0) for seat in _SEATS},
        "why": draft.why,
        "app_version": app_version(),
        "settled_us": turn.now_us,
    }
    hands = [_hand_values(entry) for entry in draft.entries]
    last = sa.select(rounds.c.digest).where(rounds.c.table_id == turn.table_id)
    before = turn.link.scalar(last.order_by(rounds.c.id.desc()).limit(1)) or ""
    written = digest(turn.table.uid, before, values, hands)
    row_id = turn.link.scalar(
        rounds.insert().values(digest=written, **values).returning(rounds.c.id)
    )
    turn.link.execute(round_hands.insert(), [{"round_id": row_id, **hand} for hand in hands])


def _hand_values(entry: Entry) -> dict[str, object]:
    player = entry.player
    return {
        "seat": entry.seat,
        "player_id": entry.player_id,
        "name": player.name,
        "cards": format_cards(player.cards),
        "rows": str(player.arrangement) if player.arrangement else None,
        "foul": player.foul,
        "has_left": player.left,
        "confirmed": player.confirmed,
        "declared": player.declared.value if player.declared else None,
        "reading": entry.reading,
        "photo_sha256": entry.photo,
    }


# Numbers of this database say nothing in another: a restored book keeps its digests.
_LOCAL = ("id", "table_id", "replaces", "digest", "round_id", "player_id")


def digest(
    uid: str,
    before: str,
    values: Mapping[str, object],
    hands: Iterable[Mapping[str, object]],
) -> str:
    """Return the digest of a row of the book, chained to the one before it."""
    content = [
        uid,
        before,
        {name: value for name, value in values.items() if name not in _LOCAL},
        [{name: value for name, value in hand.items() if name not in _LOCAL} for hand in hands],
    ]
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def effective(table_id: int) -> sa.ColumnElement[bool]:
    """Select the rows of a table that no later row replaces."""
    return (rounds.c.table_id == table_id) & ~_REPLACED


def records(
    link: sa.Connection,
    table_id: int,
    *,
    number: int | None = None,
    before: int | None = None,
    last: int | None = None,
    history: bool = False,
) -> tuple[RoundRecord, ...]:
    """Return rounds of a table in order, those that count only, unless `history` is asked for.

    `number` chooses one round, `before` those with smaller numbers, `last` the last few.
    """
    query = sa.select(rounds).where(rounds.c.table_id == table_id)
    if not history:
        query = sa.select(rounds).where(effective(table_id))
    if number is not None:
        query = query.where(rounds.c.number == number)
    if before is not None:
        query = query.where(rounds.c.number < before)
    query = query.order_by(rounds.c.number.desc(), rounds.c.id.desc())
    rows = link.execute(query.limit(last) if last is not None else query).all()[::-1]
    found: dict[int, list[Record]] = {row.id: [] for row in rows}
    if rows:
        least, most = min(found), max(found)
        hands = sa.select(round_hands).where(round_hands.c.round_id.between(least, most))
        for hand in link.execute(hands.order_by(round_hands.c.round_id, round_hands.c.seat)):
            if hand.round_id in found:
                found[hand.round_id].append(hand)
    replaced = {row.replaces for row in rows}
    names = _names(link, table_id)
    return tuple(_record(row, found[row.id], names, replaced=row.id in replaced) for row in rows)


def _record(
    row: Record, hands: Sequence[Record], names: Mapping[int, str], *, replaced: bool
) -> RoundRecord:
    points = (row.points_0, row.points_1, row.points_2, row.points_3)
    return RoundRecord(
        number=row.number,
        kind=RoundKind(row.kind),
        settled_at=from_us(row.settled_us),
        profile=read_profile(row.profile),
        stake=Stake(row.stake),
        seats=tuple(hand.seat for hand in hands),
        players=tuple(_player(hand) for hand in hands),
        people=tuple(names[hand.player_id] for hand in hands),
        points={hand.name: points[hand.seat] for hand in hands},
        readings=tuple(None if h.reading is None else json.loads(h.reading) for h in hands),
        photos=tuple(hand.photo_sha256 for hand in hands),
        why=row.why,
        app_version=row.app_version,
        digest=row.digest,
        replaced=replaced,
    )


def _player(hand: Record) -> Player:
    return Player(
        name=hand.name,
        cards=cards_of(hand),
        arrangement=arrangement_of(hand),
        foul=hand.foul,
        left=hand.has_left,
        confirmed=hand.confirmed,
        declared=None if hand.declared is None else InstantWin(hand.declared),
    )


def _names(link: sa.Connection, table_id: int) -> dict[int, str]:
    query = sa.select(players.c.id, players.c.name).where(players.c.table_id == table_id)
    return {row.id: row.name for row in link.execute(query)}
