"""`kaik arena`: computer players meet, and a table says who is the better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from kaik.cli import files, language
from kaik.cli.chosen import counted, game_of, options_of
from kaik.cli.tables import console
from kaik.core.errors import BadOptions, BadRecord, IllegalAction
from kaik.core.game import AnyGame
from kaik.core.options import Options
from kaik.lab import arena as lab
from kaik.lab import sim
from kaik.lab.sprt import Sprt
from kaik.play.record import read
from kaik.players import specs


def meet(
    id: str,
    players: Sequence[str],
    matches: int,
    *,
    seats: int | None,
    sprt: str | None,
    preset: str | None,
    words: Sequence[str],
    seed: int,
    workers: int,
    keep: Path | None,
    resume: Path | None,
) -> None:
    """Play what is left to play and print the table."""
    game = game_of(id)
    options = options_of(game, preset, words)
    _check(game, options, players, matches, seats)
    test = Sprt.parsed(sprt) if sprt else None
    event = lab.arena(game, options, players, matches, seats, seed)
    journal = lab.Journal(resume, event) if resume else None
    done = list(journal.done) if journal else []
    total = len(lab.bouts(event)) - len(done)
    batch = 4 * max(1, workers)
    with sim.processes(workers, 1) if workers > 1 else nullcontext(map) as mapped:
        reports = lab.run(event, mapped, done=done, sprt=test, keep=keep is not None, batch=batch)
        for report in _tracked(reports, total):
            done.append(report)
            if journal:
                journal.add(report)
            if keep:
                _kept(keep, report)
    _print(lab.table(event, done, test), len(done), test)


def _check(game: AnyGame, options: Options, players: Sequence[str], matches: int, seats: int | None) -> None:
    for spec in players:
        specs.player(spec)
    if len(players) < 2 or len(set(players)) < len(players):
        raise BadOptions("error.arena_players")
    if matches < 1:
        raise BadOptions("error.count")
    allowed = game.seats(options)
    if seats is not None and seats not in allowed:
        raise IllegalAction("error.seats", seats=seats, allowed=counted(allowed))


def _tracked(reports: Iterable[lab.Report], total: int) -> Iterable[lab.Report]:
    progress = Console(stderr=True)
    title = language.texts().word("cli.sim.working")
    return track(reports, title, total, console=progress, transient=True, disable=not progress.is_terminal)


def _kept(folder: Path, report: lab.Report) -> None:
    """Write the record of a match to a file named by the players' numbers and the match's own."""
    one, other = report.bout.pair
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise BadRecord("error.file_write", file=str(folder), detail=str(trouble.strerror)) from None
    files.write(folder / f"{one + 1}-{other + 1}-{report.bout.number + 1:05}.json", read(report.record))


# -- the tables ------------------------------------------------------------------------------------


def _print(found: lab.Table, matches: int, test: Sprt | None) -> None:
    words = language.texts()
    out = console()
    out.print(words.word("cli.sim.matches", n=matches, title=words.word("title")), style="bold")
    out.print(_standings(found))
    out.print(_pairings(found, test))


def _standings(found: lab.Table) -> Table:
    words = language.texts()
    table = Table(header_style="dim")
    table.add_column(words.word("cli.sim.player"))
    for column in ("matches", "score", "interval", "points", "rating", "time"):
        table.add_column(words.word(f"cli.arena.{column}"), justify="right")
    for one in found.standings:
        table.add_row(
            one.player,
            str(one.matches),
            f"{100 * one.score:.1f} %",
            _interval(one.interval),
            f"{one.points:+.3f} ± {one.margin:.3f}",
            f"{one.rating:.2f} ± {one.doubt:.2f}",
            f"{one.milliseconds:.1f}",
        )
    return table


def _pairings(found: lab.Table, test: Sprt | None) -> Table:
    words = language.texts()
    table = Table(header_style="dim")
    for column in ("pair", "matches", "score", "interval"):
        table.add_column(words.word(f"cli.arena.{column}"), justify="left" if column == "pair" else "right")
    if test is not None:
        table.add_column(words.word("cli.arena.test", low=_percent(test.low), high=_percent(test.high)))
    for one in found.pairings:
        verdict = [] if one.verdict is None else [words.word(f"cli.arena.{one.verdict}")]
        score = f"{100 * one.score:.1f} %"
        table.add_row(" – ".join(one.players), str(one.matches), score, _interval(one.interval), *verdict)
    return table


def _interval(found: tuple[float, float]) -> str:
    low, high = found
    return f"{100 * low:.1f} … {100 * high:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
