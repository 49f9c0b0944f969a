"""What the app remembers of one browser after a reload: hands, rounds, house rules, choices.

A SQLite file in the data folder (``MAUBINH_DATA``, else the user's own). Browsers are told apart
by the hash of a secret that only they hold, so the file names nobody and opens nothing.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from scorer.arrangement import Arrangement, Row
from scorer.errors import ScorerError
from scorer.house import export_profile, import_profile
from scorer.notation import format_cards, parse_cards
from scorer.rules_profile import RulesProfile
from ui.lessons import PlayedHand
from ui.practice import Attempt, Mistake, Outcome, Source

FILE_NAME: Final = "notebook.db"
MOST_ATTEMPTS: Final = 2000
"""Practised hands kept for one browser; the oldest go first."""
MOST_PLAYED: Final = 400
"""Hands from tables kept for one browser."""
MOST_RULES: Final = 20
UNFINISHED_FOR_S: Final = 2 * 24 * 3600
"""How long a hand or a round waits to be taken up again."""
MOST_UNFINISHED: Final = 4000
"""Hands and rounds that wait, of all browsers, some kilobytes each; the oldest go first."""
_WAIT_S: Final = 10

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    at TEXT NOT NULL,
    source TEXT NOT NULL,
    rules TEXT NOT NULL,
    opponents INTEGER NOT NULL,
    cards TEXT NOT NULL,
    chi REAL NOT NULL,
    best_chi REAL NOT NULL,
    mistakes TEXT NOT NULL,
    UNIQUE (owner, cards, rules, opponents)
);
CREATE TABLE IF NOT EXISTS played_hand (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    holder TEXT NOT NULL,
    front TEXT NOT NULL,
    middle TEXT NOT NULL,
    back TEXT NOT NULL,
    UNIQUE (owner, front, middle, back)
);
CREATE TABLE IF NOT EXISTS house_rules (
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    profile TEXT NOT NULL,
    PRIMARY KEY (owner, name)
);
CREATE TABLE IF NOT EXISTS choice (
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, name)
);
CREATE TABLE IF NOT EXISTS unfinished (
    owner TEXT NOT NULL,
    place TEXT NOT NULL,
    at_s REAL NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, place)
);
CREATE INDEX IF NOT EXISTS unfinished_by_age ON unfinished (at_s);
"""


class NotebookError(Exception):
    """The notebook cannot be opened or written, or holds no more."""


def notebook_path() -> Path:
    """Where the notebook lies."""
    folder = os.environ.get("MAUBINH_DATA")
    return (Path(folder) if folder else user_data_path("maubinh", appauthor=False)) / FILE_NAME


class Notebook:
    """One browser's notes; every call is one transaction, ``NotebookError`` if it fails."""

    def __init__(self, path: Path, browser: str) -> None:
        self._path = path
        self._owner = hashlib.sha256(browser.encode()).hexdigest()

    # --- practised hands -------------------------------------------------------------------------

    def add(self, attempt: Attempt) -> bool:
        """Remember a hand; False if it is known: only the first answer to a hand counts."""
        outcome = attempt.outcome
        with self._transaction() as db:
            added = db.execute(
                "INSERT OR IGNORE INTO attempt"
                " (owner, at, source, rules, opponents, cards, chi, best_chi, mistakes)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self._owner,
                    attempt.at.isoformat(),
                    attempt.source.value,
                    attempt.rules,
                    attempt.opponents,
                    format_cards(sorted(attempt.cards)),
                    outcome.chi,
                    outcome.best_chi,
                    " ".join(mistake.value for mistake in outcome.mistakes),
                ),
            )
            self._keep_newest(db, "attempt", MOST_ATTEMPTS)
            return added.rowcount == 1

    def attempts(self) -> tuple[Attempt, ...]:
        """All practised hands, the oldest first."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT at, source, rules, opponents, cards, chi, best_chi, mistakes"
                " FROM attempt WHERE owner = ? ORDER BY id",
                (self._owner,),
            ).fetchall()
        return tuple(_attempt(row) for row in rows)

    def forget_hands(self) -> None:
        """Delete everything that was practised or kept to be practised."""
        with self._transaction() as db:
            db.execute("DELETE FROM attempt WHERE owner = ?", (self._owner,))
            db.execute("DELETE FROM played_hand WHERE owner = ?", (self._owner,))

    def keep_played(self, hands: Iterable[PlayedHand]) -> None:
        """Keep hands that were shown at a table, to practise them later; each once."""
        with self._transaction() as db:
            db.executemany(
                "INSERT OR IGNORE INTO played_hand (owner, holder, front, middle, back)"
                " VALUES (?, ?, ?, ?, ?)",
                [
                    (self._owner, hand.holder, *(format_cards(hand.laid.row(row)) for row in Row))
                    for hand in hands
                ],
            )
            self._keep_newest(db, "played_hand", MOST_PLAYED)

    def played(self) -> tuple[PlayedHand, ...]:
        """The hands kept from tables, the newest first."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT holder, front, middle, back FROM played_hand"
                " WHERE owner = ? ORDER BY id DESC",
                (self._owner,),
            ).fetchall()
        return tuple(PlayedHand(holder, Arrangement.parse(*cards)) for holder, *cards in rows)

    # --- house rules -----------------------------------------------------------------------------

    def keep_rules(self, profile: RulesProfile) -> None:
        """Save house rules under their name; NotebookError if there are too many already."""
        with self._transaction() as db:
            others = db.execute(
                "SELECT count(*) FROM house_rules WHERE owner = ? AND name != ?",
                (self._owner, profile.name_vi),
            ).fetchone()[0]
            if others >= MOST_RULES:
                raise NotebookError(f"{MOST_RULES} house rules are the most that are kept")
            db.execute(
                "INSERT OR REPLACE INTO house_rules VALUES (?, ?, ?)",
                (self._owner, profile.name_vi, export_profile(profile)),
            )

    def house_rules(self) -> tuple[RulesProfile, ...]:
        """All saved house rules by name; what a later version cannot read is left out."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT profile FROM house_rules WHERE owner = ? ORDER BY name", (self._owner,)
            ).fetchall()
        found = []
        for (text,) in rows:
            try:
                found.append(import_profile(text))
            except ScorerError:
                continue
        return tuple(found)

    def drop_rules(self, name: str) -> None:
        """Delete the house rules of this name."""
        with self._transaction() as db:
            db.execute("DELETE FROM house_rules WHERE owner = ? AND name = ?", (self._owner, name))

    # --- choices ---------------------------------------------------------------------------------

    def choose(self, **values: object) -> None:
        """Remember choices such as the language; each is kept as JSON."""
        with self._transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO choice VALUES (?, ?, ?)",
                [(self._owner, name, json.dumps(value)) for name, value in values.items()],
            )

    def choices(self) -> Mapping[str, object]:
        """All remembered choices."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT name, value FROM choice WHERE owner = ?", (self._owner,)
            ).fetchall()
        return {name: json.loads(value) for name, value in rows}

    # --- what is not finished --------------------------------------------------------------------

    def keep_unfinished(self, place: str, text: str | None, now_s: float) -> None:
        """Keep what lies at one place of the app, None once nothing does; ``now_s`` since 1970."""
        with self._transaction() as db:
            db.execute(
                "DELETE FROM unfinished WHERE (owner = ? AND place = ?) OR at_s < ?",
                (self._owner, place, now_s - UNFINISHED_FOR_S),
            )
            if text is not None:
                db.execute(
                    "INSERT INTO unfinished VALUES (?, ?, ?, ?)",
                    (self._owner, place, now_s, text),
                )
            db.execute(
                "DELETE FROM unfinished WHERE rowid IN"
                " (SELECT rowid FROM unfinished ORDER BY at_s DESC LIMIT -1 OFFSET ?)",
                (MOST_UNFINISHED,),
            )

    def unfinished(self, now_s: float) -> Mapping[str, str]:
        """What was left not long ago, by its place."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT place, value FROM unfinished WHERE owner = ? AND at_s >= ?",
                (self._owner, now_s - UNFINISHED_FOR_S),
            ).fetchall()
        return dict(rows)

    def _keep_newest(self, db: sqlite3.Connection, table: str, count: int) -> None:
        db.execute(
            f"DELETE FROM {table} WHERE owner = ? AND id NOT IN"  # noqa: S608 - a name of ours
            f" (SELECT id FROM {table} WHERE owner = ? ORDER BY id DESC LIMIT ?)",
            (self._owner, self._owner, count),
        )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=_WAIT_S)) as db, db:
                db.executescript(_TABLES)
                yield db
        except (OSError, sqlite3.Error) as error:
            raise NotebookError(str(error)) from error


def _attempt(row: tuple[str, str, str, int, str, float, float, str]) -> Attempt:
    at, source, rules, opponents, cards, chi, best_chi, mistakes = row
    return Attempt(
        at=datetime.fromisoformat(at),
        source=Source(source),
        rules=rules,
        opponents=opponents,
        cards=parse_cards(cards),
        outcome=Outcome(chi=chi, best_chi=best_chi, mistakes=tuple(map(Mistake, mistakes.split()))),
    )
