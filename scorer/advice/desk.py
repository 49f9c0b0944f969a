"""The desk that one hand is weighed at: its rules, its splits, and the opponents drawn for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.advice.expected import Sample
from scorer.advice.known import Cards, Known, indices
from scorer.advice.opponents import Opponents
from scorer.advice.payoff import Hands
from scorer.advice.pool import Found, masks_of
from scorer.advice.shelf import opponents_for
from scorer.advice.splits import Splits
from scorer.advice.strengths import StrengthTables, strength_tables
from scorer.advice.tables import Tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.cards import Card
from scorer.profiles import RulesProfile

DUOS = 24_000
"""Tables of two opponents."""
THIRDS = 2_000
"""Tables of three, all of them such that three can bring more than two and two."""
DEALT = 4_500
"""Opponents' hands dealt and arranged one by one where the pool has too few."""
ENOUGH = 3_000


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that one hand is weighed with."""

    hand: Cards
    """(13,) sorted card indices."""
    profile: RulesProfile
    tariff: Tariff
    source: Opponents
    known: Known
    sample: Sample
    found: Found | None
    """The hands of the pool that may sit here; None where opponents were dealt."""
    seed: int
    borrowed_policy: bool

    @property
    def strengths(self) -> StrengthTables:
        """Strength ids under these rules."""
        return strength_tables(self.tariff.wheel)

    @property
    def aces(self) -> int:
        """Aces in the hand."""
        return int((self.hand >= 48).sum())

    def heroes(self, splits: Splits) -> Hands:
        """Return the hand laid in each of the splits."""
        return Hands.candidates(splits.rows(), self.aces)

    def whole(self, count: int) -> Tables:
        """Return ``count`` tables of all opponents, dealt and arranged on the spot."""
        rng = np.random.default_rng((self.seed, 1))
        tariff = self.tariff
        return Tables(
            self.source.dealt(self.hand, tariff.opponents, count, rng, self.known), tariff
        )

    def full(self, rows: NDArray[np.int16]) -> Sample:
        """Return the sample with what three opponents add for arrangements (K, 3) of the hand.

        Three add something only where two of them and the hero are coupled, so such twos are
        picked and a third is seated; a table with several of them was as often more likely.
        """
        if self.found is None or self.sample.duos is None or self.tariff.opponents < 3:
            return self.sample
        rng = np.random.default_rng((self.seed, 2))
        duos = self.found.select(self.source.pairs(self.found, DUOS, rng))
        seated, heroes = self.source.seated(duos), Hands.candidates(rows, self.aces)
        coupled = Tables(seated, self.tariff.against(2)).coupled(heroes)
        at = np.flatnonzero(coupled)[:THIRDS]
        if not len(at):
            return self.sample
        taken = np.bitwise_or.reduce(duos.masks[at], axis=1) | masks_of(self.hand[None])
        three = Hands.side_by_side([seated.select(at), self.source.thirds(taken)])
        together = Tables(three, self.tariff)
        twos = [two.coupled(heroes) for two in together.groups(self.tariff.against(2))]
        shares = float(coupled.mean()) * len(twos) / np.sum(twos, axis=0)
        return replace(self.sample, together=together, shares=shares)


def desk_for(
    cards: Sequence[Card],
    profile: RulesProfile,
    *,
    opponents: int,
    seed: int,
    seat: int,
    known: Known | None,
) -> Desk:
    """Draw the opponents that a hand is weighed against."""
    known = known or Known()
    known.check(cards, opponents)
    hand = indices(cards)
    banker = -1 if profile.banker is None else (profile.banker - seat) % (opponents + 1)
    tariff = tariff_of(profile, opponents, banker)
    source, borrowed = opponents_for(tariff)
    rng = np.random.default_rng(seed)
    found = None
    if not known.seated:
        found = source.unseen(np.concatenate([hand, indices(known.dead)]), rng)
        found = found if len(found) >= ENOUGH and not tariff.loss_cap else None
    if found is None:
        sample = _dealt(source, tariff, hand, known, rng)
    else:
        sample = drawn(source, tariff, found, rng)
    return Desk(hand, profile, tariff, source, known, sample, found, seed, borrowed)


def drawn(source: Opponents, tariff: Tariff, found: Found, rng: np.random.Generator) -> Sample:
    """Return tables of hands found in the pool."""
    duos = None
    if not tariff.separable:
        pairs = found.select(source.pairs(found, DUOS, rng))
        duos = Tables(source.seated(pairs), tariff.against(2))
    return Sample(source.singles(found), duos, None, tariff.opponents)


def _dealt(
    source: Opponents, tariff: Tariff, hand: Cards, known: Known, rng: np.random.Generator
) -> Sample:
    """Return tables dealt hand by hand: of one opponent where one says all."""
    if tariff.separable and not known.seated:
        one = tariff.against(1)
        tables = Tables(source.dealt(hand, 1, DEALT, rng, known), one)
        return Sample(tables, None, None, tariff.opponents)
    hands = source.dealt(hand, tariff.opponents, DEALT // tariff.opponents, rng, known)
    return Sample(None, None, Tables(hands, tariff), tariff.opponents)
