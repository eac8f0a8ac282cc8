"""A game of cerke told event by event: who did what, and what came of it."""

from __future__ import annotations

from kaik.core.game import seat_name
from kaik.core.messages import Message, msg
from kaik.games.cerke import codes, notation
from kaik.games.cerke.game import WATER_NEEDS
from kaik.games.cerke.scene import hand_label, moved_points, needed_cast, piece_label
from kaik.games.cerke.state import Action, EndSeason, Land, Move, Outcome, Phase, State
from kaik.games.cerke.tables import SQUARE_BY_NAME
from kaik.kit.opening import Throw


def line(before: State, after: State, actor: int, event: Action | Outcome) -> Message:
    """One line of the log."""
    who = seat_name(actor)
    match event:
        case Throw(n):
            return _cast(before, after, n)
        case Move(text):
            return _with_outcome(_move(before, who, text), after)
        case Land(square):
            return _with_outcome(msg("log.land", seat=who, square=square), after)
        case EndSeason():
            moved = moved_points(after.settled[-1].moved)
            return msg("log.settled", line=msg("log.end_season", seat=who), moved=moved)
        case _:
            return msg(f"log.{type(event).__struct_config__.tag}", seat=who)


def _move(before: State, who: Message, text: str) -> Message:
    if "*" in text:
        dropped, square = text.split("*")
        return msg("log.drop", seat=who, piece=piece_label(dropped), square=square)
    squares = notation.squares_in(text)
    code = before.cells[SQUARE_BY_NAME[squares[0]]]
    tam = code == codes.TAM_CODE
    piece = msg("piece.tam") if tam else piece_label(notation.PIECE_NAMES[(code - 1) % 20])
    return msg("log.move", seat=who, piece=piece, way=" → ".join(squares))


def _cast(before: State, after: State, n: int) -> Message:
    if before.phase is Phase.FIRST:
        assert before.throw_off is not None
        return msg("log.first_cast", seat=seat_name(before.throw_off.thrower), n=n)
    key, needed = "log.water_cast", WATER_NEEDS
    if before.phase is not Phase.WATER:
        assert before.last is not None
        key, needed = "log.step_cast", needed_cast(before.last.move) or 1
    return _with_outcome(msg(key, seat=seat_name(before.side), n=n, needed=needed), after, n=n)


def _with_outcome(told: Message, after: State, **params: int) -> Message:
    """The line, and what the move came to if it is complete: a capture, a failure, penalties."""
    last = after.last
    if last is None or after.code or (last.end is None and not last.failed):
        return told
    if last.captured is not None:
        told = msg("log.took", line=told, piece=piece_label(last.captured), **params)
    if last.failed:
        told = msg("log.failed", line=told, **params)
    for penalty in last.penalties:
        told = msg("log.penalty", line=told, name=hand_label(penalty.name), **params)
    for name in last.repeated:
        told = msg("log.repeated", line=told, name=hand_label(name), **params)
    return told
