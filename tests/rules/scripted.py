"""Rule tests speak in throws and choices; this drives a match with them through the referee."""

from __future__ import annotations

from typing import Any

from kaik.core import registry
from kaik.core.game import CHANCE
from kaik.kit.opening import First, Throw
from kaik.play.match import Drawn, Match, Played


def sitting(game: str, seats: int, **options: Any) -> Match:
    """A match of a game that does nothing by itself."""
    rules = registry.load(game)
    return Match(rules, rules.options().replace(**options), seats, None, auto=False)


def fall(match: Match, *outcomes: Any) -> Match:
    """Let chance fall as said; a bare number is a throw of the sticks."""
    for said in outcomes:
        outcome = Throw(said) if isinstance(said, int) else said
        assert match.to_act() == (CHANCE,), f"{match.to_act()} should choose"
        weights = match.game.weights(match.state)
        before = [weight for event, weight in weights[: [event for event, _ in weights].index(outcome)]]
        match.follow(Drawn(outcome, sum(weight for _, weight in weights), sum(before)))
    return match


def say(match: Match, *texts: str) -> Match:
    """Let whoever is to act choose by notation."""
    for text in texts:
        (seat,) = match.to_act()
        match.follow(Played(seat, match.game.parse(match.state, seat, text)))
    return match


FIRST = First(0)
"""Seat 1 begins."""
