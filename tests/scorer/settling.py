"""Hands that a person can check, and what they settle to."""

from dataclasses import replace

from scorer.profiles import get_profile
from scorer.settlement import Player, settle
from scorer.terms import AceChi
from tests.scorer.rounds import holding, laid

# X beats each of the Ys in every row, with plain rows only; Y1 and Y2 have the same ranks;
# X and Y3 hold two aces each.
X = "Ah Ad Jc / Ks Kc Kd 2s 3s / 4c 4d 4h 7s 7c"
Y1 = "2c 3c 5d / 6c 8c 9s Td Jd / 6d 8d 9c Tc Qc"
Y2 = "2d 3d 5c / 6h 8h 9d Ts Jh / 6s 8s 9h Th Qs"
Y3 = "2h 3h 5h / 4s 5s 7d Js Qh / 7h Qd Kh As Ac"
FOUL_Y1 = "2c 3c 5d / 6d 8d 9c Tc Qc / 6c 8c 9s Td Jd"
# Special rows everywhere: three of a kind, full house, four of a kind.
Z = "Kh Ks Kc / As Ac Ad 2s 2h / 7c 7d 7h 7s 3s"
# Six pairs that leave Y1 and Y2 their cards, with two aces.
PAIRS = "Ah Ad Kc Kd 3s 3h 4c 4d 7c 7s Qh Qd 2s"
NO_ACES = {"ace_chi": AceChi.NONE}


def players(*hands):
    """An, Bình, Chi, Dũng with rows where there are slashes, with mere cards elsewhere."""
    seats = []
    for name, hand in zip(("An", "Bình", "Chi", "Dũng"), hands, strict=False):
        if isinstance(hand, Player):
            seats.append(replace(hand, name=name))
        else:
            seats.append(laid(name, hand) if "/" in hand else holding(name, hand))
    return seats


def outcome(system, *hands, **changes):
    return settle(players(*hands), replace(get_profile(system), **changes))


def points(system, *hands, **changes):
    return list(outcome(system, *hands, **changes).points.values())


def reasons(system, *hands, **changes):
    return [(i.reason.value, i.points) for i in outcome(system, *hands, **changes).lines]
