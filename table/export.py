"""The book as CSV and as plain data, for spreadsheets and scripts; hands in play are left out."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

import sqlalchemy as sa

from scorer.notation import format_cards
from table.accounts import accounts, fewest_payments
from table.profiles import read_profile
from table.rounds import records
from table.schema import tables
from table.turn import from_us
from table.values import RoundRecord

COLUMNS: Final = (
    "table",
    "round",
    "kind",
    "counts",
    "time",
    "rules",
    "player",
    "chi",
    "money",
    "cards",
    "rows",
    "why",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_text(rows: Iterable[tuple[int, RoundRecord]]) -> str:
    """Return one line a player and round; a byte order mark lets Excel read Vietnamese.

    Args:
        rows: the number of the table with each of its rounds.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for table, record in rows:
        money = record.money
        for player in record.players:
            line = (
                table,
                record.number,
                record.kind.value,
                "no" if record.replaced else "yes",
                record.settled_at.isoformat(timespec="seconds"),
                _harmless(record.profile.name_vi),
                _harmless(player.name),
                record.points[player.name],
                money[player.name].amount,
                format_cards(player.cards),
                str(player.arrangement) if player.arrangement else "",
                _harmless(record.why),
            )
            writer.writerow(line)
    return "\ufeff" + written.getvalue()


def _harmless(text: str) -> str:
    """Keep a spreadsheet from taking somebody's name for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def whole_book(link: sa.Connection) -> list[dict[str, object]]:
    """Return every table of a database as JSON values."""
    query = sa.select(tables).order_by(tables.c.id)
    return [
        {
            "table": row.id,
            "opened_at": from_us(row.opened_us).isoformat(),
            "rules": read_profile(row.profile).id,
            "stake": row.stake,
            "phase": row.phase,
            "accounts": [
                {"name": a.name, "chi": a.points, "money": a.money.amount, "rounds": a.rounds}
                for a in accounts(link, row.id)
            ],
            "payments": [
                {"from": p.payer, "to": p.payee, "money": p.money.amount}
                for p in fewest_payments({a.name: a.money.amount for a in accounts(link, row.id)})
            ],
            "rounds": [_round(record) for record in records(link, row.id, history=True)],
        }
        for row in link.execute(query).all()
    ]


def _round(record: RoundRecord) -> dict[str, object]:
    return {
        "number": record.number,
        "kind": record.kind.value,
        "counts": not record.replaced,
        "settled_at": record.settled_at.isoformat(),
        "rules": record.profile.id,
        "stake": record.stake.amount,
        "app_version": record.app_version,
        "why": record.why,
        "players": [
            {
                "name": player.name,
                "chi": record.points[player.name],
                "cards": format_cards(player.cards),
                "rows": str(player.arrangement) if player.arrangement else None,
                "foul": player.foul,
                "left": player.left,
                "confirmed": player.confirmed,
                "reading": reading,
            }
            for player, reading in zip(record.players, record.readings, strict=True)
        ],
    }


def every_round(link: sa.Connection) -> Iterator[tuple[int, RoundRecord]]:
    """Return every row of a database with the number of its table."""
    for table in link.scalars(sa.select(tables.c.id).order_by(tables.c.id)).all():
        for record in records(link, table, history=True):
            yield table, record
