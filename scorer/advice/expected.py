"""Expected chi of arrangements against sampled tables, with paired errors.

All candidates meet the same tables, so that luck cancels out of their differences. Where the
opponents are independent matters, one opponent is sampled and counted for all. Where scoops
couple them, whole tables are sampled, and the part of the chi that one opponent explains is
replaced by its value over a far larger sample of single opponents (a control variate).
"""

from dataclasses import dataclass

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
    """The tables that candidates are tried at: singles, whole tables, or both."""

    singles: Tables | None
    """One opponent each; None where opponents are known and so not alike."""
    together: Tables | None
    """All opponents; None where one opponent says all."""
    opponents: int

    def first(self, count: int) -> "Sample":
        """Return a smaller sample for a first look."""
        return Sample(
            self.singles.first(count) if self.singles else None,
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
    parts = [_estimate_some(rows[at : at + step], aces, sample) for at in range(0, len(rows), step)]
    alone = np.concatenate([part[0] for part in parts])
    rest = np.concatenate([part[1] for part in parts])
    chances = np.concatenate([part[2] for part in parts])
    chi = alone.mean(axis=1) + rest.mean(axis=1)
    best = int(chi.argmax())
    return Estimate(
        chi=chi,
        gap=chi[best] - chi,
        gap_se=np.hypot(_error(alone - alone[best]), _error(rest - rest[best])),
        se=np.hypot(_error(alone), _error(rest)),
        win=chances[:, :3],
        scoop=chances[:, 3],
        scooped=chances[:, 4],
    )


def _estimate_some(
    rows: NDArray[np.int16], aces: int, sample: Sample
) -> tuple[Floats, Floats, Floats]:
    """Return chi by single (K, M), what tables add (K, S), and chances (K, 5)."""
    heroes = Hands.candidates(rows, aces)
    met = sample.main.settle(heroes)
    alone = (met.chi * sample.copies).astype(np.float64)
    chances: Floats = np.stack(
        [
            np.asarray(beaten, np.float64).mean(axis=(1, 2))
            for beaten in (*met.wins, met.scoops, met.scooped)
        ],
        axis=1,
    )
    if sample.singles is None or sample.together is None:
        return alone, np.zeros((len(rows), 1)), chances
    whole = sample.together.settle(heroes).chi.astype(np.float64)
    for tables in sample.together.one_by_one(sample.singles.tariff):
        whole -= tables.settle(heroes).chi
    return alone, whole, chances


def _error(values: Floats) -> Floats:
    """Return the standard error of the mean of each row (K, N)."""
    if values.shape[1] < 2:
        return np.zeros(len(values))
    error: Floats = values.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
    return error
