"""What a profile field is: its note, its bounds, and whether a value fits.

`rules_profile` declares fields with these helpers and checks itself with `problem_with`; `house`
reads text files with `read_value`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin

from scorer.errors import Problem

PAY_LIMIT = 1000
TEXT_LIMIT = 80

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FieldNote:
    """What a profile field means.

    `rule` is its rule in docs/rules.md, `unit` is empty for choices and names; `minimum` and
    `maximum` bound every number, `length` is that of a list, None if free.
    """

    rule: str
    vi: str
    en: str
    unit: str = ""
    minimum: int = 0
    maximum: int = PAY_LIMIT
    length: int | None = None


def declare(
    default: T,
    rule: str,
    vi: str,
    en: str,
    *,
    unit: str = "",
    minimum: int = 0,
    maximum: int = PAY_LIMIT,
    length: int | None = None,
) -> T:
    """Declare a profile field with its note; typed as its default, as `dataclasses.field` is."""
    note = FieldNote(rule, vi, en, unit, minimum, maximum, length)
    return field(default=default, metadata={"note": note})


def pay(default: int, rule: str, vi: str, en: str) -> int:
    """Declare a number of chi; 0 means that it is not played."""
    return declare(default, rule, vi, en, unit="chi")


def names(default: tuple[str, ...], rule: str, vi: str, en: str) -> tuple[str, ...]:
    """Declare a list of names of fixed length."""
    return declare(default, rule, vi, en, length=len(default))


def problem_with(name: str, value: object, hint: object, note: FieldNote) -> Problem | None:
    """Return what is wrong with `value` for a field annotated `hint`, None if it fits."""
    if _fits(value, hint, note):
        return None
    shown = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    return Problem.of("field_value", field=name, value=shown, expected=_expected(hint, note))


def read_value(raw: object, hint: object) -> object:
    """Turn JSON into the type of a field where that is exact; anything else is returned as it is.

    >>> from scorer.terms import Wheel
    >>> read_value("none", Wheel), read_value([1, 2], tuple[int, ...]), read_value("many", int)
    (<Wheel.NONE: 'none'>, (1, 2), 'many')
    """
    if isinstance(raw, list) and get_origin(hint) is tuple:
        return tuple(read_value(item, get_args(hint)[0]) for item in raw)
    if isinstance(hint, type) and issubclass(hint, Enum) and isinstance(raw, str):
        return next((choice for choice in hint if choice.value == raw), raw)
    return raw


def write_value(value: object) -> object:
    """Return a field's value as JSON; `read_value` turns it back."""
    if isinstance(value, tuple):
        return [write_value(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def _fits(value: object, hint: object, note: FieldNote) -> bool:
    if isinstance(hint, UnionType):
        return any(_fits(value, option, note) for option in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and _fits_list(value, get_args(hint)[0], note)
    if type(value) is not hint:
        return False
    if isinstance(value, str) and not isinstance(value, Enum):
        return 0 < len(value) <= TEXT_LIMIT and value.isprintable() and value == value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return note.minimum <= value <= note.maximum
    return True


def _fits_list(values: tuple[object, ...], item: object, note: FieldNote) -> bool:
    if note.length is not None and len(values) != note.length:
        return False
    if not all(_fits(value, item, note) for value in values):
        return False
    named = isinstance(item, type) and issubclass(item, Enum)
    return not named or len(set(values)) == len(values)


def _expected(hint: object, note: FieldNote) -> Problem:
    options = get_args(hint) if isinstance(hint, UnionType) else ()
    if NoneType in options:
        return Problem.of("expect_or_null", expected=_expected(options[0], note))
    if get_origin(hint) is tuple:
        item = _expected(get_args(hint)[0], note)
        if note.length is None:
            return Problem.of("expect_list", expected=item)
        return Problem.of("expect_list_of", count=note.length, expected=item)
    if hint is bool:
        return Problem.of("expect_bool")
    if hint is int:
        return Problem.of("expect_int", minimum=note.minimum, maximum=note.maximum)
    if hint is str:
        return Problem.of("expect_text", limit=TEXT_LIMIT)
    choices: Iterable[Any] = hint if isinstance(hint, type) and issubclass(hint, Enum) else ()
    return Problem.of("expect_choice", choices=", ".join(str(item.value) for item in choices))
