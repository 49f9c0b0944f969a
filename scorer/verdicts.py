"""Verdicts for quarrels without a whole round: two rows, one arrangement, one changed card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.arrangement import Arrangement, Fault, Legality, check_legality
from scorer.cards import Card
from scorer.errors import Problem, RoundError
from scorer.instant import InstantWin, instant_wins
from scorer.naming import contrasting_names, full_hand_name
from scorer.players import Player
from scorer.ranking import Strength, rank_row
from scorer.rules_profile import RulesProfile
from scorer.settlement import Settlement, settle
from scorer.terms import Row
from scorer.texts import ACCOUNT, Language, render


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """Two rows compared: `order` is positive if the first is stronger, 0 if they are equal."""

    first: Strength
    second: Strength

    @property
    def order(self) -> int:
        """1, 0 or −1."""
        return (self.first > self.second) - (self.first < self.second)

    def text(self, profile: RulesProfile, language: Language = "vi") -> str:
        """Return the verdict as a sentence."""
        sides = (self.first, self.second) if self.order >= 0 else (self.second, self.first)
        stronger, weaker = contrasting_names(*sides, profile, language)
        return render(
            ACCOUNT,
            "verdict_beats" if self.order else "verdict_equal",
            language,
            stronger=stronger,
            weaker=weaker,
        )


@dataclass(frozen=True, slots=True)
class HandVerdict:
    """One arrangement judged: its rows, its faults, and the instant wins of its 13 cards."""

    strengths: dict[Row, Strength]
    legality: Legality
    instant_wins: tuple[InstantWin, ...]

    def text(self, profile: RulesProfile, language: Language = "vi") -> str:
        """Return the verdict in lines: rows, legality, instant win."""
        lines = [
            f"{profile.row_name(row, language)}: "
            f"{full_hand_name(self.strengths[row], profile, language)}"
            for row in profile.showdown_order
        ]
        faults = [fault_text(fault, profile, language) for fault in self.legality.faults]
        if faults:
            lines.append(render(ACCOUNT, "verdict_foul", language, why="; ".join(faults)))
        else:
            lines.append(render(ACCOUNT, "verdict_legal", language))
        lines += [
            render(ACCOUNT, "verdict_win", language, win=profile.instant_name(win, language))
            for win in self.instant_wins[:1]
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A round settled twice, as it was and with one card changed."""

    before: Settlement
    after: Settlement

    @property
    def change(self) -> dict[str, int]:
        """How many chi more each player would have."""
        after = self.after.points
        return {name: after[name] - points for name, points in self.before.points.items()}


def compare_rows(
    first: Sequence[Card], second: Sequence[Card], profile: RulesProfile
) -> RowVerdict:
    """Compare two rows of 3 or 5 cards; RoundError if they are none or share a card."""
    problems = [
        Problem.of("row_size", count=count)
        for count in dict.fromkeys((len(first), len(second)))
        if count not in (3, 5)
    ]
    cards = [*first, *second]
    problems += [
        Problem.of("card_twice", card=str(card), count=cards.count(card))
        for card in dict.fromkeys(cards)
        if cards.count(card) > 1
    ]
    if problems:
        raise RoundError(problems)
    return RowVerdict(rank_row(first, profile.wheel), rank_row(second, profile.wheel))


def judge(arrangement: Arrangement, profile: RulesProfile) -> HandVerdict:
    """Judge one arrangement: rows, legality and instant wins, best first."""
    return HandVerdict(
        {row: rank_row(arrangement.row(row), profile.wheel) for row in Row},
        check_legality(arrangement, profile),
        instant_wins(arrangement.cards, profile),
    )


def what_if(players: Sequence[Player], profile: RulesProfile, card: Card, instead: Card) -> WhatIf:
    """Settle a round as it is and with `instead` in the place of `card`.

    If `instead` lies elsewhere in the round the two change places.  RoundError if nobody has
    `card`.
    """
    if not any(card in player.cards for player in players):
        raise RoundError([Problem.of("card_absent", card=str(card))])
    swap = {card: instead, instead: card}
    changed = [
        replace(
            player,
            cards=_swapped(player.cards, swap),
            arrangement=player.arrangement and swap_cards(player.arrangement, swap),
        )
        for player in players
    ]
    return WhatIf(settle(players, profile), settle(changed, profile))


def swap_cards(arrangement: Arrangement, swap: dict[Card, Card]) -> Arrangement:
    """Return the arrangement with cards replaced; ArrangementError if one would be there twice."""
    front, middle, back = (_swapped(arrangement.row(row), swap) for row in Row)
    return Arrangement(front, middle, back)


def fault_text(fault: Fault, profile: RulesProfile, language: Language = "vi") -> str:
    """Say which row is too strong for its place, and by what."""
    hand, below_hand = contrasting_names(fault.strength, fault.below_strength, profile, language)
    return render(
        ACCOUNT,
        "fault_equal" if fault.equal else "fault",
        language,
        row=profile.row_name(fault.row, language),
        below=profile.row_name(fault.below, language),
        hand=hand,
        below_hand=below_hand,
    )


def _swapped(cards: Sequence[Card], swap: dict[Card, Card]) -> tuple[Card, ...]:
    return tuple(swap.get(card, card) for card in cards)
