"""What one key may see: others' cards do not leave the database before the showdown."""

import sqlalchemy as sa

from scorer.instant import HAND_SIZE, find_instant_win
from scorer.money import Stake
from scorer.rules_profile import RulesProfile
from scorer.terms import InstantWin
from table.hands import arrangement_of, cards_of, hand_problems, hand_rows, is_legal
from table.keys import room_code
from table.profiles import read_profile
from table.rounds import records
from table.turn import (
    Access,
    Record,
    clock_is_over,
    from_us,
    moment,
    phase_at,
    seat_rows,
    table_row,
)
from table.values import Phase, Role, SeatStatus, SeatView, TableView

_SHOWN = (Phase.SHOWDOWN, Phase.SUMMARY)


def revision_of(link: sa.Connection, access: Access, now_us: int) -> int:
    """Return a number that grows whenever a view may differ: by an action or by the clock."""
    return _revision(table_row(link, access.table_id), now_us)


def _revision(table: Record, now_us: int) -> int:
    by_clock = clock_is_over(table, now_us) + (phase_at(table, now_us) != table.phase)
    return int(3 * table.revision + by_clock)


def view(link: sa.Connection, key: str, access: Access, now_us: int) -> TableView:
    """Return the table as the holder of `key` may see it."""
    table = table_row(link, access.table_id)
    phase = phase_at(table, now_us)
    dealt = {} if phase is Phase.CLOSED else hand_rows(link, access.table_id)
    over = clock_is_over(table, now_us)
    number = table.round_number
    on_show = phase in _SHOWN
    current = records(link, access.table_id, number=number) if on_show else ()
    before = number if on_show or phase is Phase.ARRANGING else number + 1
    previous = records(link, access.table_id, before=before, last=1)
    profile = read_profile(table.profile)
    done = [row.locked or row.has_left for row in dealt.values()]
    return TableView(
        role=access.role,
        seat=access.seat,
        phase=phase,
        revision=_revision(table, now_us),
        server_now=from_us(now_us),
        profile=profile,
        stake=Stake(table.stake),
        arranging_seconds=table.arranging_seconds,
        keep_photos=table.keep_photos,
        seats=tuple(
            _seat_view(seat, dealt.get(seat.seat), access, profile, shown=on_show, over=over)
            for seat in seat_rows(link, access.table_id)
        ),
        round_number=number,
        clock_ends_at=moment(table.clock_ends_us),
        due=phase is Phase.ARRANGING and (over or all(done)),
        showdown_started_at=moment(table.showdown_us) if on_show else None,
        showdown_ends_at=moment(table.showdown_ends_us) if on_show else None,
        current=current[-1] if current else None,
        previous=previous[-1] if previous else None,
        room_code=room_code(key)
        if access.role is Role.HOST and phase is not Phase.CLOSED
        else None,
    )


def _seat_view(
    seat: Record,
    hand: Record | None,
    access: Access,
    profile: RulesProfile,
    *,
    shown: bool,
    over: bool,
) -> SeatView:
    if hand is None:
        return SeatView(name=seat.name, taken=seat.taken, status=SeatStatus.OUT)
    status = _status(hand, over=over)
    own = access.role is Role.SEAT and access.seat == seat.seat
    captured_by_viewer = access.role is Role.HOST and hand.by_host
    # A clash concerns the two seats and the host, who opens them.
    clashed = bool(hand.clashed and (own or access.role is Role.HOST))
    if not (own or captured_by_viewer or shown):
        return SeatView(name=seat.name, taken=seat.taken, status=status, clashed=clashed)
    cards = cards_of(hand)
    return SeatView(
        name=seat.name,
        taken=seat.taken,
        status=status,
        cards=cards,
        arrangement=arrangement_of(hand),
        declared=None if hand.declared is None else InstantWin(hand.declared),
        instant_win=find_instant_win(cards, profile) if len(cards) == HAND_SIZE else None,
        legal=is_legal(hand, profile),
        problems=hand_problems(hand),
        by_host=hand.by_host,
        clashed=clashed,
    )


def _status(hand: Record, *, over: bool) -> SeatStatus:
    if hand.has_left:
        return SeatStatus.LEFT
    if hand.locked:
        return SeatStatus.LOCKED
    if over:
        return SeatStatus.TIMED_OUT
    return SeatStatus.CAPTURED if hand.cards else SeatStatus.WAITING
