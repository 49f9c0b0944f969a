"""What the cards in a folder of photos really are: `truth.json`, checked all at once."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorer.cards import Card
from scorer.errors import NotationError
from scorer.notation import parse_cards
from scorer.terms import Row
from vision.hands import HAND_COUNTS, MOST_HANDS, HandCount

TRUTH_FILE = "truth.json"
_MOST_TOLD = 5


class TruthError(ValueError):
    """A truth file that cannot be used; the text names every entry that is wrong."""


@dataclass(frozen=True, slots=True)
class TrueHand:
    """The cards of one hand, and its rows where they are known."""

    cards: frozenset[Card]
    rows: Mapping[Row, frozenset[Card]] | None = None


@dataclass(frozen=True, slots=True)
class TruePhoto:
    """What lies in one photo; `hands` has one entry where only the cards are known."""

    name: str
    hands: tuple[TrueHand, ...]

    @property
    def cards(self) -> frozenset[Card]:
        """All cards of all hands."""
        return frozenset[Card]().union(*(hand.cards for hand in self.hands))

    @property
    def hand_count(self) -> HandCount:
        """How many hands the reader is asked for."""
        return HAND_COUNTS[len(self.hands)]


def load_truth(folder: Path) -> tuple[TruePhoto, ...]:
    """Read `truth.json` of a folder, or the file itself.

    Its entries are `{"photo.jpg": {"cards": [...]}}`, or with `"hands"`.
    Raises TruthError that names the file and all entries that are wrong.
    """
    path = folder if folder.is_file() else folder / TRUTH_FILE
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TruthError(
            f"{path}: {error.strerror}, expected the true cards of each photo"
        ) from error
    except ValueError as error:
        raise TruthError(f"{path}: no JSON ({error})") from error
    if not isinstance(document, dict) or not document:
        raise TruthError(f'{path}: expected {{"photo.jpg": {{"cards": ["As", …]}}, …}}')
    photos, problems = [], []
    for name, entry in document.items():
        try:
            photos.append(TruePhoto(name, _hands(entry)))
        except (TruthError, NotationError) as error:
            problems.append(f"{name}: {error}")
    if problems:
        more = f"; and {len(problems) - _MOST_TOLD} more" if len(problems) > _MOST_TOLD else ""
        raise TruthError(f"{path}: {'; '.join(problems[:_MOST_TOLD])}{more}")
    return tuple(photos)


def _hands(entry: object) -> tuple[TrueHand, ...]:
    if not isinstance(entry, dict) or not {"cards", "hands"} & set(entry):
        raise TruthError('expected "cards" or "hands"')
    if "hands" not in entry:
        return (TrueHand(_cards(entry["cards"])),)
    hands = entry["hands"]
    if not isinstance(hands, list) or not 1 <= len(hands) <= MOST_HANDS:
        raise TruthError(f'"hands" has to be a list of 1 to {MOST_HANDS} hands')
    named = tuple(_hand(hand) for hand in hands)
    _check_once(card for hand in named for card in hand.cards)
    return named


def _hand(entry: object) -> TrueHand:
    if not isinstance(entry, dict) or not {"cards", "rows"} & set(entry):
        raise TruthError('a hand needs "cards" or "rows"')
    if "rows" not in entry:
        return TrueHand(_cards(entry["cards"]))
    rows = entry["rows"]
    if not isinstance(rows, dict) or set(rows) != {row.value for row in Row}:
        raise TruthError('"rows" need "front", "middle" and "back"')
    named = {row: _cards(rows[row.value]) for row in Row}
    _check_once(card for cards in named.values() for card in cards)
    return TrueHand(frozenset[Card]().union(*named.values()), named)


def _cards(entry: object) -> frozenset[Card]:
    if not isinstance(entry, str | list) or not all(isinstance(card, str) for card in entry):
        raise TruthError(f"cards are {entry!r}, expected a list of names")
    names: str | Sequence[str] = entry
    cards = parse_cards(names)
    _check_once(cards)
    return frozenset(cards)


def _check_once(cards: Iterable[Card]) -> None:
    """TruthError that names the cards that come more than once."""
    twice = sorted(str(card) for card, count in Counter(cards).items() if count > 1)
    if twice:
        raise TruthError(f"{', '.join(twice)} named twice")
