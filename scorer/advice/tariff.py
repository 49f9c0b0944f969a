"""A rules profile compiled to arrays: what each row strength takes, what a scoop multiplies.

Only what an arrangement's worth depends on is kept; two profiles that differ in a name or a
clock have equal tariffs, and so share one policy.
"""

import hashlib
from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scorer.advice import strengths as st
from scorer.profiles import RulesProfile
from scorer.terms import (
    AceChi,
    BonusMode,
    FourAces,
    InstantRanking,
    InstantVsInstant,
    InstantWin,
    ScoopCountedBy,
    ScoopMultiplies,
)

Pays = NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tariff:
    """What one hand can win or lose against ``opponents`` others; pays in chi a head."""

    opponents: int
    wheel: str
    equal_rows_are_foul: bool
    plain: tuple[Pays, ...]
    """Front, middle, back: by strength id, what a winning row takes unless it is a bonus."""
    bonus: tuple[Pays, ...]
    """By strength id, 0 for rows without a bonus."""
    plain_chi: int
    bonus_needs_win: bool
    pair_points: str
    multipliers: NDArray[np.int32]
    """(opponents + 1,) by number scooped; 1 for none."""
    scoop_counted_by_loser: bool
    scoop_multiplies_bonus: bool
    banker: int
    """Seat of the banker counted from the hero's: 0 the hero, 1 the next; -1 nobody."""
    instant_pay: tuple[int, ...]
    """In the order in which kinds are tried: best paid first."""
    instant_kinds: tuple[str, ...]
    instant_table: Pays
    """(kinds + 1, kinds + 1) what one instant win takes from another; the last is "none"."""
    quads_count_as_two_pairs: bool
    trip_counts_as_pair: bool
    a23_is_straight: bool
    instant_ends_round: bool
    instant_multiplied: bool
    ace_value: int
    aces_in_instant_rounds: bool
    four_aces_laid: int
    """What four aces in one hand take a head: laid as four of a kind, not so, or in an instant."""
    four_aces_unlaid: int
    four_aces_instant: int
    quad_aces: tuple[int, int]
    """Strength ids of four aces, from and up to."""
    loss_cap: int
    """0 for none."""

    @property
    def pays_bonus(self) -> tuple[bool, bool, bool]:
        """Front, middle, back: whether any strength has a bonus."""
        front, middle, back = (bool(pays.any()) for pays in self.bonus)
        return front, middle, back

    @property
    def counts_aces(self) -> bool:
        """Whether aces are worth chi at this table."""
        return bool(
            self.ace_value or self.four_aces_laid or self.four_aces_unlaid or self.four_aces_instant
        )

    @property
    def couples_opponents(self) -> bool:
        """Whether what the opponents settle among themselves can change the hero's chi."""
        return bool(self.opponents > 1 and (self.has_scoop or self.loss_cap))

    @property
    def has_scoop(self) -> bool:
        """Whether winning all three rows multiplies anything."""
        return bool((self.multipliers != 1).any())

    @property
    def separable(self) -> bool:
        """Whether opponents can be looked at one by one: what one pays is its own matter."""
        return self.opponents == 1 or not (
            self.loss_cap
            or self.instant_ends_round
            or self.instant_multiplied
            or self.banker > 0
            or (self.counts_aces and not self.aces_in_instant_rounds)
            or len(set(self.multipliers[1:].tolist())) > 1
        )

    @property
    def couples_three(self) -> bool:
        """Whether three opponents can bring more than what each two of them add.

        A multiplier that grows evenly counts each other opponent scooped by itself.
        """
        uneven = len(set(np.diff(self.multipliers[1:]).tolist())) > 1
        aces = self.counts_aces and not self.aces_in_instant_rounds
        return self.opponents > 2 and (uneven or self.instant_ends_round or aces)

    @property
    def rewards_strength(self) -> bool:
        """Whether a stronger row can never cost chi: more scoops are never worth less."""
        totals = self.multipliers * np.arange(len(self.multipliers))
        return bool((np.diff(totals) >= 0).all() and (np.diff(self.multipliers[1:]) >= 0).all())

    def against(self, opponents: int) -> "Tariff":
        """Return what the hero would settle with fewer opponents of the same table."""
        return replace(self, opponents=opponents, multipliers=self.multipliers[: opponents + 1])

    def fingerprint(self) -> str:
        """Return a name that two tariffs share exactly if they are played alike."""
        digest = hashlib.sha256()
        for item in fields(self):
            value = getattr(self, item.name)
            arrays = value if isinstance(value, tuple) and item.name in _ARRAYS else (value,)
            for part in arrays:
                data = part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode()
                digest.update(item.name.encode() + b"=" + data + b";")
        return digest.hexdigest()[:16]


_ARRAYS = ("plain", "bonus")


@lru_cache(maxsize=64)
def tariff_of(profile: RulesProfile, opponents: int, banker: int = -1) -> Tariff:
    """Compile a profile for a table of ``opponents`` + 1 players.

    Args:
        profile: the rules.
        opponents: 1 to 3.
        banker: seat of the banker counted from the hero's (0 the hero), -1 for nobody.
    """
    tables = st.strength_tables(str(profile.wheel))
    bonus = tuple(_bonus(profile, row, tables) for row in ("front", "middle", "back"))
    replace = profile.bonus_mode is BonusMode.REPLACE
    plain = tuple(
        np.where((pays > 0) & replace, 0, profile.plain_row).astype(np.int32) for pays in bonus
    )
    players = opponents + 1
    kinds = [
        kind for kind in profile.instant_order if getattr(profile, f"instant_{kind.value}") > 0
    ]
    kinds.sort(key=lambda kind: -_pay(profile, kind))
    aces = profile.ace_chi is AceChi.DIFFERENCE and players in profile.ace_table_sizes
    return Tariff(
        opponents=opponents,
        wheel=str(profile.wheel),
        equal_rows_are_foul=profile.equal_rows_are_foul,
        plain=plain,
        bonus=bonus,
        plain_chi=profile.plain_row,
        bonus_needs_win=profile.bonus_needs_win,
        pair_points=str(profile.pair_points),
        multipliers=np.array(
            [1, *(profile.scoop_multiplier(players, n) for n in range(1, players))], np.int32
        ),
        scoop_counted_by_loser=profile.scoop_counted_by is ScoopCountedBy.LOSER,
        scoop_multiplies_bonus=profile.scoop_multiplies is ScoopMultiplies.ALL,
        banker=banker,
        instant_pay=tuple(_pay(profile, kind) for kind in kinds),
        instant_kinds=tuple(kind.value for kind in kinds),
        instant_table=_instant_table(profile, kinds),
        quads_count_as_two_pairs=profile.quads_count_as_two_pairs,
        trip_counts_as_pair=profile.trip_counts_as_pair,
        a23_is_straight=profile.a23_is_straight,
        instant_ends_round=profile.instant_ends_round and bool(kinds),
        instant_multiplied=profile.instant_counts_as_scoop,
        ace_value=profile.ace_value if aces else 0,
        aces_in_instant_rounds=profile.aces_in_instant_rounds,
        four_aces_laid=four_aces_chi(profile, profile.four_aces_laid) if aces else 0,
        four_aces_unlaid=four_aces_chi(profile, profile.four_aces_unlaid) if aces else 0,
        four_aces_instant=four_aces_chi(profile, profile.four_aces_instant) if aces else 0,
        quad_aces=_quad_aces(tables),
        loss_cap=profile.loss_cap or 0,
    )


def four_aces_chi(profile: RulesProfile, how: FourAces) -> int:
    """Return what four aces in one hand take from each opponent."""
    if how is FourAces.NOT_COUNTED:
        return 0
    return profile.four_aces_flat if how is FourAces.FLAT else 4 * profile.ace_value


def _pay(profile: RulesProfile, kind: InstantWin) -> int:
    return int(getattr(profile, f"instant_{kind.value}"))


def _instant_table(profile: RulesProfile, kinds: list[InstantWin]) -> Pays:
    count = len(kinds)
    table = np.zeros((count + 1, count + 1), np.int32)
    mode = profile.instant_vs_instant
    for i, one in enumerate(kinds):
        table[i, count] = _pay(profile, one)
        for j, two in enumerate(kinds):
            if profile.instant_ranking is InstantRanking.BY_PAY:
                higher = _pay(profile, one) > _pay(profile, two)
            else:
                order = profile.instant_order
                higher = order.index(one) < order.index(two)
            if higher and mode is not InstantVsInstant.TIE:
                lower_pay = _pay(profile, two) if mode is InstantVsInstant.DIFFERENCE else 0
                table[i, j] = max(0, _pay(profile, one) - lower_pay)
    return _frozen(table - table.T)


def _quad_aces(tables: st.StrengthTables) -> tuple[int, int]:
    ids = np.flatnonzero((tables.five_class == st.QUADS) & (tables.five_ranks[:, 0] == 12))
    return int(ids[0]), int(ids[-1]) + 1


def _bonus(profile: RulesProfile, row: str, tables: st.StrengthTables) -> Pays:
    """Return the bonus of each strength in a row, 0 where the profile has none."""
    if row == "front":
        trips = tables.front_class == st.TRIPS
        pays = trips * profile.front_trips
        pays[trips & (tables.front_ranks[:, 0] == 12)] = profile.front_trips_aces
        return _frozen(pays)
    hand_class, top = tables.five_class, tables.five_ranks[:, 0]
    pays = np.zeros(len(hand_class), np.int32)
    if row == "middle":
        pays[hand_class == st.FULL_HOUSE] = profile.middle_full_house
    flush, quads = hand_class == st.STRAIGHT_FLUSH, hand_class == st.QUADS
    pays[quads] = getattr(profile, f"{row}_quads")
    pays[quads & (top == 12)] = getattr(profile, f"{row}_quads_aces")
    pays[flush] = getattr(profile, f"{row}_straight_flush")
    royal = flush & (top == 12) & (tables.five_ranks[:, 1] == 11)
    wheel = flush & (top == 12) & ~royal
    pays[royal] = getattr(profile, f"{row}_royal_flush")
    pays[wheel] = getattr(profile, f"{row}_wheel_flush")
    return _frozen(pays)


def _frozen(pays: NDArray[np.integer]) -> Pays:
    frozen = pays.astype(np.int32)
    frozen.flags.writeable = False
    return frozen
