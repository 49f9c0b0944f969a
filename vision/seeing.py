"""From pixels to named physical cards, hands and rows left aside."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from scorer.cards import DECK, Card
from vision.corners import cards_of
from vision.deck import CARD_COUNT, REJECT, Naming, evidence_of, name_cards
from vision.indices import Indices
from vision.looking import FIRST_SIDE_PX, OTHER_SIDES_PX, Detector, Pixels, find_indices
from vision.placing import CardPlaces, place_cards

Classifier = Callable[[Pixels, Indices], NDArray[np.float32]]

_DOUBTFUL = 0.9  # a name less probable than this is also tried upside down


@dataclass(frozen=True, slots=True)
class Seen:
    """The indices of a photo, grouped into physical cards and named.

    `members` are the positions of each card's indices, surest first; `named` the positions of the
    cards that are one of 52; `places` where those lie, in the order of `named`.
    """

    indices: Indices
    members: tuple[tuple[int, ...], ...]
    naming: Naming
    named: NDArray[np.intp]
    places: CardPlaces

    @classmethod
    def of(cls, indices: Indices, log_probs: NDArray[np.floating]) -> Self:
        """Group and name indices by their log-probabilities (N, 54)."""
        members = cards_of(indices, log_probs)
        naming = name_cards(evidence_of(log_probs, members))
        named = np.flatnonzero(naming.names < CARD_COUNT)
        places = place_cards(indices, [members[card] for card in named])
        return cls(indices, members, naming, named, places)

    def name_of(self, place: int) -> Card:
        """The card at a position in `places`."""
        return DECK[int(self.naming.names[self.named[place]])]

    def index_of(self, place: int) -> int:
        """Position of the surest index of the card at a position in `places`."""
        return self.members[int(self.named[place])][0]


def see(pixels: Pixels, detector: Detector, classifier: Classifier) -> Seen:
    """Find and name all cards of an RGB photo (H, W, 3).

    Looks at the usual size first and, if no card is there, at a smaller one (a card that fills the
    photo) and at a larger one (cards far away).
    """
    best = _seen_at(pixels, detector, classifier, FIRST_SIDE_PX)
    for side_px in OTHER_SIDES_PX:
        if len(best.named):
            break
        seen = _seen_at(pixels, detector, classifier, side_px)
        best = seen if len(seen.named) or not best.members else best
    return best


def _seen_at(
    pixels: Pixels, detector: Detector, classifier: Classifier, first_side_px: int
) -> Seen:
    found = find_indices(detector, pixels, first_side_px)
    return Seen.of(*classified(pixels, found, classifier))


def classified(
    pixels: Pixels, indices: Indices, classifier: Classifier
) -> tuple[Indices, NDArray[np.float32]]:
    """Log-probabilities (N, 54) of every index, turned where it reads better upside down.

    The detector's two points may be exchanged; the classifier rejects an index on its head.
    """
    log_probs = classifier(pixels, indices)
    best = log_probs[:, :REJECT].max(axis=1, initial=-np.inf)
    doubtful = np.flatnonzero(best < np.log(_DOUBTFUL))
    if not len(doubtful):
        return indices, log_probs
    turned_probs = classifier(pixels, indices.select(doubtful).turned())
    turned_best = turned_probs[:, :REJECT].max(axis=1)
    better = turned_best > np.maximum(best[doubtful], np.log(0.5))
    flipped = doubtful[better]
    log_probs = log_probs.copy()
    log_probs[flipped] = turned_probs[better]
    tops, bottoms = indices.tops_xy.copy(), indices.bottoms_xy.copy()
    tops[flipped], bottoms[flipped] = indices.bottoms_xy[flipped], indices.tops_xy[flipped]
    return Indices(indices.boxes_xyxy, tops, bottoms, indices.confidence), log_probs
