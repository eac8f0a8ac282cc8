"""The version of what the rows keep. Without a number it is 1, which is what all rows have until now."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "versions",
        sa.Column("name", sa.String(30), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
