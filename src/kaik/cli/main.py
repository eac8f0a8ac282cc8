"""The commands of `kaik`. Each imports what it needs when it runs, so that starting stays quick."""

# `--lang` and `--version` act through their callbacks.
# ruff: noqa: ARG001

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kaik.cli import language
from kaik.cli.group import HELP, Commands
from kaik.cli.serve import serve_command

app = typer.Typer(
    cls=Commands,
    help="cli",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP},
)

Lang = Annotated[
    str | None,
    typer.Option("--lang", help="cli.option.lang", metavar="ja|en", callback=language.speak, is_eager=True),
]
GameId = Annotated[str, typer.Argument(help="cli.argument.game")]
Preset = Annotated[str | None, typer.Option("--preset", help="cli.option.preset")]
Set = Annotated[list[str] | None, typer.Option("--set", help="cli.option.set", metavar="OPTION=VALUE")]
Seats = Annotated[str | None, typer.Option("--seats", help="cli.option.seats")]
Seed = Annotated[int | None, typer.Option("--seed", help="cli.option.seed")]
RecordFile = Annotated[Path, typer.Argument(help="cli.argument.record")]
RecordPreset = Annotated[str | None, typer.Option("--preset", help="cli.option.record_preset")]
RecordSet = Annotated[
    list[str] | None, typer.Option("--set", help="cli.option.record_set", metavar="OPTION=VALUE")
]
Players = Annotated[int | None, typer.Option("--players", help="cli.option.players")]


def _version(asked: bool) -> None:
    if asked:
        from kaik.version import VERSION

        typer.echo(f"kaik {VERSION}")
        raise typer.Exit


@app.callback()
def main(
    lang: Lang = None,
    version: Annotated[
        bool, typer.Option("--version", help="cli.option.version", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What holds for every command."""


@app.command("list", help="cli.command.list")
def list_games(lang: Lang = None) -> None:
    """The games there are."""
    from kaik.cli.listings import print_games

    print_games()


@app.command(help="cli.command.rules")
def rules(game: GameId, lang: Lang = None) -> None:
    """A game's options and presets in words."""
    from kaik.cli.listings import print_rules

    print_rules(game)


@app.command(help="cli.command.play")
def play(
    game: Annotated[str | None, typer.Argument(help="cli.argument.game")] = None,
    preset: Preset = None,
    set: Set = None,
    seats: Seats = None,
    seed: Seed = None,
    fast: Annotated[bool, typer.Option("--fast", help="cli.option.fast")] = False,
    resume: Annotated[Path | None, typer.Option("--resume", help="cli.option.resume")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal."""
    from kaik.cli.start import start

    start(game, preset=preset, words=set or [], seats=seats, seed=seed, fast=fast, resume=resume)


@app.command(help="cli.command.tui")
def tui(
    game: Annotated[str | None, typer.Argument(help="cli.argument.game")] = None,
    preset: Preset = None,
    set: Set = None,
    seats: Seats = None,
    seed: Seed = None,
    fast: Annotated[bool, typer.Option("--fast", help="cli.option.fast")] = False,
    resume: Annotated[Path | None, typer.Option("--resume", help="cli.option.resume")] = None,
    replay: Annotated[Path | None, typer.Option("--replay", help="cli.option.replay")] = None,
    join: Annotated[str | None, typer.Option("--join", help="cli.option.join", metavar="URL")] = None,
    lang: Lang = None,
) -> None:
    """The full-screen client."""
    from kaik.cli.tui.run import run

    run(
        game,
        preset=preset,
        words=set or [],
        seats=seats,
        seed=seed,
        fast=fast,
        resume=resume,
        replay=replay,
        join=join,
    )


@app.command(help="cli.command.replay")
def replay(
    record: RecordFile,
    at: Annotated[int | None, typer.Option("--at", help="cli.option.at")] = None,
    everything: Annotated[bool, typer.Option("--all", help="cli.option.all")] = False,
    preset: RecordPreset = None,
    set: RecordSet = None,
    lang: Lang = None,
) -> None:
    """Show a record."""
    from kaik.cli.replay import show

    show(record, at, everything, preset, set or [])


@app.command(help="cli.command.sim")
def sim(
    game: GameId,
    n: Annotated[int, typer.Option("-n", help="cli.option.n")] = 100,
    seats: Seats = None,
    preset: Preset = None,
    set: Set = None,
    seed: Annotated[int, typer.Option("--seed", help="cli.option.seed")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", help="cli.option.jobs")] = 1,
    lang: Lang = None,
) -> None:
    """Play many matches."""
    from kaik.cli.simulate import simulate

    simulate(game, n, seats=seats, preset=preset, words=set or [], seed=seed, workers=jobs)


@app.command(help="cli.command.arena")
def arena(
    game: GameId,
    players: Annotated[list[str], typer.Argument(help="cli.argument.specs", metavar="PLAYER…")],
    n: Annotated[int, typer.Option("-n", help="cli.option.n_pair")] = 100,
    table: Players = None,
    sprt: Annotated[str | None, typer.Option("--sprt", help="cli.option.sprt", metavar="LOW,HIGH")] = None,
    preset: Preset = None,
    set: Set = None,
    seed: Annotated[int, typer.Option("--seed", help="cli.option.seed")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", help="cli.option.jobs")] = 1,
    keep: Annotated[Path | None, typer.Option("--keep", help="cli.option.keep")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="cli.option.resume_arena")] = None,
    lang: Lang = None,
) -> None:
    """Let computer players meet."""
    from kaik.cli.arena import meet

    meet(
        game,
        players,
        n,
        seats=table,
        sprt=sprt,
        preset=preset,
        words=set or [],
        seed=seed,
        workers=jobs,
        keep=keep,
        resume=resume,
    )


@app.command(help="cli.command.lab")
def lab(
    game: GameId,
    vary: Annotated[
        list[str] | None, typer.Option("--vary", help="cli.option.vary", metavar="OPTION=A,B…")
    ] = None,
    players: Annotated[str, typer.Option("--players", help="cli.option.lab_players")] = "greedy",
    n: Annotated[int, typer.Option("-n", help="cli.option.lab_n")] = 100,
    preset: Preset = None,
    set: Set = None,
    seed: Annotated[int, typer.Option("--seed", help="cli.option.seed")] = 0,
    out: Annotated[Path | None, typer.Option("--out", help="cli.option.out")] = None,
    map: Annotated[str, typer.Option("--map", help="cli.option.map", metavar="processes|ray")] = "processes",
    jobs: Annotated[int, typer.Option("--jobs", help="cli.option.jobs")] = 0,
    lang: Lang = None,
) -> None:
    """Compare rules."""
    from kaik.cli.lab import study

    study(
        game,
        vary=vary or [],
        players=players,
        matches=n,
        preset=preset,
        words=set or [],
        seed=seed,
        out=out,
        mapped=map,
        workers=jobs,
    )


@app.command(help="cli.command.solve")
def solve(game: GameId, preset: Preset = None, set: Set = None, lang: Lang = None) -> None:
    """Exact figures of a solved game."""
    from kaik.cli.solve import solve

    solve(game, preset=preset, words=set or [])


@app.command(help="cli.command.analyse")
def analyse(
    file: Annotated[Path, typer.Argument(help="cli.argument.analysed")],
    at: Annotated[int | None, typer.Option("--at", help="cli.option.at_analyse")] = None,
    playouts: Annotated[int, typer.Option("--playouts", help="cli.option.playouts")] = 300,
    nodes: Annotated[int, typer.Option("--nodes", help="cli.option.nodes")] = 30_000,
    seed: Annotated[int, typer.Option("--seed", help="cli.option.seed")] = 0,
    lang: Lang = None,
) -> None:
    """Judge the choices in a position or a record."""
    from kaik.cli.analyse import analyse

    analyse(file, at=at, playouts=playouts, nodes=nodes, seed=seed)


@app.command(help="cli.command.verify")
def verify(
    record: Annotated[str, typer.Argument(help="cli.argument.place", metavar="FILE|URL")], lang: Lang = None
) -> None:
    """Check a record's chance."""
    from kaik.cli.verify import check

    raise typer.Exit(0 if check(record) else 1)


@app.command(help="cli.command.options")
def options(
    game: GameId,
    json: Annotated[bool, typer.Option("--json", help="cli.option.json")] = False,
    lang: Lang = None,
) -> None:
    """A game's options as data."""
    from kaik.cli.listings import print_options

    print_options(game, json)


@app.command(help="cli.command.perft")
def perft(
    game: GameId,
    depth: Annotated[int, typer.Option("--depth", help="cli.option.depth")] = 3,
    preset: Preset = None,
    set: Set = None,
    players: Players = None,
    lang: Lang = None,
) -> None:
    """Count the tree."""
    from kaik.cli.listings import print_perft

    print_perft(game, depth, preset=preset, words=set or [], players=players)


@app.command(help="cli.command.convert")
def convert(
    source: Annotated[Path, typer.Argument(help="cli.argument.source", metavar="FILE")],
    target: Annotated[Path, typer.Argument(help="cli.argument.target", metavar="OUT")],
    preset: RecordPreset = None,
    set: RecordSet = None,
    profile: Annotated[
        str | None, typer.Option("--profile", help="cli.option.profile", metavar="PROFILE")
    ] = None,
    lang: Lang = None,
) -> None:
    """Rewrite a record in another format."""
    from kaik.cli import files
    from kaik.cli.game_args import use_texts_of

    reading = files.read_under(source, preset, set or [])
    use_texts_of(reading.record)
    files.write(target, reading.record, profile)
    for note in reading.notes:
        typer.echo(language.texts().text(note))
    typer.echo(language.texts().word("cli.convert.done", file=str(target)))


@app.command(help="cli.command.engine")
def engine(
    game: Annotated[str | None, typer.Argument(help="cli.argument.game")] = None,
    lang: Lang = None,
) -> None:
    """Speak a line protocol with another program."""
    from kaik.cli.engine import run
    from kaik.core.registry import flagship

    run(game or flagship(), language.texts().language)


app.command("serve", help="cli.command.serve")(serve_command)


@app.command(help="cli.command.admin")
def admin(
    action: Annotated[str, typer.Argument(help="cli.argument.action")],
    what: Annotated[str | None, typer.Argument(help="cli.argument.what")] = None,
    data: Annotated[Path | None, typer.Option("--data", envvar="KAIK_DATA", help="cli.option.data")] = None,
    db: Annotated[
        str | None, typer.Option("--db", envvar="KAIK_DB", help="cli.option.db", metavar="URL")
    ] = None,
    lang: Lang = None,
) -> None:
    """Look after a server."""
    from kaik.cli.admin import look_after

    look_after(action, what, data, db)
