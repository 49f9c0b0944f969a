"""One sentence why: what an arrangement gains and gives up, in Vietnamese and English."""

from collections.abc import Mapping
from types import MappingProxyType

from scorer.advice.results import Suggestion
from scorer.naming import hand_name
from scorer.profiles import RulesProfile
from scorer.ranking import rank_row
from scorer.terms import Row
from scorer.texts import Language, render

TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "only": ("cách xếp duy nhất đáng kể", "the only arrangement worth considering"),
        "best": ("không cách nào hơn", "nothing beats it"),
        "sentence": ("{head}: {balance} – {end}", "{head}: {balance} – {end}"),
        "head": ("{hand} ở {row}", "{hand} in {row}"),
        "wins_more": ("thắng thêm {percent}% ở {row}", "wins {percent}% more in {row}"),
        "wins_less": ("thua thêm {percent}% ở {row}", "wins {percent}% less in {row}"),
        "scoops_more": ("sập được thêm {percent}%", "scoops {percent}% more"),
        "scoops_less": ("sập được bớt {percent}%", "scoops {percent}% less"),
        "scooped_more": ("bị sập thêm {percent}%", "is scooped {percent}% more"),
        "scooped_less": ("bị sập bớt {percent}%", "is scooped {percent}% less"),
        "bonus_more": ("thêm thưởng {chi} chi ở {row}", "adds a bonus of {chi} chi in {row}"),
        "bonus_less": ("mất thưởng {chi} chi ở {row}", "gives up {chi} chi of bonus in {row}"),
        "but": ("; đổi lại ", "; in return "),
        "alike": ("các chi gần như nhau", "the rows are nearly alike"),
        "ahead": ("hơn cách kế tiếp {chi} chi", "{chi} chi ahead of the next"),
        "behind": ("kém cách tốt nhất {chi} chi", "{chi} chi behind the best"),
        "noise": (
            "chênh lệch trong sai số, coi như ngang nhau",
            "the difference is within noise: as good as equal",
        ),
        "foul": ("binh lủng: {why}", "foul: {why}"),
    }
)


def text(key: str, language: Language, **values: object) -> str:
    """Return one phrase of the catalogue."""
    return render(TEXTS, key, language, **values)


def why(mine: Suggestion, rival: Suggestion, profile: RulesProfile, language: Language) -> str:
    """Say what one arrangement gains and gives up against another."""
    gains, losses = _differences(mine, rival, profile, language)
    told = max(Row, key=lambda row: mine.win[row] - rival.win[row])
    row = told.value
    hand = rank_row(getattr(mine.arrangement, row), profile.wheel)
    balance = text("but", language).join(", ".join(part) for part in (gains, losses) if part)
    return text(
        "sentence",
        language,
        head=text(
            "head",
            language,
            hand=hand_name(hand, profile, language),
            row=profile.row_name(told, language),
        ),
        balance=balance or text("alike", language),
        end=_end(mine, rival, language),
    )


def _end(mine: Suggestion, rival: Suggestion, language: Language) -> str:
    chi = mine.chi - rival.chi
    if abs(chi) < 2 * max(mine.gap_se, rival.gap_se):
        return text("noise", language)
    shown = f"{abs(chi):.2f}"
    if language == "vi":
        shown = shown.replace(".", ",")
    return text("ahead" if chi > 0 else "behind", language, chi=shown)


def _differences(
    mine: Suggestion, rival: Suggestion, profile: RulesProfile, language: Language
) -> tuple[list[str], list[str]]:
    """Return what is gained and what is given up, in whole percent; nothing below one."""
    gains: list[str] = []
    losses: list[str] = []

    def tell(kind: str, change: int, *, good: bool, **values: object) -> None:
        if change:
            key = f"{kind}_more" if change > 0 else f"{kind}_less"
            (gains if good else losses).append(text(key, language, **values))

    paid = {bonus.row: bonus.chi for bonus in mine.bonuses}
    missed = {bonus.row: bonus.chi for bonus in rival.bonuses}
    for row in profile.showdown_order:
        name = profile.row_name(row, language)
        chi = paid.get(row, 0) - missed.get(row, 0)
        tell("bonus", chi, good=chi > 0, chi=abs(chi), row=name)
        percent = round(100 * (mine.win[row] - rival.win[row]))
        tell("wins", percent, good=percent > 0, percent=abs(percent), row=name)
    if {*profile.scoop_of_2, *profile.scoop_of_3, *profile.scoop_of_4} == {1}:
        return gains, losses
    scoops = round(100 * (mine.scoop - rival.scoop))
    tell("scoops", scoops, good=scoops > 0, percent=abs(scoops))
    scooped = round(100 * (mine.scooped - rival.scooped))
    tell("scooped", scooped, good=scooped < 0, percent=abs(scooped))
    return gains, losses
