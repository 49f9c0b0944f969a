"""Why chi change hands: every reason a line item can have, and the rule that it rests on."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from scorer.ranking import Strength
from scorer.terms import HandClass, Row

_ACE, _KING = 14, 13
_WHEELS = ((_ACE, 5, 4, 3, 2), (5, 4, 3, 2, 1))


class Reason(StrEnum):
    """Key of a line item; the bonus reasons are named as their pay in the profile."""

    ROW = "row"
    BANKER_TIE = "banker_tie"
    FRONT_TRIPS = "front_trips"
    FRONT_TRIPS_ACES = "front_trips_aces"
    MIDDLE_FULL_HOUSE = "middle_full_house"
    BACK_QUADS = "back_quads"
    MIDDLE_QUADS = "middle_quads"
    BACK_QUADS_ACES = "back_quads_aces"
    MIDDLE_QUADS_ACES = "middle_quads_aces"
    BACK_STRAIGHT_FLUSH = "back_straight_flush"
    MIDDLE_STRAIGHT_FLUSH = "middle_straight_flush"
    BACK_WHEEL_FLUSH = "back_wheel_flush"
    MIDDLE_WHEEL_FLUSH = "middle_wheel_flush"
    BACK_ROYAL_FLUSH = "back_royal_flush"
    MIDDLE_ROYAL_FLUSH = "middle_royal_flush"
    BONUS_WITHOUT_WIN = "bonus_without_win"
    PAIR_WON = "pair_won"
    SCOOP = "scoop"
    FOUL_ROW = "foul_row"
    FLAT_FOUL = "flat_foul"
    INSTANT_WIN = "instant_win"
    HIGHER_INSTANT_WIN = "higher_instant_win"
    FALSE_DECLARATION = "false_declaration"
    ACES = "aces"
    FOUR_ACES = "four_aces"
    LOSS_CAP = "loss_cap"

    @property
    def rule(self) -> str:
        """Return the id of the rule in docs/rules.md."""
        return "R2.3" if self in BONUSES else _RULES[self]


class FoulReason(StrEnum):
    """Why a hand counts as foul."""

    ROWS = "rows"
    NOT_LAID = "not_laid"
    UNCONFIRMED = "unconfirmed"
    FLAGGED = "flagged"
    LEFT = "left"
    FALSE_DECLARATION = "false_declaration"


BONUSES = frozenset(
    reason for reason in Reason if reason.startswith(("front_", "middle_", "back_"))
)

_RULES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.ROW: "R2.1",
        Reason.BANKER_TIE: "R2.2",
        Reason.BONUS_WITHOUT_WIN: "R2.4",
        Reason.PAIR_WON: "R2.5",
        Reason.SCOOP: "R3.2",
        Reason.FOUL_ROW: "R4.2",
        Reason.FLAT_FOUL: "R4.3",
        Reason.INSTANT_WIN: "R5.3",
        Reason.HIGHER_INSTANT_WIN: "R5.4",
        Reason.FALSE_DECLARATION: "R5.7",
        Reason.ACES: "R6.1",
        Reason.FOUR_ACES: "R6.3",
        Reason.LOSS_CAP: "R7.1",
    }
)


def special_row(row: Row, strength: Strength) -> Reason | None:
    """Return the bonus that a row may earn, None for a plain one."""
    top = strength.ranks[0]
    if row is Row.FRONT:
        if strength.hand_class is not HandClass.TRIPS:
            return None
        return Reason.FRONT_TRIPS_ACES if top == _ACE else Reason.FRONT_TRIPS
    if strength.hand_class is HandClass.FULL_HOUSE and row is Row.MIDDLE:
        return Reason.MIDDLE_FULL_HOUSE
    if strength.hand_class is HandClass.QUADS:
        return Reason(f"{row.value}_quads{'_aces' if top == _ACE else ''}")
    if strength.hand_class is HandClass.STRAIGHT_FLUSH:
        return Reason(f"{row.value}_{_straight_flush_kind(strength)}")
    return None


def _straight_flush_kind(strength: Strength) -> str:
    if strength.ranks in _WHEELS:
        return "wheel_flush"
    return "royal_flush" if strength.ranks[:2] == (_ACE, _KING) else "straight_flush"
