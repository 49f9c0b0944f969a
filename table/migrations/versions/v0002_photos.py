"""The second format: photos of the hands, for tables that want to keep them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the switch, off for tables that are already open, and the photos."""
    op.add_column(
        "tables",
        sa.Column("keep_photos", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "photos",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("jpeg", sa.LargeBinary(), nullable=False),
        sa.Column("kept_us", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_photos_table_id"),
        sa.PrimaryKeyConstraint("table_id", "sha256", name="pk_photos"),
    )
