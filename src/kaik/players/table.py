"""Computer players at a match: they choose until somebody else has to, or until it is over."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from kaik.play.match import Match
from kaik.players import offers
from kaik.players.base import Seated


def advance(match: Match, computers: Mapping[int, Seated], seed: str, *, steps: int | None = None) -> None:
    """Let the computers answer proposals and choose, at most `steps` times.

    A choice depends on seed, seat and place in the log only.
    """
    offers.answer(match, computers)
    while steps is None or steps > 0:
        seat = next((seat for seat in match.to_act() if seat in computers), None)
        if seat is None:
            return
        _choose(match, seat, computers[seat], Random(f"{seed} {seat} {len(match.log)}"))
        steps = None if steps is None else steps - 1


def _choose(match: Match, seat: int, player: Seated, rng: Random) -> None:
    view = match.game.view(match.state, seat)
    match.play(seat, player.choose(match.game, view, seat, match.legal(seat), rng))
