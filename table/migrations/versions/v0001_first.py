"""The first format: tables, seats, keys, hands of the round in progress, the book of rounds."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPEND_ONLY = ("rounds", "round_hands")


def upgrade() -> None:
    """Make every table, and the triggers that keep the book append-only."""
    tables()
    players()
    seats()
    keys()
    attempts()
    actions()
    hands()
    held_cards()
    rounds()
    round_hands()
    for name in APPEND_ONLY:
        append_only(name)


def append_only(name: str) -> None:
    """Refuse every change of rows of `name` that were written."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {name}_no_{change.lower()} BEFORE {change} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {name}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{name} is append-only' USING ERRCODE = '23001'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {name}_refuse()"
    )


def tables() -> None:
    """Make `tables`."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text()),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("arranging_seconds", sa.Integer()),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=False),
        sa.Column("clock_ends_us", sa.BigInteger()),
        sa.Column("showdown_us", sa.BigInteger()),
        sa.Column("showdown_ends_us", sa.BigInteger()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("opened_us", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("stake >= 1", name="ck_tables_stake"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code_hash", name="uq_tables_code_hash"),
        sa.UniqueConstraint("uid", name="uq_tables_uid"),
    )


def players() -> None:
    """Make `players`."""
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_players_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("table_id", "name_key", name="uq_players_table_id_name_key"),
    )


def seats() -> None:
    """Make `seats`."""
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="ck_seats_seat"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "player_id", name="uq_seats_table_id_player_id"),
    )


def keys() -> None:
    """Make `keys`."""
    op.create_table(
        "keys",
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("issued_us", sa.BigInteger(), nullable=False),
        sa.Column("revoked_us", sa.BigInteger()),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="ck_keys_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_keys_table_id"),
        sa.PrimaryKeyConstraint("key_hash", name="pk_keys"),
    )
    op.create_index("ix_keys_table_id_role_seat", "keys", ["table_id", "role", "seat"])


def attempts() -> None:
    """Make `attempts`."""
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("client_hash", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attempts"),
    )
    op.create_index("ix_attempts_at_us", "attempts", ["at_us"])


def actions() -> None:
    """Make `actions`."""
    op.create_table(
        "actions",
        sa.Column("actor_hash", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Integer()),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_actions_table_id"),
        sa.PrimaryKeyConstraint("actor_hash", "token_hash", name="pk_actions"),
    )
    op.create_index("ix_actions_table_id_at_us", "actions", ["table_id", "at_us"])


def hands() -> None:
    """Make `hands`."""
    op.create_table(
        "hands",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text()),
        sa.Column("reading", sa.Text()),
        sa.Column("declared", sa.Text()),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("has_left", sa.Boolean(), nullable=False),
        sa.Column("by_host", sa.Boolean(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("clashed", sa.Boolean(), nullable=False),
        sa.Column("photo_sha256", sa.Text()),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="ck_hands_seat"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_hands_player_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_hands_table_id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_hands"),
    )


def held_cards() -> None:
    """Make `held_cards`."""
    op.create_table(
        "held_cards",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("card", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.CheckConstraint("card BETWEEN 0 AND 51", name="ck_held_cards_card"),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="ck_held_cards_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_held_cards_table_id"),
        sa.PrimaryKeyConstraint("table_id", "card", name="pk_held_cards"),
    )


def rounds() -> None:
    """Make `rounds`."""
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("replaces", sa.Integer()),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("points_0", sa.BigInteger(), nullable=False),
        sa.Column("points_1", sa.BigInteger(), nullable=False),
        sa.Column("points_2", sa.BigInteger(), nullable=False),
        sa.Column("points_3", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("app_version", sa.Text(), nullable=False),
        sa.Column("settled_us", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.CheckConstraint("(kind = 'settled') = (replaces IS NULL)", name="ck_rounds_replaces"),
        sa.CheckConstraint("kind IN ('settled', 'correction', 'void')", name="ck_rounds_kind"),
        sa.CheckConstraint("number >= 1", name="ck_rounds_number"),
        sa.CheckConstraint(
            "points_0 + points_1 + points_2 + points_3 = 0", name="ck_rounds_zero_sum"
        ),
        sa.ForeignKeyConstraint(["replaces"], ["rounds.id"], name="fk_rounds_replaces"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rounds_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("replaces", name="uq_rounds_replaces"),
    )
    op.create_index("ix_rounds_table_id_number", "rounds", ["table_id", "number"])
    op.create_index(
        "uq_rounds_settled_once",
        "rounds",
        ["table_id", "number"],
        unique=True,
        sqlite_where=sa.text("replaces IS NULL"),
        postgresql_where=sa.text("replaces IS NULL"),
    )


def round_hands() -> None:
    """Make `round_hands`."""
    op.create_table(
        "round_hands",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text()),
        sa.Column("foul", sa.Boolean(), nullable=False),
        sa.Column("has_left", sa.Boolean(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("declared", sa.Text()),
        sa.Column("reading", sa.Text()),
        sa.Column("photo_sha256", sa.Text()),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name="ck_round_hands_seat"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_round_hands_player_id"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_round_hands_round_id"),
        sa.PrimaryKeyConstraint("round_id", "seat", name="pk_round_hands"),
    )
