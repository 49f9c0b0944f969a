"""A reader without networks: it gives every photo the same hand, two cards of it in doubt."""

from collections.abc import Mapping

from scorer.arrangement import Row
from scorer.cards import DECK, Card
from scorer.notation import parse_card, parse_cards
from vision.hands import HandCount
from vision.image import OrientedImage
from vision.manifest import FLAG_BELOW
from vision.reading import HandReading, PhotoReading, Slot

HAND = parse_cards("Ks 9h 4c Qd Qh 8s 7c 2d As Td 9d 6d 3d")
OTHERS = tuple(card for card in reversed(DECK) if card not in HAND)
EXTRA = parse_card("2c")
DOUBTS = {parse_card("8s"): "3s Qs", parse_card("Td"): "Ad Kd"}
"""Cards that the reader is not sure of, with what else they may be."""


def reading(
    cards: tuple[Card, ...],
    size_wh: tuple[int, int],
    *,
    doubts: Mapping[Card, str] | None = None,
    in_rows: bool = False,
) -> HandReading:
    """The reading of a photo in which ``cards`` lie 3-5-5, one index box each."""
    width, height = size_wh
    slots = []
    for place, card in enumerate(cards):
        line, column = (0, place) if place < 3 else divmod(place + 2, 5)
        others = parse_cards((doubts or {}).get(card, ""))
        slots.append(
            Slot(
                card=card,
                confidence=0.6 if others else 0.99,
                flagged=bool(others),
                inferred=False,
                alternatives=tuple((other, 0.2) for other in others),
                box_xywh=(
                    int(width * (0.05 + 0.19 * column)),
                    int(height * (0.08 + 0.3 * line)),
                    int(width * 0.05),
                    int(height * 0.07),
                ),
            )
        )
    rows = {Row.FRONT: cards[:3], Row.MIDDLE: cards[3:8], Row.BACK: cards[8:]} if in_rows else None
    return HandReading(tuple(slots), rows, 0.9, ())


class FakeReader:
    """Reads ``HAND`` from any photo, in rows if the photo is higher than wide.

    A width that ends in 12 or 14 reads one card too few or too many; a black photo shows no card.
    """

    flag_below = FLAG_BELOW

    def read(self, image: OrientedImage, hands: HandCount = 1) -> PhotoReading:
        width, height = image.size_wh
        players = 4 if hands == "auto" else hands
        count = {12: 12, 14: 14}.get(width % 100, 13)
        cards = (*HAND, EXTRA)[:count] if image.pixels.any() else ()
        hand = reading(cards, image.size_wh, doubts=DOUBTS, in_rows=height > width)
        others = (reading(OTHERS[13 * i : 13 * i + 13], image.size_wh) for i in range(players - 1))
        return PhotoReading((hand, *others), image.size_wh, 0.1, ())
