"""Pages, hands, a photo, a round of two and house rules that many tests begin with."""

import io

from PIL import Image

from scorer.arrangement import Arrangement
from scorer.house import profile_from_dict
from scorer.rules_profile import RulesProfile
from ui.hands import Capture, hand_of
from ui.pages import PAGES
from ui.rounds import Seat, TableRound

READ, LEARN, SETTLE, DISPUTE, RULES, TABLE, NIGHT = (
    next(page for page in PAGES if page.name == name)
    for name in ("read", "learn", "settle", "dispute", "rules", "table", "night")
)
BROWSER = "0" * 32
FOUL = Arrangement.parse("Kh Ks 4c", "Qd Qh 8s 7c 2d", "As Ad 9d 6d 3d")
LEGAL = Arrangement.parse("Jc Th 5c", "8h 8d Ac Qs 6c", "5d 5h 5s 4d 2h")


def photo(width: int = 600, height: int = 400) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "#206040").save(buffer, "JPEG")
    return buffer.getvalue()


def laid(arrangement: Arrangement) -> Capture:
    return hand_of(arrangement.cards).arranged(arrangement)


def two_players(first: Capture | None, second: Capture | None, **fields: object) -> TableRound:
    names = ("An", "<b>Bình</b>")
    seats = tuple(
        Seat(id=i, name=name, capture=capture)
        for i, (name, capture) in enumerate(zip(names, (first, second), strict=True))
    )
    return TableRound(seats=seats, **fields)


def house(**changes: object) -> RulesProfile:
    return profile_from_dict({"base": "bigkool", "name": "Nhà <b>Tư</b>", **changes})
