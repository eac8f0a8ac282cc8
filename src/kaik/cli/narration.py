"""A match told in the terminal: its events line by line, the scene at any of them, the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kaik.cli.text import (
    Reader,
    SeatNames,
    points_text,
    scene_text,
    seats_table,
    sheet_text,
    sticks,
    table_line,
)
from kaik.core.game import CHANCE
from kaik.core.messages import Catalogue
from kaik.core.scene import Scene
from kaik.play.match import Match, Result

YOU = "you"


def seat_names(words: Catalogue, players: Sequence[str]) -> SeatNames:
    """The seats by name: a person alone is “You”, computers show what plays there."""
    names = [seat_name(words, seat, "" if player == YOU else player) for seat, player in enumerate(players)]
    if players.count(YOU) == 1:
        names[players.index(YOU)] = words.word("you")
    return SeatNames(words, names)


def seat_name(words: Catalogue, seat: int, player: str) -> str:
    """A seat by its number, with the computer that plays there if there is one."""
    plain = words.word("seat", n=seat + 1)
    name, sign, settings = player.partition(":")
    shown = words.word(f"player.{name}") if f"player.{name}" in words else name
    return words.word("cli.play.seated", seat=plain, player=shown + sign + settings) if name else plain


class Narrator:
    """Tells one match to one screen."""

    def __init__(self, match: Match, words: SeatNames, out: Console) -> None:
        self.match = match
        self.words = words
        self.out = out

    def reader(self, seat: int | None) -> Reader:
        """The one who looks."""
        return Reader(self.words, seat, self.match.seats)

    def scene(self, number: int, seat: int | None) -> Scene:
        """What that seat saw before event `number`."""
        game = self.match.game
        return game.scene(game.view(self.match.states[number], seat), seat)

    def line(self, number: int, seat: int | None) -> Text:
        """Event `number` in words, with the sticks as they fell."""
        message = self.match.log_lines(seat)[number]
        line = Text(self.words.text(message))
        casts = self.scene(number + 1, seat).casts
        if self.match.events[number][0] == CHANCE and casts and message.params.get("n") == casts[-1].thrown:
            line.append("  ").append_text(sticks(casts[-1]))
        return line

    def tell(self, numbers: Iterator[int] | range, seat: int | None) -> None:
        """Events, a line each."""
        for number in numbers:
            self.out.print(_entry(self.line(number, seat)))

    def show(self, seat: int | None) -> Scene:
        """The scene as it is now."""
        scene = self.scene(len(self.match.events), seat)
        self.out.print(scene_text(scene, self.reader(seat)))
        self.print_recent(scene)
        return scene

    def print_recent(self, scene: Scene) -> None:
        """What the scene says has just happened."""
        if scene.happened:
            self.out.print(Text("  ".join(self.words.text(message) for message in scene.happened), "yellow"))

    def step(self, number: int, seat: int | None) -> None:
        """Event `number` by itself: a heading when the table changes, the line, what came of it."""
        before, after = self.scene(number, seat), self.scene(number + 1, seat)
        heading, reader = table_line(after, self.reader(seat)), self.reader(seat)
        old = table_line(before, reader)
        if heading is not None and (old is None or old.plain != heading.plain) and not after.happened:
            self.out.print(Rule(heading, align="left", style="dim"))
        self.tell(range(number, number + 1), seat)
        if after.happened:
            self.print_recent(after)
            self._print(seats_table(after, reader))

    def result(self, result: Result) -> None:
        """How it ended: the score sheet, the reason, the places."""
        words = self.words
        sheet = sheet_text(self.scene(len(self.match.events), None).sheet, self.reader(None))
        self.out.print(Rule(Text(words.word("cli.play.result"), "bold"), align="left"))
        self.out.print(words.text(result.reason))
        self._print(sheet)
        self.out.print(places_table(result, words))

    def _print(self, part: RenderableType | None) -> None:
        if part is not None:
            self.out.print(part)


def _entry(sentence: Text) -> Table:
    """A line of what happened, its further rows set in."""
    entry = Table.grid()
    entry.add_column(width=4, style="dim")
    entry.add_column(overflow="fold")
    entry.add_row("  · ", sentence)
    return entry


def places_table(result: Result, words: SeatNames) -> Table:
    """The places with their points, the best first."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(words.word("cli.play.place"), justify="right")
    table.add_column(words.word("cli.play.seat"))
    table.add_column(words.word("cli.play.points"), justify="right")
    for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
        style = "bold" if place == 1 else ""
        table.add_row(str(place), words.seat(seat), points_text(result.points[seat]), style=style)
    return table
