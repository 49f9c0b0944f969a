"""Whole tables: the hero and one to three opponents, scoops coupled, aces, the loss cap.

A scoop's multiplier counts whom else the winner (or by whom else the loser) was scooped, so the
opponents' own scoops matter. They are counted once, when the tables are made; only the hero's
pairs are compared anew for each candidate.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.advice.payoff import Bools, Comparer, Hands, Ints, Pairs
from scorer.advice.tariff import Tariff

Floats = NDArray[np.float64]


_CELLS = 65_536
"""Heroes times tables that are settled at once: what a processor's cache holds."""


@dataclass(frozen=True, slots=True)
class Met:
    """What heroes (K, 1 or S) have with the opponents of some tables, one entry a seat."""

    points: list[Ints]
    """(K, S) chi, before any cap."""
    pairs: list[Pairs]


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
        self._comparer = Comparer(tariff)
        self._scoops_by = np.zeros(hands.instant.shape, np.int32)
        self._scooped_by = np.zeros(hands.instant.shape, np.int32)
        if tariff.couples_opponents:
            self._count_among()

    def __len__(self) -> int:
        return len(self.hands.instant)

    def first(self, count: int) -> "Tables":
        """Return the first tables only."""
        return Tables(self.hands.first(count), self.tariff, self.weights[:count])

    def select(self, chosen: NDArray[np.intp]) -> "Tables":
        """Return some of the tables."""
        return Tables(self.hands.select(chosen), self.tariff, self.weights[chosen])

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

    def settle(self, hero: Hands) -> NDArray[np.int32]:
        """Return the chi (K, S) of heroes, (K, 1) or one a table (K, S), at each table."""
        chi = np.empty((len(hero.instant), len(self)), np.int32)
        for at, met in self._met(hero):
            if self.tariff.loss_cap:
                chi[:, at] = self._capped(met, hero, at)
            else:
                chi[:, at] = sum(met.points[1:], met.points[0])
        return chi

    def by_opponent(self, hero: Hands) -> NDArray[np.int32]:
        """Return the chi (K, S, n) that each hero gets from each opponent, before any cap."""
        chi = np.empty((len(hero.instant), *self.hands.instant.shape), np.int32)
        for at, met in self._met(hero):
            for seat in self.seats:
                chi[:, at, seat] = met.points[seat]
        return chi

    def chances(self, hero: Hands) -> Floats:
        """Return (K, 5) chances against one opponent.

        To win front, middle and back, to scoop, to be scooped.
        """
        total = np.zeros((len(hero.instant), 5))
        for at, met in self._met(hero):
            for pair in met.pairs:
                for column, what in enumerate((*pair.won, pair.scoops, pair.scooped)):
                    total[:, column] += what @ self.weights[at]
        return np.asarray(total / (self.weights.sum() * len(self.seats)))

    def coupling(self, heroes: Hands) -> NDArray[np.int8]:
        """Return for tables of two (K, S) whether the opponents are coupled, and by whom.

        0 where each brings what it would bring alone. Bits of hero, first and second opponent:
        who scoops both others (is scooped by both, where that is counted); -1 for an instant win.
        """
        found = np.empty((len(heroes.instant), len(self)), np.int8)
        for at in self._runs(heroes):
            others = self.hands.part(at)
            (up, down), (up2, down2) = (
                self._comparer.scoops(heroes, others.seat(seat)) for seat in self.seats
            )
            among = self._scoops_by[at] > 0
            if self.tariff.scoop_counted_by_loser:
                (up, down), (up2, down2) = (down, up), (down2, up2)
                among = self._scooped_by[at] > 0
            found[:, at] = (up & up2) + np.int8(2) * (down & among[:, 0])
            found[:, at] += np.int8(4) * (down2 & among[:, 1])
        found[:, self.any_instant] = -1
        return found

    def winners(self) -> Bools:
        """Return (S, n) who has most chi among the opponents without an instant win.

        The first seat of equals; nobody where all hold instant wins.
        """
        playing, extra = self.hands.instant < 0, self.tariff.multipliers - 1
        by, of = np.zeros(playing.shape, np.int32), np.zeros(playing.shape, np.int32)
        between = list(self._between(slice(None)))
        for (i, j), pair in between:
            legal = playing[:, i] & playing[:, j]
            for winner, loser, scoops in ((i, j, pair.scoops), (j, i, pair.scooped)):
                by[:, winner] += scoops & legal
                of[:, loser] += scoops & legal
        counted = extra[of if self.tariff.scoop_counted_by_loser else by]
        net = np.where(playing, 0, np.iinfo(np.int32).min // 2)
        for (i, j), pair in between:
            one, two = (j, i) if self.tariff.scoop_counted_by_loser else (i, j)
            chi = pair.points(counted[:, one], counted[:, two]) * (playing[:, i] & playing[:, j])
            net[:, i] += chi
            net[:, j] -= chi
        best = np.zeros(playing.shape, np.bool_)
        best[np.arange(len(best)), net.argmax(axis=1)] = True
        return best & playing

    def _runs(self, heroes: Hands) -> Iterator[slice]:
        step = max(1, _CELLS // len(heroes.instant))
        for start in range(0, len(self), step):
            yield slice(start, start + step)

    def _met(self, hero: Hands) -> Iterator[tuple[slice, Met]]:
        """Yield runs of tables and what the heroes have there."""
        alone = hero.instant.shape[1] == 1
        for at in self._runs(hero):
            yield at, self._settled(hero if alone else hero.part(at, 1), at)

    def _settled(self, hero: Hands, at: slice) -> Met:
        tariff = self.tariff
        here = self.any_instant[at] | (hero.instant >= 0)
        ended = here & tariff.instant_ends_round
        others = self.hands.part(at)
        pairs = [
            self._comparer.pairs(hero, others.seat(seat), _banker(tariff, 0, seat + 1), ended)
            for seat in self.seats
        ]
        extra = tariff.multipliers - 1
        up, down = (
            sum(which[1:], which[0].astype(np.int8))
            for which in ([pair.scoops for pair in pairs], [pair.scooped for pair in pairs])
        )
        points: list[Ints] = []
        for seat, pair in enumerate(pairs):
            if tariff.scoop_counted_by_loser:
                times = extra[self._scooped_by[at, seat] + 1], extra[down]
            else:
                times = extra[up], extra[self._scoops_by[at, seat] + 1]
            chi = pair.points(*times) if tariff.has_scoop else pair.scaled + pair.fixed
            aces = pair.aces
            if tariff.counts_aces and not tariff.aces_in_instant_rounds:
                aces = aces * ~here
            points.append(chi + aces)
        return Met(points, pairs)

    def _between(self, at: slice) -> Iterator[tuple[tuple[int, int], Pairs]]:
        """Yield what each two opponents settle at some tables."""
        hands, ended = self.hands.part(at), self.any_instant[at] & self.tariff.instant_ends_round
        for i, j in combinations(self.seats, 2):
            banker = _banker(self.tariff, i + 1, j + 1)
            yield (i, j), self._comparer.pairs(hands.seat(i), hands.seat(j), banker, ended)

    def _count_among(self) -> None:
        for (i, j), pair in self._between(slice(None)):
            for winner, loser, scoops in ((i, j, pair.scoops), (j, i, pair.scooped)):
                self._scoops_by[:, winner] += scoops
                self._scooped_by[:, loser] += scoops

    def _capped(self, met: Met, hero: Hands, at: slice) -> Ints:
        """Return the hero's chi (K, S) after nobody loses more than the cap."""
        extra = self.tariff.multipliers - 1
        players = len(self.seats) + 1
        owed = np.zeros((*met.points[0].shape, players, players), np.int64)
        for seat, chi in enumerate(met.points):
            owed[..., 0, seat + 1], owed[..., seat + 1, 0] = chi, -chi
        for (i, j), pair in self._between(at):
            if self.tariff.scoop_counted_by_loser:
                won = self._scooped_by[at, j] + met.pairs[j].scoops
                lost = self._scooped_by[at, i] + met.pairs[i].scoops
            else:
                won = self._scoops_by[at, i] + met.pairs[i].scooped
                lost = self._scoops_by[at, j] + met.pairs[j].scooped
            aces = pair.aces
            if not self.tariff.aces_in_instant_rounds:
                aces = aces * ~(self.any_instant[at] | (hero.instant >= 0))
            owed[..., i + 1, j + 1] = pair.points(extra[won], extra[lost]) + aces
            owed[..., j + 1, i + 1] = -owed[..., i + 1, j + 1]
        flat = owed.reshape(-1, players, players)
        taken = cap(flat, self.tariff.loss_cap)[:, 0].sum(axis=1)
        return np.asarray(taken.reshape(owed.shape[:2]))


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
