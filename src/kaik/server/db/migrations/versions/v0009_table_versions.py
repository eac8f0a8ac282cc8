"""Tables count their changes (optimistic lock), and seats say whether they throw by hand."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("throws", sa.Boolean, nullable=False, server_default=sa.false()))
