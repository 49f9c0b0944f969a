"""Expected chi of arrangements against sampled tables, with paired errors.

All candidates meet the same tables, so that luck cancels out of their differences. The chi of a
table is taken apart: what each opponent alone would bring, what each two together add to that
where scoops or instant wins couple them, and what all three add. The first comes from far more
opponents than whole tables could give, and the last, small and mostly nothing, is sampled only
where it can be something.
"""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from scorer.advice.payoff import Hands
from scorer.advice.tables import Tables

Floats = NDArray[np.float64]
_ALONE_BELOW = 500


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
class Layer:
    """What some opponents together add to the chi: values by candidate and table."""

    values: Floats
    """(K, S)"""
    weights: Floats
    """(S,)"""
    nothing: int = 0
    """Further tables of weight 1 where they add nothing."""

    def mean(self) -> Floats:
        """Return the weighted mean by candidate (K,)."""
        return np.asarray(self.values @ self.weights / (self.weights.sum() + self.nothing))

    def variance(self, less: int | None = None) -> Floats:
        """Return the variance (K,) of the mean, or of its difference to candidate ``less``."""
        values, mean = self.values, self.mean()
        if less is not None:
            values, mean = values - values[less], mean - mean[less]
        total = self.weights.sum() + self.nothing
        if len(self.weights) + self.nothing < 2:
            return np.zeros(len(values))
        squares = ((values - mean[:, None]) ** 2) @ self.weights**2
        return np.asarray((squares + self.nothing * mean**2) / total**2)


@dataclass(frozen=True, slots=True)
class Trios:
    """Tables of three, each a table of two with a third."""

    tables: Tables
    duo: NDArray[np.intp]
    """(S,) which table of two was extended."""
    shares: Floats
    """(S,) what each counts for: the less, the likelier it was to be drawn."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The tables that candidates are tried at."""

    singles: Tables | None
    """One opponent each; None where opponents are known and so not alike."""
    duos: Tables | None
    """Two opponents each, where what two bring is more than what each brings."""
    together: Tables | None
    """All opponents, where some are known or are not alike."""
    opponents: int
    masks: NDArray[np.uint64] | None = None
    """(S, 2) the cards that the opponents of ``duos`` hold."""
    trios: Trios | None = None
    """Where three opponents bring more than each two of them add."""

    def first(self, count: int) -> "Sample":
        """Return a smaller sample for a first look: at first without what two add."""
        duos = self.duos if count >= _ALONE_BELOW else None
        return Sample(
            self.singles.first(count) if self.singles else None,
            duos.first(count // 3) if duos else None,
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


def mean_chi(heroes: Hands, sample: Sample) -> Floats:
    """Return the mean chi (K,) of arrangements of a hand (K, 1) over the sample's tables."""
    return np.asarray(np.sum([layer.mean() for layer in _layers(heroes, sample)], axis=0))


def estimate(heroes: Hands, sample: Sample) -> Estimate:
    """Try each arrangement of a hand (K, 1) at every table of the sample."""
    layers = _layers(heroes, sample)
    chi = np.sum([layer.mean() for layer in layers], axis=0)
    best, chances = int(chi.argmax()), sample.main.chances(heroes)
    return Estimate(
        chi=chi,
        gap=chi[best] - chi,
        gap_se=_error(layers, best),
        se=_error(layers),
        win=chances[:, :3],
        scoop=chances[:, 3],
        scooped=chances[:, 4],
    )


def _error(layers: list[Layer], less: int | None = None) -> Floats:
    return np.asarray(np.sqrt(np.sum([layer.variance(less) for layer in layers], axis=0)))


def chi_of_trios(heroes: Hands, sample: Sample) -> Floats:
    """Return what three opponents add (K,) to the chi of arrangements of a hand (K, 1)."""
    if sample.trios is None or sample.duos is None:
        return np.zeros(len(heroes.instant))
    return np.asarray(_more_of_three(heroes, sample.trios).sum(axis=1) / len(sample.duos))


def _layers(heroes: Hands, sample: Sample) -> list[Layer]:
    """Return independent layers whose means add up to the chi."""
    layers = [Layer(_chi(sample.main, heroes) * sample.copies, sample.main.weights)]
    if sample.duos is not None:
        layers.append(_coupled(heroes, sample.duos, sample))
    return layers


def _coupled(heroes: Hands, duos: Tables, sample: Sample) -> Layer:
    """Return what two opponents add to what each brings, and three to that."""
    coupled = np.asarray(duos.coupling(heroes).any(axis=0))
    if sample.trios is not None:
        coupled[sample.trios.duo] = True
    at = np.flatnonzero(coupled)
    met = duos.select(at)
    added = _more_of_two(heroes, met) * comb(sample.opponents, 2)
    if sample.trios is not None:
        added[:, np.searchsorted(at, sample.trios.duo)] += _more_of_three(heroes, sample.trios)
    return Layer(added, met.weights, len(duos) - len(met))


def _more_of_two(heroes: Hands, duos: Tables) -> Floats:
    one = duos.tariff.against(1)
    return _chi(duos, heroes) - sum(_chi(group, heroes) for group in duos.groups(one))


def _more_of_three(heroes: Hands, trios: Trios) -> Floats:
    tariff, added = trios.tables.tariff, _chi(trios.tables, heroes)
    for opponents, sign in ((2, -1), (1, 1)):
        for group in trios.tables.groups(tariff.against(opponents)):
            added += sign * _chi(group, heroes)
    return added * trios.shares


def _chi(tables: Tables, heroes: Hands) -> Floats:
    return tables.settle(heroes).astype(np.float64)
