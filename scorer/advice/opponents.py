"""Opponents drawn from the cards that the hero cannot see, each arranged by the table policy.

One opponent comes from the pool, laid beforehand; two who share no card are found in it, and the
third holds what is left and is arranged on the spot. Where cards are known so that the pool runs
dry, hands are dealt and arranged one by one; slower, and as exact.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.instants import instant_codes
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

_TRIES = 60
_AHEAD = 256
_ABREAST = 512
"""Hands looked at together when one is sought that shares no card, for how many at a time."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The hands of the pool that may sit at a table."""

    found: Found
    """Each of them, in random order."""
    times: NDArray[np.float64]
    """(P,) how often each hand of the pool is met, 0 for those that are looked at one by one."""

    def half(self, number: int) -> "Unseen":
        """Return every other hand of the pool: 0 the even ones, 1 the odd."""
        found = self.found.select(self.found.at % 2 == number)
        return Unseen(found, self.times * (np.arange(len(self.times)) % 2 == number))


@dataclass(frozen=True, slots=True)
class Opponents:
    """A source of opponents: the policy they play, the pool, and how its hands are laid."""

    tariff: Tariff
    """Its rules of rows, instant wins and aces count; how many opponents it has does not."""
    policy: Policy
    pool: Pool
    laid: Hands
    """(P,) the hands of the pool."""

    def unseen(self, blocked: Cards, rng: np.random.Generator) -> Unseen:
        """Return the hands of the pool that hold no card of ``blocked``."""
        found = find(self.pool, blocked)
        # A colour is all that renaming suits can change of a hand.
        times = self.pool.times(blocked) * ~self.pool.colourful
        return Unseen(found.select(rng.permutation(len(found))), times)

    def singles(self, unseen: Unseen) -> Tables:
        """Return the hands as one opponent each; those laid alike count for more."""
        found, plain = unseen.found, np.flatnonzero(unseen.times)
        coloured = found.select(self.pool.colourful[found.at])
        # The pool's order is as good as random; what is seen first must not be of one kind.
        order = np.argsort(np.concatenate([plain, coloured.at]), kind="stable")
        hands = Hands.joined([self.laid.select(plain), self.seated(coloured)]).select(order)
        weights = np.concatenate([unseen.times[plain], np.ones(len(coloured))])[order]
        return Tables(hands.reshaped((len(order), 1)), self.tariff.against(1), weights)

    def pairs(self, found: Found, count: int, rng: np.random.Generator) -> Found:
        """Return up to ``count`` pairs (S, 2) of hands found that share no card."""
        one, two = rng.integers(len(found), size=count), np.full(count, -1)
        left = np.arange(count)
        for _ in range(_TRIES):
            missed = []
            for at in range(0, len(left), _ABREAST):
                some = left[at : at + _ABREAST]
                start = int(rng.integers(max(1, len(found) - _AHEAD)))
                ahead = found.masks[start : start + _AHEAD]
                free = (found.masks[one[some], None] & ahead) == 0
                first = free.argmax(axis=1)
                met = free[np.arange(len(some)), first]
                two[some[met]] = start + first[met]
                missed.append(some[~met])
            left = np.concatenate(missed)
            if not len(left):
                break
        return found.select(np.stack([one, two], axis=1)[two >= 0])

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
