"""`kaik admin`: look after the tables and people of a server."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer
from sqlalchemy import make_url

from kaik.cli import language
from kaik.core.errors import BadOptions
from kaik.server import admin
from kaik.server.settings import settings

ACTIONS = ("list", "close", "ban", "unban", "backup", "restore")
MOST = 100


def look_after(action: str, what: str | None, data: Path | None, db: str | None) -> None:
    """Do one thing to the database of a server, running or not."""
    if action not in ACTIONS:
        raise BadOptions("error.admin_action", action=action[:60], known=" ".join(ACTIONS))
    if (what is None) != (action == "list"):
        raise BadOptions("error.admin_what" if what is None else "error.usage_extra", action=action)
    url = settings({"data": data, "db": db}, make=action == "restore").database
    if action != "restore":
        _check_there(url)
    if what is None:
        _show(asyncio.run(admin.on(url, admin.newest_tables, MOST)))
    else:
        _do(url, action, what)


def _check_there(url: str) -> None:
    """A file that is not there is a slip in its name, not an empty server."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite" and not Path(place.database or "").exists():
        raise BadOptions("error.admin_nothing", file=place.database or "")


def _do(url: str, action: str, what: str) -> None:
    works: dict[str, tuple[Any, ...]] = {
        "close": (admin.close, what),
        "ban": (admin.ban, what),
        "unban": (admin.ban, what, False),
        "backup": (admin.backup, Path(what)),
        "restore": (admin.restore, Path(what)),
    }
    done = asyncio.run(admin.on(url, *works[action], fresh=action == "restore"))
    typer.echo(language.texts().word(f"cli.admin.{action}", what=what, count=str(done)))


def _show(found: list[admin.ListedTable]) -> None:
    for table in found:
        day = datetime.fromtimestamp(table.created, UTC).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(table.names)
        typer.echo(f"{table.id}  {day}  {table.status:8}{table.events:6}  {table.game}  {names}")
    if not found:
        typer.echo(language.texts().word("cli.admin.none"))
