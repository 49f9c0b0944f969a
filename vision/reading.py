"""Read a photo: which cards lie in it, in whose hand and in which rows, and how sure that is."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from scorer.cards import DECK
from vision.causes import SmallView, box_of, glare_spots, photo_causes
from vision.dark_decks import negative
from vision.deck import CARD_COUNT
from vision.doubts import along, hand_problems, unnamed_problems
from vision.hands import MOST_HANDS, HandCount, HandPlace, split_hands
from vision.image import OrientedImage
from vision.looking import Detector, Pixels
from vision.manifest import FLAG_BELOW
from vision.merging import merge_readings
from vision.problems import Box, Problem, ProblemKind
from vision.readings import HandReading, PhotoReading, Slot, joint
from vision.rows import lines_of
from vision.seeing import Classifier, Seen, see
from vision.whole_table import with_missing_cards, without_strays

__all__ = ["FLAG_BELOW", "HandReading", "PhotoReading", "Reader", "Slot", "load_reader"]

_ALTERNATIVES = 4


class Reader:
    """Reads photos with two networks: `detector` finds indices, `classifier` names them.

    Args:
        detector: RGB pixels (H, W, 3) to `Indices`, at the scale of the pixels.
        classifier: RGB pixels and N indices to calibrated log-probabilities (N, 54).
        flag_below: a card less sure than this is flagged for a person to check.
    """

    def __init__(
        self, detector: Detector, classifier: Classifier, flag_below: float = FLAG_BELOW
    ) -> None:
        self.detector = detector
        self.classifier = classifier
        self.flag_below = flag_below

    def read(self, image: OrientedImage, hands: HandCount = 1) -> PhotoReading:
        """Read every card and divide them among `hands` players; never raises for what is shown.

        Raises ValueError for another number of hands than 1 to 4 or "auto".
        """
        if hands not in (*range(1, MOST_HANDS + 1), "auto"):
            raise ValueError(f"hands is {hands!r}, expected 1 to {MOST_HANDS} or 'auto'")
        start = time.perf_counter()
        seen = see(image.pixels, self.detector, self.classifier)
        pixels = negative(image.pixels) if seen.is_dark_deck else image.pixels
        blocks = without_strays(seen, split_hands(seen.places, hands))
        readings = [self._hand(pixels, seen, block) for block in blocks]
        readings = with_missing_cards(readings, self.flag_below)
        readings = _with_unnamed(readings, unnamed_problems(pixels, seen))
        if any(hand.flagged or hand.problems for hand in readings):
            readings = _with_causes(image.pixels, seen, blocks, readings)
        problems = dict.fromkeys(problem for hand in readings for problem in hand.problems)
        seconds = time.perf_counter() - start
        return PhotoReading(tuple(readings), image.size_wh, seconds, tuple(problems))

    def read_more(
        self, first: PhotoReading, image: OrientedImage, hands: HandCount = 1
    ) -> PhotoReading:
        """Read another photo of the cards of `first` and complete it, see `vision.merging`."""
        return merge_readings(first, self.read(image, hands), self.flag_below)

    def _hand(self, pixels: Pixels, seen: Seen, block: HandPlace) -> HandReading:
        places = seen.places.select(block.cards)
        found = lines_of(seen, block.cards)
        parts = found.lines if found else [along(places)]
        lines = [[block.cards[i] for i in part] for part in parts]
        rows = None
        if found is not None and found.rows is not None:
            named = [tuple(seen.name_of(place) for place in line) for line in lines]
            rows = dict(zip(found.rows, named, strict=True))
        order = [place for line in lines for place in line]
        slots = tuple(self._slot(seen, place) for place in order)
        doubtful = [place for place, slot in zip(order, slots, strict=True) if slot.flagged]
        problems = tuple(hand_problems(pixels, seen, lines, doubtful))
        if found is not None and rows is None:
            counts = "/".join(map(str, found.counts))
            problems = (*problems, Problem.of(ProblemKind.MISLAID, counts=counts))
        return HandReading(slots, rows, joint(slots), problems, block.side)

    def _slot(self, seen: Seen, place: int) -> Slot:
        card = seen.named[place]
        name = seen.naming.names[card]
        probabilities = seen.naming.probabilities[card]
        confidence = float(probabilities[name])
        others = [i for i in np.argsort(-probabilities[:CARD_COUNT]).tolist() if i != name]
        return Slot(
            card=DECK[name],
            confidence=confidence,
            flagged=confidence < self.flag_below,
            inferred=bool(seen.naming.by_exclusion[card]),
            alternatives=tuple((DECK[i], float(probabilities[i])) for i in others[:_ALTERNATIVES]),
            box_xywh=box_of(seen.indices, seen.index_of(place)),
        )


def _with_causes(
    pixels: Pixels, seen: Seen, blocks: Sequence[HandPlace], hands: list[HandReading]
) -> list[HandReading]:
    """Tell each hand what makes the photo hard to read, and where a lamp dazzles on its cards."""
    view = SmallView.of(pixels)
    causes = photo_causes(pixels, view, seen.indices)
    told = []
    for hand, block in zip(hands, blocks, strict=True):
        indices = seen.indices.select([seen.index_of(place) for place in block.cards])
        glare = glare_spots(pixels, view, indices, seen.places.select(block.cards).outlines)
        told.append(replace(hand, problems=(*causes, *hand.problems, *glare)))
    return told


def _with_unnamed(hands: list[HandReading], unnamed: list[Problem]) -> list[HandReading]:
    """Tell each hand of the problems that lie nearest to its cards."""
    centres = [_centre([slot.box_xywh for slot in hand.slots if slot.box_xywh]) for hand in hands]
    told: list[list[Problem]] = [[] for _ in hands]
    for problem in unnamed:
        x, y = _centre([problem.box_xywh] if problem.box_xywh else [])
        apart = [(x - cx) ** 2 + (y - cy) ** 2 for cx, cy in centres]
        told[int(np.argmin(apart))].append(problem)
    return [
        replace(hand, problems=(*hand.problems, *more))
        for hand, more in zip(hands, told, strict=True)
    ]


def _centre(boxes: Sequence[Box]) -> tuple[float, float]:
    if not boxes:
        return 0.0, 0.0
    x, y = np.mean([(left + w / 2, top + h / 2) for left, top, w, h in boxes], axis=0)
    return float(x), float(y)


def load_reader(
    models_dir: Path | None = None, deck: str | None = None, threads: int = 2
) -> Reader:
    """The reader with the trained networks of `models/` or another folder.

    Args:
        models_dir: folder of the networks.
        deck: name of a person's own deck, whose tuned classifier is used (`maubinh tune`).
        threads: how many the networks run on.

    Raises:
        ModelError: the manifest or a network is missing or broken, or there is no such deck.
        ValueError: no name of a deck.
    """
    from vision.classify import IndexClassifier
    from vision.manifest import MODELS, load_manifest, verified
    from vision.own_decks import load_deck, weights_of
    from vision.yolo import IndexDetector

    folder = models_dir or MODELS
    manifest = load_manifest(folder)
    found = manifest.detector
    detector = IndexDetector(verified(folder, found), found.least_confidence, threads)
    if deck is None:
        weights, entry = verified(folder, manifest.classifier), manifest.classifier
    else:
        own = load_deck(deck)
        weights, entry = weights_of(own), own.classifier
    classifier = IndexClassifier(weights, entry.temperature, threads)
    return Reader(detector, classifier, manifest.reading.flag_below)
