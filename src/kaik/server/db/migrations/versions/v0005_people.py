"""Accounts, sessions and tokens, templates of tables, uploaded records."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.execute(
        "INSERT INTO keys (hash, person_id, kind, id, name, created) "
        "SELECT token, id, 'session', id, '', created FROM people"
    )
    op.execute("UPDATE people SET token = id")
    op.add_column("people", sa.Column("handle", sa.String(80)))
    op.add_column("people", sa.Column("password", sa.String(200)))
    op.create_index("ix_people_handle", "people", ["handle"], unique=True)
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(100), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "templates",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
