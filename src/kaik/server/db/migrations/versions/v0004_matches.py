"""Clocks, public tables, seats that were given up, chat, results and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("ix_tables_status", "tables", ["status"])
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()))
    for name, kind in (
        ("host", sa.String(32)),
        ("clock", sa.Text()),
        ("clocks", sa.Text()),
        ("next", sa.String(32)),
    ):
        op.add_column("tables", sa.Column(name, kind))
    op.add_column("seats", sa.Column("away", sa.Float))
    op.add_column("seats", sa.Column("gave_up", sa.String(32)))
    op.create_index("ix_seats_gave_up", "seats", ["gave_up"])
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("shown", sa.Integer),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True, index=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
