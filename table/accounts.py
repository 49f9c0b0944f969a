"""The night's account: totals of everybody who played, and the fewest payments that settle it."""

from collections.abc import Mapping, Sequence
from typing import Final

import sqlalchemy as sa

from scorer.money import Money
from table.rounds import effective
from table.schema import players, round_hands, rounds
from table.values import Account, Payment

_EXACT_UP_TO: Final = 12


def accounts(link: sa.Connection, table_id: int) -> tuple[Account, ...]:
    """Return every player's night, in the order in which they came."""
    query = (
        sa.select(players.c.name, round_hands.c.seat, rounds)
        .select_from(players)
        .outerjoin(round_hands, round_hands.c.player_id == players.c.id)
        .outerjoin(rounds, (rounds.c.id == round_hands.c.round_id) & effective(table_id))
        .where(players.c.table_id == table_id)
        .order_by(players.c.id)
    )
    sums: dict[str, list[int]] = {}
    for row in link.execute(query):
        total = sums.setdefault(row.name, [0, 0, 0])
        if row.number is None:
            continue
        points = (row.points_0, row.points_1, row.points_2, row.points_3)[row.seat]
        total[0] += points
        total[1] += points * row.stake
        total[2] += row.kind != "void"
    return tuple(
        Account(name, points, Money(money), played)
        for name, (points, money, played) in sums.items()
    )


def fewest_payments(owed: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the fewest payments after which nobody owes anything; sums must add up to zero.

    Everybody who does not break even is put into as many groups as possible that are zero in
    themselves; a group of n then needs n − 1 payments.  Up to 12 people the number is the least
    possible; above, groups are whoever is left after the greedy payments.

    >>> [(p.payer, p.payee, p.money.amount) for p in
    ...  fewest_payments({"An": 5, "Ba": -5, "Cu": 7, "Di": -7})]
    [('Ba', 'An', 5), ('Di', 'Cu', 7)]
    """
    open_ = [(name, amount) for name, amount in owed.items() if amount]
    groups = _zero_groups(open_) if len(open_) <= _EXACT_UP_TO else [open_]
    return tuple(payment for group in groups for payment in _pay_up(group))


def _zero_groups(open_: Sequence[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """Part people into the most groups whose sums are zero (dynamic programming over subsets)."""
    size = 1 << len(open_)
    sums, most, added = [0] * size, [0] * size, [0] * size
    for chosen in range(1, size):
        low = chosen & -chosen
        sums[chosen] = sums[chosen ^ low] + open_[low.bit_length() - 1][1]
        options = [1 << bit for bit in range(len(open_)) if chosen >> bit & 1]
        added[chosen] = max(options, key=lambda bit: most[chosen ^ bit])
        most[chosen] = most[chosen ^ added[chosen]] + (sums[chosen] == 0)
    groups: list[list[tuple[str, int]]] = []
    chosen = size - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(open_[added[chosen].bit_length() - 1])
        chosen ^= added[chosen]
    return [sorted(group, key=open_.index) for group in groups[::-1]]


def _pay_up(group: Sequence[tuple[str, int]]) -> list[Payment]:
    """Let the largest debtor pay the largest creditor until all are even."""
    left = dict(group)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        payments.append(Payment(payer, payee, Money(amount)))
    return payments
