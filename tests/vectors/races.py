"""Stick and race games: whole games with forced chance, checked event by event."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from kaik.core import registry
from kaik.core.options import checked
from kaik.games import mountain_walk
from kaik.games.linked_ships.rules import Plunder
from kaik.kit.cardview import FACES
from kaik.kit.deck import COLOURS, KINDS, Draw
from kaik.kit.opening import First, Throw
from kaik.play.match import Match
from tests.vectors.base import Check, Difference, Row, force_chance, force_choice, same

Facts: TypeAlias = dict[str, Any]

NAMES = {colour + kind: dict(b="黒", r="赤")[colour] + FACES[kind] for colour in COLOURS for kind in KINDS}
CODES = {name: card for card, name in NAMES.items()}
"""Cards as the vectors call them, and back."""


@dataclass(frozen=True)
class Script:
    """How the vectors of one game speak: outcomes, actions, states and results in their words."""

    game: str
    outcome: Callable[[Row], Any]
    words: Callable[[Match, int, Any], str]
    state: Callable[[Any], Facts]
    result: Callable[[Any], Facts]


def check(script: Script, row: Row) -> None:
    """Replay one game: every chance event possible, every legal list, state and payout as told."""
    game = registry.load(script.game)
    match = Match(game, checked(game.Options, row["options"]), row["players"], None, auto=False)
    same("initial", row["initial"], script.state(match.state))
    for number, event in enumerate(row["events"]):
        try:
            _event(script, match, event)
        except Difference as found:
            raise Difference(f"event {number}: {found}") from None
    same("result", {**row["result"], "reason": ""}, {**script.result(match.state), "reason": ""})
    same("payouts", row["result"]["payouts"], list(match.result.points) if match.result else None)


def _event(script: Script, match: Match, event: Row) -> None:
    if event["type"] == "chance":
        force_chance(match, script.outcome(event))
    else:
        _decide(script, match, event)
    if "after" in event:
        same("after", event["after"], script.state(match.state))


def _decide(script: Script, match: Match, event: Row) -> None:
    seat = event["seat"] - 1
    same("to act", [seat], list(match.to_act()))
    named = {script.words(match, seat, action): action for action in match.legal(seat)}
    same("legal_count", event["legal_count"], len(match.legal(seat)))
    same("legal", event["legal"], sorted(named))
    force_choice(match, seat, event["chosen"], named)


# -- the stick games -------------------------------------------------------------------------------


def _sticks(event: Row) -> First | Throw:
    return First(event["result"] - 1) if event["kind"] == "pick" else Throw(event["result"])


def _notation(match: Match, seat: int, action: Any) -> str:
    return match.game.notate(match.state, seat, action)


def _pot(state: Any) -> Facts:
    table = state.table
    return {
        "round": table.round,
        "pot": table.pot,
        "paid": list(table.paid),
        "contenders": sorted(seat + 1 for seat in table.contenders) or list(range(1, table.seats + 1)),
        "scores": {
            str(seat + 1): max(0, score) for seat, score in enumerate(table.scores) if score is not None
        },
        "ledger": list(table.ledger),
    }


def _streak(state: Any) -> Facts:
    return {**_pot(state), "running_total": state.total}


def _pot_result(state: Any) -> Facts:
    return {
        "round_winners": [done.winner + 1 for done in state.table.done],
        "round_first_throwers": [done.first + 1 for done in state.table.done],
        "payouts": list(state.table.ledger),
    }


def _sheet(state: Any) -> Facts:
    return {
        "round": state.round,
        "banker": None if state.banker is None else state.banker + 1,
        "bets": {
            str(seat + 1): {"number": bet.number, "stake": bet.stake}
            for seat, bet in enumerate(state.bets)
            if bet is not None
        },
        "ledger": list(state.ledger),
    }


def _sheet_result(state: Any) -> Facts:
    rounds = [{"banker": d.banker + 1, "thrown": d.thrown, "gains": list(d.gains)} for d in state.done]
    return {"rounds": rounds, "payouts": list(state.ledger)}


# -- the race games --------------------------------------------------------------------------------


def _six_cast(state: Any) -> Facts:
    return {
        "positions": [walker.position for walker in state.walkers],
        "cups": [walker.cups for walker in state.walkers],
        "sent_back": [walker.sent_back for walker in state.walkers],
        "stroked_stops": [list(walker.stops) for walker in state.walkers],
        "prizes_left": list(state.prizes),
        "prizes_won": [list(walker.prizes) for walker in state.walkers],
        "finished": [seat + 1 for seat in state.finished],
    }


def _six_cast_words(match: Match, seat: int, action: Any) -> str:
    return _notation(match, seat, action).replace("take", "take prize")


def _six_cast_result(state: Any) -> Facts:
    return {
        "finishing_order": [seat + 1 for seat in state.finished],
        "ox_walker": next((seat + 1 for seat in state.ox_walkers), None),
        "ante": state.ante,
        "cups": [walker.cups for walker in state.walkers],
        "turns": state.turns,
        "captures": state.captures,
        "payouts": list(registry.load("six_cast").returns(state)),
    }


def _ships(state: Any) -> Facts:
    return {
        "round": state.round,
        "start_piles": [fleet.start for fleet in state.fleets],
        "goal_piles": [fleet.goal for fleet in state.fleets],
        "ships": [[{"square": ship.square, "cargo": ship.cargo} for ship in f.ships] for f in state.fleets],
        "turns_taken": [fleet.turns for fleet in state.fleets],
    }


def _ship_words(match: Match, seat: int, action: Any) -> str:
    if isinstance(action, Plunder):
        return f"plunder seat {action.owner + 1} ship {action.target + 1} with ship {action.ship + 1}"
    return _notation(match, seat, action).replace(" ", " ship ")


def _ships_result(state: Any) -> Facts:
    return {
        "rounds": state.round,
        "winners": [seat + 1 for seat in state.winners],
        "goal_piles": [fleet.goal for fleet in state.fleets],
        "payouts": list(registry.load("linked_ships").returns(state)),
    }


def _mountain_event(event: Row) -> Any:
    if event["kind"] == "draw":
        return Draw(event["by"] - 1, CODES[event["result"]])
    return _sticks(event)


def _mountain(state: Any) -> Facts:
    """The routes are told before the first event only."""
    routes = [list(route) for route in mountain_walk.rules.routes(state.options, state.seats)]
    return {
        "round": state.round,
        "turn_of": None if state.turn is None else state.turn + 1,
        "shaman_halvings": state.halvings,
        "players": [_walker(state, seat) for seat in range(state.seats)],
        "draw_pile": len(state.pile),
        "discard_pile": Tally(NAMES[card] for card in state.discards),
        "hidden_hands": [sorted(NAMES[card] for card in hand) for hand in state.hands],
        **({"routes": routes} if state.first is None else {}),
    }


def _walker(state: Any, seat: int) -> Facts:
    walker = state.walkers[seat]
    return {
        "seat": seat + 1,
        "position": walker.position,
        "square": mountain_walk.rules.square(state, seat),
        "rice": walker.rice,
        "coins": walker.coins,
        "immune": walker.immune,
        "hand_size": len(state.hands[seat]),
        "installed": [[NAMES[placed.card], placed.markers, placed.active] for placed in walker.row],
    }


def _mountain_words(match: Match, seat: int, action: Any) -> str:
    state, text = match.state, _notation(match, seat, action)
    match action:
        case mountain_walk.Take(kind, victim):
            return f"take {kind.removesuffix('s')} from seat {victim + 1}"
        case mountain_walk.Target(owner, place):
            name = NAMES[state.walkers[owner].row[place].card]
            return f"{state.phase} seat {owner + 1} card {place + 1} {name}"
        case mountain_walk.Dismantle(place):
            return f"dismantle card {place + 1} {NAMES[state.walkers[seat].row[place].card]}"
        case mountain_walk.Install(card) | mountain_walk.Play(card) | mountain_walk.Discard(card):
            return text.replace(card, NAMES[card])
        case mountain_walk.Move(kind):
            return f"move for {mountain_walk.rules.move_cost(state, seat, kind)} {kind}"
        case _:
            return text


def _mountain_result(state: Any) -> Facts:
    return {
        "rounds": state.round,
        "winners": [seat + 1 for seat in state.winners],
        "payouts": list(mountain_walk.GAME.returns(state)),
    }


SCRIPTS = (
    Script("beast_cast", _sticks, _notation, _pot, _pot_result),
    Script("beast_streak", _sticks, _notation, _streak, _pot_result),
    Script("new_play", _sticks, _notation, _sheet, _sheet_result),
    Script("six_cast", _sticks, _six_cast_words, _six_cast, _six_cast_result),
    Script("mountain_walk", _mountain_event, _mountain_words, _mountain, _mountain_result),
    Script("linked_ships", _sticks, _ship_words, _ships, _ships_result),
)


def _reader(script: Script) -> Check:
    return lambda row: check(script, row)


READERS: dict[str, Check] = {f"{script.game}.jsonl.gz": _reader(script) for script in SCRIPTS}
