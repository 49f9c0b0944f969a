"""One round being captured at one phone: seats, names, hands, and what still stands in the way."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorer.arrangement import Row
from scorer.cards import DECK, Card
from scorer.instant import InstantWin, find_instant_win
from scorer.rules_profile import RulesProfile
from scorer.settlement import Player
from table.door import NAME_LENGTH
from ui.hands import HAND_SIZE, Capture

MOST_SEATS: Final = 4
FEWEST_SEATS: Final = 2
NARROW_NAME: Final = 8
"""How many letters of a name are seen where four stand side by side on a phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player of the round; ``not_shown`` counts as a foul.

    ``number`` is what the player goes by until there is a name of their own: ``name`` is then
    that of `TableRound.named`. ``dropped`` is the hand that was put away, until there is another.
    """

    id: int
    name: str
    number: int | None = None
    capture: Capture | None = None
    not_shown: bool = False
    dropped: Capture | None = None

    @property
    def own_name(self) -> str:
        """The name that somebody wrote, empty until then."""
        return self.name if self.number is None else ""

    def called(self, name: str) -> "Seat":
        """The same player with a name of their own."""
        return replace(self, name=name, number=None)

    def holding(self, capture: Capture | None) -> "Seat":
        """The same player with this hand, or with theirs put away."""
        return replace(self, capture=capture, dropped=None if capture else self.capture)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards captured so far."""
        return self.capture.cards if self.capture else ()

    def instant_win(self, rules: RulesProfile) -> InstantWin | None:
        """The instant win of a complete hand."""
        if self.capture is None or not self.capture.is_complete:
            return None
        return find_instant_win(self.cards, rules)

    def is_ready(self, rules: RulesProfile) -> bool:
        """Whether this seat can be settled: rows laid, an instant win, or not shown."""
        if self.not_shown:
            return True
        if self.capture is None:
            return False
        return self.capture.arrangement is not None or self.instant_win(rules) is not None

    def player(self) -> Player:
        """The seat as the settlement takes it."""
        laid = self.capture.arrangement if self.capture else None
        return Player(
            name=self.name,
            cards=self.cards,
            arrangement=None if self.not_shown else laid,
            foul=self.not_shown,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRound:
    """Two to four seats, the stake in đồng a chi, the seat that is being captured."""

    seats: tuple[Seat, ...]
    stake: int = 10_000
    active: int = 0
    is_settled: bool = False

    @property
    def seat(self) -> Seat:
        """The seat that is being captured."""
        return next(seat for seat in self.seats if seat.id == self.active)

    def with_seat(self, seat: Seat) -> "TableRound":
        """The same round with one seat replaced."""
        return replace(self, seats=tuple(seat if old.id == seat.id else old for old in self.seats))

    def named(self, word: Callable[[int], str]) -> "TableRound":
        """The same round where players without a name of their own are called by ``word``.

        It makes a name of a number in the language of the page. Where somebody else has taken
        that name for their own, another number serves.
        """
        taken = {seat.name.casefold() for seat in self.seats if seat.number is None}
        table = self
        for seat in self.seats:
            if seat.number is not None:
                names = map(word, (seat.number, *range(1, MOST_SEATS + 1)))
                name = next(name for name in names if name.casefold() not in taken)
                taken.add(name.casefold())
                table = table.with_seat(replace(seat, name=name))
        return table

    def with_new_seat(self) -> "TableRound":
        """One more seat, which becomes the active one."""
        new_id = max(seat.id for seat in self.seats) + 1
        used = {seat.number for seat in self.seats}
        numbers = (len(self.seats) + 1, *range(1, MOST_SEATS + 1))
        number = next(number for number in numbers if number not in used)
        seats = (*self.seats, Seat(id=new_id, name="", number=number))
        return replace(self, seats=seats, active=new_id)

    def without_seat(self, seat_id: int) -> "TableRound":
        """One seat fewer."""
        seats = tuple(seat for seat in self.seats if seat.id != seat_id)
        return replace(self, seats=seats, active=seats[0].id)

    def with_captures(self, captures: Sequence[Capture]) -> "TableRound":
        """A photo of the whole table: a hand for each seat, in their order."""
        pairs = zip(self.seats, captures, strict=True)
        return replace(self, seats=tuple(seat.holding(hand) for seat, hand in pairs))

    @property
    def is_empty(self) -> bool:
        """Whether no hand has been captured yet."""
        return all(seat.capture is None for seat in self.seats)

    def emptied(self) -> "TableRound":
        """The next round: the same people, no cards."""
        seats = tuple(Seat(id=seat.id, name=seat.name, number=seat.number) for seat in self.seats)
        return TableRound(seats=seats, stake=self.stake, active=seats[0].id)

    def next_open(self, rules: RulesProfile) -> int | None:
        """The first seat after the active one that is not ready."""
        ids = [seat.id for seat in self.seats]
        turn = ids.index(self.active)
        order = (*self.seats[turn + 1 :], *self.seats[: turn + 1])
        return next((seat.id for seat in order if not seat.is_ready(rules)), None)

    def taken_from(self, seat_id: int) -> Mapping[Card, str]:
        """Cards that the other seats hold, with their holders' names."""
        return {card: seat.name for seat in self.seats if seat.id != seat_id for card in seat.cards}

    def clashes(self) -> Mapping[Card, tuple[str, ...]]:
        """Cards that more than one seat claims."""
        held = Counter(card for seat in self.seats for card in set(seat.cards))
        return {
            card: tuple(seat.name for seat in self.seats if card in seat.cards)
            for card in sorted(card for card, count in held.items() if count > 1)
        }

    def rest_of_deck(self) -> tuple[Card, ...]:
        """The active seat's cards by elimination: what three complete other hands leave."""
        others = [set(seat.cards) for seat in self.seats if seat.id != self.active]
        known = set().union(*others)
        if len(others) != MOST_SEATS - 1 or any(len(cards) != HAND_SIZE for cards in others):
            return ()
        rest = tuple(card for card in DECK if card not in known)
        return rest if len(rest) == HAND_SIZE else ()

    def name_problem(self, seat_id: int, name: str) -> str | None:
        """Text key of what is wrong with a cleaned name for a seat, None if it will do."""
        if not name:
            return "names.empty"
        others = {seat.name.casefold() for seat in self.seats if seat.id != seat_id}
        return "names.taken" if name.casefold() in others else None


def new_round(names: tuple[str, ...]) -> TableRound:
    """A round of as many seats as there are names."""
    return TableRound(seats=tuple(Seat(id=i, name=name) for i, name in enumerate(names)))


def unnamed_round() -> TableRound:
    """A round of two whom nobody has named yet."""
    seats = (Seat(id=i, name="", number=i + 1) for i in range(FEWEST_SEATS))
    return TableRound(seats=tuple(seats))


def clean_name(text: str, most: int = NAME_LENGTH) -> str:
    """A name as it is kept: composed, single blanks, no invisible signs, not too many letters.

    >>> clean_name("  Chị   Bảy ")
    'Chị Bảy'
    >>> clean_name("Nguyễn Thị Phương Thảo", most=20)
    'Nguyễn Thị Phương'
    """
    composed = unicodedata.normalize("NFC", text)
    # Joiners stay: emoji are built with them.
    visible = (
        sign
        for sign in composed
        if unicodedata.category(sign) not in {"Cc", "Cf", "Cs", "Co"} or sign in "\t\n\u200d"
    )
    name = " ".join("".join(visible).split())
    if len(name) <= most:
        return name
    whole_words, _, _ = name[: most + 1].rpartition(" ")
    return whole_words or name[:most]


def narrow_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names for narrow places: of a long one its last word, in Vietnamese the given name.

    As many words stand before it as it takes to tell it from the others.

    >>> narrow_names(["Nguyễn Văn An", "Nguyễn Thu Hà", "Lê Thị Hà", "Chị Bảy"])
    ('An', 'Thu Hà', 'Thị Hà', 'Chị Bảy')
    """
    return tuple(_narrow(name, [other for other in names if other != name]) for name in names)


def _narrow(name: str, others: Sequence[str]) -> str:
    if len(name) <= NARROW_NAME:
        return name
    words = name.split()
    endings = (" ".join(words[-count:]) for count in range(1, len(words)))
    taken = tuple(f" {other}" for other in others)
    return next((end for end in endings if not any(t.endswith(f" {end}") for t in taken)), name)


def unplaced(capture: Capture) -> bool:
    """Whether a complete hand still has to be laid in rows."""
    return capture.is_complete and any(len(capture.row(row)) != row.size for row in Row)
