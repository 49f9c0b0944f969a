"""The account of a settled round in words: every chi, why, and by which rule."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.arrangement import check_legality
from scorer.lines import LineItem
from scorer.money import Stake
from scorer.naming import contrasting_names, full_hand_name, hand_name
from scorer.players import Standing
from scorer.reasons import BONUSES, FoulReason, Reason
from scorer.rules_profile import RulesProfile
from scorer.settlement import Settlement
from scorer.terms import BonusMode, Row
from scorer.texts import ACCOUNT, Language, render
from scorer.verdicts import fault_text

_ROW_REASONS = BONUSES | {Reason.ROW, Reason.FOUL_ROW}


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an account; `points` are signed for the player it is told to.

    `rule` is the rule's id; `row` is None for what concerns the whole hand.
    """

    text: str
    points: int
    rule: str
    row: Row | None = None

    def __str__(self) -> str:
        return f"{self.text}, {signed(self.points)} ({self.rule})"


def signed(points: int) -> str:
    """Return chi with a sign: `+4`, `−2`, `0`."""
    return f"+{points}" if points > 0 else str(points).replace("-", "−")


def pair_steps(
    settlement: Settlement, name: str, other: str, language: Language = "vi"
) -> tuple[Step, ...]:
    """Tell what happened between two players, in order, as `name` sees it."""
    sides = {side.name: side for side in settlement.standings}
    teller = _Teller(settlement, sides, language)
    items = [item for item in settlement.lines if {item.payer, item.payee} == {name, other}]
    steps = [
        *teller.rows(sides[name], sides[other], [item for item in items if item.row]),
        *(teller.step(item, name) for item in items if not item.row),
    ]
    return tuple(steps) or (teller.nothing(sides[name], sides[other]),)


def pair_account(settlement: Settlement, name: str, other: str, language: Language = "vi") -> str:
    """Return one line: the steps between two players and their sum, as `name` sees it."""
    steps = pair_steps(settlement, name, other, language)
    total = signed(settlement.pairs[name][other])
    return render(
        ACCOUNT,
        "pair",
        language,
        name=name,
        other=other,
        steps="; ".join(map(str, steps)),
        total=total,
    )


def player_account(
    settlement: Settlement, name: str, stake: Stake, language: Language = "vi"
) -> str:
    """Return one line: what a player takes from each opponent, the total and the money."""
    parts = ", ".join(
        f"{other} {signed(points)}" for other, points in settlement.pairs[name].items()
    )
    total = settlement.points[name]
    money = stake.worth(total)
    return render(
        ACCOUNT,
        "player",
        language,
        name=name,
        parts=parts,
        total=signed(total),
        money=f"{'+' if total > 0 else ''}{money}".replace("-", "−"),
    )


def round_account(settlement: Settlement, stake: Stake, language: Language = "vi") -> str:
    """Return the whole round: hands that stand out, every pair, every player, the winner."""
    profile = settlement.profile
    names = [side.name for side in settlement.standings]
    lines = [profile.name_vi if language == "vi" else profile.name_en]
    lines += [text for side in settlement.standings if (text := hand_note(side, profile, language))]
    lines += [
        pair_account(settlement, name, other, language)
        for place, name in enumerate(names)
        for other in names[place + 1 :]
    ]
    lines += [player_account(settlement, name, stake, language) for name in names]
    winners = ", ".join(settlement.winners)
    lines.append(render(ACCOUNT, "winner" if winners else "no_winner", language, names=winners))
    return "\n".join(lines)


def hand_note(side: Standing, profile: RulesProfile, language: Language = "vi") -> str | None:
    """Say that a hand is an instant win, or why it is foul; None for an ordinary hand."""
    if side.win:
        win = profile.instant_name(side.win, language)
        return render(ACCOUNT, "holds", language, name=side.name, win=win)
    if not side.foul:
        return None
    why = render(ACCOUNT, f"foul_{side.foul.value}", language)
    if side.foul is FoulReason.ROWS and side.player.arrangement:
        faults = check_legality(side.player.arrangement, profile).faults
        why = "; ".join(fault_text(fault, profile, language) for fault in faults)
    return render(ACCOUNT, "foul", language, name=side.name, why=why)


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts line items of one settlement into words."""

    settlement: Settlement
    sides: dict[str, Standing]
    language: Language

    def rows(self, one: Standing, other: Standing, items: Iterable[LineItem]) -> Iterable[Step]:
        """Tell the rows in showdown order, those that paid nothing among them."""
        by_row: dict[Row | None, list[LineItem]] = {}
        for item in items:
            by_row.setdefault(item.row, []).append(item)
        for row in self.settlement.profile.showdown_order:
            found = by_row.get(row, [])
            yield from (self.step(item, one.name) for item in found)
            if not found and one.ordinary and other.ordinary and not self._ended():
                yield self._unpaid_row(one, other, row)

    def step(self, item: LineItem, name: str) -> Step:
        """Tell one line item as `name` sees it."""
        points = item.points if item.payee == name else -item.points
        return Step(self._sentence(item), points, item.rule, item.row)

    def nothing(self, one: Standing, other: Standing) -> Step:
        """Say why two players owe each other nothing."""
        if one.win and other.win:
            key, rule = "level_wins", "R5.4"
        elif one.foul and other.foul:
            key, rule = "both_foul", "R4.4"
        elif self._ended():
            key, rule = "ended", "R5.5"
        else:
            key, rule = "not_collected", "R4.6"
        return Step(self._say(key), 0, rule)

    def _ended(self) -> bool:
        wins = any(side.win for side in self.settlement.standings)
        return wins and self.settlement.profile.instant_ends_round

    def _unpaid_row(self, one: Standing, other: Standing, row: Row) -> Step:
        """Tell a row that was level, or whose winner gets nothing under R2.5."""
        mine, theirs = one.strengths[row], other.strengths[row]
        profile, language = self.settlement.profile, self.language
        if mine == theirs:
            hand = full_hand_name(mine, profile, language)
            return Step(self._say("tied_row", row=self._row(row), hand=hand), 0, "R2.2", row)
        sides = (mine, theirs) if mine > theirs else (theirs, mine)
        better, worse = contrasting_names(*sides, profile, language)
        return Step(self._say("row", row=self._row(row), hand=better, worse=worse), 0, "R2.5", row)

    def _sentence(self, item: LineItem) -> str:
        profile = self.settlement.profile
        payee, payer = self.sides[item.payee], self.sides[item.payer]
        if item.row and item.reason in _ROW_REASONS:
            return self._row_sentence(item, payee, payer)
        wins = {
            key: profile.instant_name(side.win, self.language) if side.win else ""
            for key, side in (("win", payee), ("lower", payer))
        }
        declared = payer.player.declared
        return self._say(
            item.reason.value,
            payee=payee.name,
            payer=payer.name,
            row=self._row(item.row) if item.row else "",
            hand=self._hand(payee, item.row) if item.row else "",
            multiplier=self._multiplier(payee.name, payer.name),
            payee_aces=payee.ace_count,
            payer_aces=payer.ace_count,
            declared=profile.instant_name(declared, self.language) if declared else "",
            cap=profile.loss_cap,
            **wins,
        )

    def _row_sentence(self, item: LineItem, payee: Standing, payer: Standing) -> str:
        row = item.row or Row.FRONT
        if item.reason in BONUSES and self.settlement.profile.bonus_mode is BonusMode.ADD:
            return self._say("bonus", row=self._row(row), hand=self._hand(payee, row))
        if payer.foul:
            return self._say("foul_row", row=self._row(row), hand=self._hand(payee, row))
        better, worse = contrasting_names(
            payee.strengths[row], payer.strengths[row], self.settlement.profile, self.language
        )
        return self._say("row", row=self._row(row), hand=better, worse=worse)

    def _multiplier(self, winner: str, loser: str) -> int:
        scoops = self.settlement.scoops
        found = [s.multiplier for s in scoops if (s.winner, s.loser) == (winner, loser)]
        return found[0] if found else 1

    def _row(self, row: Row) -> str:
        return self.settlement.profile.row_name(row, self.language)

    def _hand(self, side: Standing, row: Row) -> str:
        return hand_name(side.strengths[row], self.settlement.profile, self.language)

    def _say(self, key: str, **values: object) -> str:
        return render(ACCOUNT, key, self.language, **values)
