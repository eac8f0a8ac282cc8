"""What the choices of a seat are worth, as the best player there is for a game sees it.

The game's own search where it has one, otherwise the tree search that works for any game; where the game has
been solved, its solution says which choice comes first. A seat is advised by what it can see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from kaik.core.game import CHANCE, AnyGame, Searcher
from kaik.play.analysis import Unit
from kaik.players.base import Limit
from kaik.players.ismcts import Node, Search, Weighed

LINE = 6
"""Events told of a line, the choice itself included."""
DECISIVE = 0.2
"""A chance to win that is much to give away."""
USUAL = Limit(playouts=300, nodes=30_000)


class Thought(Struct, frozen=True):
    """One choice: its value, how often it was tried (where that is counted), and the events expected from it
    on, itself first."""

    action: Any
    value: float
    visits: int
    line: tuple[tuple[int, Any], ...]


class Advice(Struct, frozen=True):
    """The choices of a seat, the best first."""

    unit: Unit
    spread: float
    """How far apart values lie that matter: for points the standard deviation of the results."""
    world: Any
    """A full state that the seat considers possible, in which the lines happen."""
    thoughts: tuple[Thought, ...]

    def of(self, action: Any) -> Thought:
        """What is thought of one choice."""
        return next(thought for thought in self.thoughts if thought.action == action)


def advise(
    game: AnyGame,
    view: Any,
    seat: int,
    legal: Sequence[Any],
    rng: Random,
    limit: Limit = USUAL,
    most: int = 5,
) -> Advice:
    """At most so many choices, the best first."""
    searcher = game.searcher(view.options)
    if searcher is not None:
        return _from_search(searcher, game.determinize(view, seat, rng), seat, legal, rng, limit, most)
    search = Search(game, view, seat, legal, rng)
    search.run(limit)
    return _from_tree(search, _solved_first(search)[:most])


def compare(
    game: AnyGame, view: Any, seat: int, legal: Sequence[Any], made: Any, rng: Random, limit: Limit = USUAL
) -> Advice:
    """The best choice and the one that was made, both looked at with care."""
    searcher = game.searcher(view.options)
    if searcher is not None:
        world = game.determinize(view, seat, rng)
        best = searcher.choose(world, seat, legal, rng, limit)
        both = tuple(dict.fromkeys((best, made)))
        return _from_search(searcher, world, seat, both, rng, limit, 2)
    search = Search(game, view, seat, legal, rng)
    search.run(limit)
    best = _solved_first(search)[0].action
    for action in dict.fromkeys((best, made)):
        lacking = search.playouts // 4 - search.edges[action].visits
        if lacking > 0:
            search.insist(action, lacking)
    found = {one.action: one for one in search.ranking()}
    return _from_tree(search, [found[action] for action in dict.fromkeys((best, made))])


def _from_search(
    searcher: Searcher, world: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit, most: int
) -> Advice:
    found = searcher.ranked(world, seat, legal, most, rng, limit)
    thoughts = (Thought(one.action, one.chance, 0, ((seat, one.action), *one.line)) for one in found)
    return Advice("chance", DECISIVE, world, tuple(thoughts))


# -- the tree search -------------------------------------------------------------------------------


def _solved_first(search: Search) -> list[Weighed]:
    """The choices the tree search prefers; the best of all is known where the game has been solved."""
    solution = search.game.solution(search.view.options)
    best = None if solution is None else solution.best(search.view, search.seat)
    return sorted(search.ranking(), key=lambda one: one.action != best)


def _from_tree(search: Search, chosen: Sequence[Weighed]) -> Advice:
    world = search.game.determinize(search.view, search.seat, search.rng)
    thoughts = (
        Thought(one.action, one.value, one.visits, tuple(_line(search, world, one.action))) for one in chosen
    )
    return Advice("points", search.spread, world, tuple(thoughts))


def _line(search: Search, world: Any, action: Any) -> Iterator[tuple[int, Any]]:
    """A choice and what is expected to follow: in one possible world, what was tried most."""
    game, seat = search.game, search.seat
    node: Node | None = search.root
    following: tuple[int, Any] | None = (seat, action)
    for _ in range(LINE):
        if following is None:
            return
        yield following
        actor, event = following
        key = event if actor == seat else game.shown(world, actor, event, seat)
        node = node.children.get((actor, key)) if node else None
        world = game.apply(world, actor, event)
        following = _expected_event(game, node, world, seat)


def _expected_event(game: AnyGame, node: Node | None, state: Any, seat: int) -> tuple[int, Any] | None:
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
