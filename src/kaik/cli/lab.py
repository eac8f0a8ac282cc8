"""`kaik lab`: play a study, or what is left of it, and write its report."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path

import typer

from kaik.cli import language
from kaik.cli.game_args import load_game
from kaik.cli.jobs import interrupted, process_map, processes, with_progress
from kaik.core.errors import BadOptions
from kaik.lab import balance, sim
from kaik.lab.balance import BalanceStudy
from kaik.lab.store import StudyStore, unwritable

PAGE, COMMAND = "index.html", "command.txt"
MAPS = ("processes", "ray")


def study(
    id: str,
    *,
    vary: Sequence[str],
    players: str,
    matches: int,
    preset: str | None,
    words: Sequence[str],
    seed: int,
    out: Path | None,
    mapped: str,
    workers: int,
) -> None:
    """Play what is left to play and write the report."""
    for package in ("matplotlib", "pyarrow"):
        if find_spec(package) is None:
            raise BadOptions("error.lab_extra", package=package, extra="lab")
    wanted = BalanceStudy(
        game=load_game(id).id,
        preset=preset,
        set=tuple(words),
        vary=balance.parse_variations(vary),
        players=players,
        matches=matches,
        seed=seed,
    )
    balance.variants(wanted)
    shared = _map(mapped, workers, len(balance.tasks(wanted)))
    store = StudyStore(out or Path(f"lab-{id}"), wanted)
    played = _play(store, shared)
    store.finish()
    _write(store, str(out or f"lab-{id}"))
    key = "lab.made" if played else "lab.made.again"
    file = str(store.folder / PAGE)
    typer.echo(language.texts().word(key, n=played or len(store.done), file=file))


def _map(name: str, workers: int, matches: int) -> AbstractContextManager[sim.Map]:
    if name not in MAPS:
        raise BadOptions("error.lab_map", map=name[:60])
    if name == "ray":
        from kaik.lab.cluster import ray

        return ray(workers and processes(workers))
    return process_map(workers, matches)


def _play(store: StudyStore, mapped: AbstractContextManager[sim.Map]) -> int:
    """Play what is left; how many matches that was."""
    left = len(balance.tasks(store.study)) - len(store.done)
    if not left:
        return 0
    if store.done:
        typer.echo(language.texts().word("lab.made.resumed", n=len(store.done)), err=True)
    try:
        with mapped as every:
            for found in with_progress(balance.run(store.study, every, store.done), left):
                store.add(found)
    except KeyboardInterrupt:
        raise interrupted(language.texts().word("lab.made.stopped", n=len(store.done))) from None
    return left


def _write(store: StudyStore, out: str) -> None:
    """The page, its pictures as files, and the command."""
    from kaik.lab.page import page
    from kaik.lab.plots import png
    from kaik.lab.report import report

    words = language.texts()
    command = balance.command(store.study, out, words.language)
    made = report(store.study, store.done, words, command)
    try:
        for picture in made.pictures:
            png(picture, store.folder / f"{picture.name}.png")
        (store.folder / PAGE).write_text(page(made, words.language), encoding="utf-8")
        (store.folder / COMMAND).write_text(command + "\n", encoding="utf-8")
    except OSError as trouble:
        raise unwritable(store.folder, trouble) from None
