"""Tournaments: who takes part, and who meets whom."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("organiser", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "meetings",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32)),
        sa.Column("match", sa.String(32)),
    )
