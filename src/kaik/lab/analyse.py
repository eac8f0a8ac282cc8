"""Analysis of any game: what the choices in a position are worth, and where a record went wrong.

A seat is judged by what it could see. Values are points; a choice is marked by what it gives away, measured
by how far the results of playing on spread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from kaik.core.game import CHANCE, AnyGame
from kaik.core.messages import Message
from kaik.play.record import Record, replay
from kaik.players.base import Limit
from kaik.players.ismcts import Node, Search, Weighed, played_on

PLAYOUTS = 300
SHOWN = 5
LINE = 6
ENDINGS = 40
"""So many times a position is played out to see who comes first."""
MARKS = ((1.0, "??"), (0.5, "?"), (0.25, "?!"))
"""What a choice gives away, in standard deviations, and how it is marked."""


class Option(Struct, frozen=True):
    """One choice: how it is written, the points expected, how often it was tried, and what may follow."""

    text: str
    value: float
    visits: int
    line: tuple[Message, ...] = ()


class Fall(Struct, frozen=True):
    """One outcome of chance: its probability and how it then looks to each seat."""

    text: Message
    chance: float
    values: tuple[float, ...]


class Analysis(Struct, frozen=True):
    """A position as the seat that chooses sees it. `seat` is `None` where chance is due or all is over."""

    seat: int | None
    options: tuple[Option, ...]
    falls: tuple[Fall, ...]
    first: tuple[float, ...]
    """The chance of every seat to come first; shared places are shared."""


class Remark(Struct, frozen=True):
    """A choice in a record: what it was worth, what would have been best, and a mark if it gave much away."""

    number: int
    seat: int
    text: str
    value: float
    best: str
    best_value: float
    mark: str


def analyse(
    game: AnyGame, state: Any, rng: Random, limit: Limit | None = None, endings: int = ENDINGS
) -> Analysis:
    """The position, for the first seat that has to choose."""
    acting = game.to_act(state)
    first = coming_first(game, state, acting[0] if acting and acting[0] != CHANCE else None, endings, rng)
    if not acting:
        return Analysis(None, (), (), first)
    if acting[0] == CHANCE:
        return Analysis(None, (), falls(game, state), first)
    search = searched(game, state, acting[0], rng, limit)
    options = tuple(_option(search, state, one) for one in search.weighed()[:SHOWN])
    return Analysis(acting[0], options, (), first)


def searched(game: AnyGame, state: Any, seat: int, rng: Random, limit: Limit | None = None) -> Search:
    """A finished search from what a seat sees."""
    search = Search(game, game.view(state, seat), seat, game.actions(state, seat), rng)
    search.run(limit or Limit(playouts=PLAYOUTS))
    return search


def _option(search: Search, state: Any, one: Weighed) -> Option:
    text = search.game.notate(state, search.seat, one.action)
    return Option(text, one.value, one.visits, tuple(line(search, one.action)))


def line(search: Search, action: Any) -> Iterator[Message]:
    """What is expected to follow a choice: in one possible world, what was tried most."""
    game, seat = search.game, search.seat
    state = game.determinize(search.view, seat, search.rng) if game.hides else search.view
    node: Node | None = search.root
    actor, event = seat, action
    for _ in range(LINE):
        shown = game.shown(state, actor, event, seat)
        yield game.narrate(game.view(state, seat), actor, shown)
        node = node.children.get((actor, event if actor == seat else shown)) if node else None
        state = game.apply(state, actor, event)
        following = _expected(game, node, state, seat)
        if following is None:
            return
        actor, event = following


def _expected(game: AnyGame, node: Node | None, state: Any, seat: int) -> tuple[int, Any] | None:
    """Who does what next, if the search has been there."""
    acting = game.to_act(state)
    if node is None or not acting:
        return None
    actor = acting[0]
    if actor == CHANCE:
        tried = {
            outcome: child.visits
            for outcome, _ in game.weights(state)
            if (child := node.children.get((CHANCE, game.shown(state, CHANCE, outcome, seat)))) is not None
        }
    else:
        edges = node.edges.get(actor, {})
        tried = {one: edges[one].visits for one in game.actions(state, actor) if one in edges}
    return (actor, max(tried, key=lambda one: tried[one])) if tried else None


def falls(game: AnyGame, state: Any) -> tuple[Fall, ...]:
    """What chance may bring."""
    weights = [(outcome, weight) for outcome, weight in game.weights(state) if weight]
    total = sum(weight for _, weight in weights)
    return tuple(
        Fall(
            game.narrate(state, CHANCE, outcome),
            weight / total,
            tuple(game.evaluate(game.apply(state, CHANCE, outcome))),
        )
        for outcome, weight in weights
    )


def coming_first(game: AnyGame, state: Any, seat: int | None, endings: int, rng: Random) -> tuple[float, ...]:
    """How often each seat comes first when everybody plays on by a short look ahead."""
    view = game.view(state, seat) if seat is not None else state
    wins = [0.0] * len(game.returns(state))
    for _ in range(endings):
        world = game.determinize(view, seat, rng) if seat is not None and game.hides else state
        places = game.ranking(_played_out(game, world, rng))
        for one, place in enumerate(places):
            wins[one] += (place == 1) / places.count(1) / endings
    return tuple(wins)


def _played_out(game: AnyGame, state: Any, rng: Random) -> Any:
    """The end, or where the referee would stop."""
    for _ in range(game.max_plies):
        state, seat = played_on(game, state, 10 * game.max_plies, rng)
        if seat is None:
            break
    return state


# -- records -------------------------------------------------------------------------------------


def review(record: Record, rng: Random, limit: Limit | None = None) -> Iterator[Remark]:
    """A remark on every real choice in a record, in order."""
    match = replay(record)
    for number, (seat, action) in enumerate(match.events):
        if seat == CHANCE:
            continue
        legal = match.game.actions(match.states[number], seat)
        if len(legal) > 1:
            yield remark(match.game, match.states[number], number, seat, action, rng, limit)


def remark(
    game: AnyGame, state: Any, number: int, seat: int, action: Any, rng: Random, limit: Limit | None = None
) -> Remark:
    """What to say about one choice, event `number` of its match, made in this state."""
    search = searched(game, state, seat, rng, limit)
    best = search.best()
    if best != action:
        search.insist(action, max(1, search.playouts // 4))
    found = {one.action: one.value for one in search.weighed()}
    return Remark(
        number=number,
        seat=seat,
        text=game.notate(state, seat, action),
        value=found[action],
        best=game.notate(state, seat, best),
        best_value=found[best],
        mark=marked(found[best] - found[action], search.spread),
    )


def marked(lost: float, spread: float) -> str:
    """The mark of a choice that gives so much away."""
    return next((mark for share, mark in MARKS if lost > 0 and lost >= share * spread), "")


def blunders(remarks: Sequence[Remark]) -> list[Remark]:
    """Those that are marked."""
    return [remark for remark in remarks if remark.mark]
