"""What drivers say about a database in trouble, in the table's own words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, ENOSPC, EPERM, EROFS
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from table.errors import (
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)

# What SQLite and PostgreSQL (SQLSTATE) say, and what it means here.
_SQLITE: Final[tuple[tuple[str, type[StoreError]], ...]] = (
    ("database is locked", StoreBusy),
    ("database table is locked", StoreBusy),
    ("disk is full", StoreFull),
    ("readonly database", StoreReadOnly),
    ("not a database", StoreCorrupt),
    ("malformed", StoreCorrupt),
    ("unable to open", StoreUnreachable),
    ("disk I/O error", StoreUnreachable),
)
_SQLSTATE: Final[dict[str, type[StoreError]]] = {
    "53100": StoreFull,
    "25006": StoreReadOnly,
    "55P03": StoreBusy,
    "57014": StoreBusy,
    "40001": StoreBusy,
    "40P01": StoreBusy,
    "XX001": StoreCorrupt,
    "XX002": StoreCorrupt,
}


_ERRNO: Final[dict[int, type[StoreError]]] = {
    ENOSPC: StoreFull,
    EROFS: StoreReadOnly,
    EACCES: StoreReadOnly,
    EPERM: StoreReadOnly,
}


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn what drivers raise about the database into StoreError; statements are never shown."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, IntegrityError):
            raise
        raise _store_error(error.orig) from None
    except sqlite3.Error as error:  # copies are made without SQLAlchemy
        raise _store_error(error) from None
    except UnicodeDecodeError as error:  # SQLite's own words quote what is damaged
        raise StoreCorrupt(detail="it holds text that is none") from error
    except PoolTimeoutError as error:
        raise StoreBusy from error
    except OSError as error:
        kind = _ERRNO.get(error.errno or 0, StoreUnreachable)
        raise kind(detail=error.strerror or "unreadable") from error


def _store_error(error: BaseException | None) -> StoreError:
    said = " ".join(str(error).split())
    state = getattr(error, "sqlstate", None)
    if state in _SQLSTATE:
        return _SQLSTATE[state](detail="the server says so")
    for words, kind in _SQLITE:
        if words in said:
            return kind(detail=words)
    if type(error).__name__ == "OperationalError":
        return StoreUnreachable(detail="no answer from the database")
    return StoreError(detail=type(error).__name__)
