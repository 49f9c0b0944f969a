"""The scorer's text catalogue: every sentence in Vietnamese and in English.

Templates use `str.format` fields; a test proves that both languages use the same ones.
"""

from collections.abc import Mapping
from typing import Literal

Language = Literal["vi", "en"]

# What most systems call the classes, weakest first, and the instant wins, in the order of `terms`.
HAND_NAMES_VI = (
    "mậu thầu",
    "đôi",
    "thú",
    "xám",
    "sảnh",
    "thùng",
    "cù lũ",
    "tứ quý",
    "thùng phá sảnh",
)
HAND_NAMES_EN = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
INSTANT_NAMES_VI = (
    "rồng cuốn",
    "sảnh rồng",
    "đồng màu",
    "12 cây đồng màu",
    "5 đôi 1 xám",
    "lục phé bôn",
    "ba thùng",
    "ba sảnh",
    "thùng phá sảnh",
    "tứ quý",
    "ba cù",
)
INSTANT_NAMES_EN = (
    "suited dragon",
    "dragon",
    "one colour",
    "twelve of one colour",
    "five pairs and three of a kind",
    "six pairs",
    "three flushes",
    "three straights",
    "straight flush in hand",
    "four of a kind in hand",
    "three full houses",
)

PROBLEMS: Mapping[str, tuple[str, str]] = {
    "at": ("{where}: {problem}", "{where}: {problem}"),
    # cards and rows
    "bad_card": (
        "không đọc được lá “{token}”: cần số hoặc chữ 2–10, J, Q, K, A rồi đến chất c, d, h, s",
        'cannot read card "{token}": expected a rank 2–10, J, Q, K, A, then a suit c, d, h, s',
    ),
    "not_one_card": (
        "“{text}” có {count} lá, cần đúng 1 lá",
        '"{text}" holds {count} cards, expected exactly one',
    ),
    "row_length": (
        "{row} có {count} lá, cần {expected} lá",
        "{row} has {count} cards, expected {expected}",
    ),
    "card_twice": (
        "lá {card} xuất hiện {count} lần, mỗi lá chỉ được có một lần",
        "{card} appears {count} times, expected once",
    ),
    # profiles
    "unknown_system": (
        "không có bộ luật “{value}”: có {known}",
        'unknown rules "{value}": expected one of {known}',
    ),
    "bad_base": (
        "base = {value}: cần một trong {known}",
        "base = {value}: expected one of {known}",
    ),
    "system_id": (
        "id = {value}: luật đã sửa cần mã riêng, không dùng mã của bộ luật gốc",
        "id = {value}: changed rules need an id of their own, not that of a system",
    ),
    "field_value": (
        "{field} = {value}: cần {expected}",
        "{field} = {value}: expected {expected}",
    ),
    "expect_or_null": ("{expected} hoặc null", "{expected} or null"),
    "expect_list": ("danh sách {expected}", "a list of: {expected}"),
    "expect_list_of": ("danh sách {count} mục: {expected}", "a list of {count}: {expected}"),
    "expect_bool": ("true hoặc false", "true or false"),
    "expect_int": (
        "số nguyên từ {minimum} đến {maximum}",
        "a whole number from {minimum} to {maximum}",
    ),
    "expect_text": ("chữ, 1 đến {limit} ký tự", "text of 1 to {limit} characters"),
    "expect_choice": ("một trong: {choices}", "one of: {choices}"),
    # files
    "bad_json": (
        "không phải JSON: dòng {line}, cột {column}: {detail}",
        "no JSON: line {line}, column {column}: {detail}",
    ),
    "not_json": ("không phải JSON: {detail}", "no JSON: {detail}"),
    "key_twice": ("mục {key} viết hai lần", "{key} is written twice"),
    "not_an_object": (
        "{value}: cần một đối tượng JSON {{…}}",
        "{value}: expected a JSON object {{…}}",
    ),
    "no_rules_code": (
        "đây không phải mã luật: mã bắt đầu bằng {prefix}",
        "this is no rules code: a code begins with {prefix}",
    ),
    "damaged_rules_code": (
        "mã luật bị thiếu hoặc sai chữ: hãy chép lại cả mã",
        "the rules code is cut or mistyped: copy all of it again",
    ),
    "unknown_field": (
        "mục lạ {field}: cần {known}",
        "unknown field {field}: expected {known}",
    ),
    "unknown_field_of_many": (
        "mục lạ {field}: xem các mục bằng “maubinh rules show ID”",
        'unknown field {field}: "maubinh rules show ID" lists the fields',
    ),
    "unknown_field_close": (
        "mục lạ {field}: ý là “{close}”?",
        'unknown field {field}: did you mean "{close}"?',
    ),
    "missing_field": ("thiếu mục “{field}”", 'field "{field}" is missing'),
    "bad_rules": (
        "rules = {value}: cần mã bộ luật hoặc luật riêng",
        "rules = {value}: expected a system's id or an inline profile",
    ),
    "bad_stake": (
        "stake = {value}: cần số nguyên từ 1 đến {maximum}",
        "stake = {value}: expected a whole number from 1 to {maximum}",
    ),
    "bad_players": (
        "players = {value}: cần danh sách 2 đến 4 người chơi",
        "players = {value}: expected a list of 2 to 4 players",
    ),
    "not_a_bool": (
        "{field} = {value}: cần true hoặc false",
        "{field} = {value}: expected true or false",
    ),
    "cards_and_rows": (
        "có cả “cards” lẫn các chi: chỉ dùng một cách",
        'both "cards" and rows are given: expected one of them',
    ),
    "no_cards": (
        "chưa có bài: cần “front”, “middle”, “back” hoặc “cards”",
        'no cards: expected "front", "middle", "back" or "cards"',
    ),
    "not_cards": (
        "{field} = {value}: cần chữ các lá bài",
        "{field} = {value}: expected card text",
    ),
    "bad_declared": (
        "declared = {value}: cần một trong {choices}",
        "declared = {value}: expected one of {choices}",
    ),
    # rounds
    "hand_size": ("có {count} lá, cần 13 lá", "{count} cards, expected 13"),
    "other_cards": (
        "các chi {laid} không khớp 13 lá của bài",
        "the rows {laid} are not the cards of the hand",
    ),
    "player_count": (
        "có {count} người chơi, cần 2 đến 4",
        "{count} players, expected 2 to 4",
    ),
    "name_twice": (
        "tên “{name}” có {count} người, mỗi người cần một tên riêng",
        'the name "{name}" is used {count} times, expected once',
    ),
    "name_empty": ("người chơi ở ghế {seat} chưa có tên", "the player in seat {seat} has no name"),
    "card_shared": (
        "lá {card} nằm trong bài của cả {names}",
        "{card} is in the hands of {names}, expected in one",
    ),
    "row_size": ("chi có {count} lá, cần 3 hoặc 5", "a row of {count} cards, expected 3 or 5"),
    "card_absent": ("không ai có lá {card}", "nobody has {card}"),
    "banker_seat": (
        "nhà cái ngồi ghế {seat} nhưng bàn chỉ có {count} người",
        "the banker's seat is {seat}, but there are {count} players",
    ),
}

ACCOUNT: Mapping[str, tuple[str, str]] = {
    "pair": ("{name} – {other}: {steps}; tổng {total}", "{name} – {other}: {steps}; total {total}"),
    "player": (
        "{name}: {total} chi, tiền {money} ({parts})",
        "{name}: {total} chi, money {money} ({parts})",
    ),
    "winner": ("Thắng ván: {names}", "Winner of the round: {names}"),
    "no_winner": ("Ván hòa", "Nobody wins the round"),
    # hands that stand out
    "holds": ("{name} thắng trắng: {win}", "{name} has an instant win: {win}"),
    "foul": ("{name} binh lủng: {why}", "{name} is foul: {why}"),
    "foul_rows": ("xếp sai thứ tự", "rows in the wrong order"),
    "foul_not_laid": ("chưa xếp bài", "no arrangement shown"),
    "foul_unconfirmed": ("hết giờ chưa bấm Xong", "not confirmed in time"),
    "foul_flagged": ("bàn xử lủng", "ruled foul by the table"),
    "foul_left": ("thoát trước khi so bài", "left before the showdown"),
    "foul_false_declaration": ("báo thắng trắng sai", "declared an instant win that is not there"),
    "fault": (
        "{row} ({hand}) mạnh hơn {below} ({below_hand})",
        "{row} ({hand}) is stronger than {below} ({below_hand})",
    ),
    "fault_equal": (
        "{row} bằng {below} ({hand}), bàn này tính là lủng",
        "{row} equals {below} ({hand}), which this table calls foul",
    ),
    # reasons of line items
    "row": ("{row}: {hand} thắng {worse}", "{row}: {hand} beats {worse}"),
    "bonus": ("{row}: thưởng {hand}", "{row}: bonus for {hand}"),
    "bonus_without_win": (
        "{row}: {hand} của {payee} thua vẫn được thưởng",
        "{row}: {payee}'s {hand} earns its bonus though it lost",
    ),
    "banker_tie": (
        "{row}: bằng nhau ({hand}), nhà cái {payee} ăn",
        "{row}: equal ({hand}), the banker {payee} takes it",
    ),
    "tied_row": ("{row}: bằng nhau ({hand})", "{row}: equal ({hand})"),
    "pair_won": ("{payee} thắng cặp", "{payee} wins the pair"),
    "scoop": (
        "{payee} sập {payer} ba chi ×{multiplier}",
        "{payee} scoops {payer} ×{multiplier}",
    ),
    "foul_row": ("{row}: {hand} thắng bài lủng", "{row}: {hand} beats a foul hand"),
    "flat_foul": ("{payer} binh lủng đền", "{payer} pays for a foul hand"),
    "instant_win": ("{payee} thắng trắng {win}", "{payee}'s instant win: {win}"),
    "higher_instant_win": (
        "{win} của {payee} lớn hơn {lower} của {payer}",
        "{payee}'s {win} is higher than {payer}'s {lower}",
    ),
    "false_declaration": (
        "{payer} báo sai {declared}",
        "{payer} declared {declared} falsely",
    ),
    "aces": (
        "chi Át: {payee} {payee_aces} lá, {payer} {payer_aces} lá",
        "aces: {payee} has {payee_aces}, {payer} has {payer_aces}",
    ),
    "four_aces": ("{payee} có bốn Át không xếp tứ quý", "{payee} holds four aces not laid"),
    "loss_cap": (
        "{payee} chỉ thua tối đa {cap} chi",
        "{payee} loses no more than {cap} chi",
    ),
    # nothing to pay
    "level_wins": ("cùng thắng trắng, hòa", "both instant wins are level"),
    "both_foul": ("cả hai binh lủng, không tính", "both are foul, nothing to pay"),
    "ended": ("ván có thắng trắng, không so chi", "an instant win ended the round"),
    "not_collected": ("bài lủng không đền nhà này", "the foul hand owes nothing here"),
    # verdicts
    "verdict_beats": ("{stronger} thắng {weaker}", "{stronger} beats {weaker}"),
    "verdict_equal": ("{stronger} bằng {weaker}", "{stronger} equals {weaker}"),
    "verdict_foul": ("Binh lủng: {why}", "Foul: {why}"),
    "verdict_legal": ("Xếp đúng luật", "Legal"),
    "verdict_no_win": ("Không có thắng trắng", "No instant win"),
    "verdict_win": ("Thắng trắng: {win}", "Instant win: {win}"),
}


def render(
    catalogue: Mapping[str, tuple[str, str]], key: str, language: Language, /, **values: object
) -> str:
    """Fill the template `key` of `catalogue`; KeyError if key or a value is missing."""
    return catalogue[key][0 if language == "vi" else 1].format(**values)
