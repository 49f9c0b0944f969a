"""The desk that one hand is weighed at: its rules, its splits, and the opponents drawn for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorer.advice.expected import Sample, Trios
from scorer.advice.known import Cards, Known, indices
from scorer.advice.opponents import Opponents, Unseen
from scorer.advice.payoff import Hands
from scorer.advice.pool import masks_of
from scorer.advice.shelf import opponents_for
from scorer.advice.splits import Splits
from scorer.advice.strengths import StrengthTables, strength_tables
from scorer.advice.tables import Floats, Tables
from scorer.advice.tariff import Tariff, tariff_of
from scorer.cards import Card
from scorer.profiles import RulesProfile

DUOS = 96_000
"""Tables of two opponents; two thirds as many where a third is seated at some."""
THIRDS = (200, 1_800)
"""Tables of three, at least and at most; all such that three can bring more than two and two."""
_PER_STAKE = 100.0
"""Root of how many tables of three one chi at stake asks for: the error is to be about 0.015."""
DEALT = 4_500
"""Opponents' hands dealt and arranged one by one where the pool has too few."""
ENOUGH = 3_000
_CLOSE = 2
"""How many arrangements, the best, tables of three are to tell apart."""
_COMMON = 0.05
"""What chi that all arrangements share weigh beside chi that tell them apart."""


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
    unseen: Unseen | None
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

    def full(self, heroes: Hands) -> Sample:
        """Return the sample with what three opponents add for heroes (K, 1), the best first.

        Three add something only where two of them and the hero are coupled, so such twos are
        drawn, each as likely as what is at stake there, and a third is seated. A table counts for
        the less, the likelier any of its twos was to be drawn.
        """
        if self.sample.masks is None or self.sample.duos is None or not self.tariff.couples_three:
            return self.sample
        duos, masks, rng = self.sample.duos, self.sample.masks, np.random.default_rng(self.seed)
        stakes = _stakes(duos, heroes)
        wanted = np.clip((stakes.mean() * _PER_STAKE) ** 2, *THIRDS)
        often = wanted / max(1.0, stakes.sum())
        at = np.flatnonzero(rng.random(len(stakes)) < stakes * often)
        taken = np.bitwise_or.reduce(masks[at], axis=1) | masks_of(self.hand[None])
        three = Hands.side_by_side([duos.hands.select(at), self.source.thirds(taken)])
        tables = Tables(three, self.tariff)
        ways = [np.minimum(1, often * _stakes(duo, heroes)) for duo in tables.groups(duos.tariff)]
        trios = Trios(tables, at, len(ways) / np.sum(ways, axis=0))
        return replace(self.sample, trios=trios)


def _stakes(duos: Tables, heroes: Hands) -> Floats:
    """Return (S,) how much a third may change the best heroes' differences; 0 for nothing."""
    how = duos.coupling(heroes)
    at = np.flatnonzero(how.any(axis=0))
    some, how = duos.select(at), how[:, at]
    plain = replace(some.tariff, multipliers=np.ones_like(some.tariff.multipliers))
    chi = Tables(some.hands, plain).by_opponent(heroes)
    value = chi[..., 0] * ((how & 3) > 0) + chi[..., 1] * ((how & 5) > 0)
    value[:, some.any_instant] = 1
    stakes = np.zeros(len(duos))
    stakes[at] = _COMMON * (1 + np.abs(value).max(axis=0))
    stakes[at] += np.abs(value[1:_CLOSE] - value[0]).max(axis=0, initial=0)
    return stakes


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
    unseen = None
    # The pool's opponents are all alike: with a banker or a cap among them whole tables are dealt.
    if not (known.seated or tariff.loss_cap or tariff.banker > 0):
        unseen = source.unseen(np.concatenate([hand, indices(known.dead)]), rng)
        unseen = unseen if len(unseen.found) >= ENOUGH else None
    if unseen is None:
        sample = _dealt(source, tariff, hand, known, rng)
    else:
        sample = drawn(source, tariff, unseen, rng)
    return Desk(hand, profile, tariff, source, known, sample, unseen, seed, borrowed)


def drawn(source: Opponents, tariff: Tariff, unseen: Unseen, rng: np.random.Generator) -> Sample:
    """Return tables of hands found in the pool."""
    singles = source.singles(unseen)
    if tariff.separable:
        return Sample(singles, None, None, tariff.opponents)
    pairs = source.pairs(unseen.found, DUOS * 2 // 3 if tariff.couples_three else DUOS, rng)
    duos = Tables(source.seated(pairs), tariff.against(2))
    return Sample(singles, duos, None, tariff.opponents, pairs.masks)


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
