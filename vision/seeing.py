"""From pixels to named physical cards, hands and rows left aside."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from scorer.cards import DECK, Card
from vision.corners import cards_of, contradicting
from vision.dark_decks import find_on_light_paper
from vision.deck import (
    CARD_COUNT,
    CLASS_COUNT,
    JOKER,
    REJECT,
    Naming,
    evidence_of,
    name_cards,
)
from vision.explained import explained
from vision.frames import CORNER_KINDS, Spots, corner_of
from vision.indices import Indices
from vision.inks import weighed_by_ink
from vision.looking import (
    FIRST_SIDE_PX,
    OTHER_SIDES_PX,
    Detector,
    Pixels,
    find_turned,
    merged,
)
from vision.placing import CardPlaces, place_cards
from vision.whole_hands import (
    believed,
    cards_that_count,
    doubted,
    is_doubtful,
    lacks_few,
    loosest,
    off_by,
    owned,
    parted,
    perhaps_owned,
    short_of,
    surplus,
    taken_back,
)


class Classifier(Protocol):
    """Names N indices of an RGB photo: log-probabilities (N, 54)."""

    def __call__(self, pixels: Pixels, indices: Indices, /) -> NDArray[np.float32]:
        """With patience: what is doubtful is looked at in several ways."""

    def glance(self, pixels: Pixels, indices: Indices, /) -> NDArray[np.float32]:
        """Each looked at once: faster, and with more errors."""


_DOUBTFUL = 0.9  # a name less probable than this is also tried upside down
_READ_ASKEW = 0.6  # least probability of a name read in a direction that the detector did not tell
_NEIGHBOURS = 2
_TURNS_DEG, _WINDOWS = (0.0, -25.0, 25.0), (1.0, 0.75)  # in which what is still doubtful is read
_WORTH_READING = 0.2  # least probability at a glance of what is read with patience
_READ_OTHERWISE = 0.95  # least probability of a name read so,
_OTHERWISE_WORTH = 0.8  # and how much it counts against the reading as found
_BARELY_FOUND = 0.3  # confidence below which a card is asked about, however surely it is named
_SURE = 0.95  # a card this sure explains doubtful indices at its corners and on its face
_TOLD = 0.4
_SEEN = 0.25  # confidence below which an index counts only
_NAMED_THOUGH_FAINT = 0.97  # if one card is this probable
_SURELY_NOTHING = 0.9  # an index rejected less surely may be a card that could not be read
_OTHER_LOOKS = ((2, 1.0), (1, 1.0), (0, 1.4))  # quarter turns of the photo, and how much larger
_ROUNDS = 2  # a card that others leave room for may explain more
_NOTHING = np.where(np.arange(CLASS_COUNT) == REJECT, 0.0, -30.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """The indices of a photo, grouped into physical cards and named.

    `members` are the positions of each card's indices, surest first; `named` the positions of the
    cards that are one of 52; `places` where those lie and `odds` the log-odds by which both
    networks believe in them, in the order of `named`; `unread` the positions of what may be a card
    although it has no name. A dark deck was read in its negative.
    """

    indices: Indices
    members: tuple[tuple[int, ...], ...]
    naming: Naming
    named: NDArray[np.intp]
    places: CardPlaces
    odds: NDArray[np.float64]
    unread: NDArray[np.intp]
    is_dark_deck: bool = False

    @classmethod
    def of(cls, indices: Indices, log_probs: NDArray[np.floating]) -> Self:
        """Group and name indices by their log-probabilities (N, 54).

        Where a few cards are missing for whole hands, an index that fits badly to its card may be
        another's: it is taken for a card of its own if that makes a hand whole.
        """
        members = cards_of(indices, log_probs)
        seen = cls._of_cards(indices, log_probs, members, len(members))
        if not lacks_few(len(seen.named)):
            return seen
        for index in loosest(indices, log_probs, members):
            if not lacks_few(len(seen.named)):
                break
            again = cls._of_cards(indices, log_probs, parted(seen.members, index), len(members))
            seen = min(seen, again, key=lambda found: short_of(len(found.named)))
        return seen

    @classmethod
    def _of_cards(
        cls,
        indices: Indices,
        log_probs: NDArray[np.floating],
        members: tuple[tuple[int, ...], ...],
        whole: int,
    ) -> Self:
        """Name cards that are grouped; those from position `whole` on were parted from others."""
        spots = Spots.of(indices)
        agreeing = [_agreeing(spots, card) for card in members]
        evidence = evidence_of(log_probs, agreeing)
        naming = name_cards(evidence)
        certainty = np.exp(evidence[:, :CARD_COUNT]).max(axis=1, initial=0.0)
        likeliest = evidence[:, :CARD_COUNT].argmax(axis=1)
        for _ in range(_ROUNDS):
            sure = (naming.names < CARD_COUNT) & (naming.confidence >= _SURE)
            taken = ~sure & np.isin(likeliest, naming.names[sure])
            likeness = evidence[:, naming.names[sure]]
            part = explained(indices, agreeing, certainty, likeness, sure=sure, taken=taken)
            naming = name_cards(np.where(part[:, None], _NOTHING, evidence))
        found = np.array([indices.confidence[list(card)].max() for card in members])
        back = taken_back(part, taken, certainty, len(cards_that_count(naming, found)))
        if len(back):
            part[back] = False
            naming = name_cards(np.where(part[:, None], _NOTHING, evidence))
        naming = doubted(naming, [*back.tolist(), *range(whole, len(members))])
        named = cards_that_count(naming, found)
        naming = doubted(naming, np.flatnonzero(found < _BARELY_FOUND).tolist())
        naming = doubted(naming, contradicting(indices, log_probs, members))
        cards, names = [agreeing[card] for card in named], naming.names[named]
        odds = believed(indices, log_probs, cards, names)
        shares = owned(indices, log_probs, cards, names, odds)
        naming = doubted(naming, named[perhaps_owned(indices, cards, shares)].tolist())
        kept = ~surplus(indices, cards, odds, shares)
        named, odds = named[kept], odds[kept]
        places = place_cards(indices, [members[card] for card in named])
        open_ = ~part & (naming.repeats < 0) & (naming.names != JOKER)
        told = part & ~taken & (certainty >= _TOLD)  # explained, but it may be a card after all
        open_ &= naming.probabilities[:, REJECT] < _SURELY_NOTHING
        open_[named] = False
        return cls(indices, members, naming, named, places, odds, np.flatnonzero(open_ | told))

    def name_of(self, place: int) -> Card:
        """The card at a position in `places`."""
        return DECK[int(self.naming.names[self.named[place]])]

    def index_of(self, place: int) -> int:
        """Position of the surest index of the card at a position in `places`."""
        return self.members[int(self.named[place])][0]

    def doubting_all_but(self, first: "Seen") -> "Seen":
        """The same, in doubt about names that `first` does not tell.

        One in eight of what only another look told for sure was misread.
        """
        new = ~np.isin(self.naming.names[self.named], first.naming.names[first.named])
        return replace(self, naming=doubted(self.naming, self.named[new].tolist()))

    @property
    def confidences(self) -> NDArray[np.float64]:
        """How sure each name is, in the order of `named`."""
        return self.naming.confidence[self.named]

    @property
    def doubt(self) -> tuple[int, float]:
        """How many cards whole hands lack or have too many, then how unsure all names are."""
        return off_by(len(self.named)), -float(np.log(self.confidences).sum())


def _agreeing(spots: Spots, members: tuple[int, ...]) -> tuple[int, ...]:
    """The index of a card that most others are corners to, and those: their names add up.

    The surest of several. What was joined by name although it lies at no corner may be one
    misreading seen twice.
    """
    frames = [
        (first, *(i for i in members if i != first and corner_of(spots, first, i) in CORNER_KINDS))
        for first in members
    ]
    return max(frames, key=len)


def see(pixels: Pixels, detector: Detector, classifier: Classifier) -> Seen:
    """Find and name all cards of an RGB photo (H, W, 3).

    Looks at the usual size first and, if no card is there, at a smaller one (a card that fills the
    photo) and at a larger one (cards far away). Where whole hands lack few cards or one of them is
    a guess, the turned and the enlarged photo are looked at too.
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
    light, found = find_on_light_paper(detector, pixels, first_side_px)
    seen = first = Seen.of(*classified(light, found, classifier))
    for quarter_turns, larger in _OTHER_LOOKS:
        if not is_doubtful(seen.confidences):
            break
        side_px = round(larger * first_side_px)
        more = merged([found, find_turned(detector, light, quarter_turns, side_px)], [1.0, 1.0])
        again = Seen.of(*classified(light, more, classifier)).doubting_all_but(first)
        seen = min(seen, again, key=lambda reading: reading.doubt)
    return replace(seen, is_dark_deck=light is not pixels)


def classified(
    pixels: Pixels, indices: Indices, classifier: Classifier
) -> tuple[Indices, NDArray[np.float32]]:
    """Log-probabilities (N, 54) of every index, in the direction in which it reads best.

    The detector's points may be exchanged or askew. A doubtful index is also tried upside down and
    in the directions of the surest indices nearby: the corners of one card share its axis. What the
    detector hardly saw is left out unless it is named for sure, see `believable`. The colour of the
    ink speaks for a red or a black suit, see `weighed_by_ink`.
    """
    kept, log_probs = _read_every_way(pixels, indices, classifier)
    return kept, weighed_by_ink(pixels, kept, log_probs)


def _read_every_way(
    pixels: Pixels, indices: Indices, classifier: Classifier
) -> tuple[Indices, NDArray[np.float32]]:
    log_probs = classifier(pixels, indices)
    best = log_probs[:, :REJECT].max(axis=1, initial=-np.inf)
    doubtful = np.flatnonzero(best < np.log(_DOUBTFUL))
    if not len(doubtful):
        return believable(indices, log_probs)
    weak = indices.select(doubtful)
    tries = [weak.turned(), *(weak.redirected(ups) for ups in _directions(indices, best, weak))]
    winner, read = _best_read(pixels, tries, classifier, REJECT)
    better = read[:, :REJECT].max(axis=1) > np.maximum(best[doubtful], np.log(_READ_ASKEW))
    log_probs = log_probs.copy()
    tops, bottoms = indices.tops_xy.copy(), indices.bottoms_xy.copy()
    for at in np.flatnonzero(better):
        log_probs[doubtful[at]] = read[at]
        tops[doubtful[at]] = tries[winner[at]].tops_xy[at]
        bottoms[doubtful[at]] = tries[winner[at]].bottoms_xy[at]
    redirected = Indices(indices.boxes_xyxy, tops, bottoms, indices.confidence)
    kept, log_probs = believable(redirected, log_probs)
    return kept, _read_otherwise(pixels, kept, classifier, log_probs)


def _read_otherwise(
    pixels: Pixels, indices: Indices, classifier: Classifier, log_probs: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Log-probabilities of what is still doubtful from other windows around it, if one is sure.

    Rank and suit that stand aslant are found askew, and a large pip next to an index is often taken
    into its box. Where the index lies is left as found, and a joker stays one.
    """
    best = log_probs[:, :CARD_COUNT].max(axis=1, initial=-np.inf)
    doubtful = np.flatnonzero((best < np.log(_DOUBTFUL)) & (best > log_probs[:, JOKER]))
    if not len(doubtful):
        return log_probs
    weak = indices.select(doubtful)
    windows = [
        weak.leaned(turn_deg).scaled(scale)
        for turn_deg in _TURNS_DEG
        for scale in _WINDOWS
        if (turn_deg, scale) != (0.0, 1.0)
    ]
    _, read = _best_read(pixels, windows, classifier, CARD_COUNT)
    sure = np.flatnonzero(read[:, :CARD_COUNT].max(axis=1) > np.log(_READ_OTHERWISE))
    told = log_probs.copy()
    told[doubtful[sure]] = np.logaddexp(
        read[sure] + np.log(_OTHERWISE_WORTH),
        log_probs[doubtful[sure]] + np.log(1 - _OTHERWISE_WORTH),
    )
    return told


def _best_read(
    pixels: Pixels, windows: Sequence[Indices], classifier: Classifier, names: int
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Of several windows around each of K indices the one that reads best at a glance.

    Args: `names` the first so many classes are meant.

    Returns: (K,) which window, and (K, 54) the log-probabilities read there with patience; of no
    card where every glance shows hardly one.
    """
    everywhere = Indices.concatenated(windows)
    count = len(windows[0])
    glances = classifier.glance(pixels, everywhere).reshape(len(windows), count, -1)
    scores = glances[:, :, :names].max(axis=2)
    winner = scores.argmax(axis=0)
    worth = np.flatnonzero(scores.max(axis=0) > np.log(_WORTH_READING))
    read = np.tile(_NOTHING.astype(np.float32), (count, 1))
    read[worth] = classifier(pixels, everywhere.select(winner[worth] * count + worth))
    return winner, read


def believable(
    indices: Indices, log_probs: NDArray[np.float32]
) -> tuple[Indices, NDArray[np.float32]]:
    """Without those that the detector barely saw, unless their name is beyond doubt.

    The two networks err on different things: what is faint to the one (low contrast, glare) the
    other often reads for sure, and what looks like an index but is none it refuses.
    """
    best = np.exp(log_probs[:, :CARD_COUNT]).max(axis=1, initial=0.0)
    keep = np.flatnonzero((indices.confidence >= _SEEN) | (best >= _NAMED_THOUGH_FAINT))
    return indices.select(keep), log_probs[keep]


def _directions(
    indices: Indices, best: NDArray[np.floating], weak: Indices
) -> list[NDArray[np.float32]]:
    """Up directions (K, 2) to try for K doubtful indices: those of the sure ones nearby."""
    sure = indices.select(np.flatnonzero(best >= np.log(_DOUBTFUL)))
    steps = weak.centres_xy[:, None] - sure.centres_xy[None]
    nearest = np.argsort(np.linalg.norm(steps, axis=2), axis=1)[:, :_NEIGHBOURS]
    ups = [sure.ups[nearest[:, rank]] for rank in range(nearest.shape[1])]
    return [direction * way for direction in ups for way in (np.float32(1), np.float32(-1))]
