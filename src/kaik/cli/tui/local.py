"""A match at this keyboard: people take turns, computers think in a process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

from kaik.cli.narration import YOU, seat_names
from kaik.cli.saving import MatchFile
from kaik.cli.text import Reader, SeatNames
from kaik.cli.tui.session import MatchSession, ScreenState
from kaik.core.errors import IllegalAction
from kaik.core.game import seat_name
from kaik.core.messages import Catalogue, Message, msg
from kaik.core.scene import Scene
from kaik.play.clock import Clock, ClockSpec
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from kaik.players import offers
from kaik.players.question import Question

MOST_STEPS = 120
"""After more events at once only the last scene is shown."""

Think = Callable[[Question], Awaitable[int]]


class LocalSession(MatchSession):
    """People and computers at one keyboard."""

    def __init__(
        self,
        keeper: MatchFile,
        words: Catalogue,
        think: Think,
        clock: ClockSpec | None = None,
    ) -> None:
        self.match = match = keeper.match
        self.game = match.game
        self.options = match.options
        self.players = keeper.players
        self.people = [seat for seat, player in enumerate(self.players) if player == YOU]
        self.match_file = keeper
        self._think = think
        self._catalogue, self._spec = words, clock
        self._words = seat_names(words, self.players)
        self._clock = Clock.of(clock or ClockSpec(), match.seats)
        self._facing = self.people[0] if self.people else None
        """The person who looks at the screen."""
        self._uncovered = not self._must_cover
        self._shown: dict[int | None, int] = {self._facing: 0} if match.over or not self.people else {}
        """How much of the log each reader has seen; a match that needs nobody is shown from its beginning."""
        self._changed = asyncio.Event()

    @property
    def words(self) -> SeatNames:
        return self._words

    @property
    def _must_cover(self) -> bool:
        return self.match.hidden and len(self.people) > 1

    # -- what is shown -----------------------------------------------------------------------------

    async def frames(self) -> AsyncIterator[ScreenState]:
        while True:
            self._changed.clear()
            self._face()
            yield self._frame()
            if self.match.over:
                return
            self._clock = self._clock.turn(self._running(), monotonic())
            await self._advance()

    def _face(self) -> None:
        """Turn the screen to the person who has to choose now, behind a cover where hands are hidden."""
        seat = next((seat for seat in self.match.to_act() if seat in self.people), None)
        if self._computer() is not None or seat is None:
            return
        if seat != self._facing and self._must_cover:
            self._uncovered = False
        self._facing = seat

    def _frame(self) -> ScreenState:
        if not self._uncovered and not self.match.over:
            return self._covered_screen()
        facing = None if self.match.over and self._must_cover else self._facing
        seen = self.match.seen_by(facing)
        reader = Reader(self._words, facing if self.game.hides else self._side, self.match.seats)
        legal = seen.legal if self._computer() is None else ()
        steps = self._steps(facing)
        return ScreenState(
            scene=seen.scene,
            reader=reader,
            log=seen.log,
            steps=steps,
            legal=legal,
            result=seen.result,
            note=self._note(),
        )

    @property
    def _side(self) -> int | None:
        """The side of the table on which everybody sits: it does not change with the turn."""
        return self.people[0] if self.people else None

    def _covered_screen(self) -> ScreenState:
        """Nothing but what everybody may see."""
        seen = self.match.seen_by(None)
        reader = Reader(self._words, None, self.match.seats)
        return ScreenState(scene=seen.scene, reader=reader, log=seen.log, cover=self._facing)

    def _steps(self, seat: int | None) -> tuple[Scene, ...]:
        since, now = self._shown.get(seat), len(self.match.log)
        self._shown[seat] = now
        if since is None or now - since > MOST_STEPS:
            return ()
        return self.match.steps(seat, since)

    def _note(self) -> Message | None:
        thinking = self._computer()
        if thinking is not None:
            return msg("tui.thinking", seat=seat_name(thinking))
        if self.match.over or self._facing is None:
            return None
        agreed = self.match.offers.get("draw", ())
        if agreed and self._facing not in agreed:
            return msg("tui.draw_offered", seat=seat_name(agreed[0]))
        return msg("tui.turn", seat=seat_name(self._facing)) if len(self.people) > 1 else None

    # -- how it goes on ----------------------------------------------------------------------------

    def _computer(self) -> int | None:
        """The computer that has to choose now."""
        return next((seat for seat in self.match.to_act() if seat not in self.people), None)

    def _running(self) -> tuple[int, ...]:
        """Whose clock runs: computers choose first, and nobody's while the screen is covered."""
        computer = self._computer()
        if computer is not None:
            return (computer,)
        return (self._facing,) if self._uncovered and self._facing is not None else ()

    async def _advance(self) -> None:
        """Wait until something has changed: a choice made here or by a computer, or a clock that fell."""
        seat = self._computer()
        changed = asyncio.ensure_future(self._changed.wait())
        thought = None if seat is None else asyncio.ensure_future(self._think(self.question(seat)))
        waiting: list[asyncio.Future[Any]] = [changed] if thought is None else [changed, thought]
        _, rest = await asyncio.wait(waiting, timeout=self._patience(), return_when="FIRST_COMPLETED")
        for task in rest:
            task.cancel()
        fallen = self._clock.fallen(monotonic())
        if fallen is not None and not self.match.over:
            self.match.timeout(fallen)
        elif seat is not None and thought is not None and thought.done() and not self._changed.is_set():
            self._play(seat, thought.result())

    def _patience(self) -> float | None:
        due = self._clock.due()
        return None if due is None else max(0.0, due[0] - monotonic())

    def question(self, seat: int) -> Question:
        """What a computer at that seat is asked; as in the plain client, seed and place in the log decide."""
        seed = self.match_file.chance.opened().seed or ""
        return Question(
            game=self.game.id,
            player=self.players[seat],
            seat=seat,
            view=self.game.view(self.match.state, seat),
            legal=tuple(self.match.legal(seat)),
            seed=f"{seed} {seat} {len(self.match.log)}",
        )

    def _play(self, seat: int, index: int) -> None:
        self.match.play(seat, self.match.legal(seat)[index])
        self._clock = self._clock.moved(seat, (), monotonic())

    # -- what people do ----------------------------------------------------------------------------

    async def choose(self, frame: ScreenState, index: int) -> None:
        if self._facing is None or self._computer() is not None:
            raise IllegalAction("error.not_your_turn")
        self._play(self._facing, index)
        self._changed.set()

    async def undo(self) -> None:
        able = [(to, seat) for seat in self.people if (to := self.match.can_undo(seat)) is not None]
        if not able:
            raise IllegalAction("error.undo")
        self.match.undo(max(able)[1])
        self._shown = {seat: min(shown, len(self.match.log)) for seat, shown in self._shown.items()}
        self._changed.set()

    async def draw(self) -> None:
        if self._facing is None:
            raise IllegalAction("error.watching")
        self.match.offer("draw", self._facing)
        computers = [seat for seat in range(self.match.seats) if seat not in self.people]
        offers.answer(self.match, computers)
        self._changed.set()
        if computers and not self.match.over:
            raise IllegalAction("cli.play.declined")

    async def resign(self) -> None:
        if self._facing is None:
            raise IllegalAction("error.watching")
        self.match.resign(self._facing)
        self._changed.set()

    def able(self) -> frozenset[str]:
        return frozenset({"again"} if self.match.over else ())

    async def again(self) -> LocalSession:
        if not self.match.over:
            raise IllegalAction("error.not_over")
        chance = Sealed.fresh(self.match.seats)
        match = Match(self.game, self.options, self.match.seats, chance)
        return LocalSession(MatchFile(match, chance, self.players), self._catalogue, self._think, self._spec)

    def uncover(self, seat: int) -> None:
        self._facing, self._uncovered = seat, True
        self._changed.set()

    def clocks(self) -> tuple[float | None, ...]:
        if self._clock.spec.kind == "none":
            return ()
        return tuple(self._clock.remaining(seat, monotonic()) for seat in range(self.match.seats))

    def file(self) -> Path:
        return self.match_file.path_for("")

    async def save(self, name: str) -> Path:
        return self.match_file.save(name)

    async def close(self) -> None:
        self._changed.set()
