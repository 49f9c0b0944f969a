"""The scorer's text catalogue: every sentence in Vietnamese and in English.

Templates use `str.format` fields; a test proves that both languages use the same ones.
"""

from collections.abc import Mapping
from typing import Literal

Language = Literal["vi", "en"]

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
    # rounds
    "hand_size": ("có {count} lá, cần 13 lá", "{count} cards, expected 13"),
}


def render(
    catalogue: Mapping[str, tuple[str, str]], key: str, language: Language, **values: object
) -> str:
    """Fill the template `key` of `catalogue`; KeyError if key or a value is missing."""
    return catalogue[key][0 if language == "vi" else 1].format(**values)
