"""The layout of the database: its tables as they are now. How they came to be so is in `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

schema = sa.MetaData()

people = sa.Table(
    "people",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Float),
    sa.Column("handle", sa.String(80), index=True, unique=True),
    sa.Column("password", sa.String(200)),
)
"""A person without a `handle` is a guest. `token` once held what `keys` hold now, and is the id again:
SQLite cannot take away a unique column of a table that others refer to."""

keys = sa.Table(
    "keys",
    schema,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("id", sa.String(32), nullable=False, unique=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
"""What people are known by: a browser's `session`, or a program's `token`. Only the hash is kept."""

attempts = sa.Table(
    "attempts",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(100), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
)
"""Passwords that were wrong, by name and by address."""

templates = sa.Table(
    "templates",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("wish", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

records = sa.Table(
    "records",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
"""Records that people have uploaded."""

tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("preset", sa.String(60)),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False, index=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("nonces", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("due", sa.Float, index=True),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("host", sa.String(32)),
    sa.Column("clock", sa.Text),
    sa.Column("clocks", sa.Text),
    sa.Column("next", sa.String(32)),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
)

seats = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("person_id", sa.ForeignKey("people.id"), index=True),
    sa.Column("player", sa.String(100)),
    sa.Column("nonce", sa.String(64)),
    sa.Column("name", sa.String(80)),
    sa.Column("away", sa.Float),
    sa.Column("gave_up", sa.String(32), index=True),
    sa.Column("throws", sa.Boolean, nullable=False, server_default=sa.false()),
)
_own_seat = seats.c.kind == "person"
sa.Index(
    "one_seat_each",
    seats.c.table_id,
    seats.c.person_id,
    unique=True,
    sqlite_where=_own_seat,
    postgresql_where=_own_seat,
)
"""A person sits on one seat of a table, and may have others play at the same device (`here`)."""

events = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

answers = sa.Table(
    "answers",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("decision", sa.String(60), nullable=False),
    sa.Column("choice", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "decision"),
    sqlite_with_rowid=False,
)
"""Answers given in a window that is still open; they become events together when it closes."""

chat = sa.Table(
    "chat",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

results = sa.Table(
    "results",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("shown", sa.Integer),
    sa.Column("at", sa.Float, nullable=False),
)
"""How a match ended for each seat; `shown` is the rating that the person had after it."""

ratings = sa.Table(
    "ratings",
    schema,
    sa.Column("person_id", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(60), primary_key=True, index=True),
    sa.Column("mean", sa.Float, nullable=False),
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("organiser", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("wish", sa.Text, nullable=False),
    sa.Column("rounds", sa.Integer),
    sa.Column("created", sa.Float, nullable=False),
)

entrants = sa.Table(
    "entrants",
    schema,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("person_id", sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False, server_default=sa.false()),
)

meetings = sa.Table(
    "meetings",
    schema,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True),
    sa.Column("first", sa.String(32), nullable=False),
    sa.Column("second", sa.String(32)),
    sa.Column("match", sa.String(32), index=True),
)
"""Who meets whom in which round, and at which table; without a second, a round off."""

versions = sa.Table(
    "versions",
    schema,
    sa.Column("name", sa.String(30), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
"""`options`: the version whose options every row states (`restating`); without a number it is the first."""
