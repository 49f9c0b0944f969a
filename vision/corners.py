"""Which indices belong to the same physical card, by geometry and by name.

A card carries its index in two opposite corners, in some decks in all four. Distances are measured
in index sizes (the longer of an index's width and height) along the card's own directions, so that
they hold at any scale and turn:

    corner pair                      up directions   right        up
    top left, bottom right           opposite        1.2 to 7     -9 to -1.2
    top right, bottom left           opposite        -7 to -1.2   -9 to -1.2
    top left, top right              same            1.2 to 7     about 0
    top left, bottom left            opposite        about 0      -9 to -1.2
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.deck import CARD_COUNT
from vision.indices import Indices

CORNERS = 4
SAME_SPOT_SIZES = 0.42  # farther apart, it may be the next card of a tight fan

# Logarithms of how much likelier a geometry is between two corners of one card than by chance.
_SAME_SPOT, _OPPOSITE, _LEARNED, _UNLIKE_LEARNED, _ADJACENT = 3.0, 2.5, 4.0, 0.0, 0.0
_ASKEW, _ODD, _IMPOSSIBLE = -2.0, -5.0, -15.0
_PRIOR = -1.0  # most pairs of indices are of two cards
_DIAGONAL_SIZES = 5.5  # of a card from index to index; points may be askew, places are not
_BESIDE_SIZES, _NEAREST_SIZES = 0.6, 1.1  # between: too far for one index, too near for two corners
_FARTHEST_SIZES = 14.0  # beyond the diagonal of a card with a small index
_SURELY_SHARED = 0.999  # two networks' certainties about one name are not independent
_LEAST_SHARED = 0.03  # places alone do not make one card of two that read differently
_BOTH_SURE, _CONTRADICTION = 0.5, 0.05  # two sure names that differ are two cards
_FEW_CARDS = 4  # among more, cards lie as corners do by chance,
_EXACT = 3.2  # but hardly with such a score
_SURE_PAIR = 0.6  # shared names that teach how far this photo's corners lie apart
_TEACHING_PAIRS = 2
_LEARNED_WIDTH = 0.2  # relative spread of those distances


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Every pair i, j of indices seen from i: (N, N) right and up in index sizes, cosine of ups."""

    right: NDArray[np.float64]
    up: NDArray[np.float64]
    cosine: NDArray[np.float64]

    @classmethod
    def of(cls, indices: Indices) -> "_Pairs":
        ups = indices.ups.astype(np.float64)
        rights = np.stack([-ups[:, 1], ups[:, 0]], axis=1)
        sizes = np.maximum(indices.heights_px, indices.widths_px).astype(np.float64)
        size = np.sqrt(np.outer(sizes, sizes))
        centres = indices.centres_xy.astype(np.float64)
        steps = centres[None, :, :] - centres[:, None, :]
        return cls(
            np.einsum("ijk,ik->ij", steps, rights) / size,
            np.einsum("ijk,ik->ij", steps, ups) / size,
            ups @ ups.T,
        )

    @property
    def opposite(self) -> NDArray[np.bool_]:
        """Pairs that can be top left and bottom right of one card, seen from both."""
        fits: NDArray[np.bool_] = (
            (self.cosine < -0.8)
            & _between(self.right, 1.2, 7)
            & _between(self.up, -9, -1.2)
            & _between(self.right.T, 1.2, 7)
            & _between(self.up.T, -9, -1.2)
        )
        return fits

    @property
    def mirrored(self) -> NDArray[np.bool_]:
        """Pairs that can be top right and bottom left of one card."""
        fits: NDArray[np.bool_] = (
            (self.cosine < -0.8) & _between(self.right, -7, -1.2) & _between(self.up, -9, -1.2)
        )
        return fits & fits.T

    @property
    def beside(self) -> NDArray[np.bool_]:
        """Pairs that can be top left and top right of one card."""
        fits: NDArray[np.bool_] = (
            (self.cosine > 0.8) & _between(np.abs(self.right), 1.2, 7) & (np.abs(self.up) < 1.0)
        )
        return fits & fits.T

    @property
    def below(self) -> NDArray[np.bool_]:
        """Pairs that can be top left and bottom left of one card."""
        fits: NDArray[np.bool_] = (
            (self.cosine < -0.8) & _between(self.up, -9, -1.2) & (np.abs(self.right) < 1.0)
        )
        return fits & fits.T


def _between(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.bool_]:
    inside: NDArray[np.bool_] = (values >= low) & (values <= high)
    return inside


def geometry_scores(indices: Indices, shared: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, N) log-likelihood ratio of "two corners of one card" from where the indices lie.

    `shared` (N, N) is the probability that both are read as the same card. Pairs that are surely
    the same card show how far apart this photo's corners are, and whether the deck has an index in
    all four, which tells the others much better than the range over all decks does.
    """
    pairs = _Pairs.of(indices)
    distance = np.hypot(pairs.right, pairs.up)
    scores = np.where(distance > _FARTHEST_SIZES, _IMPOSSIBLE, _ODD)
    scores[distance < _DIAGONAL_SIZES] = _ASKEW
    beside, below, opposite, mirrored = pairs.beside, pairs.below, pairs.opposite, pairs.mirrored
    scores[beside | below | mirrored] = _ADJACENT
    scores[opposite] = _OPPOSITE
    sure = np.triu(shared > _SURE_PAIR, 1)
    step = _taught(pairs, opposite & sure, beside & sure, below & sure)
    if step is not None:
        right, up = step
        fits = _near(pairs.right, right) + _near(pairs.up, up)
        scores[opposite] = np.maximum(_UNLIKE_LEARNED, _LEARNED - (fits + fits.T) / 2)[opposite]
        if (beside & sure).sum() + (below & sure).sum() >= _TEACHING_PAIRS:
            wide, high = _near(np.abs(pairs.right), right), _near(np.abs(pairs.up), -up)
            for corners, fits in ((beside, wide), (below, high), (mirrored, wide + high)):
                scores[corners] = np.maximum(_ADJACENT, _LEARNED - (fits + fits.T) / 2)[corners]
    scores[distance < _NEAREST_SIZES] = _IMPOSSIBLE
    scores[distance < _BESIDE_SIZES] = _ASKEW
    scores[distance < SAME_SPOT_SIZES] = _SAME_SPOT
    return scores


def _taught(
    pairs: _Pairs,
    opposite: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    below: NDArray[np.bool_],
) -> tuple[float, float] | None:
    """Right and up of a card's opposite corner in this photo, from the pairs that are sure."""
    if opposite.sum() >= _TEACHING_PAIRS:
        return float(np.median(pairs.right[opposite])), float(np.median(pairs.up[opposite]))
    if beside.any() and below.any() and beside.sum() + below.sum() >= _TEACHING_PAIRS:
        right = float(np.median(np.abs(pairs.right[beside])))
        return right, -float(np.median(np.abs(pairs.up[below])))
    return None


def _near(values: NDArray[np.float64], usual: float) -> NDArray[np.float64]:
    """Half the squared distance from the usual value, in widths of its spread."""
    misfit: NDArray[np.float64] = ((values / usual - 1) / _LEARNED_WIDTH) ** 2 / 2
    return misfit


def cards_of(indices: Indices, log_probs: NDArray[np.floating]) -> tuple[tuple[int, ...], ...]:
    """Positions of the indices of each physical card, surest index first.

    Two indices are joined when their names and their places together say so: two that surely
    read "As" are one card almost wherever they lie, a doubtful one joins the opposite corner that
    it fits. Args: `log_probs` (N, ≥ 52), the first 52 columns the cards.
    """
    if len(indices) == 0:
        return ()
    surest = _card_probs(log_probs).max(axis=1)
    groups = _joined(belonging(indices, log_probs))
    return tuple(tuple(sorted(group, key=lambda i: -surest[i])) for group in groups)


def belonging(indices: Indices, log_probs: NDArray[np.floating]) -> NDArray[np.float64]:
    """(N, N) log-odds that two indices are corners of one card, from their names and places."""
    probs = _card_probs(log_probs)
    shared = _shared(probs)
    scores: NDArray[np.float64] = np.log(CARD_COUNT * shared) - np.log1p(-shared) + _PRIOR
    scores += geometry_scores(indices, shared)
    scores[shared < _LEAST_SHARED] = np.minimum(scores, _PRIOR)[shared < _LEAST_SHARED]
    surest = probs.max(axis=1)
    both = np.outer(surest, surest)
    scores[(both > _BOTH_SURE) & (shared < _CONTRADICTION * both)] = _IMPOSSIBLE
    return scores


def _card_probs(log_probs: NDArray[np.floating]) -> NDArray[np.float64]:
    probs: NDArray[np.float64] = np.exp(np.asarray(log_probs, dtype=np.float64)[:, :CARD_COUNT])
    return probs


def _shared(probs: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, N) probability that two indices are read as the same card."""
    shared: NDArray[np.float64] = np.clip(probs @ probs.T, 1e-9, _SURELY_SHARED)
    return shared


def contradicting(
    indices: Indices, log_probs: NDArray[np.floating], members: Sequence[Sequence[int]]
) -> list[int]:
    """Positions of cards that may be two corners of one, of which one is misread.

    They show one corner each, lie as opposite ones do and read differently. Among few cards both
    are told. Many lie so by chance: of two that lie exactly as this photo's corners do, the one
    that both networks are less sure of.
    """
    pairs = _Pairs.of(indices)
    suspect = pairs.opposite
    if len(members) > _FEW_CARDS:
        probs = _card_probs(log_probs)
        suspect = (suspect | pairs.below) & (geometry_scores(indices, _shared(probs)) > _EXACT)
        sureness = probs.max(axis=1, initial=0.0) * indices.confidence
        suspect &= sureness[:, None] < sureness
    lone = [(place, card[0]) for place, card in enumerate(members) if len(card) == 1]
    return [place for place, first in lone if any(suspect[first, other] for _, other in lone)]


def _joined(scores: NDArray[np.float64]) -> list[list[int]]:
    """Join the best pairs first, as long as every pair inside a card stays believable."""
    count = len(scores)
    group_of = list(range(count))
    groups: dict[int, list[int]] = {i: [i] for i in range(count)}
    firsts, seconds = np.triu_indices(count, 1)
    order = np.argsort(-scores[firsts, seconds], kind="stable")
    for first, second in zip(firsts[order].tolist(), seconds[order].tolist(), strict=True):
        if scores[first, second] <= 0:
            break
        one, other = group_of[first], group_of[second]
        if one == other or not _may_join(groups[one], groups[other], scores):
            continue
        groups[one] += groups.pop(other)
        for member in groups[one]:
            group_of[member] = one
    return list(groups.values())


def _may_join(one: Sequence[int], other: Sequence[int], scores: NDArray[np.float64]) -> bool:
    across = scores[np.ix_(one, other)]
    return len(one) + len(other) <= CORNERS and bool(across.min() > _PRIOR + _ODD)
