"""`kaik serve`: play in the browser. Everything heavy is imported when it runs."""

# `--lang` acts through its callback.
# ruff: noqa: ARG001

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kaik.cli import language

Lang = Annotated[
    str | None,
    typer.Option("--lang", help="cli.option.lang", metavar="ja|en", callback=language.speak, is_eager=True),
]


def serve_command(
    host: Annotated[str | None, typer.Option("--host", help="cli.option.host")] = None,
    port: Annotated[str | None, typer.Option("--port", help="cli.option.port")] = None,
    data: Annotated[Path | None, typer.Option("--data", help="cli.option.data")] = None,
    network: Annotated[bool | None, typer.Option("--lan", help="cli.option.network")] = None,
    db: Annotated[str | None, typer.Option("--db", help="cli.option.db", metavar="URL")] = None,
    workers: Annotated[str | None, typer.Option("--workers", help="cli.option.workers", metavar="N")] = None,
    log: Annotated[str | None, typer.Option("--log", help="cli.option.log", metavar="text|json")] = None,
    log_level: Annotated[str | None, typer.Option("--log-level", help="cli.option.log_level")] = None,
    public_url: Annotated[str | None, typer.Option("--public-url", help="cli.option.public_url")] = None,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="cli.option.open_browser")
    ] = None,
    lang: Lang = None,
) -> None:
    """Run the server until it is told to stop. What is not given comes from the environment."""
    from kaik.server.run import run
    from kaik.server.settings import settings

    flags = {
        "host": host,
        "port": port,
        "data": data,
        "lan": network,
        "db": db,
        "workers": workers,
        "log": log,
        "log_level": log_level,
        "public_url": public_url,
        "open_browser": open_browser,
    }
    run(settings(flags), language.texts())
