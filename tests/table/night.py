"""Four players, and legal hands that share no card."""

from datetime import UTC, datetime, timedelta

from scorer.arrangement import Arrangement

NAMES = ("An", "Bình", "Chi", "Dũng")
HANDS = (
    "2c 3d 4h / 6s 6d 9c Th Qs / Ac Ad Kh 7s 8c",
    "5c 7d 9h / 8s 8d Jc Tc Ks / Qc Qd Kc 2s 3c",
    "4c 6c Jd / 5s 5d 9d Ts Js / As Ah Kd 2d 3s",
    "6h 9s Jh / 7c 7h 4d 4s Td / Qh 8h 5h 3h 2h",
)


class Clock:
    """The server's clock, turned by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 2, 17, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def laid(seat: int) -> Arrangement:
    """A legal arrangement for each seat; no card is in two of them."""
    return Arrangement.parse(*HANDS[seat].split(" / "))
