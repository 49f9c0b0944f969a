"""What two hands settle with each other, for many pairs at once.

``scorer.settlement`` is the specification; the tests settle thousands of random rounds both
ways. Arrays broadcast, so that every candidate of the hero meets every sampled hand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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

    def seat(self, number: int) -> "Hands":
        """Return the hands of one seat, the last axis before the rows."""
        return Hands(self.rows[..., number, :], self.instant[..., number], self.aces[..., number])

    def first(self, count: int) -> "Hands":
        """Return the first hands only."""
        return Hands(self.rows[:count], self.instant[:count], self.aces[:count])


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of hands, from the first hand's view, before any scoop; one leading shape."""

    plain: NDArray[np.int32]
    """Chi of rows without a bonus, and of instant wins."""
    bonus: NDArray[np.int32]
    wins: tuple[Bools, Bools, Bools]
    """Front, middle, back: whether the first hand's row is the stronger."""
    scoops: Bools
    scooped: Bools

    def points(self, multiplier: Ints, tariff: Tariff) -> NDArray[np.int32]:
        """Return the chi of each pair; ``multiplier`` counts only where somebody scoops."""
        base = self.plain + self.bonus if tariff.scoop_multiplies_bonus else self.plain
        more = multiplier - 1
        extra = np.maximum(base, 0) * (self.scoops * more)
        extra -= np.maximum(-base, 0) * (self.scooped * more)
        return self.plain + self.bonus + extra


def compare(
    mine: Hands, theirs: Hands, tariff: Tariff, *, banker: int = 0, ended: Bools | None = None
) -> Pairs:
    """Compare hands that broadcast against each other.

    Args:
        mine: the hands whose view is taken.
        theirs: the other hands.
        tariff: what rows pay.
        banker: who takes equal rows: 1 the first hand, -1 the second, 0 nobody.
        ended: where nobody compares rows, because an instant win has ended the round.
    """
    playing = (mine.instant < 0) & (theirs.instant < 0)
    if ended is not None:
        playing = playing & ~ended
    plain, bonus, wins, losses = _rows(mine.rows, theirs.rows, tariff, banker)
    plain, bonus = plain * playing, bonus * playing
    scoops = wins[0] & wins[1] & wins[2] & playing
    scooped = losses[0] & losses[1] & losses[2] & playing
    if tariff.instant_kinds:
        plain = plain + _instant_points(mine.instant, theirs.instant, tariff)
        if tariff.instant_multiplied:
            scoops = scoops | ((mine.instant >= 0) & (theirs.instant < 0))
            scooped = scooped | ((mine.instant < 0) & (theirs.instant >= 0))
    return Pairs(
        plain,
        bonus,
        (wins[0] & playing, wins[1] & playing, wins[2] & playing),
        scoops,
        scooped,
    )


def _rows(
    mine: NDArray[np.int16], theirs: NDArray[np.int16], tariff: Tariff, banker: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], list[Bools], list[Bools]]:
    """Return the balance of plain chi and of bonuses, rows won and rows lost."""
    gain: NDArray[np.int32] = np.zeros(1, np.int32)
    loss, bonus_gain, bonus_loss = gain, gain, gain
    wins, losses = [], []
    for row in range(3):
        a, b = mine[..., row], theirs[..., row]
        won, lost = a > b, a < b
        wins.append(won)
        losses.append(lost)
        gain = gain + won * tariff.plain[row][a]
        loss = loss + lost * tariff.plain[row][b]
        if banker:
            equal = ~(won | lost) * np.int32(tariff.plain_chi)
            gain, loss = (gain + equal, loss) if banker > 0 else (gain, loss + equal)
        if tariff.pays_bonus[row]:
            paid_a, paid_b = tariff.bonus[row][a], tariff.bonus[row][b]
            if tariff.bonus_needs_win:
                paid_a, paid_b = won * paid_a, lost * paid_b
            else:
                paid_a, paid_b = (won | lost) * paid_a, (won | lost) * paid_b
            bonus_gain, bonus_loss = bonus_gain + paid_a, bonus_loss + paid_b
    plain, bonus = gain - loss, bonus_gain - bonus_loss
    if tariff.pair_points != "difference":
        balance = np.sign(plain + bonus)
        if tariff.pair_points == "one":
            plain, bonus = balance, np.zeros_like(balance)
        else:
            plain = np.where(balance > 0, gain, np.where(balance < 0, -loss, 0))
            bonus = np.where(balance > 0, bonus_gain, np.where(balance < 0, -bonus_loss, 0))
    return plain, bonus, wins, losses


def _instant_points(mine: Ints, theirs: Ints, tariff: Tariff) -> NDArray[np.int32]:
    """Return what instant wins take from each other and from ordinary hands.

    The same win on both sides ties; where the cards decide (``instant_cards_decide``), either
    side is as likely to be the higher.
    """
    table = tariff.instant_table
    return table[mine, theirs]


def ace_points(mine: Hands, theirs: Hands, tariff: Tariff) -> NDArray[np.int32] | int:
    """Return the ace chi that the first hands take from the second ones."""
    if not tariff.counts_aces:
        return 0
    points = (mine.aces.astype(np.int32) - theirs.aces) * np.int32(tariff.ace_value)
    for hands, sign in ((mine, 1), (theirs, -1)):
        points = np.where(hands.aces == 4, sign * _four_aces(hands, tariff), points)
    return points


def _four_aces(hands: Hands, tariff: Tariff) -> NDArray[np.int32]:
    low, high = tariff.quad_aces
    five = hands.rows[..., 1:]
    laid = ((five >= low) & (five < high)).any(axis=-1)
    ordinary = np.where(laid, tariff.four_aces_laid, tariff.four_aces_unlaid)
    return np.where(hands.instant < 0, ordinary, tariff.four_aces_instant).astype(np.int32)
