"""What was read in a photo, as JSON values."""

from vision.reading import HandReading, PhotoReading, Slot


def reading_document(reading: PhotoReading | str) -> dict[str, object]:
    """The photo's size, how long it took, every hand and its doubts; or why it was not read."""
    if isinstance(reading, str):
        return {"error": reading}
    return {
        "size_wh": list(reading.size_wh),
        "seconds": round(reading.seconds, 3),
        "hands": [_hand_document(hand) for hand in reading.hands],
    }


def _hand_document(hand: HandReading) -> dict[str, object]:
    rows = None
    if hand.rows is not None:
        rows = {row.value: [str(card) for card in cards] for row, cards in hand.rows.items()}
    return {
        "cards": [str(card) for card in hand.cards],
        "rows": rows,
        "confidence": round(hand.confidence, 4),
        "problems": [problem.text("en") for problem in hand.problems],
        "side": hand.side.value,
        "slots": [_slot_document(slot) for slot in hand.slots],
    }


def _slot_document(slot: Slot) -> dict[str, object]:
    return {
        "card": str(slot.card),
        "confidence": round(slot.confidence, 4),
        "flagged": slot.flagged,
        "inferred": slot.inferred,
        "alternatives": [[str(card), round(share, 4)] for card, share in slot.alternatives],
        "box_xywh": slot.box_xywh and list(slot.box_xywh),
        **({"photo": slot.photo} if slot.photo else {}),
    }
