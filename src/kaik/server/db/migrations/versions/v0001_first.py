"""People, tables, seats, events, and the answers of open windows."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("preset", sa.String(60)),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("nonces", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("due", sa.Float, index=True),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("player", sa.String(100)),
        sa.Column("nonce", sa.String(64)),
        sa.UniqueConstraint("table_id", "person_id"),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("decision", sa.String(60), nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "decision"),
        sqlite_with_rowid=False,
    )
