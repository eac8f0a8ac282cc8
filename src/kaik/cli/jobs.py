"""How the matches of an experiment are shared out over processes, and watched while they are played."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

import typer
from rich.console import Console
from rich.progress import track

from kaik.cli import language
from kaik.core.errors import BadOptions
from kaik.lab import sim

Done = TypeVar("Done")

MOST = 1024
"""More processes than this are a slip of the finger."""
BROKEN_OFF = 130
"""The exit code after Ctrl-C."""


def processes(wanted: int) -> int:
    """How many `--jobs` asks for: 0 is one for each processor."""
    if not 0 <= wanted <= MOST:
        raise BadOptions("error.jobs", most=MOST)
    return wanted or os.cpu_count() or 1


def process_map(wanted: int, matches: int) -> AbstractContextManager[sim.Map]:
    """A `map` over the processes asked for, as far as there are matches for them."""
    count = min(processes(wanted), matches)
    return sim.processes(count, 1) if count > 1 else nullcontext(map)


def with_progress(found: Iterable[Done], total: int) -> Iterable[Done]:
    """The same, with a bar on the error stream if that is a terminal."""
    progress = Console(stderr=True)
    title = language.texts().word("cli.sim.working")
    return track(found, title, total, console=progress, transient=True, disable=not progress.is_terminal)


def interrupted(text: str) -> typer.Exit:
    """Say on the error stream that Ctrl-C was heard, and what remains; then the way out."""
    typer.echo(text, err=True)
    return typer.Exit(BROKEN_OFF)
