"""`kaik sim`: many matches with a progress bar, and a table of what came out."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from kaik.cli import language
from kaik.cli.game_args import load_game, options_of, seat_range
from kaik.cli.jobs import interrupted, process_map, with_progress
from kaik.cli.listings import UNKNOWN, console, sheet
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
    game = load_game(id)
    options = options_of(game, preset, words)
    players = players_at_seats(game, options, seats)
    if matches < 1:
        raise BadOptions("error.count")
    work = sim.jobs(game.id, options, players, matches, seed)
    outcomes: list[sim.MatchOutcome] = []
    try:
        with process_map(workers, matches) as mapped:
            for outcome in with_progress(sim.run(work, mapped), matches):
                outcomes.append(outcome)
    except KeyboardInterrupt:
        _print(outcomes, players)
        raise interrupted(language.texts().word("cli.sim.stopped", n=len(outcomes))) from None
    _print(outcomes, players)


def players_at_seats(game: AnyGame, options: Options, seats: str | None) -> list[str]:
    """The players named, every name checked; by default random ones at the smallest table."""
    allowed = game.seats(options)
    players = [name.strip() for name in seats.split(",")] if seats else ["random"] * allowed[0]
    for name in players:
        specs.player(name)
    if len(players) not in allowed:
        raise IllegalAction("error.seats", seats=len(players), allowed=seat_range(allowed))
    return players


def _print(outcomes: Sequence[sim.MatchOutcome], players: Sequence[str]) -> None:
    if not outcomes:
        return
    summary = sim.summary(outcomes)
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
    heads = [words.word(f"cli.sim.{column}") for column in ("points", "interval", "wins", "places")]
    rows = []
    for number, (seat, player) in enumerate(zip(summary.seats, players, strict=True), 1):
        low, high = seat.mean - seat.margin, seat.mean + seat.margin
        interval = f"{low:+.3f} … {high:+.3f}" if summary.matches > 1 else UNKNOWN
        places = " ".join(str(count) for count in seat.places)
        wins = f"{seat.wins:g} ({100 * seat.wins / summary.matches:.1f} %)"
        figures = [f"{seat.mean:+.3f}", interval, wins, places]
        rows.append((f"{number}  {player}", figures))
    return sheet(words.word("cli.sim.seat"), heads, rows)
