"""What players call a row: `cù lũ K`, `đôi A`, `thùng phá sảnh hạ A-5`."""

from scorer.ranking import Strength
from scorer.rules_profile import RulesProfile
from scorer.terms import HandClass
from scorer.texts import Language

_ACE = 14
# How many of a strength's ranks belong to the name; the rest are kickers.
_NAMED_RANKS = {HandClass.TWO_PAIR: 2}
_RUNS = (HandClass.STRAIGHT, HandClass.STRAIGHT_FLUSH)


def rank_text(rank: int) -> str:
    """Return a rank as people write it, `10` for ten.

    >>> rank_text(10), rank_text(14)
    ('10', 'A')
    """
    return {14: "A", 13: "K", 12: "Q", 11: "J", 1: "A"}.get(rank, str(rank))


def hand_name(strength: Strength, profile: RulesProfile, language: Language = "vi") -> str:
    """Return the class of a row with the ranks that name it.

    >>> from scorer.notation import parse_cards
    >>> from scorer.profiles import get_profile
    >>> from scorer.ranking import rank_row
    >>> hand_name(rank_row(parse_cards("Kc Kd Kh 2s 2d")), get_profile("bigkool"))
    'cù lũ K'
    """
    if strength.hand_class in _RUNS:
        return _run_name(strength, profile, language)
    named = strength.ranks[: _NAMED_RANKS.get(strength.hand_class, 1)]
    return f"{profile.hand_name(strength.hand_class, language)} {_ranks(named)}"


def full_hand_name(strength: Strength, profile: RulesProfile, language: Language = "vi") -> str:
    """Return the name with its kickers, for rows of the same class.

    >>> from scorer.notation import parse_cards
    >>> from scorer.profiles import get_profile
    >>> from scorer.ranking import rank_row
    >>> full_hand_name(rank_row(parse_cards("Kc Kd 9h 5s 2d")), get_profile("mo-binh"))
    'phé K (9-5-2)'
    """
    name = hand_name(strength, profile, language)
    kickers = strength.ranks[_NAMED_RANKS.get(strength.hand_class, 1) :]
    if strength.hand_class in _RUNS or not kickers:
        return name
    return f"{name} ({_ranks(kickers)})"


def contrasting_names(
    first: Strength, second: Strength, profile: RulesProfile, language: Language = "vi"
) -> tuple[str, str]:
    """Name two rows as briefly as tells them apart: with kickers only where the names agree."""
    short = hand_name(first, profile, language), hand_name(second, profile, language)
    if short[0] != short[1]:
        return short
    return full_hand_name(first, profile, language), full_hand_name(second, profile, language)


def _run_name(strength: Strength, profile: RulesProfile, language: Language) -> str:
    ranks = sorted(strength.ranks)
    suited = strength.hand_class is HandClass.STRAIGHT_FLUSH
    low = 2 in ranks and (_ACE in ranks or 1 in ranks)
    if low or _ACE in ranks:
        vi = language == "vi"
        names = profile.ace_straight_names_vi if vi else profile.ace_straight_names_en
        return names[2 * suited + (not low)]
    name = profile.hand_name(strength.hand_class, language)
    return f"{name} {rank_text(ranks[0])}-{rank_text(ranks[-1])}"


def _ranks(ranks: tuple[int, ...]) -> str:
    return "-".join(map(rank_text, ranks))
