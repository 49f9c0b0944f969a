"""What is settled over the whole table: ace chi, false declarations and the loss cap."""

from collections.abc import Sequence
from itertools import combinations, permutations

from scorer.lines import LineItem, line, pair_matrix
from scorer.players import Standing
from scorer.reasons import FoulReason, Reason
from scorer.rules_profile import RulesProfile
from scorer.terms import AceChi, FourAces


def declaration_lines(standings: Sequence[Standing], profile: RulesProfile) -> list[LineItem]:
    """Return what each false declaration pays to everybody else."""
    return [
        line(liar.name, other.name, profile.false_declaration, Reason.FALSE_DECLARATION)
        for liar, other in permutations(standings, 2)
        if liar.foul is FoulReason.FALSE_DECLARATION
    ]


def ace_lines(standings: Sequence[Standing], profile: RulesProfile) -> list[LineItem]:
    """Return the ace chi of every pair: always last, never multiplied."""
    any_win = any(side.win for side in standings)
    if (
        profile.ace_chi is AceChi.NONE
        or len(standings) not in profile.ace_table_sizes
        or (any_win and not profile.aces_in_instant_rounds)
    ):
        return []
    for holder in standings:
        if holder.ace_count == 4:
            return _four_ace_lines(holder, standings, profile)
    return [
        line(
            other.name,
            one.name,
            (one.ace_count - other.ace_count) * profile.ace_value,
            Reason.ACES,
        )
        for one, other in combinations(standings, 2)
    ]


def _four_ace_lines(
    holder: Standing, standings: Sequence[Standing], profile: RulesProfile
) -> list[LineItem]:
    if holder.win:
        how = profile.four_aces_instant
    elif holder.foul:
        how = profile.four_aces_foul
    else:
        how = profile.four_aces_laid if holder.four_aces_laid else profile.four_aces_unlaid
    if how is FourAces.NOT_COUNTED:
        return []
    flat = how is FourAces.FLAT
    points = profile.four_aces_flat if flat else 4 * profile.ace_value
    reason = Reason.FOUR_ACES if flat else Reason.ACES
    return [
        line(other.name, holder.name, points, reason) for other in standings if other is not holder
    ]


def cap_lines(names: Sequence[str], lines: Sequence[LineItem], cap: int) -> list[LineItem]:
    """Return the lines that give back what anybody lost beyond `cap` chi.

    Each round of cutting looks at all who are over the cap at once, so that seats do not matter
    except for the last chi; cutting one player's debt may push another over, who is next.
    """
    returned: list[LineItem] = []
    while True:
        matrix = pair_matrix(names, [*lines, *returned])
        cuts = [
            line(winner, loser, share, Reason.LOSS_CAP)
            for loser in names
            if (excess := -sum(matrix[loser].values()) - cap) > 0
            for winner, share in _shares(loser, excess, matrix).items()
        ]
        if not cuts:
            return returned
        returned.extend(cuts)


def _shares(loser: str, excess: int, matrix: dict[str, dict[str, int]]) -> dict[str, int]:
    """Part `excess` among those who take from `loser`, in proportion, by largest remainder."""
    claims = {name: -owed for name, owed in matrix[loser].items() if owed < 0}
    total = sum(claims.values())
    shares = {name: excess * claim // total for name, claim in claims.items()}
    # `sorted` is stable, so equal remainders go by seat.
    by_remainder = sorted(claims, key=lambda name: -(excess * claims[name] % total))
    for name in by_remainder[: excess - sum(shares.values())]:
        shares[name] += 1
    return shares
