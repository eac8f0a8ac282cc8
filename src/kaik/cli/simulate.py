"""`kaik sim`: many matches with a progress bar, and a table of what came out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext

from rich.console import Console
from rich.progress import track
from rich.table import Table

from kaik.cli import language
from kaik.cli.chosen import counted, game_of, options_of
from kaik.cli.tables import console
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.game import AnyGame
from kaik.core.messages import Catalogue
from kaik.core.options import Options
from kaik.lab import sim
from kaik.players import specs


def simulate(
    id: str,
    matches: int,
    *,
    seats: str | None,
    preset: str | None,
    words: Sequence[str],
    seed: int,
    workers: int,
) -> None:
    """Play the matches and print the summary."""
    game = game_of(id)
    options = options_of(game, preset, words)
    players = seated(game, options, seats)
    if matches < 1:
        raise BadOptions("error.count")
    work = sim.jobs(game.id, options, players, matches, seed)
    with sim.processes(workers) if workers > 1 else nullcontext(map) as mapped:
        outcomes = list(_tracked(sim.run(work, mapped), matches))
    _print(sim.summary(outcomes), players)


def seated(game: AnyGame, options: Options, seats: str | None) -> list[str]:
    """The players named, every name checked; by default random ones at the smallest table."""
    allowed = game.seats(options)
    players = [name.strip() for name in seats.split(",")] if seats else ["random"] * allowed[0]
    for name in players:
        specs.player(name)
    if len(players) not in allowed:
        raise IllegalAction("error.seats", seats=len(players), allowed=counted(allowed))
    return players


def _tracked(outcomes: Iterable[sim.Outcome], total: int) -> Iterable[sim.Outcome]:
    progress = Console(stderr=True)
    title = language.texts().word("cli.sim.working")
    return track(outcomes, title, total, console=progress, transient=True, disable=not progress.is_terminal)


def _print(summary: sim.Summary, players: Sequence[str]) -> None:
    words = language.texts()
    out = console()
    out.print(words.word("cli.sim.matches", n=summary.matches, title=words.word("title")), style="bold")
    out.print(_table(summary, players, words))
    least, mean, most = summary.events
    out.print(words.word("cli.sim.length", mean=f"{mean:.1f}", least=least, most=most))
    out.print(words.word("cli.sim.reasons"), style="bold")
    for reason, count in summary.reasons:
        out.print(f"  {words.word('cli.sim.reason', n=count, reason=reason)}")


def _table(summary: sim.Summary, players: Sequence[str], words: Catalogue) -> Table:
    table = Table(header_style="dim")
    for column in ("seat", "player"):
        table.add_column(words.word(f"cli.sim.{column}"))
    for column in ("points", "interval", "wins", "places"):
        table.add_column(words.word(f"cli.sim.{column}"), justify="right")
    for number, (seat, player) in enumerate(zip(summary.seats, players, strict=True), 1):
        low, high = seat.mean - seat.margin, seat.mean + seat.margin
        places = " ".join(str(count) for count in seat.places)
        wins = f"{seat.wins:g} ({100 * seat.wins / summary.matches:.1f} %)"
        table.add_row(str(number), player, f"{seat.mean:+.3f}", f"{low:+.3f} … {high:+.3f}", wins, places)
    return table
