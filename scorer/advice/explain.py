"""One sentence why: what an arrangement gains and gives up, in Vietnamese and English."""

from collections.abc import Mapping
from types import MappingProxyType

from scorer.advice.expected import Estimate
from scorer.advice.splits import Splits
from scorer.advice.strengths import (
    FLUSH,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    StrengthTables,
)
from scorer.profiles import RulesProfile
from scorer.terms import Row
from scorer.texts import Language

TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "only": ("cách xếp hợp lệ duy nhất đáng kể", "the only arrangement worth considering"),
        "row": ("{hand} ở {row}", "{hand} in {row}"),
        "wins_more": ("thắng thêm {percent} % ở {row}", "wins {percent} % more in {row}"),
        "wins_less": ("thắng bớt {percent} % ở {row}", "wins {percent} % less in {row}"),
        "scoops_more": ("sập được thêm {percent} %", "scoops {percent} % more"),
        "scoops_less": ("sập được bớt {percent} %", "scoops {percent} % less"),
        "scooped_more": ("bị sập thêm {percent} %", "is scooped {percent} % more"),
        "scooped_less": ("bị sập bớt {percent} %", "is scooped {percent} % less"),
        "bonus": ("ăn thưởng {chi} chi ở {row}", "a bonus of {chi} chi in {row}"),
        "but": ("; đổi lại ", "; in return it "),
        "alike": ("các chi gần như nhau", "the rows are nearly alike"),
        "foul": ("{row} mạnh hơn {below}", "{row} is stronger than {below}"),
        "foul_equal": ("{row} bằng {below}", "{row} equals {below}"),
        "ahead": ("hơn cách kế tiếp {chi} chi", "{chi} chi ahead of the next"),
        "behind": ("kém cách tốt nhất {chi} chi", "{chi} chi behind the best"),
        "noise": (
            "chưa phân biệt được (sai số mẫu)",
            "no real difference (within sampling noise)",
        ),
    }
)

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_NAMED_RANKS = {PAIR: 1, TRIPS: 1, STRAIGHT: 1, FLUSH: 1, HIGH_CARD: 1, QUADS: 1, STRAIGHT_FLUSH: 1}


def text(key: str, language: Language, **values: object) -> str:
    """Return one phrase of the catalogue."""
    return TEXTS[key][0 if language == "vi" else 1].format(**values)


def hand_name(
    row: Row, strength: int, strengths: StrengthTables, profile: RulesProfile, language: Language
) -> str:
    """Name a row's strength as this table's players do: "đôi A", "thú K 9", "cù lũ 8 4"."""
    if row is Row.FRONT:
        hand_class, ranks = strengths.front_class[strength], strengths.front_ranks[strength]
    else:
        hand_class, ranks = strengths.five_class[strength], strengths.five_ranks[strength]
    names = profile.hand_names_vi if language == "vi" else profile.hand_names_en
    wheel = hand_class in (STRAIGHT, STRAIGHT_FLUSH) and tuple(ranks[:2]) == (12, 3)
    shown = ["A-5"] if wheel else [_RANKS[rank] for rank in _groups(int(hand_class), ranks)]
    return " ".join([names[hand_class], *shown])


def _groups(hand_class: int, ranks: object) -> list[int]:
    listed = [int(rank) for rank in ranks]  # type: ignore[attr-defined]
    count = _NAMED_RANKS.get(hand_class, 2)
    return list(dict.fromkeys(listed))[:count]


def why(
    profile: RulesProfile,
    strengths: StrengthTables,
    splits: Splits,
    weighed: Estimate,
    *,
    index: int,
    rival: int,
    language: Language,
) -> str:
    """Say what split ``index`` gains and gives up against split ``rival``."""
    if index == rival:
        return text("only", language)
    ids, others = splits.rows()[index], splits.rows()[rival]
    changed = [place for place in range(3) if ids[place] != others[place]]
    gains, losses = _differences(profile, weighed, index, rival, language)
    stronger = [place for place in changed if ids[place] > others[place]]
    told = max(stronger or changed, key=lambda place: _shift(weighed, index, rival, place))
    row = tuple(Row)[told]
    head = text(
        "row",
        language,
        hand=hand_name(row, int(ids[told]), strengths, profile, language),
        row=profile.row_name(row, language),
    )
    balance = text("but", language).join(", ".join(part) for part in (gains, losses) if part)
    chi = abs(float(weighed.chi[index] - weighed.chi[rival]))
    ahead = weighed.chi[index] >= weighed.chi[rival]
    end = text("ahead" if ahead else "behind", language, chi=_decimal(chi, language))
    error = max(float(weighed.gap_se[index]), float(weighed.gap_se[rival]))
    if chi < 2 * error:
        end = text("noise", language)
    return f"{head}: {balance or text('alike', language)} – {end}"


def _shift(weighed: Estimate, index: int, rival: int, place: int) -> float:
    return abs(float(weighed.win[index, place] - weighed.win[rival, place]))


def _differences(
    profile: RulesProfile, weighed: Estimate, index: int, rival: int, language: Language
) -> tuple[list[str], list[str]]:
    """Return what is won and what is lost, in whole percent; nothing below one."""
    gains: list[str] = []
    losses: list[str] = []
    for place, row in enumerate(Row):
        percent = round(100 * float(weighed.win[index, place] - weighed.win[rival, place]))
        key = "wins_more" if percent > 0 else "wins_less"
        if percent:
            name = profile.row_name(row, language)
            part = text(key, language, percent=abs(percent), row=name)
            (gains if percent > 0 else losses).append(part)
    for kind, values, good in (("scoops", weighed.scoop, 1), ("scooped", weighed.scooped, -1)):
        percent = round(100 * float(values[index] - values[rival]))
        if percent:
            key = f"{kind}_more" if percent > 0 else f"{kind}_less"
            side = gains if percent * good > 0 else losses
            side.append(text(key, language, percent=abs(percent)))
    return gains, losses


def _decimal(chi: float, language: Language) -> str:
    return f"{chi:.2f}".replace(".", ",") if language == "vi" else f"{chi:.2f}"
