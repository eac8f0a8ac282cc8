"""What people see of Linked Ships."""

from __future__ import annotations

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, Param, msg
from kaik.core.scene import Cast, Counter, Item, Legend, Scene, Spot, Zone, button, choices
from kaik.games.linked_ships import rules
from kaik.games.linked_ships.rules import (
    BUILD,
    GOAL,
    HOLD,
    Action,
    Build,
    Fleet,
    Move,
    Outcome,
    Pass,
    Plunder,
    Recall,
    Ship,
    Supply,
    Voyage,
    booty,
    locked,
)
from kaik.kit.opening import First, Throw

SHIP = "船"
LEGEND = (Legend(SHIP, msg("item.ship"), msg("legend.ship", hold=HOLD, build=BUILD)),)
COLUMNS, ROWS = 9, 5
VERBS = {Move: "move", Build: "build", Supply: "supply", Plunder: "plunder", Recall: "recall", Pass: "pass"}


def verb(action: Action) -> str:
    """The word, and the button, of an action."""
    return VERBS[type(action)]


def place(square: int) -> tuple[int, int]:
    """Where a square is drawn: right along the top, down, and back along the bottom."""
    if square < COLUMNS:
        return square, 0
    if square <= GOAL - COLUMNS:
        return COLUMNS - 1, square - COLUMNS + 1
    return GOAL - square, ROWS - 1


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    mine = (*each("start-{}", range(seats)), *each("goal-{}", range(seats)), *each("locked-{}", range(seats)))
    return Lexicon(
        spots=(
            *each("square-{}", range(GOAL + 1)),
            *each("ship-{}-{}", range(seats), range(len(Fleet().ships))),
            *VERBS.values(),
        ),
        looks=(SHIP,),
        marks=("ship", "cargo"),
        counters=("round", "target", *mine),
    )


def scene(state: Voyage, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The track, every fleet with its piles, and the buttons of whoever is to act."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(_track(state), *_fleets(state), *_buttons(state, acting)),
        counters=_counters(state),
        prompt=None if acting is None else _prompt(state, acting),
        happened=_happened(state),
        casts=() if state.sticks is None else (Cast(state.sticks[1], by=state.sticks[0]),),
        turn=turn,
    )


def _track(state: Voyage) -> Zone:
    spots = tuple(_square(state, square) for square in range(GOAL + 1))
    return Zone("track", "track", spots, label=msg("zone.track"), columns=COLUMNS, rows=ROWS)


def _square(state: Voyage, square: int) -> Spot:
    ships = tuple(
        _item(ship, owner, number)
        for owner, fleet in enumerate(state.fleets)
        for number, ship in enumerate(fleet.ships)
        if ship.square == square
    )
    tags = {0: ("start",), GOAL: ("goal",)}.get(square, ())
    label = msg({0: "spot.start", GOAL: "spot.goal"}.get(square, "spot.square"), n=square)
    return Spot(f"square-{square}", *place(square), ships, tags, label)


def _item(ship: Ship, owner: int, number: int) -> Item:
    label = msg("item.ship_of", seat=seat_name(owner), ship=number + 1, square=ship.square, cargo=ship.cargo)
    return Item("piece", SHIP, owner=owner, badges=(f"ship-{number + 1}", f"cargo-{ship.cargo}"), label=label)


def _fleets(state: Voyage) -> tuple[Zone, ...]:
    return tuple(
        Zone(f"fleet-{owner}", "row", _ships(fleet, owner), owner, msg("zone.fleet"))
        for owner, fleet in enumerate(state.fleets)
    )


def _ships(fleet: Fleet, owner: int) -> tuple[Spot, ...]:
    return tuple(_berth(ship, owner, number) for number, ship in enumerate(fleet.ships))


def _berth(ship: Ship, owner: int, number: int) -> Spot:
    label = msg("spot.ship", ship=number + 1, square=ship.square, cargo=ship.cargo)
    return Spot(f"ship-{owner}-{number}", number, items=(_item(ship, owner, number),), label=label)


def _buttons(state: Voyage, seat: int | None) -> tuple[Zone, ...]:
    """One button for every kind of action that is possible."""
    if seat is None:
        return ()
    verbs = dict.fromkeys(verb(action) for action in rules.legal(state, seat))
    n = state.thrown or 0
    return (choices(*(button(word, msg(f"choice.{word}", n=n, build=BUILD)) for word in verbs)),)


def _prompt(state: Voyage, seat: int) -> Message:
    n = state.thrown or 0
    if locked(state.options, state.fleets[seat]):
        return msg("prompt.locked")
    return msg("prompt.act" if rules.legal(state, seat) != [Pass()] else "prompt.pass", n=n)


def _counters(state: Voyage) -> tuple[Counter, ...]:
    target = Counter("target", msg("counter.target"), state.options.bs_target)
    cap = state.options.bs_round_cap
    now = msg("counter.of", n=state.round, of=cap) if cap else state.round
    mine = (c for seat in range(state.seats) for c in _seat_counters(state, seat))
    return (Counter("round", msg("counter.round"), now), target, *mine)


def _seat_counters(state: Voyage, seat: int) -> list[Counter]:
    fleet = state.fleets[seat]
    found = [
        Counter(f"start-{seat}", msg("counter.start"), fleet.start, seat),
        Counter(f"goal-{seat}", msg("counter.goal"), fleet.goal, seat),
    ]
    if locked(state.options, fleet):
        found.append(Counter(f"locked-{seat}", msg("counter.locked"), msg("yes"), seat))
    return found


def _happened(state: Voyage) -> tuple[Message, ...]:
    if not state.ended:
        return ()
    points = rules.payouts(state)
    won = msg("happened.won", winners=[seat_name(seat) for seat in state.winners])
    told = (
        msg("happened.end", seat=seat_name(seat), goal=fleet.goal, points=f"{points[seat]:+d}")
        for seat, fleet in enumerate(state.fleets)
    )
    return (won, *told)


def narrated(state: Voyage, actor: int, event: Action | Outcome, after: Voyage) -> Message:
    """An event as a line of the log."""
    if isinstance(event, First):
        return msg("log.first", seat=seat_name(event.seat))
    if isinstance(event, Throw):
        thrower = state.turn if state.throw_off is None else state.throw_off.thrower
        return msg("log.throw", seat=seat_name(thrower), n=event.n)
    return msg(
        f"log.{verb(event)}", seat=seat_name(actor), **_details(state, actor, event, after.fleets[actor])
    )


def _details(state: Voyage, seat: int, action: Action, after: Fleet) -> dict[str, Param]:
    """What the lines of the log tell of an action, from the state before it and the fleet after it."""
    if isinstance(action, Pass):
        return {}
    ship = after.ships[action.ship]
    told: dict[str, Param] = {"ship": action.ship + 1, "square": ship.square, "cargo": ship.cargo}
    if isinstance(action, Plunder):
        told |= {"n": booty(state, seat, action), "other": seat_name(action.owner)}
        told["target"] = action.target + 1
    if isinstance(action, Recall | Build):
        told["start"] = after.start
    return told
