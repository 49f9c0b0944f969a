"""What one deck allows: every card once, and so the doubtful index is whatever is left.

Reading the cards of a table is a matching of physical cards to the 52 names. The best matching
names them; how sure each name is comes from all matchings, weighed by their probability
(belief propagation for the permanent, Huang and Jebara 2009), not from the best one alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from scorer.cards import DECK
from vision.classify import CLASS_COUNT, JOKER, REJECT

__all__ = ["CARD_COUNT", "CLASS_COUNT", "JOKER", "REJECT", "Naming", "evidence_of", "name_cards"]

CARD_COUNT = len(DECK)

_LEAST_EVIDENCE = 0.02  # a name that its own index all but rules out is no reading,
_WHOLE_DECK, _LEAST_OF_FEW = 40, 3e-4  # unless so many cards leave only few names
_GHOST = 0.02  # how often a second index of a card is not recognised as that card's
_ALIKE = 0.3  # how far the corners of one card, read by one network, err alike
_SWEEPS = 60
_FLOOR = 1e-12


@dataclass(frozen=True, slots=True)
class Naming:
    """M physical cards named together.

    names          (M,)     0..51 a card, 52 joker, 53 nothing that counts
    probabilities  (M, 54)  given what all the others are; rows sum to one
    evidence       (M, 54)  from the card's own indices alone; rows sum to one
    repeats        (M,)     position of the card whose name this one would repeat, or -1
    """

    names: NDArray[np.intp]
    probabilities: NDArray[np.float64]
    evidence: NDArray[np.float64]
    repeats: NDArray[np.intp]

    @property
    def confidence(self) -> NDArray[np.float64]:
        """(M,) probability of each name."""
        named: NDArray[np.float64] = self.probabilities[np.arange(len(self.names)), self.names]
        return named

    @property
    def by_exclusion(self) -> NDArray[np.bool_]:
        """(M,) whether the name follows from the other cards rather than from its own index."""
        own = self.evidence[np.arange(len(self.names)), self.names]
        chosen: NDArray[np.bool_] = (self.names < CARD_COUNT) & (own < 0.5)
        return chosen


def evidence_of(
    log_probs: NDArray[np.floating], cards: Sequence[Sequence[int]]
) -> NDArray[np.float64]:
    """(M, 54) log-probabilities of each physical card from all its indices, rows normalised.

    Args: `log_probs` (N, 54) of the indices, `cards` the positions of the indices of each card.
    """
    if not cards:
        return np.zeros((0, CLASS_COUNT))
    logs = np.asarray(log_probs, dtype=np.float64)
    summed = np.stack(
        [logs[list(members)].sum(axis=0) / (1 + _ALIKE * (len(members) - 1)) for members in cards]
    )
    return summed - _log_total(summed)


def name_cards(evidence: NDArray[np.floating]) -> Naming:
    """Name M physical cards so that no card is named twice.

    Args: `evidence` (M, 54) log-probabilities, see `evidence_of`. A card that could only be named
    against its own evidence gets the name 53 and points to the card that has its name.
    """
    logs = np.maximum(np.asarray(evidence, dtype=np.float64), np.log(_FLOOR))
    own = np.exp(logs - _log_total(logs)) if len(logs) else np.zeros((0, CLASS_COUNT))
    names = np.full(len(logs), REJECT, dtype=np.intp)
    probabilities = own.copy()
    repeats = np.full(len(logs), -1, dtype=np.intp)
    active = np.arange(len(logs))
    least = _LEAST_EVIDENCE if _surely_different(own) < _WHOLE_DECK else _LEAST_OF_FEW
    while len(active):
        best = _best_matching(logs[active])
        refused = (best < CARD_COUNT) & (own[active, best] < least)
        repeated = refused & (own[active].argmax(axis=1) < CARD_COUNT)
        names[active] = np.where(refused, REJECT, best)
        if not refused.any():
            probabilities[active] = _marginals(own[active])
            break
        holders = {int(name): int(slot) for slot, name in zip(active, best, strict=True)}
        for slot in active[repeated]:
            repeats[slot] = holders.get(int(own[slot].argmax()), -1)
        active = active[~refused]
    return Naming(names, probabilities, own, repeats)


def _surely_different(own: NDArray[np.float64]) -> int:
    """How many different names are read beyond doubt."""
    return len(set(own.argmax(axis=1)[own[:, :CARD_COUNT].max(axis=1, initial=0) > 0.9].tolist()))


def _log_total(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    top = logs.max(axis=1, keepdims=True)
    total: NDArray[np.float64] = top + np.log(np.exp(logs - top).sum(axis=1, keepdims=True))
    return total


def _best_matching(logs: NDArray[np.float64]) -> NDArray[np.intp]:
    """Most probable names; joker and reject are open to any number of cards."""
    count = len(logs)
    free = np.full((count, count), -np.inf)
    np.fill_diagonal(free, logs[:, CARD_COUNT:].max(axis=1))
    costs = np.minimum(-np.hstack([logs[:, :CARD_COUNT], free]), 1e6)
    _, columns = linear_sum_assignment(costs)
    other = CARD_COUNT + logs[:, CARD_COUNT:].argmax(axis=1)
    best: NDArray[np.intp] = np.where(columns < CARD_COUNT, columns, other)
    return best


def _marginals(own: NDArray[np.float64]) -> NDArray[np.float64]:
    """(M, 54) probability of each name over all matchings in which no card comes twice."""
    weights = np.maximum(own, _FLOOR)
    allowed = np.ones_like(weights)  # message of a name to a card: "nobody else has me"
    for _ in range(_SWEEPS):
        believed = weights * allowed
        others = np.maximum(believed.sum(axis=1, keepdims=True) - believed, _FLOOR)
        claims = (weights / others)[:, :CARD_COUNT]  # message of a card to a name: "I am you"
        update = 1 / (1 + claims.sum(axis=0, keepdims=True) - claims)
        change = np.abs(update - allowed[:, :CARD_COUNT]).max(initial=0.0)
        allowed[:, :CARD_COUNT] = (update + allowed[:, :CARD_COUNT]) / 2
        if change < 1e-9:
            break
    believed = weights * allowed
    return _with_ghosts(weights, believed / believed.sum(axis=1, keepdims=True))


def _with_ghosts(
    weights: NDArray[np.float64], marginals: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Leave room for a card that is only another's unrecognised corner, and so has no name."""
    cards = marginals[:, :CARD_COUNT]
    taken = np.zeros_like(weights)
    taken[:, :CARD_COUNT] = np.minimum(cards.sum(axis=0, keepdims=True) - cards, 1.0)
    ghost = _GHOST * (weights * taken).sum(axis=1, keepdims=True)
    ghost /= ghost + (weights * (1 - taken)).sum(axis=1, keepdims=True) + _FLOOR
    told: NDArray[np.float64] = marginals * (1 - ghost)
    told[:, REJECT:] += ghost
    return told
