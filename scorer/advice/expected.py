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
_CELLS = 2_000_000
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

    def mean(self) -> Floats:
        """Return the weighted mean by candidate (K,)."""
        return np.asarray(self.values @ self.weights / self.weights.sum())

    def variance(self, less: int | None = None) -> Floats:
        """Return the variance (K,) of the mean, or of its difference to candidate ``less``."""
        values, mean = self.values, self.mean()
        if less is not None:
            values, mean = values - values[less], mean - mean[less]
        share = self.weights / self.weights.sum()
        if len(share) < 2:
            return np.zeros(len(values))
        return np.asarray(((values - mean[:, None]) ** 2) @ share**2)


@dataclass(frozen=True, slots=True)
class Sample:
    """The tables that candidates are tried at."""

    singles: Tables | None
    """One opponent each; None where opponents are known and so not alike."""
    duos: Tables | None
    """Two opponents each, where what two bring is more than what each brings."""
    together: Tables | None
    """All opponents, where all three add to that or where some are known."""
    opponents: int
    shares: Floats | None = None
    """(S,) what a table of ``together`` counts for, where it was drawn for what three add."""

    def first(self, count: int) -> "Sample":
        """Return a smaller sample for a first look: at first without what two add."""
        alone = self.singles is None and self.together is not None
        duos = self.duos if count >= _ALONE_BELOW else None
        return Sample(
            self.singles.first(count) if self.singles else None,
            duos.first(count // 3) if duos else None,
            self.together.first(count) if alone and self.together else None,
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


def estimate(heroes: Hands, sample: Sample, *, errors: bool = True) -> Estimate:
    """Try each arrangement of a hand (K, 1) at every table of the sample.

    ``errors`` False leaves the standard errors 0, which saves time where nobody asks for them.
    """
    step = max(1, _CELLS // len(sample.main))
    weighed = [
        _weigh(heroes.select(np.arange(at, min(at + step, len(heroes.instant)))), sample)
        for at in range(0, len(heroes.instant), step)
    ]
    chances = np.concatenate([chances for _, chances in weighed])
    layers = [
        Layer(np.concatenate([part.values for part in parts]), parts[0].weights)
        for parts in zip(*(parts for parts, _ in weighed), strict=True)
    ]
    chi = np.sum([layer.mean() for layer in layers], axis=0)
    best = int(chi.argmax())
    return Estimate(
        chi=chi,
        gap=chi[best] - chi,
        gap_se=_error(layers, best) if errors else np.zeros(len(chi)),
        se=_error(layers) if errors else np.zeros(len(chi)),
        win=chances[:, :3],
        scoop=chances[:, 3],
        scooped=chances[:, 4],
    )


def _error(layers: list[Layer], less: int | None = None) -> Floats:
    return np.asarray(np.sqrt(np.sum([layer.variance(less) for layer in layers], axis=0)))


def _weigh(heroes: Hands, sample: Sample) -> tuple[list[Layer], Floats]:
    """Return independent layers whose means add up to the chi, and chances (K, 5)."""
    met = sample.main.settle(heroes)
    layers = [Layer(met.chi.astype(np.float64) * sample.copies, sample.main.weights)]
    if sample.singles is None:
        return layers, met.chances
    if sample.duos is not None:
        layers.append(_more_of_two(heroes, sample, sample.singles, sample.duos))
        if sample.together is not None:
            layers.append(_more_of_three(heroes, sample, sample.singles, sample.duos))
    return layers, met.chances


def _more_of_two(heroes: Hands, sample: Sample, singles: Tables, duos: Tables) -> Layer:
    added: Floats = _chi(duos, heroes)
    for group in duos.groups(singles.tariff):
        added -= _chi(group, heroes)
    return Layer(added * float(comb(sample.opponents, 2)), duos.weights)


def _more_of_three(heroes: Hands, sample: Sample, singles: Tables, duos: Tables) -> Layer:
    tables = sample.together
    if tables is None or sample.shares is None:
        raise ValueError("no tables of three were drawn")
    added = _chi(tables, heroes)
    for group in tables.groups(duos.tariff):
        added -= _chi(group, heroes)
    for group in tables.groups(singles.tariff):
        added += _chi(group, heroes)
    return Layer(added * sample.shares, tables.weights)


def _chi(tables: Tables, heroes: Hands) -> Floats:
    return tables.settle(heroes).chi.astype(np.float64)
