"""A night on several phones: hands that share no card, the server's clock, a table to play at."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from streamlit.testing.v1 import AppTest

from scorer.arrangement import Arrangement
from scorer.profiles import get_profile
from table.book import TableBook
from table.values import OpenedTable
from ui import table_desk
from ui.text import Texts

VI = Texts("vi")
HANDS = (
    Arrangement.parse("Kh 9s 4c", "Qd Qh 8s 7c 2d", "As Ad 9d 6d 3d"),
    Arrangement.parse("Jc Th 5c", "8h 8d Ac Qs 6c", "5d 5h 5s 4d 2h"),
    Arrangement.parse("2c 3c Kd", "4h 4s Jd Ts 7h", "6h 6s Jh Js 9c"),
    Arrangement.parse("2s 3s Qc", "7d 7s 9h Tc Kc", "8c Td Ks Ah 3h"),
)
NAMES = ("An", "Chị Bảy", "<b>Cu</b>", "Dũng 🎴")


class Clock:
    """The server's clock, moved by the test."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_s(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Night4:
    """A table of two to four with all its secrets."""

    book: TableBook
    clock: Clock
    opened: OpenedTable

    def seat(self, number: int) -> dict[str, str]:
        secrets = {"seat": self.opened.seat_keys[number]}
        return secrets | ({"host": self.opened.host_key} if number == 0 else {})

    def lay(self, *hands: Arrangement, locked: bool = True) -> None:
        for number, hand in enumerate(hands):
            key = self.opened.seat_keys[number]
            self.book.capture(key, number, hand.cards, hand, token=f"c{number}{hand}")
            if locked:
                self.book.lock(key, number, f"l{number}{hand}")

    def start(self, number: int = 1) -> None:
        self.book.start_round(self.opened.host_key, f"s{number}")

    def play(self, *hands: Arrangement, number: int = 1) -> None:
        self.start(number)
        self.clock.pass_s(1)
        for seat, hand in enumerate(hands):
            key = self.opened.seat_keys[seat]
            self.book.capture(key, seat, hand.cards, hand, token=f"c{number}{seat}")
            self.book.lock(key, seat, f"l{number}{seat}")
        self.book.reveal(self.opened.seat_keys[1], f"r{number}")
        self.clock.pass_s(60)


def open_night(clock: Clock, seats: int = 2, rules: str = "bigkool", seconds: int | None = None):
    book = table_desk.book()
    opened = book.open_table(
        profile=get_profile(rules),
        stake=10_000,
        seats=NAMES[:seats],
        arranging_seconds=seconds,
        token="a secret of the test",
    )
    return Night4(book, clock, opened)


def keys_of(app: AppTest) -> list[str]:
    return [str(button.key) for button in app.button]
