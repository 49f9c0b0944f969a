"""One pair of players: rows, fouls, instant wins, and what a scoop multiplies."""

from scorer.instant import deciding_ranks, instant_pay
from scorer.lines import LineItem, line, net
from scorer.players import Standing
from scorer.reasons import BONUSES, FoulReason, Reason
from scorer.rules_profile import RulesProfile
from scorer.terms import (
    BonusMode,
    FoulPay,
    FoulToInstant,
    InstantRanking,
    InstantVsInstant,
    PairPoints,
    Row,
    ScoopMultiplies,
)

_BONUS_REASONS = BONUSES | {Reason.BONUS_WITHOUT_WIN}


def ordinary_pair(one: Standing, other: Standing, profile: RulesProfile) -> list[LineItem]:
    """Settle two players without instant wins, of whom one may be foul; scoops aside."""
    if one.foul or other.foul:
        winner, loser = (other, one) if one.foul else (one, other)
        if profile.foul is FoulPay.FLAT:
            return [line(loser.name, winner.name, profile.foul_flat, Reason.FLAT_FOUL)]
        lines = [
            item
            for row in profile.showdown_order
            for item in _won_row(winner, loser, row, Reason.FOUL_ROW, profile)
        ]
    else:
        lines = [item for row in profile.showdown_order for item in _row(one, other, row, profile)]
    return _pair_points(one.name, other.name, lines, profile)


def scooped_pair(
    one: Standing, other: Standing, profile: RulesProfile
) -> tuple[Standing, Standing] | None:
    """Return winner and loser if one scoops the other, None if neither does."""
    for winner, loser in ((one, other), (other, one)):
        if winner.win and not loser.win:
            counts = profile.instant_counts_as_scoop and _can_be_scooped(loser, profile)
            return (winner, loser) if counts else None
        if winner.ordinary and loser.foul and _can_be_scooped(loser, profile):
            return winner, loser
        if winner.ordinary and loser.ordinary and _beats_everywhere(winner, loser):
            return winner, loser
    return None


def scoop_line(
    winner: str, loser: str, lines: list[LineItem], multiplier: int, profile: RulesProfile
) -> LineItem:
    """Return what a scoop adds to the pair's lines; never less than nothing."""
    base = [item for item in lines if item.reason is not Reason.FLAT_FOUL]
    if profile.scoop_multiplies is ScoopMultiplies.PLAIN_ROWS:
        base = [item for item in base if item.reason not in _BONUS_REASONS]
    return line(loser, winner, max(0, net(base, winner)) * (multiplier - 1), Reason.SCOOP)


def instant_pair(one: Standing, other: Standing, profile: RulesProfile) -> list[LineItem]:
    """Settle a pair in which at least one holds an instant win."""
    if one.win and other.win:
        return _two_instant_wins(one, other, profile)
    holder, loser = (one, other) if one.win else (other, one)
    pay = _pay(holder, profile)
    lines = [line(loser.name, holder.name, pay, Reason.INSTANT_WIN)]
    if loser.foul and profile.foul is FoulPay.FLAT:
        extra = {
            FoulToInstant.LARGER: max(0, profile.foul_flat - pay),
            FoulToInstant.VALUE: 0,
            FoulToInstant.BOTH: profile.foul_flat,
        }[profile.foul_to_instant]
        lines.append(line(loser.name, holder.name, extra, Reason.FLAT_FOUL))
    return lines


def _row(one: Standing, other: Standing, row: Row, profile: RulesProfile) -> list[LineItem]:
    if one.strengths[row] == other.strengths[row]:
        return _tied_row(one, other, row, profile)
    won = one.strengths[row] > other.strengths[row]
    winner, loser = (one, other) if won else (other, one)
    lines = _won_row(winner, loser, row, Reason.ROW, profile)
    lost_bonus = loser.bonuses[row]
    if lost_bonus and not profile.bonus_needs_win:
        pay = _bonus_pay(lost_bonus, profile)
        lines.append(line(winner.name, loser.name, pay, Reason.BONUS_WITHOUT_WIN, row))
    return lines


def _tied_row(one: Standing, other: Standing, row: Row, profile: RulesProfile) -> list[LineItem]:
    # Equal rows have equal bonuses, so what they would owe each other cancels.
    for banker, guest in ((one, other), (other, one)):
        if profile.banker == banker.seat + 1:
            return [line(guest.name, banker.name, profile.plain_row, Reason.BANKER_TIE, row)]
    return []


def _won_row(
    winner: Standing, loser: Standing, row: Row, plain: Reason, profile: RulesProfile
) -> list[LineItem]:
    bonus = winner.bonuses[row]
    pay = _bonus_pay(bonus, profile) if bonus else 0
    lines = []
    if not pay or profile.bonus_mode is BonusMode.ADD:
        lines.append(line(loser.name, winner.name, profile.plain_row, plain, row))
    if bonus:
        lines.append(line(loser.name, winner.name, pay, bonus, row))
    return lines


def _bonus_pay(bonus: Reason, profile: RulesProfile) -> int:
    pay: int = getattr(profile, bonus.value)
    return pay


def _pair_points(
    one: str, other: str, lines: list[LineItem], profile: RulesProfile
) -> list[LineItem]:
    balance = net(lines, one)
    if profile.pair_points is PairPoints.DIFFERENCE:
        return lines
    if balance == 0:
        return []
    winner, loser = (one, other) if balance > 0 else (other, one)
    if profile.pair_points is PairPoints.WINNER_TOTAL:
        return [item for item in lines if item.payee == winner]
    return [line(loser, winner, 1, Reason.PAIR_WON)]


def _can_be_scooped(loser: Standing, profile: RulesProfile) -> bool:
    if loser.foul is FoulReason.LEFT:
        return profile.left_counts_as_scooped
    return profile.foul_counts_as_scooped or not loser.foul


def _beats_everywhere(winner: Standing, loser: Standing) -> bool:
    return all(winner.strengths[row] > loser.strengths[row] for row in Row)


def _two_instant_wins(one: Standing, other: Standing, profile: RulesProfile) -> list[LineItem]:
    order = _compare_wins(one, other, profile)
    if profile.instant_vs_instant is InstantVsInstant.TIE or order == 0:
        return []
    higher, lower = (one, other) if order > 0 else (other, one)
    points = _pay(higher, profile)
    if profile.instant_vs_instant is InstantVsInstant.DIFFERENCE:
        points = max(0, points - _pay(lower, profile))
    return [line(lower.name, higher.name, points, Reason.HIGHER_INSTANT_WIN)]


def _compare_wins(one: Standing, other: Standing, profile: RulesProfile) -> int:
    """Return more than 0 if `one` holds the higher win, less if `other` does, 0 for a tie."""
    if one.win and one.win is other.win:
        if not profile.instant_cards_decide:
            return 0
        mine = deciding_ranks(one.win, one.player.cards)
        theirs = deciding_ranks(one.win, other.player.cards)
        return (mine > theirs) - (mine < theirs)
    if profile.instant_ranking is InstantRanking.BY_PAY:
        return _pay(one, profile) - _pay(other, profile)
    places = [profile.instant_order.index(side.win) for side in (one, other) if side.win]
    return places[1] - places[0]


def _pay(holder: Standing, profile: RulesProfile) -> int:
    return instant_pay(holder.win, profile) if holder.win else 0
