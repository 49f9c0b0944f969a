"""Whole tables: the hero and one to three opponents, scoops coupled, aces, the loss cap.

A scoop's multiplier counts whom else the winner (or by whom else the loser) was scooped, so the
opponents' own pairs matter. They are compared once, when the tables are made; only the hero's
pairs are compared anew for each candidate.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.advice.payoff import Bools, Hands, Ints, Pairs, ace_points, compare
from scorer.advice.tariff import Tariff


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each candidate gets at each table."""

    chi: NDArray[np.int32]
    """(K, S) the hero's chi over all opponents."""
    wins: tuple[Bools, Bools, Bools]
    """Front, middle and back: whether the row beats each opponent's, (K, S, n)."""
    scoops: Bools
    """(K, S, n)"""
    scooped: Bools


class Tables:
    """Opponents at S tables; the hero sits in the first seat."""

    def __init__(self, hands: Hands, tariff: Tariff) -> None:
        """Take hands of shape (S, n), n the opponents of ``tariff``."""
        self.hands = hands
        self.tariff = tariff
        self.seats = range(hands.instant.shape[1])
        self.any_instant: Bools = np.asarray((hands.instant >= 0).any(axis=1))
        self._ended = self.any_instant if tariff.instant_ends_round else None
        self._among: dict[tuple[int, int], Pairs] = {}
        self._scoops_by = np.zeros(hands.instant.shape, np.int32)
        self._scooped_by = np.zeros(hands.instant.shape, np.int32)
        if tariff.couples_opponents:
            self._settle_among()

    def __len__(self) -> int:
        return len(self.hands.instant)

    def first(self, count: int) -> "Tables":
        """Return the first tables only."""
        return Tables(self.hands.first(count), self.tariff)

    def groups(self, tariff: Tariff) -> list["Tables"]:
        """Return every group of as many opponents as ``tariff`` has, at tables of their own."""
        hands = self.hands
        return [
            Tables(
                Hands(hands.rows[:, seats], hands.instant[:, seats], hands.aces[:, seats]), tariff
            )
            for seats in map(list, combinations(self.seats, tariff.opponents))
        ]

    def settle(self, hero: Hands) -> Outcome:
        """Settle each hero, (K, 1) or one a table (K, S), at each table."""
        ended = self._ended
        if ended is not None:
            ended = ended | (hero.instant >= 0)
        pairs = [
            compare(
                hero, self.hands.seat(seat), self.tariff,
                banker=_banker(self.tariff, 0, seat + 1), ended=ended,
            )
            for seat in self.seats
        ]  # fmt: skip
        scoops = np.stack([pair.scoops for pair in pairs], axis=-1)
        scooped = np.stack([pair.scooped for pair in pairs], axis=-1)
        points = self._hero_points(pairs, scoops, scooped, hero)
        if self.tariff.loss_cap:
            chi = self._capped(points, scoops, scooped, hero)
        else:
            chi = np.sum(points, axis=0)
        front, middle, back = (
            np.stack([pair.wins[row] for pair in pairs], axis=-1) for row in range(3)
        )
        return Outcome(chi, (front, middle, back), scoops, scooped)

    def _settle_among(self) -> None:
        for i, j in combinations(self.seats, 2):
            pairs = compare(
                self.hands.seat(i), self.hands.seat(j), self.tariff,
                banker=_banker(self.tariff, i + 1, j + 1), ended=self._ended,
            )  # fmt: skip
            self._among[i, j] = pairs
            for winner, loser, scoops in ((i, j, pairs.scoops), (j, i, pairs.scooped)):
                self._scoops_by[:, winner] += scoops
                self._scooped_by[:, loser] += scoops

    def _hero_points(
        self, pairs: list[Pairs], scoops: Bools, scooped: Bools, hero: Hands
    ) -> list[NDArray[np.int32]]:
        """Return the hero's chi from each opponent, (K, S) each."""
        up, down = scoops.sum(axis=-1), scooped.sum(axis=-1)
        points = []
        for seat, pair in zip(self.seats, pairs, strict=True):
            if self.tariff.scoop_counted_by_loser:
                won, lost = self._scooped_by[:, seat] + 1, down
            else:
                won, lost = up, self._scoops_by[:, seat] + 1
            multiplier = self._multiplier(pair, won, lost)
            aces = ace_points(hero, self.hands.seat(seat), self.tariff)
            if not self.tariff.aces_in_instant_rounds:
                aces = aces * ~(self.any_instant | (hero.instant >= 0))
            points.append(pair.points(multiplier, self.tariff) + aces)
        return points

    def _multiplier(self, pair: Pairs, won: Ints, lost: Ints) -> NDArray[np.int32]:
        if not self.tariff.has_scoop:
            return np.ones(1, np.int32)
        count = np.where(pair.scoops, won, np.where(pair.scooped, lost, 0))
        return np.asarray(self.tariff.multipliers[count])

    def _capped(
        self, points: list[NDArray[np.int32]], scoops: Bools, scooped: Bools, hero: Hands
    ) -> NDArray[np.int32]:
        """Return the hero's chi (K, S) after nobody loses more than the cap."""
        count, size = points[0].shape
        players = len(self.seats) + 1
        owed = np.zeros((count, size, players, players), np.int64)
        for seat in self.seats:
            owed[..., 0, seat + 1] = points[seat]
            owed[..., seat + 1, 0] = -points[seat]
        for (i, j), pair in self._among.items():
            if self.tariff.scoop_counted_by_loser:
                won = self._scooped_by[:, j] + scoops[..., j]
                lost = self._scooped_by[:, i] + scoops[..., i]
            else:
                won = self._scoops_by[:, i] + scooped[..., i]
                lost = self._scoops_by[:, j] + scooped[..., j]
            between = pair.points(self._multiplier(pair, won, lost), self.tariff)
            aces = ace_points(self.hands.seat(i), self.hands.seat(j), self.tariff)
            if not self.tariff.aces_in_instant_rounds:
                aces = aces * ~(self.any_instant | (hero.instant >= 0))
            owed[..., i + 1, j + 1] = between + aces
            owed[..., j + 1, i + 1] = -owed[..., i + 1, j + 1]
        flat = owed.reshape(-1, players, players)
        taken = cap(flat, self.tariff.loss_cap)[:, 0].sum(axis=1)
        return np.asarray(taken.reshape(count, size), np.int32)


def cap(owed: NDArray[np.int64], limit: int) -> NDArray[np.int64]:
    """Cut what anybody loses beyond ``limit``; ``owed[:, a, b]`` is what a takes from b.

    Claims on a player are cut in proportion, whole chi by largest remainder, then by seat; who
    is pushed over the limit by that is cut in the next round.
    """
    while True:
        excess = np.maximum(0, -owed.sum(axis=2) - limit)
        over = excess.any(axis=1)
        if not over.any():
            return owed
        claims = np.maximum(0, owed[over].transpose(0, 2, 1))
        total = np.maximum(1, claims.sum(axis=2, keepdims=True))
        wanted = excess[over][:, :, None]
        shares, remainders = np.divmod(wanted * claims, total)
        missing = wanted[:, :, 0] - shares.sum(axis=2)
        # A stable sort leaves equal remainders in the order of seats.
        order = np.argsort(-np.where(claims > 0, remainders, -1), axis=2, kind="stable")
        place = np.argsort(order, axis=2, kind="stable")
        shares += place < missing[:, :, None]
        owed = owed.copy()
        owed[over] += shares - shares.transpose(0, 2, 1)


def _banker(tariff: Tariff, one: int, two: int) -> int:
    """Return 1 if seat ``one`` (0 the hero) takes equal rows of this pair, -1 if ``two`` does."""
    return int(tariff.banker == one) - int(tariff.banker == two)
