"""How a match in the terminal begins: from the command line, from a saved file, or from the menu."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kaik.cli import files, keyboard, language
from kaik.cli.game_args import load_game, options_of, playable, seat_range, use_texts_of
from kaik.cli.keyboard import Left
from kaik.cli.listings import console, full_title
from kaik.cli.narration import YOU
from kaik.cli.play import TerminalMatch
from kaik.core.errors import BadOptions
from kaik.core.game import AnyGame
from kaik.core.messages import LANGUAGES, msg
from kaik.core.options import Options
from kaik.play import record as records
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs

OPPONENT = "greedy"


def start(
    id: str | None,
    *,
    preset: str | None,
    words: Sequence[str],
    seats: str | None,
    seed: int | None,
    fast: bool,
    resume: Path | None,
) -> None:
    """Begin or go on with a match and play it."""
    out = console()
    if resume is not None:
        if id or preset or words or seed is not None:
            raise BadOptions("error.resume_game")
        _resume(resume, seats, fast, out).run()
        return
    game = load_game(id) if id is not None else _ask_game(out)
    if game is None:
        return
    options = options_of(game, preset, words)
    players = (
        parse_players(seats)
        if seats is not None
        else _default_players(game, options, ask=id is None, out=out)
    )
    if players is None:
        return
    chance = Sealed.fresh(len(players), seed)
    match = Match(game, options, len(players), chance)
    out.print(full_title(game))
    TerminalMatch(match, chance, players, language.texts(game.id), out, fast=fast).run()


def parse_players(seats: str) -> list[str]:
    """Who sits where, every name checked."""
    players = [name.strip() for name in seats.split(",")]
    for player in players:
        if player != YOU:
            _check_player(player)
    return players


def _check_player(player: str) -> None:
    try:
        specs.player(player)
    except BadOptions as refusal:
        if refusal.message.key != "error.player_unknown":
            raise
        known = " ".join([YOU, *specs.names()])
        raise BadOptions("error.player_unknown", player=player.partition(":")[0][:60], known=known) from None


# -- going on --------------------------------------------------------------------------------------


def _resume(file: Path, seats: str | None, fast: bool, out: Console) -> TerminalMatch:
    record = files.read(file)
    use_texts_of(record)
    match = records.replay(record)
    if match.over:
        raise BadOptions("error.resume_over")
    chance = records.sealed(record)
    written = ",".join(record.players) or _default_seats(match.seats)
    players = parse_players(written if seats is None else seats)
    if len(players) != match.seats:
        raise BadOptions("error.seats_mixed", seats=len(players), wanted=match.seats)
    match.resume(chance)
    out.print(full_title(match.game))
    terminal = TerminalMatch(match, chance, players, language.texts(match.game.id), out, fast=fast)
    terminal.came_from(file)
    out.print(Text(language.texts().word("cli.play.resumed"), "dim"))
    return terminal


def _default_seats(seats: int) -> str:
    return ",".join([YOU, *[OPPONENT] * (seats - 1)])


# -- the menu --------------------------------------------------------------------------------------


def _ask_game(out: Console) -> AnyGame | None:
    """Ask which game; `None` is to leave."""
    games = playable()
    words = language.texts()
    out.print(Text(words.word("cli.play.menu"), "bold"))
    out.print(_menu(games))
    while True:
        answer = _ask(out, words.word("cli.play.menu_ask", default="1"))
        if answer is None:
            return None
        found = _find_game(answer or "1", games)
        if found is not None:
            return load_game(found.id)
        out.print(Text(words.text(msg("error.menu", text=answer[:60])), "red"))


def _menu(games: Sequence[AnyGame]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="bold cyan")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", style="dim")
    for number, game in enumerate(games, 1):
        own = language.texts_about(game.id)
        table.add_row(str(number), Text(own.word("title"), "bold"), own.word("summary"))
    return table


def _find_game(answer: str, games: Sequence[AnyGame]) -> AnyGame | None:
    """The game with this number, id or title."""
    for number, game in enumerate(games, 1):
        titles = (language.texts_about(game.id, spoken).word("title") for spoken in LANGUAGES)
        names = {str(number), game.id, *titles}
        if answer.casefold() in {name.casefold() for name in names}:
            return game
    return None


def _default_players(game: AnyGame, options: Options, *, ask: bool, out: Console) -> list[str] | None:
    """You against the fewest opponents, or as many as you say; `None` is to leave."""
    allowed = [seats - 1 for seats in game.seats(options)]
    opponents = allowed[0]
    if ask and len(allowed) > 1:
        wanted = _opponents(allowed, out)
        if wanted is None:
            return None
        opponents = wanted
    return [YOU, *[OPPONENT] * opponents]


def _opponents(allowed: Sequence[int], out: Console) -> int | None:
    words = language.texts()
    shown = seat_range(allowed)
    while True:
        answer = _ask(out, words.word("cli.play.opponents", allowed=shown, default=allowed[0]))
        if answer is None:
            return None
        if (answer or str(allowed[0])) in {str(n) for n in allowed}:
            return int(answer or allowed[0])
        out.print(Text(words.text(msg("error.opponents", text=answer[:60], allowed=shown)), "red"))


def _ask(out: Console, prompt: str) -> str | None:
    try:
        answer = keyboard.ask(out, prompt)
    except Left:
        return None
    return None if answer.casefold() in ("q", "quit") else answer
