"""The tables of the database, as the newest migration leaves them.

Times are microseconds since 1970 (UTC), cards are text as `scorer.notation` writes them, JSON is
text, so that both databases hold the same bytes and a round's digest can be computed from them.
`rounds` and `round_hands` are append-only: triggers refuse every UPDATE and DELETE.
"""

from typing import Final

import sqlalchemy as sa

REVISION: Final = "0002"
APPEND_ONLY: Final = ("rounds", "round_hands")
APPLICATION_ID: Final = 0x4D424C47  # "MBLG" in the head of a SQLite file

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table_id() -> sa.Column[int]:
    return sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False)


def _seat(*, nullable: bool = False) -> tuple[sa.Column[int], sa.CheckConstraint]:
    """Return the number of a seat, 0 to 3, and the constraint that keeps it there."""
    check = sa.CheckConstraint("seat BETWEEN 0 AND 3", "seat")
    return sa.Column("seat", sa.Integer, nullable=nullable), check


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("uid", sa.Text, nullable=False, unique=True),
    sa.Column("code_hash", sa.Text, unique=True),  # NULL once the table is closed
    sa.Column("profile", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("arranging_seconds", sa.Integer),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("round_number", sa.Integer, nullable=False),
    sa.Column("clock_ends_us", sa.BigInteger),
    sa.Column("showdown_us", sa.BigInteger),
    sa.Column("showdown_ends_us", sa.BigInteger),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("opened_us", sa.BigInteger, nullable=False),
    sa.Column("keep_photos", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.CheckConstraint("stake >= 1", "stake"),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _table_id(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "name_key"),
)

seats = sa.Table(
    "seats",
    metadata,
    _table_id(),
    *_seat(),
    sa.Column("player_id", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
    sa.Column("away", sa.Boolean, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seat"),
    sa.UniqueConstraint("table_id", "player_id"),
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("key_hash", sa.Text, primary_key=True),
    _table_id(),
    sa.Column("role", sa.Text, nullable=False),
    *_seat(nullable=True),
    sa.Column("issued_us", sa.BigInteger, nullable=False),
    sa.Column("revoked_us", sa.BigInteger),
    sa.Index(None, "table_id", "role", "seat"),
)

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("client_hash", sa.Text, nullable=False),
    sa.Column("at_us", sa.BigInteger, nullable=False, index=True),
)

actions = sa.Table(
    "actions",
    metadata,
    sa.Column("actor_hash", sa.Text, nullable=False),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id")),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("at_us", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("actor_hash", "token_hash"),
    sa.Index(None, "table_id", "at_us"),
)

hands = sa.Table(
    "hands",
    metadata,
    _table_id(),
    *_seat(),
    sa.Column("player_id", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("cards", sa.Text, nullable=False),
    sa.Column("rows", sa.Text),  # "front / middle / back"
    sa.Column("reading", sa.Text),
    sa.Column("declared", sa.Text),
    sa.Column("locked", sa.Boolean, nullable=False),
    sa.Column("has_left", sa.Boolean, nullable=False),
    sa.Column("by_host", sa.Boolean, nullable=False),
    sa.Column("refused", sa.Integer, nullable=False),
    sa.Column("clashed", sa.Boolean, nullable=False),
    sa.Column("photo_sha256", sa.Text),
    sa.PrimaryKeyConstraint("table_id", "seat"),
)

held_cards = sa.Table(
    "held_cards",
    metadata,
    _table_id(),
    sa.Column("card", sa.Integer, nullable=False),
    sa.CheckConstraint("card BETWEEN 0 AND 51", "card"),
    *_seat(),
    sa.PrimaryKeyConstraint("table_id", "card"),
)

rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _table_id(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("replaces", sa.ForeignKey("rounds.id"), unique=True),
    sa.Column("profile", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    *(sa.Column(f"points_{seat}", sa.BigInteger, nullable=False) for seat in range(4)),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("app_version", sa.Text, nullable=False),
    sa.Column("settled_us", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.CheckConstraint("points_0 + points_1 + points_2 + points_3 = 0", "zero_sum"),
    sa.CheckConstraint("number >= 1", "number"),
    sa.CheckConstraint("kind IN ('settled', 'correction', 'void')", "kind"),
    sa.CheckConstraint("(kind = 'settled') = (replaces IS NULL)", "replaces"),
    sa.Index(None, "table_id", "number"),
)
sa.Index(
    "uq_rounds_settled_once",
    rounds.c.table_id,
    rounds.c.number,
    unique=True,
    sqlite_where=rounds.c.replaces.is_(None),
    postgresql_where=rounds.c.replaces.is_(None),
)

round_hands = sa.Table(
    "round_hands",
    metadata,
    sa.Column("round_id", sa.ForeignKey("rounds.id"), nullable=False),
    *_seat(),
    sa.Column("player_id", sa.ForeignKey("players.id"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("cards", sa.Text, nullable=False),
    sa.Column("rows", sa.Text),
    sa.Column("foul", sa.Boolean, nullable=False),
    sa.Column("has_left", sa.Boolean, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("declared", sa.Text),
    sa.Column("reading", sa.Text),
    sa.Column("photo_sha256", sa.Text),
    sa.PrimaryKeyConstraint("round_id", "seat"),
)

photos = sa.Table(
    "photos",
    metadata,
    _table_id(),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    sa.Column("kept_us", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "sha256"),
)
