"""`kaik serve`: play in the browser. Everything heavy is imported when it runs."""

# Options reach `settings` through the context; `--lang` acts through its callback.
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
    ctx: typer.Context,
    host: Annotated[str | None, typer.Option("--host", envvar="KAIK_HOST", help="cli.option.host")] = None,
    port: Annotated[str | None, typer.Option("--port", envvar="KAIK_PORT", help="cli.option.port")] = None,
    data: Annotated[Path | None, typer.Option("--data", envvar="KAIK_DATA", help="cli.option.data")] = None,
    lan: Annotated[bool | None, typer.Option("--lan", envvar="KAIK_LAN", help="cli.option.network")] = None,
    db: Annotated[
        str | None, typer.Option("--db", envvar="KAIK_DB", help="cli.option.db", metavar="URL")
    ] = None,
    workers: Annotated[
        str | None, typer.Option("--workers", envvar="KAIK_WORKERS", help="cli.option.workers", metavar="N")
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", envvar="KAIK_LOG", help="cli.option.log", metavar="text|json")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", envvar="KAIK_LOG_LEVEL", help="cli.option.log_level")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", envvar="KAIK_PUBLIC_URL", help="cli.option.public_url")
    ] = None,
    viewer: Annotated[
        str | None, typer.Option("--viewer", envvar="KAIK_VIEWER", help="cli.option.viewer", metavar="URL")
    ] = None,
    open_browser: Annotated[
        bool | None,
        typer.Option("--open/--no-open", envvar="KAIK_OPEN_BROWSER", help="cli.option.open_browser"),
    ] = None,
    hosts: Annotated[str | None, typer.Option(envvar="KAIK_HOSTS", hidden=True)] = None,
    proxies: Annotated[str | None, typer.Option(envvar="KAIK_PROXIES", hidden=True)] = None,
    claim_window: Annotated[str | None, typer.Option(envvar="KAIK_CLAIM_WINDOW", hidden=True)] = None,
    grace: Annotated[str | None, typer.Option(envvar="KAIK_GRACE", hidden=True)] = None,
    nonce_wait: Annotated[str | None, typer.Option(envvar="KAIK_NONCE_WAIT", hidden=True)] = None,
    lang: Lang = None,
) -> None:
    """Run the server until it is told to stop. What is not given comes from the environment."""
    from kaik.server.run import run
    from kaik.server.settings import settings

    run(settings(ctx.params), language.texts())
