"""Settling a round: every chi that changes hands, as line items that add up.

Order: each pair's rows, then its scoop, instant wins, false declarations, ace chi, the loss cap.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from scorer.errors import RoundError
from scorer.lines import LineItem, net, pair_matrix
from scorer.pairs import instant_pair, ordinary_pair, scoop_line, scooped_pair
from scorer.players import Player, Standing, player_problems, standing
from scorer.rules_profile import RulesProfile
from scorer.table_rules import ace_lines, cap_lines, declaration_lines
from scorer.terms import FoulPaysTo, InstantWin, ScoopCountedBy

__all__ = ["LineItem", "Player", "Scoop", "Settlement", "settle"]


@dataclass(frozen=True, slots=True)
class Scoop:
    """`winner` beat `loser` in all three rows, which multiplies the pair by `multiplier`."""

    winner: str
    loser: str
    multiplier: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round: zero-sum, every chi with its reason and rule.

    All else is read from `lines`: who takes what from whom is their sum.
    """

    profile: RulesProfile
    standings: tuple[Standing, ...]
    scoops: tuple[Scoop, ...]
    lines: tuple[LineItem, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in the order of their seats."""
        return tuple(side.player for side in self.standings)

    @property
    def pairs(self) -> dict[str, dict[str, int]]:
        """`pairs[a][b]`, the chi that a takes from b; negative where a pays."""
        return pair_matrix([side.name for side in self.standings], self.lines)

    @property
    def points(self) -> dict[str, int]:
        """Each player's total in chi."""
        return {name: sum(row.values()) for name, row in self.pairs.items()}

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has the most chi; several if they are level, nobody if no chi changed hands."""
        points = self.points
        best = max(points.values())
        return tuple(name for name, chi in points.items() if chi == best > 0)

    @property
    def instant_wins(self) -> dict[str, InstantWin | None]:
        """Each player's instant win, None for an ordinary hand."""
        return {side.name: side.win for side in self.standings}

    @property
    def fouls(self) -> tuple[str, ...]:
        """Who counts as foul, in the order of seats."""
        return tuple(side.name for side in self.standings if side.foul)


def settle(players: Sequence[Player], profile: RulesProfile) -> Settlement:
    """Settle a round of 2 to 4 players; RoundError names everything that is wrong with them.

    >>> from scorer.arrangement import Arrangement
    >>> from scorer.profiles import get_profile
    >>> an = Arrangement.parse("9h 8s 7c", "Jh Th 9c 7s 8d", "3d 3c 5d 5s 5c")
    >>> ba = Arrangement.parse("8h Ts Jd", "6s Td 4c 7d Kc", "Qs Qd 4h 9d 3s")
    >>> result = settle([Player.laid("An", an), Player.laid("Ba", ba)], get_profile("bigkool"))
    >>> result.points
    {'An': 1, 'Ba': -1}
    """
    problems = player_problems(players, profile)
    if problems:
        raise RoundError(problems)
    standings = [standing(seat, player, profile) for seat, player in enumerate(players)]
    by_pair = _pair_lines(standings, profile)
    scoops = _add_scoops(standings, by_pair, profile)
    lines = [item for pair in by_pair.values() for item in pair]
    lines += declaration_lines(standings, profile)
    lines += ace_lines(standings, profile)
    if profile.loss_cap is not None:
        lines += cap_lines([side.name for side in standings], lines, profile.loss_cap)
    paid = tuple(item for item in lines if item.points)
    return Settlement(profile, tuple(standings), scoops, paid)


_Pairs = dict[tuple[int, int], list[LineItem]]


def _pair_lines(standings: Sequence[Standing], profile: RulesProfile) -> _Pairs:
    """Return each pair's lines before scoops; pairs that do not settle are absent."""
    ended = profile.instant_ends_round and any(side.win for side in standings)
    by_pair: _Pairs = {}
    fouls: list[tuple[Standing, Standing]] = []
    for one, other in combinations(standings, 2):
        if one.win or other.win:
            by_pair[one.seat, other.seat] = instant_pair(one, other, profile)
        elif one.foul or other.foul:
            fouls.append((one, other))
        elif not ended:
            by_pair[one.seat, other.seat] = ordinary_pair(one, other, profile)
    collectors = _foul_collectors(standings, by_pair, profile)
    for one, other in fouls:
        if not ended and (one.seat in collectors or other.seat in collectors):
            by_pair[one.seat, other.seat] = ordinary_pair(one, other, profile)
    return dict(sorted(by_pair.items()))


def _foul_collectors(
    standings: Sequence[Standing], by_pair: _Pairs, profile: RulesProfile
) -> set[int]:
    """Return the seats that collect from foul hands."""
    legal = [side for side in standings if side.ordinary]
    if profile.foul_pays_to is FoulPaysTo.EVERYONE or not legal:
        return {side.seat for side in legal}
    among_legal = {
        pair: list(lines)
        for pair, lines in by_pair.items()
        if all(standings[seat].ordinary for seat in pair)
    }
    _add_scoops(standings, among_legal, profile)
    lines = [item for pair in among_legal.values() for item in pair]
    # `max` takes the first of equals: seat order.
    return {max(legal, key=lambda side: net(lines, side.name)).seat}


def _add_scoops(
    standings: Sequence[Standing], by_pair: _Pairs, profile: RulesProfile
) -> tuple[Scoop, ...]:
    """Append to each scooped pair what the scoop adds; return the scoops that multiply."""
    found = {}
    for pair in by_pair:
        scooped = scooped_pair(standings[pair[0]], standings[pair[1]], profile)
        if scooped:
            found[pair] = scooped
    by_winner = profile.scoop_counted_by is ScoopCountedBy.WINNER
    counted = Counter((winner if by_winner else loser).seat for winner, loser in found.values())
    scoops = []
    for pair, (winner, loser) in found.items():
        count = counted[(winner if by_winner else loser).seat]
        multiplier = profile.scoop_multiplier(len(standings), count)
        by_pair[pair].append(
            scoop_line(winner.name, loser.name, by_pair[pair], multiplier, profile)
        )
        scoops.append(Scoop(winner.name, loser.name, multiplier))
    return tuple(scoops)
