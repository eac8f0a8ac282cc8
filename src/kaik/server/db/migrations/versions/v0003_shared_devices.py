"""Seats played at another person's device: they have a name of their own, and a person may have several."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_SQLITE = {"uq": "uq_%(table_name)s_%(column_0_name)s"}
"""SQLite has no name for the old constraint; it is given this one while the table is made anew."""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("seats_table_id_person_id_key", "seats", type_="unique")
        op.add_column("seats", sa.Column("name", sa.String(80)))
    else:
        with op.batch_alter_table("seats", naming_convention=_SQLITE) as seats:
            seats.drop_constraint("uq_seats_table_id", type_="unique")
            seats.add_column(sa.Column("name", sa.String(80)))
    own = sa.text("kind = 'person'")
    op.create_index(
        "one_seat_each",
        "seats",
        ["table_id", "person_id"],
        unique=True,
        sqlite_where=own,
        postgresql_where=own,
    )
