"""Decisions: what a seat is asked has an id, so that an answer that comes late or twice is known as such."""

from __future__ import annotations

from collections.abc import Collection

from kaik.core.errors import IllegalAction
from kaik.play.match import Match, Played, Talk
from kaik.protocol.errors import Clash


def open_decision(match: Match, seat: int | None) -> str | None:
    """The id of the decision a seat has to take now; the same until the seat has answered it."""
    if seat is None or seat not in match.to_act():
        return None
    return f"{seat}.{_opened_at(match, seat)}"


def _opened_at(match: Match, seat: int) -> int:
    """How long the log was when the open decision arose; what others chose since has not touched it."""
    game, opened, states = match.game, len(match.log), len(match.states) - 1
    for entry in reversed(match.log):
        if isinstance(entry, Played) and entry.seat != seat:
            states -= 1
            before = match.states[states]
            if seat not in game.to_act(before) or list(game.actions(before, seat)) != list(match.legal(seat)):
                break
        elif not isinstance(entry, Talk):
            break
        opened -= 1
    return opened


def check_open(match: Match, seat: int, decision: str, answered: Collection[str]) -> None:
    """Refuse an answer to anything but the open decision of this seat, or a second answer to it."""
    if match.over:
        raise IllegalAction("error.over")
    if decision == open_decision(match, seat):
        if decision in answered:
            raise Clash("error.answered")
        return
    owner, _, at = decision.partition(".")
    if owner != str(seat):
        raise IllegalAction("error.not_your_turn" if _is_number(owner) else "error.decision")
    known = _is_number(at) and int(at) <= len(match.log)
    raise Clash("error.answered" if known else "error.decision")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
