"""Arranged hands as arrays, and what two of them settle with each other, for many at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.settling import SCOOPED, SCOOPS, Terms, settle_pairs
from scorer.advice.tariff import Tariff

Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Hands:
    """Arranged hands; the arrays share one leading shape (…)."""

    rows: NDArray[np.int16]
    """(…, 3) strength ids of front, middle and back."""
    instant: NDArray[np.int8]
    """(…) index of the instant win in ``tariff.instant_kinds``, -1 for none."""
    aces: NDArray[np.int8]
    """(…) how many aces the hand holds."""

    @classmethod
    def candidates(cls, rows: NDArray[np.int16], aces: int, instant: int = -1) -> "Hands":
        """Return arrangements (K, 3) of one hand as heroes (K, 1) at any number of tables.

        Args:
            rows: strength ids.
            aces: aces in the hand.
            instant: the instant win that the hand claims, -1 for none.
        """
        shape = (len(rows), 1)
        return cls(
            rows[:, None, :], np.full(shape, instant, np.int8), np.full(shape, aces, np.int8)
        )

    def arrays(self) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int8]]:
        """Return rows, instant wins and aces as the compiled loops take them."""
        return (
            np.ascontiguousarray(self.rows),
            np.ascontiguousarray(self.instant),
            np.ascontiguousarray(self.aces),
        )

    def seat(self, number: int) -> "Hands":
        """Return the hands of one seat, the last axis before the rows."""
        return Hands(self.rows[..., number, :], self.instant[..., number], self.aces[..., number])

    def first(self, count: int) -> "Hands":
        """Return the first hands only."""
        return Hands(self.rows[:count], self.instant[:count], self.aces[:count])

    def select(self, chosen: NDArray[np.intp]) -> "Hands":
        """Return some of the hands of the first axis."""
        return Hands(self.rows[chosen], self.instant[chosen], self.aces[chosen])

    def repeated(self, count: int) -> "Hands":
        """Return the first hand of the first axis ``count`` times."""
        return self.select(np.zeros(count, np.intp))

    def reshaped(self, shape: tuple[int, ...]) -> "Hands":
        """Return the same hands in another shape."""
        return Hands(
            self.rows.reshape(*shape, 3), self.instant.reshape(shape), self.aces.reshape(shape)
        )

    @classmethod
    def side_by_side(cls, parts: "Sequence[Hands]") -> "Hands":
        """Join hands (S, n each) along the seats."""
        return cls(
            np.concatenate([part.rows for part in parts], axis=1),
            np.concatenate([part.instant for part in parts], axis=1),
            np.concatenate([part.aces for part in parts], axis=1),
        )


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of hands (S,), from the first hand's view, before any scoop."""

    plain: NDArray[np.int32]
    """Chi of rows without a bonus, and of instant wins."""
    bonus: NDArray[np.int32]
    aces: NDArray[np.int32]
    scoops: Bools
    scooped: Bools

    def points(self, multiplier: Ints, tariff: Tariff) -> NDArray[np.int32]:
        """Return the chi of each pair; ``multiplier`` counts only where somebody scoops."""
        base = self.plain + self.bonus if tariff.scoop_multiplies_bonus else self.plain
        more = multiplier - 1
        extra = np.maximum(base, 0) * (self.scoops * more)
        extra -= np.maximum(-base, 0) * (self.scooped * more)
        return self.plain + self.bonus + extra


@dataclass(frozen=True, slots=True)
class Compiled:
    """A tariff as the compiled loops read it."""

    pays: NDArray[np.int32]
    """(2, 3, ids) plain chi and bonus by row and strength."""
    terms: Terms
    instants: NDArray[np.int32]

    @classmethod
    def of(cls, tariff: Tariff) -> "Compiled":
        """Compile a tariff."""
        pays = np.zeros((2, 3, len(tariff.plain[1])), np.int32)
        for row in range(3):
            pays[0, row, : len(tariff.plain[row])] = tariff.plain[row]
            pays[1, row, : len(tariff.bonus[row])] = tariff.bonus[row]
        low, high = tariff.quad_aces
        terms = Terms(
            plain_chi=tariff.plain_chi,
            bonus_needs_win=tariff.bonus_needs_win,
            winner_total=tariff.pair_points == "winner_total",
            one_a_pair=tariff.pair_points == "one",
            scoop_counted_by_loser=tariff.scoop_counted_by_loser,
            scoop_multiplies_bonus=tariff.scoop_multiplies_bonus,
            instant_ends_round=tariff.instant_ends_round,
            instant_multiplied=tariff.instant_multiplied,
            counts_aces=tariff.counts_aces,
            ace_value=tariff.ace_value,
            aces_in_instant_rounds=tariff.aces_in_instant_rounds,
            four_aces_laid=tariff.four_aces_laid,
            four_aces_unlaid=tariff.four_aces_unlaid,
            four_aces_instant=tariff.four_aces_instant,
            quad_aces_from=low,
            quad_aces_to=high,
        )
        return cls(pays, terms, np.ascontiguousarray(tariff.instant_table))

    def compare(self, mine: Hands, theirs: Hands, banker: int, ended: Bools) -> Pairs:
        """Compare hands (S,) one by one.

        Args:
            mine: the hands whose view is taken.
            theirs: the other hands.
            banker: who takes equal rows: 1 the first hand, -1 the second, 0 nobody.
            ended: (S,) where an instant win ends the round, if it does so here.
        """
        plain, bonus, state, aces = settle_pairs(
            mine.arrays(), theirs.arrays(), ended, banker, self.pays, self.terms, self.instants
        ).T
        return Pairs(plain, bonus, aces, (state & SCOOPS) > 0, (state & SCOOPED) > 0)
