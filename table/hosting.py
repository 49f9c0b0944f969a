"""What the host does around the rounds: people, seats, keys, rules; and players who come and go."""

from typing import Final

from scorer.rules_profile import RulesProfile
from table import door, hands
from table.actions import ActionBook
from table.photos import remove_photos
from table.profiles import write_profile
from table.turn import Turn, seat_row, seat_rows
from table.values import Phase, Role

BETWEEN_ROUNDS: Final = (Phase.LOBBY, Phase.SUMMARY)


class Hosting(ActionBook):
    """Actions of the host, and leaving and coming back."""

    def rename_seat(self, key: str, seat: int, name: str, token: str) -> None:
        """Spell the name of the person on a seat in another way: the same account goes on."""

        def body(turn: Turn, seat: int) -> None:
            door.rename(turn, seat, name)

        self._act_on_seat(key, "rename", seat, token, body)

    def seat_player(self, host_key: str, seat: int, name: str, token: str) -> None:
        """Put another person on a seat between rounds; the seat is free for that person's phone."""

        def body(turn: Turn) -> None:
            turn.require_phase(*BETWEEN_ROUNDS)
            door.seat_person(turn, seat, name)
            door.free(turn, seat)

        self._act_as_host(host_key, f"seat {seat}", token, body)

    def free_seat(self, host_key: str, seat: int, token: str) -> None:
        """Let anybody with the room code claim a seat; the key of whoever had it ends."""
        self._act_as_host(host_key, f"free {seat}", token, lambda turn: door.free(turn, seat))

    def reissue(self, host_key: str, role: Role, seat: int | None, token: str) -> str:
        """End a key and return a new one; a new host key brings a new room code."""

        def check(turn: Turn) -> None:
            turn.require_host()
            if seat is not None:
                seat_row(turn.link, turn.table_id, seat)

        return self._new_key(host_key, token, role, seat if role is Role.SEAT else None, check)

    def leave(self, key: str, seat: int, token: str) -> None:
        """Leave the table; while hands are still open, this round counts as left before the end."""

        def body(turn: Turn, seat: int) -> None:
            door.change_seat(turn, seat, away=True)
            if _may_leave_round(turn, seat):
                hands.change_hand(turn, seat, has_left=True)

        self._act_on_seat(key, "leave", seat, token, body)

    def come_back(self, key: str, seat: int, token: str) -> None:
        """Play again: from the next round, or in this one if it is still being arranged."""

        def body(turn: Turn, seat: int) -> None:
            door.change_seat(turn, seat, away=False)
            if turn.phase is Phase.ARRANGING and not turn.clock_is_over:
                hands.change_hand(turn, seat, has_left=False)

        self._act_on_seat(key, "come_back", seat, token, body)

    def change_rules(
        self,
        host_key: str,
        *,
        profile: RulesProfile,
        stake: int,
        arranging_seconds: int | None,
        token: str,
    ) -> None:
        """Play on under other rules; rounds that were settled keep theirs."""

        def body(turn: Turn) -> None:
            turn.require_phase(*BETWEEN_ROUNDS)
            count = len(seat_rows(turn.link, turn.table_id))
            door.check_rules(profile, stake, count, arranging_seconds)
            turn.set_table(
                profile=write_profile(profile), stake=stake, arranging_seconds=arranging_seconds
            )

        self._act_as_host(host_key, "change_rules", token, body)

    def keep_photos(self, host_key: str, *, keep: bool, token: str) -> None:
        """Keep photos from now on, or stop and remove those that were kept."""

        def body(turn: Turn) -> None:
            if not keep:
                remove_photos(turn)
            turn.set_table(keep_photos=keep)

        self._act_as_host(host_key, f"keep_photos {keep}", token, body)

    def close_table(self, host_key: str, token: str) -> None:
        """End the night: the room code ends, the book stays readable with the keys."""

        def body(turn: Turn) -> None:
            turn.require_phase(*BETWEEN_ROUNDS, Phase.SHOWDOWN)
            hands.forget(turn)
            turn.set_table(phase=Phase.CLOSED.value, code_hash=None, clock_ends_us=None)

        self._act_as_host(host_key, "close_table", token, body)


def _may_leave_round(turn: Turn, seat: int) -> bool:
    """Tell whether leaving still counts for this round: not once all are in or out of time.

    Otherwise whoever expects to be scooped would leave in the last second.
    """
    if turn.phase is not Phase.ARRANGING or turn.clock_is_over:
        return False
    dealt = hands.hand_rows(turn.link, turn.table_id)
    return seat in dealt and not all(row.locked or row.has_left for row in dealt.values())
