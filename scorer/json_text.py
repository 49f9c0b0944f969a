"""Reading JSON that people edit by hand: a key that is written twice is told, not overwritten."""

import json
from collections.abc import Iterable

from scorer.errors import Problem, ScorerError

_SHOWN = 60
_LISTED = 12


class _RepeatedKeyError(ValueError):
    """A key stands twice in one object; the message is the key."""


def load_json(text: str | bytes) -> object:
    """Return the decoded document; ScorerError says where the text breaks."""
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        document = json.loads(decoded, object_pairs_hook=_object, parse_constant=_no_constant)
        _check_letters(document)
    except _RepeatedKeyError as error:
        raise ScorerError([Problem.of("key_twice", key=shown(str(error)))]) from error
    except json.JSONDecodeError as error:
        place = Problem.of("bad_json", line=error.lineno, column=error.colno, detail=error.msg)
        raise ScorerError([place]) from error
    except (ValueError, RecursionError) as error:
        raise ScorerError([Problem.of("not_json", detail=shown(str(error)))]) from error
    return document


def _check_letters(document: object) -> None:
    r"""Raise UnicodeEncodeError, a ValueError, for "\ud800": half a letter, which nobody shows."""
    json.dumps(document, ensure_ascii=False).encode()


def shown(value: object) -> str:
    """Return a short form of any value for a message."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def unknown_fields(given: Iterable[str], known: Iterable[str]) -> list[Problem]:
    """Return one problem for each field that nobody knows, with the closest known one."""
    from difflib import get_close_matches  # only bad input pays for this import

    names = list(known)
    problems = []
    for field in given:
        if field in names:
            continue
        close = get_close_matches(field, names, n=1)
        if close:
            problems.append(Problem.of("unknown_field_close", field=shown(field), close=close[0]))
        elif len(names) <= _LISTED:
            problems.append(Problem.of("unknown_field", field=shown(field), known=", ".join(names)))
        else:
            problems.append(Problem.of("unknown_field_of_many", field=shown(field)))
    return problems


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _RepeatedKeyError(key)
        found[key] = value
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")
