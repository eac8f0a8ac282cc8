"""What people see of Six Cast."""

from __future__ import annotations

from itertools import chain

from kaik.core.game import seat_name
from kaik.core.lexicon import FIGURE, Lexicon, each
from kaik.core.messages import Message, Param, msg
from kaik.core.scene import Cast, Counter, Item, Legend, Scene, Spot, Zone
from kaik.games.six_cast.rules import (
    GOAL,
    STICKS,
    STROKES,
    Action,
    Outcome,
    Race,
    SixCastOptions,
    Take,
    Walker,
    landing,
    payouts,
    start,
)
from kaik.kit.opening import First

COLUMNS, ROWS = 8, 4
PIECE = "牛"
LEGEND = (Legend(PIECE, msg("item.piece"), msg("legend.piece")),)
BOUNCE = GOAL - 5
"""The farthest square back that counting back from the goal can lead to."""


def place(square: int) -> tuple[int, int]:
    """Column and row of a square as drawn: from the bottom right, turning like a plough (§5.1)."""
    furrow, along = divmod(square, COLUMNS)
    return (along if furrow % 2 else COLUMNS - 1 - along), ROWS - 1 - furrow


def lexicon(options: SixCastOptions, seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    mine = (each(f"{word}-{{}}", range(seats)) for word in ("square", "cups", "ox", "prize"))
    return Lexicon(
        spots=(
            *each("square-{}", range(GOAL + 1)),
            *each("prize-{}", start(options, seats).prizes),
        ),
        looks=(PIECE, FIGURE),
        counters=("ante", *chain.from_iterable(mine)),
    )


def scene(state: Race, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The board, the prizes as long as there are any, and the cups."""
    choosing = seat is not None and seat in turn
    return Scene(
        zones=(_board(state), _prizes(state)) if state.prizes else (_board(state),),
        counters=_counters(state),
        prompt=msg("prompt.prize") if choosing else None,
        happened=_happened(state),
        casts=_casts(state),
        turn=turn,
    )


def _board(state: Race) -> Zone:
    spots = tuple(_square(state, square) for square in range(GOAL + 1))
    return Zone("board", "grid", spots, label=msg("zone.board"), columns=COLUMNS, rows=ROWS)


def _square(state: Race, square: int) -> Spot:
    pieces = tuple(
        Item("piece", PIECE, owner=seat, label=msg("item.piece_of", seat=seat_name(seat)))
        for seat, walker in enumerate(state.walkers)
        if walker.position == square
    )
    cups = STROKES.get(square, 0)
    label = msg("spot.stroked", n=square, cups=cups) if cups else msg("spot.square", n=square)
    return Spot(f"square-{square}", *place(square), pieces, _tags(square), label)


def _tags(square: int) -> tuple[str, ...]:
    ends = {0: ("start",), GOAL: ("goal",)}.get(square, ())
    return (*ends, f"strokes-{STROKES[square]}") if square in STROKES else ends


def _prizes(state: Race) -> Zone:
    spots = tuple(
        Spot(f"prize-{prize}", x, items=(Item("marker", str(prize), label=msg("item.prize", prize=prize)),))
        for x, prize in enumerate(state.prizes)
    )
    return Zone("prizes", "row", spots, label=msg("zone.prizes"))


def _counters(state: Race) -> tuple[Counter, ...]:
    ante = Counter("ante", msg("counter.ante"), state.ante)
    return (ante, *(c for seat in range(state.seats) for c in _seat_counters(state, seat)))


def _seat_counters(state: Race, seat: int) -> tuple[Counter, ...]:
    walker = state.walkers[seat]
    return (
        Counter(f"square-{seat}", msg("counter.square"), walker.position, seat),
        Counter(f"cups-{seat}", msg("counter.cups"), walker.cups, seat),
        Counter(f"ox-{seat}", msg("counter.ox"), _ox(state, walker), seat),
        Counter(f"prize-{seat}", msg("counter.prize"), sum(walker.prizes), seat),
    )


def _ox(state: Race, walker: Walker) -> Message:
    """How far an ox walk has come, or that it can no longer be made."""
    behind = walker.position if state.options.ns_finish != "bounce" else min(walker.position, BOUNCE)
    missed = [square for square in STROKES if square < behind and square not in walker.stops]
    if walker.sent_back or missed:
        return msg("counter.ox_lost")
    return msg("counter.of", n=len(walker.stops), of=len(STROKES))


def _casts(state: Race) -> tuple[Cast, ...]:
    if state.sticks is None:
        return ()
    seat, n = state.sticks
    die = state.options.ns_dice == "d6"
    return (Cast(n, 1 if die else STICKS, seat, die=die),)


def _happened(state: Race) -> tuple[Message, ...]:
    if state.sticks is None:
        return ()
    thrower = seat_name(state.sticks[0])
    caught = [msg("happened.caught", seat=thrower, other=seat_name(other)) for other in state.captured]
    oxen = [msg("happened.ox_walk", seat=seat_name(seat)) for seat in state.ox_walkers]
    return (*caught, *oxen, *_settled(state))


def _settled(state: Race) -> list[Message]:
    if not state.over:
        return []
    points = payouts(state)
    return [
        msg(
            "happened.end",
            seat=seat_name(seat),
            prizes=sum(w.prizes),
            cups=w.cups,
            points=f"{points[seat]:+d}",
        )
        for seat, w in enumerate(state.walkers)
    ]


def narrated(state: Race, actor: int, event: Action | Outcome) -> Message:
    """An event as a line of the log."""
    if isinstance(event, Take):
        return msg("log.take", seat=seat_name(actor), prize=event.prize)
    if isinstance(event, First):
        return msg("log.first", seat=seat_name(event.seat))
    if state.throw_off is not None:
        return msg("log.throw", seat=seat_name(state.throw_off.thrower), n=event.n)
    assert state.turn is not None
    return _walked(state, state.turn, event.n)


def _walked(state: Race, seat: int, n: int) -> Message:
    """A throw and where it led."""
    here = state.walkers[seat].position
    target = landing(state.options, here, n) if n else None
    told: dict[str, Param] = {"seat": seat_name(seat), "n": n}
    if target is None:
        return msg("log.stay", square=here, **told)
    caught = target not in (0, GOAL) and [
        seat_name(s) for s, walker in enumerate(state.walkers) if s != seat and walker.position == target
    ]
    if caught:
        return msg("log.catch", square=target, others=caught, **told)
    if target in STROKES:
        return msg("log.drink", square=target, cups=STROKES[target], **told)
    return msg("log.walk", square=target, **told)
