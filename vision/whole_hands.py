"""What whole hands of 13 say about doubtful cards: which to count, and which are too many."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.corners import belonging
from vision.credibility import credibility
from vision.deck import CARD_COUNT, REJECT, Naming
from vision.frames import alignment
from vision.hands import HAND_SIZE
from vision.indices import Indices
from vision.placing import parallel_middles, place_cards

MOST_OFF = 4  # a photo that lacks more cards shows something else than whole hands
_REAL = 0.5  # what is likelier to be no card at all gets no place in a hand
_FAINT, _SURE_ENOUGH = 0.42, 0.95  # faintly found and not even named well: no card of a hand
_LIKELY = 0.65  # a name less probable than this is a guess,
_LEAST_NAMED = 0.25  # and is told only where a hand of 13 is short of it
_MOST_GUESSED = 2
_MOST_SURPLUS = 2
_CREDIBLE = 5.0  # log-odds; such a card is told as one too many
_AGAINST = 2.0  # log-odds against a card that lies upside down among others and shows one corner
_OWNED = 12.0  # log-odds against a card that reads like another and lies in its very place
_SPOT_SIZES = 0.9  # index sizes between two middles that hardly are one place any more
_LIKENESS, _UNLIKE = 0.2, -12.0  # how a reading as the other counts: this power, at least this log
_ASKED, _ASKED_IF_LONE = 0.2, 0.1  # how far another may own a card before a person is asked
_PARALLEL = 0.9  # alignment of cards that all lie one way
_LOOSE = 6.0  # log-odds of belonging to its card below which an index may be another's
_TAKEN_BACK_WORTH = 0.9  # of the probability of a card that only a short hand brings back

Members = Sequence[Sequence[int]]


def short_of(count: int) -> int:
    """How many cards `count` lacks for whole hands."""
    return -count % HAND_SIZE


def lacks_few(count: int) -> bool:
    """Whether `count` cards are whole hands but for a few."""
    return 0 < short_of(count) <= MOST_OFF


def off_by(count: int) -> int:
    """How many cards `count` is too many or too few for one or more whole hands."""
    hands = max(round(count / HAND_SIZE), 1)
    return abs(count - hands * HAND_SIZE)


def is_doubtful(confidences: NDArray[np.floating]) -> bool:
    """Whether cards of these confidences are whole hands but for a few, or with a guess."""
    off = off_by(len(confidences))
    return 0 < off <= MOST_OFF or (off == 0 and bool(confidences.min() < _LIKELY))


def cards_that_count(naming: Naming, found: NDArray[np.floating]) -> NDArray[np.intp]:
    """Positions of what gets a place in a hand; guesses only where a hand is short of them.

    Args: `found` (M,) how surely the detector found each card's surest index.
    """
    real = naming.probabilities[:, :CARD_COUNT].sum(axis=1) >= _REAL
    real &= (naming.names < CARD_COUNT) & (naming.confidence >= _LEAST_NAMED)
    real &= (found >= _FAINT) | (naming.confidence >= _SURE_ENOUGH)
    likely = real & (naming.confidence >= _LIKELY)
    short = short_of(int(likely.sum()))
    if 0 < short <= _MOST_GUESSED:
        guesses = np.flatnonzero(real & ~likely)
        likely[guesses[np.argsort(-naming.confidence[guesses])][:short]] = True
    return np.flatnonzero(likely)


def taken_back(
    part: NDArray[np.bool_], taken: NDArray[np.bool_], certainty: NDArray[np.float64], count: int
) -> NDArray[np.intp]:
    """Positions of cards that others explain, but that whole hands lack.

    Args:
        part: (M,) whether a card is explained by another.
        taken: (M,) whether another, sure card has its likeliest name.
        certainty: (M,) of that name by its own indices.
        count: how many cards count without them.
    """
    if not lacks_few(count):
        return np.zeros(0, np.intp)
    likely = np.flatnonzero(part & ~taken & (certainty >= _LIKELY))
    return likely[np.argsort(-certainty[likely], kind="stable")][: short_of(count)]


def doubted(naming: Naming, cards: Sequence[int]) -> Naming:
    """The same names, those of `cards` with so much doubt that a person is asked."""
    probabilities = naming.probabilities.copy()
    at = list(cards)
    probabilities[at] *= _TAKEN_BACK_WORTH
    probabilities[at, REJECT] += 1 - _TAKEN_BACK_WORTH
    return Naming(naming.names, probabilities, naming.evidence, naming.repeats)


def loosest(indices: Indices, log_probs: NDArray[np.floating], members: Members) -> list[int]:
    """Positions of indices that may be another card's than the one they are joined to."""
    belongs = belonging(indices, log_probs)
    fits = {
        index: float(max(belongs[index, other] for other in card if other != index))
        for card in members
        if len(card) > 1
        for index in card
    }
    return sorted((index for index, fit in fits.items() if fit < _LOOSE), key=fits.__getitem__)


def parted(members: Members, index: int) -> tuple[tuple[int, ...], ...]:
    """The same cards with one index as a card of its own, the last."""
    rest = (tuple(other for other in card if other != index) for card in members)
    return (*(card for card in rest if card), (index,))


def believed(
    indices: Indices, log_probs: NDArray[np.floating], cards: Members, names: NDArray[np.intp]
) -> NDArray[np.float64]:
    """(M,) log-odds of each card by all corners that speak for its name.

    Args: `cards` the positions of their corners, `names` (M,).
    """
    return np.array(
        [
            _by_corners(indices, log_probs, corners, int(name))
            for corners, name in zip(cards, names, strict=True)
        ]
    )


def _by_corners(
    indices: Indices, log_probs: NDArray[np.floating], corners: Sequence[int], name: int
) -> float:
    odds = credibility(indices, corners, np.exp(log_probs[list(corners), name]))
    return float(odds[odds > 0].sum())


def surplus(
    indices: Indices, cards: Members, odds: NDArray[np.float64], shares: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """(M,) which cards are one or two more than whole hands hold, and hardly credible.

    Usually that is a half-hidden far corner, misread as a card of its own, so that what another
    card may own or what lies upside down among the others is doubted first; two corners that agree
    are doubted last. None where many are too many: then the photo shows something else than whole
    hands.

    Args:
        indices: all indices of the photo.
        cards: the positions of the corners of each of M cards.
        odds: (M,) how far each is believed.
        shares: (M,) how far another may own it, see `owned`.
    """
    dropped = np.zeros(len(cards), dtype=bool)
    over = len(cards) % HAND_SIZE
    if len(cards) < HAND_SIZE or not 0 < over <= _MOST_SURPLUS:
        return dropped
    credible = odds - _AGAINST * _lone_and_upside_down(indices, cards) - _OWNED * shares
    least = np.argsort(credible)[:over]
    dropped[least[credible[least] < _CREDIBLE]] = True
    return dropped


def perhaps_owned(
    indices: Indices, cards: Members, shares: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """(M,) which cards may so well be another's misread corner that a person is asked.

    However surely they are read: where some card was not seen at all, such a corner makes up the
    number. Only of one hand; where several lie, other hands hold the card that it seems to be.
    Args as of `surplus`.
    """
    if not 0 < len(cards) <= HAND_SIZE + _MOST_SURPLUS:
        return np.zeros(len(cards), dtype=bool)
    lone = _lone_and_upside_down(indices, cards)
    doubtful: NDArray[np.bool_] = shares > np.where(lone, _ASKED_IF_LONE, _ASKED)
    return doubtful


def _lone_and_upside_down(indices: Indices, cards: Members) -> NDArray[np.bool_]:
    """(M,) which cards show one corner, upside down among the others."""
    ups = indices.ups[[corners[0] for corners in cards]]
    alone = np.array([len(corners) == 1 for corners in cards], dtype=bool)
    lone: NDArray[np.bool_] = alone & (ups @ ups.mean(axis=0) < 0)
    return lone


def owned(
    indices: Indices,
    log_probs: NDArray[np.floating],
    cards: Members,
    names: NDArray[np.intp],
    odds: NDArray[np.float64],
) -> NDArray[np.float64]:
    """(M,) how far each card may be no more than a corner of a more credible one: 0 to 1.

    Such a corner leads to the middle of its own card and, though it was read as another, has some
    likeness to it, mostly its rank or its suit.

    Args:
        indices: all N indices of the photo.
        log_probs: (N, 54) of those.
        cards: the positions of the corners of each of M cards.
        names: (M,) of the cards.
        odds: (M,) how far each is believed.
    """
    if not len(cards):
        return np.zeros(0)
    middles = _middles(indices, cards)
    sizes = np.maximum(indices.heights_px, indices.widths_px)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) / float(np.median(sizes))
    likeness = np.stack([log_probs[list(corners)].mean(axis=0)[names] for corners in cards])
    shares = np.exp(_LIKENESS * np.maximum(likeness, _UNLIKE) - (apart / _SPOT_SIZES) ** 2)
    most: NDArray[np.float64] = np.where(odds[None] > odds[:, None], shares, 0.0).max(axis=1)
    return most


def _middles(indices: Indices, cards: Members) -> NDArray[np.float64]:
    """(M, 2) middles of the cards, told by their edges where all lie one way."""
    ups = indices.ups[[corners[0] for corners in cards]].astype(np.float64)
    if alignment(ups) > _PARALLEL:
        return parallel_middles(indices, cards)
    return place_cards(indices, cards).centres_xy
