"""Opponents drawn from the cards that the hero cannot see, each arranged by the table policy.

One opponent comes from the pool. Several at once must not share cards: two come from the pool,
the third holds what is left and is arranged on the spot. Where cards are known so that the pool
runs dry, hands are dealt and arranged one by one; slower, and as exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.instants import instant_codes
from scorer.advice.payoff import Hands
from scorer.advice.policy import Policy
from scorer.advice.pool import Found, Pool, deal, find, masks_of
from scorer.advice.splits import five_strengths, front_strengths, strengths_of
from scorer.advice.strengths import strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff
from scorer.arrangement import Arrangement
from scorer.cards import Card
from scorer.terms import Row

Cards = NDArray[np.int8]
_BLOCK = 256
_WINDOW = 4096
_ENOUGH = 3000
_DEALT = 4500


@dataclass(frozen=True, slots=True)
class Known:
    """What the hero knows beyond the own hand."""

    arranged: tuple[Arrangement, ...] = ()
    """Opponents whose rows are known."""
    held: tuple[tuple[Card, ...], ...] = ()
    """Cards known to be in the hands of further opponents, one entry (1 to 13 cards) each."""
    dead: tuple[Card, ...] = ()
    """Cards that no opponent holds."""

    @property
    def seated(self) -> bool:
        """Whether anything is known of who holds what."""
        return bool(self.arranged or self.held)

    def check(self, hand: Sequence[Card], opponents: int) -> None:
        """Raise ValueError if this cannot be true of ``opponents`` others beside ``hand``."""
        every = [*hand, *self.cards()]
        doubled = sorted({str(card) for card in every if every.count(card) > 1})
        if doubled:
            raise ValueError(f"known cards given twice: {' '.join(doubled)}")
        if len(self.arranged) + len(self.held) > opponents:
            known = len(self.arranged) + len(self.held)
            raise ValueError(f"{known} hands known: expected at most {opponents}")
        if any(len(cards) > 13 for cards in self.held):
            raise ValueError("a known hand of more than 13 cards: expected 13 or fewer")
        if 52 - len(hand) - len(self.dead) < 13 * opponents:
            raise ValueError(f"{len(self.dead)} cards out of play: too few are left to deal")

    def cards(self) -> tuple[Card, ...]:
        """Return every card that is known."""
        laid = [card for arrangement in self.arranged for card in arrangement.cards]
        held = [card for cards in self.held for card in cards]
        return (*laid, *held, *self.dead)


def indices(cards: Sequence[Card]) -> Cards:
    """Return sorted card numbers."""
    return np.array(sorted(card.index for card in cards), np.int8)


@dataclass(frozen=True, slots=True)
class Opponents:
    """A source of opponents for one table: its tariff, the policy they play, the pool."""

    tariff: Tariff
    policy: Policy
    pool: Pool
    numbers: NDArray[np.uint16]
    """(P,) the split that each hand of the pool is laid in."""

    def tables(
        self, blocked: Cards, count: int, rng: np.random.Generator, known: Known | None = None
    ) -> Tables:
        """Return up to ``count`` tables whose opponents hold no card of ``blocked``.

        Args:
            blocked: the hero's cards.
            count: tables wanted; fewer come back where the pool has no more.
            rng: chooses among the possible tables.
            known: what else the hero knows; known opponents take the first seats.
        """
        known = known or Known()
        seats = self.tariff.opponents
        if not known.seated:
            found = self._find(np.concatenate([blocked, indices(known.dead)]), rng)
            if len(found) >= min(count, _ENOUGH):
                if seats == 1:
                    return Tables(self._laid(found.at[:count, None]), self.tariff)
                return Tables(self._together(found, blocked, count, rng), self.tariff)
        return Tables(self._dealt(blocked, min(count, _DEALT // seats), rng, known), self.tariff)

    def _find(self, blocked: Cards, rng: np.random.Generator) -> Found:
        found = find(self.pool, blocked)
        order = rng.permutation(len(found))
        return Found(found.at[order], found.renaming[order])

    def _together(
        self, found: Found, blocked: Cards, count: int, rng: np.random.Generator
    ) -> Hands:
        """Return two or three opponents (S, n) who share no card."""
        pairs = _disjoint(masks_of(found.hands(self.pool)), count, rng)
        two = self._laid(found.at[pairs])
        if self.tariff.opponents == 2:
            return two
        taken = np.zeros((len(pairs), 52), np.bool_)
        taken[:, blocked] = True
        hands = found.hands(self.pool)
        rows = np.arange(len(pairs))[:, None]
        for seat in range(2):
            taken[rows, hands[pairs[:, seat]]] = True
        rest = np.nonzero(~taken)[1].astype(np.int8).reshape(len(pairs), 1, 13)
        return _side_by_side([two, self.arranged(rest)])

    def _dealt(self, blocked: Cards, count: int, rng: np.random.Generator, known: Known) -> Hands:
        """Return opponents (S, n) dealt from the unseen cards around the known ones."""
        unseen = np.setdiff1d(np.arange(52), np.concatenate([blocked, indices(known.cards())]))
        held = [indices(cards) for cards in known.held]
        held += [np.empty(0, np.int8)] * (self.tariff.opponents - len(known.arranged) - len(held))
        wanted = [13 - len(cards) for cards in held]
        decks = np.tile(unseen.astype(np.int8), (count, 1))
        cards = deal(decks, sum(wanted), np.random.PCG64(int(rng.integers(2**63))))
        parts = [self._fixed(laid, count) for laid in known.arranged]
        start = 0
        for own, more in zip(held, wanted, strict=True):
            dealt = cards[:, start : start + more]
            hand = np.concatenate([np.tile(own, (count, 1)), dealt], axis=1)
            parts.append(self.arranged(hand[:, None, :]))
            start += more
        return _side_by_side(parts)

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
            np.array(ids, np.int16)[None],
            instant_codes(hand, self.tariff),
            (hand >= 48).sum(axis=1).astype(np.int8),
        )
        return Hands(
            np.repeat(one.rows[None], count, axis=0),
            np.repeat(one.instant[None], count, axis=0),
            np.repeat(one.aces[None], count, axis=0),
        )

    def arranged(self, hands: Cards) -> Hands:
        """Arrange hands (S, n, 13) by the policy."""
        shape = hands.shape[:-1]
        flat = np.sort(hands.reshape(-1, 13), axis=1)
        return self._hands(flat, self._choose(flat), shape)

    def _choose(self, hands: Cards) -> NDArray[np.uint16]:
        return self.policy.arrange(
            hands,
            strength_tables(self.tariff.wheel),
            equal_rows_are_foul=self.tariff.equal_rows_are_foul,
        )

    def _laid(self, at: NDArray[np.int32]) -> Hands:
        flat = at.reshape(-1)
        return self._hands(self.pool.hands[flat], self.numbers[flat], at.shape)

    def _hands(self, hands: Cards, numbers: NDArray[np.uint16], shape: tuple[int, ...]) -> Hands:
        strengths = strength_tables(self.tariff.wheel)
        rows = strengths_of(hands, numbers, strengths)
        foul = rows[:, 1] < strengths.floor[rows[:, 0]]
        if self.tariff.equal_rows_are_foul:
            foul |= rows[:, 1] == rows[:, 2]
        if foul.any():
            # Only a borrowed policy comes here: its splits were legal under other rules.
            again = self._choose(hands[foul])
            rows[foul] = strengths_of(hands[foul], again, strengths)
        return Hands(
            rows.reshape(*shape, 3),
            instant_codes(hands, self.tariff).reshape(shape),
            (hands >= 48).sum(axis=1).astype(np.int8).reshape(shape),
        )


def _side_by_side(parts: list[Hands]) -> Hands:
    """Join hands (S, n each) along the seats."""
    return Hands(
        np.concatenate([part.rows for part in parts], axis=1),
        np.concatenate([part.instant for part in parts], axis=1),
        np.concatenate([part.aces for part in parts], axis=1),
    )


def _disjoint(masks: NDArray[np.uint64], count: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """Return up to ``count`` pairs (S, 2) of indices of masks that share no bit."""
    pairs = []
    first = np.arange(count) % len(masks)
    window = min(_WINDOW, len(masks))
    for start in range(0, count, _BLOCK):
        one = first[start : start + _BLOCK]
        two = (np.arange(window) + rng.integers(len(masks))) % len(masks)
        free = (masks[one][:, None] & masks[two]) == 0
        hit = free.any(axis=1)
        pairs.append(np.stack([one[hit], two[free.argmax(axis=1)[hit]]], axis=1))
    return np.concatenate(pairs).astype(np.int32)
