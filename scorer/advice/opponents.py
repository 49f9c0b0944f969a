"""Opponents drawn from the cards that the hero cannot see, each arranged by the table policy.

One opponent comes from the pool, laid beforehand; two who share no card are found in it, and the
third holds what is left and is arranged on the spot. Where cards are known so that the pool runs
dry, hands are dealt and arranged one by one; slower, and as exact.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.instants import instant_codes
from scorer.advice.kernels import disjoint
from scorer.advice.known import Cards, Known, indices
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy
from scorer.advice.pool import Found, Pool, deal, find
from scorer.advice.splits import five_strengths, front_strengths, strengths_of
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff
from scorer.arrangement import Arrangement
from scorer.terms import Row


@dataclass(frozen=True, slots=True)
class Opponents:
    """A source of opponents: the policy they play, the pool, and how its hands are laid."""

    tariff: Tariff
    """Its rules of rows, instant wins and aces count; how many opponents it has does not."""
    policy: Policy
    pool: Pool
    laid: Hands
    """(P,) the hands of the pool."""

    def unseen(self, blocked: Cards, rng: np.random.Generator) -> Found:
        """Return in random order the hands of the pool that hold no card of ``blocked``."""
        found = find(self.pool, blocked)
        return found.select(rng.permutation(len(found)))

    def singles(self, found: Found) -> Tables:
        """Return the hands found as one opponent each; those laid alike count for more."""
        # A colour is all that renaming suits can change of a hand.
        plain = ~self.pool.colourful[found.at]
        _, first, times = np.unique(found.at[plain], return_index=True, return_counts=True)
        chosen = np.concatenate([np.flatnonzero(plain)[first], np.flatnonzero(~plain)])
        weights = np.concatenate([times, np.ones(len(chosen) - len(times))])
        order = np.argsort(chosen)
        hands = self.seated(found.select(chosen[order][:, None]))
        return Tables(hands, self.tariff.against(1), weights[order].astype(np.float64))

    def pairs(self, found: Found, count: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """Return up to ``count`` pairs (S, 2) of hands found that share no card."""
        one = rng.integers(len(found), size=count)
        two = disjoint(found.masks, one, rng.integers(len(found), size=count))
        return np.stack([one, two], axis=1)[two >= 0]

    def seated(self, found: Found) -> Hands:
        """Return hands found, in any shape, as they are laid."""
        at, instant = found.at, self.laid.instant[found.at]
        colourful = self.pool.colourful[at]
        if colourful.any():
            hands = np.sort(found.select(colourful).hands(self.pool), axis=1)
            instant[colourful] = instant_codes(hands, self.tariff)
        return Hands(self.laid.rows[at], instant, self.laid.aces[at])

    def thirds(self, taken: NDArray[np.uint64]) -> Hands:
        """Return what is left (S, 1) where two opponents and the hero hold 39 cards, arranged."""
        free = (taken[:, None] >> np.arange(52, dtype=np.uint64)) & np.uint64(1) == 0
        return self.arranged(np.nonzero(free)[1].astype(np.int8).reshape(len(taken), 1, 13))

    def dealt(
        self, blocked: Cards, opponents: int, count: int, rng: np.random.Generator, known: Known
    ) -> Hands:
        """Return opponents (S, n) dealt from the unseen cards around the known ones."""
        seen = np.concatenate([blocked, indices(known.cards())])
        unseen = np.setdiff1d(np.arange(52), seen).astype(np.int8)
        held = [indices(cards) for cards in known.held]
        held += [np.empty(0, np.int8)] * (opponents - len(known.arranged) - len(held))
        wanted = [13 - len(cards) for cards in held]
        decks = np.tile(unseen, (count, 1))
        cards = deal(decks, sum(wanted), np.random.PCG64(int(rng.integers(2**63))))
        parts = [self._fixed(laid, count) for laid in known.arranged]
        start = 0
        for own, more in zip(held, wanted, strict=True):
            part = cards[:, start : start + more]
            hands = np.concatenate([np.tile(own, (count, 1)), part], axis=1)[:, None]
            parts.append(self.arranged(hands) if more else self.arranged(hands[:1]).repeated(count))
            start += more
        return Hands.side_by_side(parts)

    def arranged(self, hands: Cards) -> Hands:
        """Arrange hands (…, 13) by the policy."""
        return arranged(np.sort(hands, axis=-1), self.policy, self.tariff)

    def _fixed(self, laid: Arrangement, count: int) -> Hands:
        """Return one known arrangement (S, 1), the same at every table.

        A foul one is taken for the weakest rows, which lose what a foul loses under most rules.
        """
        strengths = strength_tables(self.tariff.wheel)
        front, middle, back = (indices(laid.row(row)) for row in Row)
        hand = indices(laid.cards)[None]
        ids = [
            front_strengths(front, strengths),
            five_strengths(middle, strengths),
            five_strengths(back, strengths),
        ]
        if not strengths.floor[ids[0]] <= ids[1] <= ids[2]:
            ids = [np.zeros_like(rank) for rank in ids]
        one = Hands(
            np.array(ids, np.int16)[None, None],
            instant_codes(hand, self.tariff)[None],
            (hand >= 48).sum(axis=1).astype(np.int8)[None],
        )
        return one.repeated(count)


def arranged(hands: Cards, policy: Policy, tariff: Tariff) -> Hands:
    """Arrange sorted hands (…, 13) by a policy."""
    flat = hands.reshape(-1, 13)
    strengths = strength_tables(tariff.wheel)
    numbers = policy.arrange(flat, strengths, equal_rows_are_foul=tariff.equal_rows_are_foul)
    return laid(flat, numbers, policy, tariff).reshaped(hands.shape[:-1])


def laid(
    hands: Cards,
    numbers: NDArray[np.uint16],
    policy: Policy,
    tariff: Tariff,
    *,
    with_instants: bool = True,
) -> Hands:
    """Lay sorted hands (N, 13) as their split numbers (N,) say.

    A split that these rules make foul, because it was chosen under others, is chosen again.
    """
    strengths = strength_tables(tariff.wheel)
    rows = strengths_of(hands, numbers, strengths)
    foul = rows[:, 1] < strengths.floor[rows[:, 0]]
    if tariff.equal_rows_are_foul:
        foul |= rows[:, 1] == rows[:, 2]
    if foul.any():
        again = policy.arrange(
            hands[foul], strengths, equal_rows_are_foul=tariff.equal_rows_are_foul
        )
        rows[foul] = strengths_of(hands[foul], again, strengths)
    nothing = np.full(len(hands), -1, np.int8)
    instant = instant_codes(hands, tariff) if with_instants else nothing
    return Hands(rows, instant, (hands >= 48).sum(axis=1).astype(np.int8))
