"""Whole tables: the hero and one to three opponents, scoops coupled, aces, the loss cap.

A scoop's multiplier counts whom else the winner (or by whom else the loser) was scooped, so the
opponents' own pairs matter. They are compared once, when the tables are made; only the hero's
pairs are compared anew for each candidate.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.advice.payoff import Bools, Compiled, Hands, Ints, Pairs
from scorer.advice.settling import SCOOPED, SCOOPS, settle_tables
from scorer.advice.tariff import Tariff

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What each candidate gets at each table."""

    chi: NDArray[np.int32]
    """(K, S) the hero's chi over all opponents."""
    chances: Floats
    """(K, 5) chance against one opponent to win front, middle and back, to scoop, to be scooped."""


class Tables:
    """Opponents at S tables; the hero sits in the first seat."""

    def __init__(self, hands: Hands, tariff: Tariff, weights: Floats | None = None) -> None:
        """Take hands of shape (S, n), n the opponents of ``tariff``.

        ``weights`` (S,) say what each table counts for, 1 if None.
        """
        self.hands = hands
        self.tariff = tariff
        self.weights = np.ones(len(hands.instant)) if weights is None else weights
        self.seats = range(hands.instant.shape[1])
        self.any_instant: Bools = np.asarray((hands.instant >= 0).any(axis=1))
        self._compiled = Compiled.of(tariff)
        self._among: dict[tuple[int, int], Pairs] = {}
        self._scoops_by = np.zeros(hands.instant.shape, np.int32)
        self._scooped_by = np.zeros(hands.instant.shape, np.int32)
        if tariff.couples_opponents:
            self._settle_among()

    def __len__(self) -> int:
        return len(self.hands.instant)

    def first(self, count: int) -> "Tables":
        """Return the first tables only."""
        return Tables(self.hands.first(count), self.tariff, self.weights[:count])

    def groups(self, tariff: Tariff) -> list["Tables"]:
        """Return every group of as many opponents as ``tariff`` has, at tables of their own."""
        hands = self.hands
        return [
            Tables(
                Hands(hands.rows[:, seats], hands.instant[:, seats], hands.aces[:, seats]),
                tariff,
                self.weights,
            )
            for seats in map(list, combinations(self.seats, tariff.opponents))
        ]

    def settle(self, hero: Hands) -> Outcome:
        """Settle each hero, (K, 1) or one a table (K, S), at each table."""
        chi, tally, points, states = self._settle(hero, each=bool(self.tariff.loss_cap))
        if self.tariff.loss_cap:
            chi = self._capped(points, (states & SCOOPS) > 0, (states & SCOOPED) > 0, hero)
        return Outcome(chi, tally / (self.weights.sum() * len(self.seats)))

    def by_opponent(self, hero: Hands) -> NDArray[np.int32]:
        """Return the chi (K, S, n) that each hero gets from each opponent, before any cap."""
        return self._settle(hero, each=True)[2]

    def coupled(self, heroes: Hands) -> Bools:
        """Return the tables (S,) of two where a third opponent can change what two bring.

        Two scoops among three players, or an instant win.
        """
        states = self._settle(heroes, each=True)[3]
        scoops = ((states & (SCOOPS | SCOOPED)) > 0).sum(axis=2)
        pair = self._among[0, 1]
        return np.asarray((scoops + (pair.scoops | pair.scooped) >= 2).any(axis=0)) | (
            self.any_instant
        )

    def winners(self) -> Bools:
        """Return (S, n) who has most chi among the opponents without an instant win.

        The first seat of equals; nobody where all hold instant wins.
        """
        if not self._among:
            self._settle_among()
        playing = self.hands.instant < 0
        by, of = np.zeros(playing.shape, np.int32), np.zeros(playing.shape, np.int32)
        for (i, j), pair in self._among.items():
            legal = playing[:, i] & playing[:, j]
            for winner, loser, scoops in ((i, j, pair.scoops), (j, i, pair.scooped)):
                by[:, winner] += scoops & legal
                of[:, loser] += scoops & legal
        counted = of if self.tariff.scoop_counted_by_loser else by
        net = np.where(playing, 0, np.iinfo(np.int32).min // 2)
        for (i, j), pair in self._among.items():
            one, two = (j, i) if self.tariff.scoop_counted_by_loser else (i, j)
            times = self._multiplier(pair, counted[:, one], counted[:, two])
            chi = pair.points(times, self.tariff) * (playing[:, i] & playing[:, j])
            net[:, i] += chi
            net[:, j] -= chi
        best = np.zeros(playing.shape, np.bool_)
        best[np.arange(len(best)), net.argmax(axis=1)] = True
        return best & playing

    def _settle(
        self, hero: Hands, *, each: bool
    ) -> tuple[NDArray[np.int32], Floats, NDArray[np.int32], NDArray[np.int32]]:
        """Return chi (K, S), tally (K, 5), and points and states (K, S, n) if asked for."""
        count, size = len(hero.instant), len(self)
        chi, tally = np.empty((count, size), np.int32), np.zeros((count, 5))
        shape = (count, size, len(self.seats)) if each else (0, 0, 0)
        points, states = np.empty(shape, np.int32), np.empty(shape, np.int32)
        settle_tables(
            hero.arrays(),
            self.hands.arrays(),
            (self._scoops_by, self._scooped_by),
            self.any_instant,
            self.weights,
            self._compiled.pays,
            self._compiled.terms,
            self._compiled.instants,
            self.tariff.multipliers,
            np.array([_banker(self.tariff, 0, seat + 1) for seat in self.seats], np.int32),
            chi,
            tally,
            points,
            states,
        )
        return chi, tally, points, states

    def _settle_among(self) -> None:
        for i, j in combinations(self.seats, 2):
            pairs = self._compiled.compare(
                self.hands.seat(i), self.hands.seat(j),
                _banker(self.tariff, i + 1, j + 1), self.any_instant,
            )  # fmt: skip
            self._among[i, j] = pairs
            for winner, loser, scoops in ((i, j, pairs.scoops), (j, i, pairs.scooped)):
                self._scoops_by[:, winner] += scoops
                self._scooped_by[:, loser] += scoops

    def _multiplier(self, pair: Pairs, won: Ints, lost: Ints) -> NDArray[np.int32]:
        count = np.where(pair.scoops, won, np.where(pair.scooped, lost, 0))
        return np.asarray(self.tariff.multipliers[count])

    def _capped(
        self, points: NDArray[np.int32], scoops: Bools, scooped: Bools, hero: Hands
    ) -> NDArray[np.int32]:
        """Return the hero's chi (K, S) after nobody loses more than the cap."""
        count, size, _ = points.shape
        players = len(self.seats) + 1
        owed = np.zeros((count, size, players, players), np.int64)
        for seat in self.seats:
            owed[..., 0, seat + 1] = points[..., seat]
            owed[..., seat + 1, 0] = -points[..., seat]
        for (i, j), pair in self._among.items():
            if self.tariff.scoop_counted_by_loser:
                won = self._scooped_by[:, j] + scoops[..., j]
                lost = self._scooped_by[:, i] + scoops[..., i]
            else:
                won = self._scoops_by[:, i] + scooped[..., i]
                lost = self._scoops_by[:, j] + scooped[..., j]
            between = pair.points(self._multiplier(pair, won, lost), self.tariff)
            aces: Ints = pair.aces
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
