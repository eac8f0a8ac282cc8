"""A match to play with in Python: `kaik.new(game)`, then `play`, `let`, `undo`, and look at it.

In a notebook it shows as a picture, elsewhere as text. Everything goes through the referee: what the rules do
not allow is refused with a sentence and changes nothing.
"""

from __future__ import annotations

import secrets
import warnings
from io import StringIO
from pathlib import Path
from typing import Any, Self

from kaik.cli import files
from kaik.core import registry
from kaik.core.errors import BadOptions, IllegalAction
from kaik.core.game import CHANCE
from kaik.core.messages import LANGUAGES, Catalogue, catalogue
from kaik.core.scene import Scene
from kaik.play.fairness import Sealed
from kaik.play.match import Match, Result
from kaik.play.record import Record, replay, sealed
from kaik.players import specs
from kaik.players.table import advance

WIDTH = 100
"""Columns of a board as text."""


def titles() -> dict[str, str]:
    """The games there are: id and title."""
    return {id: catalogue("en", id).word("title") for id in registry.game_ids()}


def new(
    game: str,
    preset: str | None = None,
    *,
    seats: int | None = None,
    seed: int | None = None,
    lang: str = "en",
    **options: Any,
) -> Sitting:
    """A new match, by default at the smallest table; the same seed brings the same chance.

    `preset` names a set of options, further keywords change single ones.
    """
    rules = registry.load(game)
    chosen = rules.options(preset).replace(**options)
    count = seats or next(iter(rules.seats(chosen)))
    number = secrets.randbits(48) if seed is None else seed
    chance = Sealed.fresh(count, number)
    return Sitting(Match(rules, chosen, count, chance), chance, lang, str(number))


def load(file: str | Path, *, lang: str = "en") -> Sitting:
    """A recorded match, to look at or go on with, in any format a game knows."""
    reading = files.read_under(Path(file))
    record = reading.record
    match = replay(record)
    words = catalogue(lang if lang in LANGUAGES else "en", record.game)
    for note in reading.notes:
        warnings.warn(words.text(note), stacklevel=2)
    opened = record.fairness is not None and record.fairness.seed is not None
    chance = sealed(record) if opened else Sealed.fresh(match.seats)
    if not match.over:
        match.resume(chance)
    return Sitting(match, chance, lang, "loaded", record)


class Sitting:
    """One match. Seats are counted from 0."""

    def __init__(
        self, match: Match, chance: Sealed, lang: str, seed: str, source: Record | None = None
    ) -> None:
        if lang not in LANGUAGES:
            raise BadOptions("error.language", language=lang[:60], known=" ".join(LANGUAGES))
        self.match = match
        """The referee, for everything that is not offered here."""
        self._chance = chance
        self._words = catalogue(lang, match.game.id)
        self._seed = seed
        self._played = source.played if source else ""
        self._annotations = source.annotations if source else None
        known = source.players if source else ()
        self._named = list(known) if len(known) == match.seats else ["you"] * match.seats

    # -- looking -----------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that has to choose, or the first of several; `None` when the match is over."""
        return next(iter(self.match.to_act()), None)

    @property
    def moves(self) -> list[str]:
        """Every legal choice of the seat whose turn it is, as it is written."""
        seat, game, state = self.turn, self.match.game, self.match.state
        return [] if seat is None else [game.notate(state, seat, one) for one in self.match.legal(seat)]

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.match.seats

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the default."""
        return self.match.options.changed()

    @property
    def points(self) -> tuple[float, ...]:
        """Points won by each seat so far."""
        return tuple(self.match.game.returns(self.match.state))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def result(self) -> Result | None:
        """Points, places and the reason, once the match is over."""
        return self.match.result

    @property
    def log(self) -> list[str]:
        """What has happened, in words, as the seat whose turn it is saw it."""
        return [self._words.text(line) for line in self.match.log_lines(self.turn)]

    @property
    def record(self) -> Record:
        """The match so far; its seed is published once it is over."""
        fairness = self._chance.opened() if self.over else self._chance.sealed()
        return Record.of(
            self.match,
            players=self._named,
            played=self._played,
            fairness=fairness,
            annotations=self._annotations,
        )

    def seen_by(self, seat: int | None = None) -> View:
        """The table as a seat sees it, or a watcher, with nothing that is hidden from them."""
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction("error.seat_unknown", seat=seat + 1)
        return View(self.match.seen_by(seat).scene, self._words, seat, self.seats)

    def __repr__(self) -> str:
        return repr(self.seen_by(self.turn))

    def _repr_svg_(self) -> str:
        return self.seen_by(self.turn)._repr_svg_()

    # -- acting ------------------------------------------------------------------------------------

    def play(self, *moves: str) -> Self:
        """Choose by notation for whoever's turn it is, one choice after the other."""
        for text in moves:
            seat = self._chooser()
            self.match.play(seat, self.match.game.parse(self.match.state, seat, text))
        return self

    def let(self, player: str = "greedy", times: int = 1) -> Self:
        """Let a computer player choose for whoever's turn it is: `let("search:ms=100")`."""
        seated = specs.player(player)
        for _ in range(times):
            seat = self._chooser()
            self._named[seat] = player
            advance(self.match, {seat: seated}, self._seed, steps=1)
            if self.over:
                break
        return self

    def finish(self, player: str = "greedy") -> Self:
        """Let a computer player choose for every seat until the match is over."""
        while not self.over:
            self.let(player)
        return self

    def undo(self) -> Self:
        """Take back the last choice, unless chance has spoken since or something was revealed."""
        last = next((seat for seat, _ in reversed(self.match.events) if seat != CHANCE), 0)
        self.match.undo(last)
        if self._annotations is not None:
            self._annotations = self._annotations.upto(len(self.match.events))
        return self

    def save(self, file: str | Path) -> None:
        """Write the record; the suffix says the format."""
        files.write(Path(file), self.record)

    def _chooser(self) -> int:
        seat = self.turn
        if seat is None:
            raise IllegalAction("error.over")
        return seat


class View:
    """A scene that shows itself: as a picture in a notebook, elsewhere as text."""

    def __init__(self, scene: Scene, words: Catalogue, seat: int | None, seats: int) -> None:
        self.scene = scene
        self.seat = seat
        self._words = words
        self._seats = seats

    def __repr__(self) -> str:
        from rich.console import Console

        from kaik.cli.text import Reader, SeatNames, scene_text

        out = Console(file=StringIO(), width=WIDTH, color_system=None, legacy_windows=False)
        with out.capture() as shown:
            out.print(scene_text(self.scene, Reader(SeatNames(self._words, ()), self.seat, self._seats)))
        return "\n".join(line.rstrip() for line in shown.get().rstrip("\n").splitlines())

    def _repr_svg_(self) -> str:
        from kaik.notebook.picture import picture

        return picture(self.scene, self._words, self.seat, self._seats)
