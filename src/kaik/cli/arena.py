"""`kaik arena`: computer players meet, and a table says who is the better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from kaik.cli import files, language
from kaik.cli.game_args import load_game, options_of, seat_range
from kaik.cli.jobs import interrupted, process_map, processes, with_progress
from kaik.cli.listings import UNKNOWN, console, sheet
from kaik.core.errors import BadOptions, BadRecord, IllegalAction
from kaik.core.game import AnyGame
from kaik.core.messages import Catalogue
from kaik.core.options import Options
from kaik.lab import arena as lab
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
    game = load_game(id)
    options = options_of(game, preset, words)
    _check(game, options, players, matches, seats)
    test = Sprt.parse(sprt) if sprt else None
    event = lab.arena(game, options, players, matches, seats, seed)
    journal = lab.ArenaJournal(resume, event) if resume else None
    done = list(journal.done) if journal else []
    total = len(lab.bouts(event)) - len(done)
    try:
        with process_map(workers, total) as mapped:
            reports = lab.run(
                event, mapped, done=done, sprt=test, keep=keep is not None, batch=4 * processes(workers)
            )
            for report in with_progress(reports, total):
                done.append(report)
                if journal:
                    journal.add(report)
                if keep:
                    _save_record(keep, report)
    except KeyboardInterrupt:
        _print(event, done, test)
        key = "cli.arena.stopped" if journal else "cli.arena.lost"
        raise interrupted(language.texts().word(key, n=len(done), file=str(resume))) from None
    _print(event, done, test)


def _check(game: AnyGame, options: Options, players: Sequence[str], matches: int, seats: int | None) -> None:
    for spec in players:
        specs.player(spec)
    if len(players) < 2 or len(set(players)) < len(players):
        raise BadOptions("error.arena_players")
    if matches < 1:
        raise BadOptions("error.count")
    allowed = game.seats(options)
    if seats is not None and seats not in allowed:
        raise IllegalAction("error.seats", seats=seats, allowed=seat_range(allowed))


def _save_record(folder: Path, report: lab.BoutReport) -> None:
    """Write the record of a match to a file named by the players' numbers and the match's own."""
    one, other = report.bout.pair
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise BadRecord("error.file_write", file=str(folder), detail=str(trouble.strerror)) from None
    files.write(folder / f"{one + 1}-{other + 1}-{report.bout.number + 1:05}.json", read(report.record))


# -- the tables ------------------------------------------------------------------------------------


def _print(event: lab.Arena, done: Sequence[lab.BoutReport], test: Sprt | None) -> None:
    if not done:
        return
    found = lab.table(event, done, test)
    words = language.texts()
    out = console()
    out.print(words.word("cli.sim.matches", n=len(done), title=words.word("title")), style="bold")
    out.print(_standings(found, words))
    out.print()
    out.print(_pairings(found, test, words))
    out.print()
    out.print(words.word("cli.arena.note"), style="dim")


def _standings(found: lab.CrossTable, words: Catalogue) -> Table:
    columns = ("matches", "score", "interval", "points", "rating", "time")
    rows = [
        (
            one.player,
            [
                str(one.matches),
                f"{100 * one.score:.1f} %",
                _interval(one.interval),
                f"{one.points:+.2f} ± {f'{one.margin:.2f}' if one.matches > 1 else UNKNOWN}",
                f"{one.rating:.1f} ± {one.doubt:.1f}",
                f"{one.milliseconds:.1f}",
            ],
        )
        for one in found.standings
    ]
    return sheet(
        words.word("cli.sim.player"), [words.word(f"cli.arena.{column}") for column in columns], rows
    )


def _pairings(found: lab.CrossTable, test: Sprt | None, words: Catalogue) -> Table:
    heads = [words.word(f"cli.arena.{column}") for column in ("matches", "score", "interval")]
    if test is not None:
        heads.append(words.word("cli.arena.test", low=_percent(test.low), high=_percent(test.high)))
    rows = []
    for one in found.pairings:
        verdict = [] if one.verdict is None else [words.word(f"cli.arena.{one.verdict}")]
        figures = [str(one.matches), f"{100 * one.score:.1f} %", _interval(one.interval), *verdict]
        rows.append((" – ".join(one.players), figures))
    return sheet(words.word("cli.arena.pair"), heads, rows)


def _interval(found: tuple[float, float]) -> str:
    low, high = found
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:g} %"
