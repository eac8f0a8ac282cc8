"""A match played at one keyboard, by one person or several, with computers at the other seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from kaik.cli import keyboard
from kaik.cli.choice_prompt import ChoiceList
from kaik.cli.keyboard import Left
from kaik.cli.narration import YOU, Narrator, seat_names
from kaik.cli.saving import MatchFile
from kaik.cli.text import legend_text
from kaik.core.errors import IllegalAction, Refusal
from kaik.core.messages import Catalogue, Param
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import specs
from kaik.players.table import advance

HELP = ("number", "text", "list", "legend", "undo", "draw", "resign", "save", "log", "quit")


class TerminalMatch:
    """One match at one terminal."""

    def __init__(
        self,
        match: Match,
        chance: Sealed,
        players: Sequence[str],
        words: Catalogue,
        out: Console,
        *,
        fast: bool,
    ) -> None:
        self.match = match
        self.chance = chance
        self.match_file = MatchFile(match, chance, players)
        self.people = [seat for seat, player in enumerate(players) if player == YOU]
        self.computers = {seat: specs.player(player) for seat, player in enumerate(players) if player != YOU}
        self.words = seat_names(words, players)
        self.out = out
        self.narrator = Narrator(match, self.words, out)
        self._fast = fast
        self._shown = dict.fromkeys(range(match.seats), 0)
        """How many events each person has been told."""
        self._last: int | None = None
        """The person who looked at the screen last."""
        self._listed = False
        self._legend = match.game.legend(match.options)
        self._told_legend = False

    def run(self) -> None:
        """Play to the end, or until everybody leaves."""
        try:
            if not self.people or self.match.over:
                self._watch()
            else:
                self._play()
            self._finish()
        except (Left, KeyboardInterrupt):
            self._say("cli.play.left")

    # -- the course of a match ---------------------------------------------------------------------

    def _play(self) -> None:
        while True:
            self._let_computers()
            seat = next((seat for seat in self.match.to_act() if seat in self.people), None)
            if seat is None:
                break
            self._turn(seat)
        last = self.people[0] if len(self.people) == 1 else None
        self._since(last)
        self.narrator.show(last)

    def _let_computers(self) -> None:
        """The computers answer and choose; a draw that one of them declines is not passed over in silence."""
        offered = "draw" in self.match.offers
        advance(self.match, self.computers, self._seed)
        if offered and not self.match.over and "draw" not in self.match.offers:
            self._say("cli.play.declined")

    def _watch(self) -> None:
        """Nobody here has anything to decide: the events one by one, Enter between them."""
        seat = self.people[0] if len(self.people) == 1 else None
        shown = 0
        while True:
            for number in range(shown, len(self.match.events)):
                self.narrator.step(number, seat)
                self._pause()
            shown = len(self.match.events)
            if self.match.over:
                return
            advance(self.match, self.computers, self._seed, steps=1)

    def _pause(self) -> None:
        if self._fast:
            return
        try:
            answer = keyboard.ask(self.out, self.words.word("cli.play.enter")).casefold()
        except Left:
            if keyboard.is_person():
                raise
            answer = "a"
        if answer in ("q", "quit"):
            raise Left
        self._fast = answer == "a"

    def _finish(self) -> None:
        assert self.match.result is not None
        self.narrator.result(self.match.result)
        self._offer_to_save("cli.play.save_ask")

    # -- a person's turn ---------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        """Show one person the match, and ask until they have chosen."""
        self._hand_over(seat)
        self._since(seat)
        self.out.print(Rule(style="dim"))
        scene = self.narrator.show(seat)
        offer = ChoiceList(self.match.choices(seat), scene, self.words)
        if scene.prompt is not None:
            self.out.print(Text(self.words.text(scene.prompt), "bold"))
        if seat not in self.match.offers.get("draw", (seat,)):
            self._say("cli.play.draw_offered", seat=self.words.seat(self.match.offers["draw"][0]))
        if self._legend and not self._told_legend:
            self._told_legend = True
            self._say("cli.play.legend_hint", style="dim")
        self._present(offer)
        events = len(self.match.log)
        while len(self.match.log) == events:
            try:
                self._answer(seat, offer, keyboard.ask(self.out, self._prompt(seat)))
            except Refusal as refusal:
                self._refuse(refusal)

    def _hand_over(self, seat: int) -> None:
        """Cover the screen between two people who may not see each other's hands."""
        changed, self._last = self._last != seat, seat
        if not (changed and len(self.people) > 1 and self.match.hidden):
            return
        keyboard.cover(self.out)
        keyboard.ask(self.out, self.words.word("cli.play.cover", seat=self.words.seat(seat)))
        keyboard.cover(self.out)

    def _since(self, seat: int | None) -> None:
        """What has happened since that person last looked."""
        begin, end = self._shown.get(seat if seat is not None else -1, 0), len(self.match.events)
        if seat is None:
            begin = max(self._shown[person] for person in self.people)
        else:
            self._shown[seat] = end
        if begin < end:
            self._say("cli.play.since" if begin else "cli.play.begin", style="dim")
            self.narrator.tell(range(begin, end), seat)

    def _present(self, offer: ChoiceList) -> None:
        self._listed = offer.short
        if offer.short:
            self.out.print(offer.render(range(len(offer.choices))))
            self._say("cli.play.few", style="dim")
            return
        example = min((choice.text for choice in offer.choices), key=len)
        first_word = example.split()[0]
        start = first_word if first_word != example else example[0]
        self._say("cli.play.many", style="dim", n=len(offer.choices), example=example, start=start)

    def _prompt(self, seat: int) -> str:
        if len(self.people) == 1:
            return self.words.word("cli.play.ask")
        return self.words.word("cli.play.ask_seat", seat=self.words.seat(seat))

    def _answer(self, seat: int, offer: ChoiceList, line: str) -> None:
        """Do what one line asks for."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: self._help(offer, rest.strip()),
            "undo": self._undo,
            "draw": lambda: self._offer_draw(seat),
            "resign": lambda: self._resign(seat),
            "save": lambda: self._save(rest.strip()),
            "log": lambda: self._log(seat),
            "legend": lambda: self._show_legend(seat),
            **dict.fromkeys(("quit", "q", "exit"), self._quit),
        }
        if not line:
            raise IllegalAction("error.nothing")
        if word.startswith("?"):
            self._help(offer, line[1:].strip())
        else:
            commands.get(word.casefold(), lambda: self._choose(seat, offer, line))()

    def _choose(self, seat: int, offer: ChoiceList, line: str) -> None:
        """The choice that a number, its notation, its path or a sufficient beginning names."""
        number = self._by_number(offer, line) if line.isascii() and line.isdigit() else offer.exact(line)
        if number is None:
            begun = offer.beginning(line)
            if len(begun) > 1 or (begun and not offer.short):
                self._list(offer, begun)
                return
            number = begun[0] if begun else None
        if number is None:
            action = self.match.game.parse(self.match.state, seat, line)
        else:
            action = self.match.legal(seat)[number]
        self.match.play(seat, action)

    def _by_number(self, offer: ChoiceList, line: str) -> int:
        written = offer.exact(line)
        if written is not None:
            return written
        if not self._listed:
            raise IllegalAction("error.choice_unlisted")
        if not 1 <= int(line) <= len(offer.choices):
            raise IllegalAction("error.choice_number", number=line, last=len(offer.choices))
        return int(line) - 1

    # -- commands ----------------------------------------------------------------------------------

    def _help(self, offer: ChoiceList, beginning: str) -> None:
        if beginning:
            found = offer.beginning(beginning)
            if not found:
                raise IllegalAction("error.notation", text=beginning[:60])
            self._list(offer, found)
            return
        self._list(offer, range(len(offer.choices)))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(style="cyan", no_wrap=True)
        table.add_column(overflow="fold")
        for key in HELP:
            text = self.words.word(f"cli.play.help.{key}_text", example=offer.choices[0].text)
            table.add_row(self.words.word(f"cli.play.help.{key}"), text)
        self._say("cli.play.help", style="bold")
        self.out.print(Padding(table, (0, 0, 0, 2)))

    def _list(self, offer: ChoiceList, numbers: Sequence[int]) -> None:
        self._listed = True
        self.out.print(offer.render(numbers))

    def _undo(self) -> None:
        """Take back the last choice made at this keyboard."""
        able = [(to, seat) for seat in self.people if (to := self.match.can_undo(seat)) is not None]
        if not able:
            raise IllegalAction("error.undo")
        self.match.undo(max(able)[1])
        for seat, shown in self._shown.items():
            self._shown[seat] = min(shown, len(self.match.events))
        self._say("cli.play.undone")

    def _offer_draw(self, seat: int) -> None:
        """Propose a draw, or agree to one; the others answer when they come to the keyboard."""
        self.match.offer("draw", seat)
        if not self.match.over:
            self._say("cli.play.offering")

    def _resign(self, seat: int) -> None:
        if keyboard.ask(self.out, self.words.word("cli.play.resign_ask")).casefold() in ("y", "yes", "はい"):
            self.match.resign(seat)

    def _log(self, seat: int) -> None:
        if not self.match.events:
            self._say("cli.play.no_log")
        self.narrator.tell(range(len(self.match.events)), seat)

    def _show_legend(self, seat: int) -> None:
        if not self._legend:
            raise IllegalAction("error.no_legend")
        self.out.print(legend_text(self._legend, self.narrator.reader(seat)))

    def _quit(self) -> None:
        self._offer_to_save("cli.play.save_quit")
        raise Left

    # -- saving ------------------------------------------------------------------------------------

    def _offer_to_save(self, question: str) -> None:
        while True:
            try:
                name = keyboard.ask(self.out, self.words.word(question))
                if name:
                    self._save(name)
            except Left:
                return
            except Refusal as refusal:
                self._refuse(refusal)
            else:
                return

    def _save(self, name: str) -> None:
        file = self.match_file.save(name)
        self._say("cli.play.saved", file=str(file))
        if not self.match.over:
            self._say("cli.play.resume_hint", style="dim", file=str(file))

    # -- small things ------------------------------------------------------------------------------

    @property
    def _seed(self) -> str:
        """What the computers' own chance follows from, so that a resumed match goes on as it would have."""
        return self.chance.opened().seed or ""

    def came_from(self, file: Path) -> None:
        """The match was read from this file, and may be saved to it again."""
        self.match_file.file = file

    def _say(self, key: str, *, style: str = "", **params: Param) -> None:
        self.out.print(Text(self.words.word(key, **params), style), soft_wrap=True)

    def _refuse(self, refusal: Refusal) -> None:
        self.out.print(Text(self.words.text(refusal.message), "red"), soft_wrap=True)
