"""People who may no longer come in: since when."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("people", sa.Column("banned", sa.Float))
