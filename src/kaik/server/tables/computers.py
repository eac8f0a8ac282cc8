"""The computer seats of a table: each is asked once, and answers by the same door as everybody."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from kaik.core.errors import Refusal
from kaik.play.fairness import fresh_nonce
from kaik.play.match import Match
from kaik.players.question import Question
from kaik.server.tables import steps
from kaik.server.tables.actors import Actor, ComputerSeat
from kaik.server.tables.at_hand import AtHand
from kaik.server.tables.decisions import decision_of
from kaik.server.tables.means import Means

log = logging.getLogger(__name__)

SECRET_PAUSE = 0.3
"""Seconds a computer seat takes at least where its lack of choice must not show."""


class Door(Protocol):
    """By which answers come in."""

    async def act(self, actor: Actor, decision: str, index: int) -> None:
        """An answer to a decision."""

    async def prolong(self) -> None:
        """Tell other processes that somebody thinks for a computer here."""


class Computers:
    """Those of one table that think in this process."""

    def __init__(self, table: str, means: Means) -> None:
        self._table = table
        self._means = means
        self._thinking: set[str] = set()

    def wake(self, now: AtHand, door: Door) -> None:
        """Ask those that are to act and are not thinking yet."""
        for seat in now.computers_to_act():
            decision = decision_of(now, seat)
            if decision not in self._thinking and decision not in now.answers:
                self._thinking.add(decision)
                self._means.spawn(self._think(door, decision, question_of(now, seat), _pause(now.match)))

    async def _think(self, door: Door, decision: str, question: Question, pause: float) -> None:
        """The computer's answer comes by the same door as everybody's."""
        try:
            index, _ = await asyncio.gather(self._thought(door, question), asyncio.sleep(pause))
            await door.act(ComputerSeat(question.seat), decision, index)
        except Refusal as refusal:
            log.info("a computer's answer at %s came too late: %s", self._table, refusal)
        finally:
            self._thinking.discard(decision)

    async def _thought(self, door: Door, question: Question) -> int:
        """What the computer chooses. As long as it thinks, other processes are told that somebody does."""
        asked = asyncio.ensure_future(self._means.thinkers.ask(question))
        try:
            while not (await asyncio.wait([asked], timeout=steps.THINKING / 2))[0]:
                await door.prolong()
            return asked.result()
        finally:
            asked.cancel()


def question_of(now: AtHand, seat: int) -> Question:
    """What the computer of a seat is asked, as the seat sees it."""
    match, player = now.match, now.row.seats[seat].player or ""
    view = match.game.view(match.state, seat)
    seed = fresh_nonce().hex
    return Question(match.game.id, player, seat, view, list(match.legal(seat)), seed)


def _pause(match: Match) -> float:
    return SECRET_PAUSE if match.game.secret_window(match.state) else 0.0
