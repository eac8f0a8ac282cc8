"""The way from a match back to its tournament."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_index("ix_meetings_match", "meetings", ["match"])
