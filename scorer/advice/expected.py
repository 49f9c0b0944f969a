"""Expected chi of arrangements against sampled tables, with paired errors.

All candidates meet the same tables, so that luck cancels out of their differences. Where the
opponents are independent matters, one opponent is sampled and counted for all. Where scoops
couple them, the chi of a table is taken apart: what each opponent alone would bring, what each
two together add to that, and what all three add. The first two come from far larger samples than
whole tables could give, and the last is small.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from scorer.advice.payoff import Hands
from scorer.advice.tables import Tables

Floats = NDArray[np.float64]
_CELLS = 2_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """What candidates earn; arrays by candidate (K,)."""

    chi: Floats
    """Mean chi over all opponents."""
    gap: Floats
    """Chi less than the best candidate's."""
    gap_se: Floats
    """Standard error of ``gap``; 0 for the best."""
    se: Floats
    win: Floats
    """(K, 3) chance that front, middle and back beat an opponent's."""
    scoop: Floats
    """Chance to win all three rows against an opponent."""
    scooped: Floats

    def select(self, chosen: NDArray[np.intp]) -> "Estimate":
        """Return some of the candidates."""
        return Estimate(*(getattr(self, name)[chosen] for name in Estimate.__slots__))


@dataclass(frozen=True, slots=True)
class Sample:
    """The tables that candidates are tried at."""

    singles: Tables | None
    """One opponent each; None where opponents are known and so not alike."""
    duos: Tables | None
    """Two opponents each; only for three opponents whose pairs are coupled."""
    together: Tables | None
    """All opponents; None where one opponent says all."""
    opponents: int

    def first(self, count: int) -> "Sample":
        """Return a smaller sample for a first look."""
        return Sample(
            self.singles.first(count) if self.singles else None,
            self.duos.first(count) if self.duos else None,
            self.together.first(count) if self.together else None,
            self.opponents,
        )

    @property
    def main(self) -> Tables:
        """The tables that chances are counted at."""
        tables = self.singles or self.together
        if tables is None:
            raise ValueError("a sample without tables")
        return tables

    @property
    def copies(self) -> int:
        """How many opponents each opponent of ``main`` stands for."""
        return self.opponents if self.singles else 1


def estimate(rows: NDArray[np.int16], aces: int, sample: Sample) -> Estimate:
    """Try each arrangement (K, 3) of a hand with ``aces`` aces at every table of the sample."""
    step = max(1, _CELLS // len(sample.main))
    weighed = [
        _weigh(Hands.candidates(rows[at : at + step], aces), sample)
        for at in range(0, len(rows), step)
    ]
    chances = np.concatenate([chances for _, chances in weighed])
    layers = [np.concatenate(layer) for layer in zip(*(parts for parts, _ in weighed), strict=True)]
    chi = np.sum([layer.mean(axis=1) for layer in layers], axis=0)
    best = int(chi.argmax())
    return Estimate(
        chi=chi,
        gap=chi[best] - chi,
        gap_se=_error([layer - layer[best] for layer in layers]),
        se=_error(layers),
        win=chances[:, :3],
        scoop=chances[:, 3],
        scooped=chances[:, 4],
    )


def _weigh(heroes: Hands, sample: Sample) -> tuple[list[Floats], Floats]:
    """Return independent layers (K, S each) whose means add up to the chi, and chances (K, 5)."""
    met = sample.main.settle(heroes)
    layers = [(met.chi * sample.copies).astype(np.float64)]
    chances: Floats = np.stack(
        [
            np.asarray(beaten, np.float64).mean(axis=(1, 2))
            for beaten in (*met.wins, met.scoops, met.scooped)
        ],
        axis=1,
    )
    if sample.singles is None or sample.together is None:
        return layers, chances
    more = _chi(sample.together, heroes)
    ones = sum(_chi(group, heroes) for group in sample.together.groups(sample.singles.tariff))
    if sample.duos is None:
        return [*layers, more - ones], chances
    twos = sum(_chi(group, heroes) for group in sample.together.groups(sample.duos.tariff))
    added = _chi(sample.duos, heroes)
    added -= sum(_chi(group, heroes) for group in sample.duos.groups(sample.singles.tariff))
    return [*layers, more - twos + ones, added * comb(sample.opponents, 2)], chances


def _chi(tables: Tables, heroes: Hands) -> Floats:
    return tables.settle(heroes).chi.astype(np.float64)


def _error(layers: list[Floats]) -> Floats:
    """Return the standard error of the sum of the layers' means, by candidate (K,)."""
    variances = [
        layer.var(axis=1, ddof=1) / layer.shape[1] for layer in layers if layer.shape[1] > 1
    ]
    return np.asarray(np.sqrt(np.sum(variances, axis=0)) + np.zeros(len(layers[0])))
