"""Arranged hands as arrays, and what two of them settle with each other, for many at once.

``scorer.settlement`` is the specification; the tests settle thousands of random rounds both ways.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.advice.tariff import Tariff

Ints = NDArray[np.integer]
Bools = NDArray[np.bool_]
Pays = tuple[NDArray[np.int32], ...]
Duel = tuple[Ints, Ints, Bools, Bools]
"""One row of two hands: both strengths, whether the first wins, whether the second does."""
_NOTHING: Ints = np.zeros((), np.int32)


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

    def seat(self, number: int) -> "Hands":
        """Return the hands of one seat, the last axis before the rows."""
        return Hands(self.rows[..., number, :], self.instant[..., number], self.aces[..., number])

    def first(self, count: int) -> "Hands":
        """Return the first hands only."""
        return self.part(slice(count))

    def part(self, chosen: slice, axis: int = 0) -> "Hands":
        """Return a run of the hands along an axis, without copying."""
        at = (slice(None),) * axis + (chosen,)
        return Hands(self.rows[at], self.instant[at], self.aces[at])

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
    def joined(cls, parts: "Sequence[Hands]") -> "Hands":
        """Join hands along the first axis."""
        return cls(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.instant for part in parts]),
            np.concatenate([part.aces for part in parts]),
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
    """Pairs of hands (…), from the first hand's view, before any scoop."""

    scaled: Ints
    """Chi of rows and of instant wins that a scoop multiplies."""
    fixed: Ints
    """Chi of rows that it does not."""
    aces: Ints
    won: tuple[Bools, ...]
    """Front, middle and back won."""
    scoops: Bools
    scooped: Bools

    def points(self, extra_won: Ints, extra_lost: Ints) -> Ints:
        """Return the chi of each pair, aces aside.

        Args:
            extra_won: how many times more the chi counts where the first hand scoops.
            extra_lost: how many times more where the second does.
        """
        extra = np.maximum(self.scaled, 0) * (self.scoops * extra_won)
        extra += np.minimum(self.scaled, 0) * (self.scooped * extra_lost)
        return np.asarray(self.scaled + self.fixed + extra)


class Comparer:
    """Compares arranged hands under a tariff."""

    def __init__(self, tariff: Tariff) -> None:
        """Put bonus and plain chi together where nothing treats them differently."""
        self._tariff = tariff
        self._alike = tariff.scoop_multiplies_bonus and tariff.bonus_needs_win
        self._pays: Pays = tariff.plain
        if self._alike:
            self._pays = tuple(map(np.add, tariff.plain, tariff.bonus))

    @staticmethod
    def scoops(mine: Hands, theirs: Hands) -> tuple[Bools, Bools]:
        """Return where ordinary hands scoop, and are scooped."""
        duels = [_duel(mine.rows[..., row], theirs.rows[..., row]) for row in range(3)]
        (_, _, a, x), (_, _, b, y), (_, _, c, z) = duels
        return a & b & c, x & y & z

    def pairs(self, mine: Hands, theirs: Hands, banker: int, ended: Bools) -> Pairs:
        """Compare hands whose shapes broadcast.

        Args:
            mine: the hands whose view is taken.
            theirs: the other hands.
            banker: who takes equal rows: 1 the first hand, -1 the second, 0 nobody.
            ended: where an instant win ends the round for everybody else.
        """
        duels = [_duel(mine.rows[..., row], theirs.rows[..., row]) for row in range(3)]
        scaled, fixed = self._rows(duels, banker)
        won, lost = [duel[2] for duel in duels], [duel[3] for duel in duels]
        scoops, scooped = won[0] & won[1] & won[2], lost[0] & lost[1] & lost[2]
        holder = (mine.instant >= 0) | (theirs.instant >= 0)
        out = holder | ended
        if out.any():
            taken = self._tariff.instant_table[mine.instant, theirs.instant]
            scaled, fixed = np.where(out, taken, scaled), np.where(out, 0, fixed)
            won = [row & ~out for row in won]
            like_scoop = holder & self._tariff.instant_multiplied
            scoops = np.where(out, like_scoop & (theirs.instant < 0), scoops)
            scooped = np.where(out, like_scoop & (mine.instant < 0), scooped)
        return Pairs(scaled, fixed, self._aces(mine, theirs), tuple(won), scoops, scooped)

    def _rows(self, duels: list[Duel], banker: int) -> tuple[Ints, Ints]:
        """Return what rows take: the chi that a scoop multiplies, and what it does not."""
        tariff, nothing = self._tariff, _NOTHING
        gain, loss = _taken(self._pays, duels)
        for _, _, up, down in duels if banker else ():
            equal = tariff.plain_chi * ~(up | down)
            gain, loss = gain + max(banker, 0) * equal, loss - min(banker, 0) * equal
        more: Ints = nothing
        less: Ints = nothing
        if not self._alike:
            always = not tariff.bonus_needs_win
            met = [
                (one, two, up | always & down, down | always & up) for one, two, up, down in duels
            ]
            more, less = _taken(tariff.bonus, met)
        balance = gain + more - loss - less
        if tariff.pair_points == "one":
            return np.sign(balance), nothing
        if tariff.pair_points == "winner_total":
            gain, more = gain * (balance > 0), more * (balance > 0)
            loss, less = loss * (balance < 0), less * (balance < 0)
        scaled, fixed = gain - loss, more - less
        return (scaled + fixed, nothing) if tariff.scoop_multiplies_bonus else (scaled, fixed)

    def _aces(self, mine: Hands, theirs: Hands) -> Ints:
        """Return the ace chi that one hand takes from another."""
        tariff = self._tariff
        if not tariff.counts_aces:
            return _NOTHING
        taken = (mine.aces - theirs.aces) * np.int32(tariff.ace_value)
        for hand, sign in ((theirs, -1), (mine, 1)):
            if (hand.aces == 4).any():
                taken = np.where(hand.aces == 4, sign * self._four_aces(hand), taken)
        return np.asarray(taken)

    def _four_aces(self, hand: Hands) -> Ints:
        """Return what four aces take, if it is four that the hand holds."""
        tariff = self._tariff
        low, high = tariff.quad_aces
        behind = hand.rows[..., 1:]
        laid = ((behind >= low) & (behind < high)).any(axis=-1)
        chi = np.where(laid, tariff.four_aces_laid, tariff.four_aces_unlaid)
        return np.where(hand.instant >= 0, tariff.four_aces_instant, chi)


def _duel(one: Ints, two: Ints) -> Duel:
    return one, two, one > two, one < two


def _taken(pays: Pays, duels: list[Duel]) -> tuple[Ints, Ints]:
    """Return what both sides take by rows won: a strength takes its own pay."""
    front, middle, back = (
        (pay[one] * up, pay[two] * down)
        for pay, (one, two, up, down) in zip(pays, duels, strict=True)
    )
    return front[0] + middle[0] + back[0], front[1] + middle[1] + back[1]
