"""House rules as data: one frozen, flat profile; a system is a profile, never a subclass.

Every field says in its metadata what it means in both languages, its unit, its bounds and the rule
of docs/rules.md that it belongs to (`field_notes`).  Pays are chi a head; 0 means "not played".
"""

# ruff: noqa: RUF009 - declare, pay and names are field specifiers, as dataclasses.field is

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any, get_type_hints

from scorer import terms, texts
from scorer.errors import ProfileError
from scorer.fields import FieldNote, declare, names, pay, problem_with
from scorer.terms import InstantWin, Row


def _times(default: tuple[int, ...], vi: str, en: str) -> tuple[int, ...]:
    return declare(default, "R3.2", vi, en, unit="×", minimum=1, maximum=100, length=len(default))


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesProfile:
    """The complete rules of a table; the defaults are those most systems share.

    ProfileError names every value that does not fit.  Compare two with `scorer.house.differences`,
    change one with `dataclasses.replace`, read one from a file with `scorer.house`.
    """

    id: str = declare("table", "R9.1", "mã luật", "identifier")
    name_vi: str = declare("Luật bàn", "R9.1", "tên tiếng Việt", "Vietnamese name")
    name_en: str = declare("Table rules", "R9.1", "tên tiếng Anh", "English name")
    base: str = declare("bigkool", "R9.1", "luật gốc", "system it started from")
    row_names_vi: tuple[str, ...] = names(
        ("chi 3", "chi 2", "chi 1"), "R1.2", "tên ba chi, từ 3 lá", "row names, front first"
    )
    row_names_en: tuple[str, ...] = names(
        ("front", "middle", "back"), "R1.2", "tên ba chi tiếng Anh", "English row names"
    )
    hand_names_vi: tuple[str, ...] = names(
        texts.HAND_NAMES_VI, "R1.4", "tên bộ bài, từ yếu", "hand names, weakest first"
    )
    hand_names_en: tuple[str, ...] = names(
        texts.HAND_NAMES_EN, "R1.4", "tên bộ bài tiếng Anh", "English hand names"
    )
    ace_straight_names_vi: tuple[str, ...] = names(
        ("sảnh A-5", "sảnh 10-A", "thùng phá sảnh A-5", "thùng phá sảnh 10-A"),
        "R1.5",
        "tên sảnh và thùng phá sảnh có A: thấp, cao",
        "names of straights and straight flushes with an ace: low, high",
    )
    ace_straight_names_en: tuple[str, ...] = names(
        ("low straight A-5", "straight 10-A", "straight flush A-5", "royal flush"),
        "R1.5",
        "tên tiếng Anh của sảnh có A",
        "English names of straights and straight flushes with an ace",
    )
    instant_names_vi: tuple[str, ...] = names(
        texts.INSTANT_NAMES_VI, "R5.1", "tên thắng trắng", "instant win names"
    )
    instant_names_en: tuple[str, ...] = names(
        texts.INSTANT_NAMES_EN, "R5.1", "tên thắng trắng tiếng Anh", "English instant win names"
    )

    wheel: terms.Wheel = declare(
        terms.Wheel.SECOND, "R1.5", "hạng của sảnh A-2-3-4-5", "where A-2-3-4-5 stands"
    )
    equal_rows_are_foul: bool = declare(
        False, "R1.6", "hai chi bằng nhau là binh lủng", "equal rows are foul"
    )

    plain_row: int = pay(1, "R2.1", "chi thường thắng", "a row won without a bonus")
    banker: int | None = declare(
        None,
        "R2.2",
        "ghế nhà cái ăn chi hòa",
        "seat of the banker, who takes equal rows",
        unit="seat",
        minimum=1,
        maximum=4,
    )
    bonus_mode: terms.BonusMode = declare(
        terms.BonusMode.REPLACE,
        "R2.3",
        "thưởng thay hay cộng thêm chi thường",
        "a bonus replaces the plain chi or is added to it",
    )
    front_trips: int = pay(3, "R2.3", "xám ở chi 3 lá", "three of a kind in front")
    front_trips_aces: int = pay(3, "R2.3", "xám A ở chi 3 lá", "three aces in front")
    middle_full_house: int = pay(2, "R2.3", "cù lũ ở chi giữa", "full house in the middle")
    back_quads: int = pay(4, "R2.3", "tứ quý ở chi mạnh nhất", "four of a kind in back")
    middle_quads: int = pay(8, "R2.3", "tứ quý ở chi giữa", "four of a kind in the middle")
    back_quads_aces: int = pay(4, "R2.3", "tứ quý A ở chi mạnh nhất", "four aces in back")
    middle_quads_aces: int = pay(8, "R2.3", "tứ quý A ở chi giữa", "four aces in the middle")
    back_straight_flush: int = pay(
        5, "R2.3", "thùng phá sảnh ở chi mạnh nhất", "straight flush in back"
    )
    middle_straight_flush: int = pay(
        10, "R2.3", "thùng phá sảnh ở chi giữa", "straight flush in the middle"
    )
    back_wheel_flush: int = pay(
        5, "R2.3", "thùng phá sảnh A-2-3-4-5 ở chi mạnh nhất", "suited A-2-3-4-5 in back"
    )
    middle_wheel_flush: int = pay(
        10, "R2.3", "thùng phá sảnh A-2-3-4-5 ở chi giữa", "suited A-2-3-4-5 in the middle"
    )
    back_royal_flush: int = pay(
        5, "R2.3", "thùng phá sảnh 10-A ở chi mạnh nhất", "suited 10-J-Q-K-A in back"
    )
    middle_royal_flush: int = pay(
        10, "R2.3", "thùng phá sảnh 10-A ở chi giữa", "suited 10-J-Q-K-A in the middle"
    )
    bonus_needs_win: bool = declare(
        True, "R2.4", "phải thắng chi mới được thưởng", "a bonus needs its row to win"
    )
    pair_points: terms.PairPoints = declare(
        terms.PairPoints.DIFFERENCE,
        "R2.5",
        "cách tính điểm một cặp",
        "what the winner of a pair gets",
    )

    scoop_of_2: tuple[int, ...] = _times((1,), "sập ở bàn 2 người", "scoop at a table of 2")
    scoop_of_3: tuple[int, ...] = _times(
        (1, 1), "sập 1, 2 nhà ở bàn 3", "scooping 1, 2 at a table of 3"
    )
    scoop_of_4: tuple[int, ...] = _times(
        (1, 1, 1), "sập 1, 2, 3 nhà ở bàn 4", "scooping 1, 2, 3 at a table of 4"
    )
    scoop_counted_by: terms.ScoopCountedBy = declare(
        terms.ScoopCountedBy.WINNER,
        "R3.2",
        "đếm số nhà sập theo người thắng hay thua",
        "whose scoops are counted",
    )
    scoop_multiplies: terms.ScoopMultiplies = declare(
        terms.ScoopMultiplies.ALL, "R3.3", "sập nhân cả thưởng không", "what a scoop multiplies"
    )

    unconfirmed_is_foul: bool = declare(
        False,
        "R4.1",
        "hết giờ chưa bấm Xong là binh lủng",
        "a legal arrangement that was not confirmed in time is foul",
    )
    foul: terms.FoulPay = declare(
        terms.FoulPay.ROWS, "R4.2", "binh lủng đền theo chi hay cố định", "how a foul pays"
    )
    foul_flat: int = pay(0, "R4.3", "binh lủng đền mỗi nhà", "flat penalty a head")
    foul_to_instant: terms.FoulToInstant = declare(
        terms.FoulToInstant.LARGER,
        "R4.3",
        "binh lủng đền cố định gặp thắng trắng",
        "what a flat foul owes to an instant win",
    )
    foul_counts_as_scooped: bool = declare(
        True, "R4.5", "binh lủng tính là bị sập", "a foul counts as scooped"
    )
    left_counts_as_scooped: bool = declare(
        False, "R4.5", "thoát trước tính là bị sập", "who left counts as scooped"
    )
    foul_pays_to: terms.FoulPaysTo = declare(
        terms.FoulPaysTo.EVERYONE, "R4.6", "binh lủng đền cho ai", "who collects from a foul"
    )

    instant_dragon_suited: int = pay(0, "R5.1", "rồng cuốn", "2 to A in one suit")
    instant_dragon: int = pay(0, "R5.1", "sảnh rồng", "2 to A")
    instant_same_colour: int = pay(0, "R5.1", "13 lá đồng màu", "13 cards of one colour")
    instant_twelve_colour: int = pay(0, "R5.1", "12 lá đồng màu", "12 cards of one colour")
    instant_five_pairs_trip: int = pay(0, "R5.1", "5 đôi 1 xám", "five pairs and a triple")
    instant_six_pairs: int = pay(0, "R5.1", "6 đôi", "six pairs")
    instant_three_flushes: int = pay(0, "R5.1", "3 thùng", "three flushes")
    instant_three_straights: int = pay(0, "R5.1", "3 sảnh", "three straights")
    instant_straight_flush: int = pay(
        0, "R5.1", "có thùng phá sảnh trong 13 lá", "holding any straight flush"
    )
    instant_quads: int = pay(0, "R5.1", "có tứ quý trong 13 lá", "holding any four of a kind")
    instant_three_full_houses: int = pay(0, "R5.1", "3 cù", "three triples and two pairs")
    quads_count_as_two_pairs: bool = declare(
        True, "R5.1", "tứ quý tính là hai đôi", "four of a kind counts as two pairs"
    )
    trip_counts_as_pair: bool = declare(
        True,
        "R5.1",
        "5 đôi 1 xám tính là 6 đôi nếu không có luật riêng",
        "five pairs and a triple count as six pairs where they are not played",
    )
    a23_is_straight: bool = declare(
        True, "R5.1", "A-2-3 là sảnh ở chi 3 lá", "A-2-3 is a three-card straight"
    )
    instant_order: tuple[InstantWin, ...] = declare(
        tuple(InstantWin),
        "R5.2",
        "thứ tự thắng trắng, từ lớn",
        "instant wins, highest first",
        length=len(InstantWin),
    )
    left_keeps_instant: bool = declare(
        True, "R5.2", "thoát trước vẫn được thắng trắng", "who left keeps an instant win"
    )
    instant_counts_as_scoop: bool = declare(
        False, "R5.3", "thắng trắng được nhân như sập", "an instant win is multiplied as a scoop"
    )
    instant_vs_instant: terms.InstantVsInstant = declare(
        terms.InstantVsInstant.HIGHER_TAKES,
        "R5.4",
        "hai nhà cùng thắng trắng",
        "how two instant wins settle",
    )
    instant_ranking: terms.InstantRanking = declare(
        terms.InstantRanking.BY_PAY,
        "R5.4",
        "so thắng trắng theo chi hay theo thứ tự",
        "whether pay or the listed order ranks instant wins",
    )
    instant_cards_decide: bool = declare(
        False, "R5.4", "cùng loại thắng trắng thì so lá", "cards decide between the same win"
    )
    instant_ends_round: bool = declare(
        False, "R5.5", "có thắng trắng thì không so chi", "an instant win ends the round"
    )
    instant_must_be_laid: bool = declare(
        False,
        "R5.6",
        "ba thùng, ba sảnh phải xếp đúng",
        "three flushes and straights must lie so",
    )
    instant_must_be_declared: bool = declare(
        False, "R5.7", "thắng trắng phải báo", "instant wins must be declared"
    )
    false_declaration: int = pay(0, "R5.7", "báo sai đền mỗi nhà", "false declaration, a head")

    ace_chi: terms.AceChi = declare(terms.AceChi.NONE, "R6.1", "tính chi Át", "aces are worth chi")
    ace_value: int = pay(1, "R6.1", "mỗi lá A hơn", "each ace more than the opponent")
    ace_table_sizes: tuple[int, ...] = declare(
        (2, 3, 4),
        "R6.2",
        "số người để tính chi Át",
        "table sizes with ace chi",
        unit="players",
        minimum=2,
        maximum=4,
    )
    aces_in_instant_rounds: bool = declare(
        True, "R6.2", "tính chi Át cả ván có thắng trắng", "ace chi also with an instant win"
    )
    four_aces_laid: terms.FourAces = declare(
        terms.FourAces.NOT_COUNTED, "R6.3", "bốn A xếp tứ quý", "four aces laid as four of a kind"
    )
    four_aces_unlaid: terms.FourAces = declare(
        terms.FourAces.COUNTED, "R6.3", "bốn A không xếp tứ quý", "four aces not laid together"
    )
    four_aces_instant: terms.FourAces = declare(
        terms.FourAces.COUNTED, "R6.3", "bốn A ở bài thắng trắng", "four aces of an instant win"
    )
    four_aces_foul: terms.FourAces = declare(
        terms.FourAces.NOT_COUNTED, "R6.3", "bốn A ở bài binh lủng", "four aces of a foul hand"
    )
    four_aces_flat: int = pay(16, "R6.3", "bốn A ăn cố định mỗi nhà", "flat pay for four aces")

    loss_cap: int | None = declare(
        None,
        "R7.1",
        "thua tối đa một ván",
        "most chi lost in a round",
        unit="chi",
        minimum=1,
        maximum=100_000,
    )

    clock_s: int | None = declare(
        None,
        "R9.2",
        "thời gian xếp bài",
        "time to arrange",
        unit="s",
        minimum=5,
        maximum=3600,
    )
    showdown_order: tuple[Row, ...] = declare(
        (Row.BACK, Row.MIDDLE, Row.FRONT),
        "R9.2",
        "thứ tự so chi",
        "order of the showdown",
        length=len(Row),
    )
    showdown_row_s: int = declare(
        5, "R9.2", "thời gian mỗi chi", "time a row is shown", unit="s", maximum=60
    )
    table_minimum_stakes: int = declare(
        0,
        "R9.3",
        "số tiền tối thiểu để vào bàn",
        "stakes needed to sit down",
        unit="stakes",
        maximum=100_000,
    )

    def __post_init__(self) -> None:
        hints, notes = field_types(), field_notes()
        problems = (
            problem_with(name, getattr(self, name), hints[name], notes[name]) for name in notes
        )
        found = [problem for problem in problems if problem]
        if found:
            raise ProfileError(found)

    def row_name(self, row: Row, language: str = "vi") -> str:
        """Return what players of this system call `row`."""
        row_names = self.row_names_vi if language == "vi" else self.row_names_en
        return row_names[tuple(Row).index(row)]

    def hand_name(self, hand_class: terms.HandClass, language: str = "vi") -> str:
        """Return what players of this system call a class of rows."""
        return (self.hand_names_vi if language == "vi" else self.hand_names_en)[hand_class]

    def instant_name(self, win: InstantWin, language: str = "vi") -> str:
        """Return what players of this system call `win`."""
        win_names = self.instant_names_vi if language == "vi" else self.instant_names_en
        return win_names[tuple(InstantWin).index(win)]

    def scoop_multiplier(self, player_count: int, scooped: int) -> int:
        """Return the factor for `scooped` scoops (at least 1) at a table of 2 to 4."""
        return (self.scoop_of_2, self.scoop_of_3, self.scoop_of_4)[player_count - 2][scooped - 1]


@cache
def field_notes() -> Mapping[str, FieldNote]:
    """Return the note of every profile field, in the order of declaration."""
    return MappingProxyType({item.name: item.metadata["note"] for item in fields(RulesProfile)})


@cache
def field_types() -> Mapping[str, Any]:
    """Return the type of every profile field, in the order of declaration."""
    return MappingProxyType(get_type_hints(RulesProfile))
