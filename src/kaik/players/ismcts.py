"""Monte Carlo tree search over what one seat can know, for any game.

Every playout takes a world that the seat considers possible and walks down one tree shared by all of them. A
node stands for what the searching seat has seen happen; each seat that chooses there keeps figures of its
own, so that choices made at once are picked independently. A new node is judged by the game's own evaluation
after a few more steps. The choices at the root meet the same worlds and the same luck in the same order, so
that they differ by what they are and not by what befell them.

In a game with an instinct there is no tree: every playout goes on by instinct, which knows no more than each
seat does, to the end of the season. What instinct would choose itself is then chosen, unless something else
did clearly better in the same worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from time import monotonic
from typing import Any

from msgspec import Struct

from kaik.core.game import CHANCE, AnyGame
from kaik.players.base import NO_LIMIT, Limit
from kaik.players.greedy import after

PLAYOUTS = 400
"""For one choice, unless a limit says otherwise."""
CURIOSITY = 0.7
"""How much a choice seldom tried is preferred, in standard deviations of the results."""
WIDTH = 6
"""At first so many choices are looked at in a node; the more often it is visited, the more."""
TRUST = 8
"""One step of look-ahead at the root counts as so many playouts."""
WORLDS = 4
"""So many are guessed for that step."""
OUTCOMES = 600
"""And no more outcomes of chance looked at, all choices taken together."""
DEALT = 4
"""Chance that falls more often than this without a choice begins something new: it is not waited for."""
OWN = 8
"""A new node is judged when the searching seat has just chosen so many times more: always at the same point
of a turn, so that nothing is preferred for where the look-ahead happens to end."""
STEPS = 30
"""But after so many choices at the latest."""
RIPE = 8
"""So often a node is only played on from, as everybody would with a short look ahead; then it grows."""
BLIND = 0.125
"""How often, where several choose at once, one of them does so blindly, lest they run in step."""
DEPTH = 80
GLANCES = 200
"""Where a game has an instinct, playouts go on by it to the end of what is under way, or so many choices."""
SURE = 1.5
"""Something is clearly better than what instinct would choose by so many standard errors."""
COMPARED = 8
"""But not in fewer worlds than these."""


class Edge:
    """What is known of one choice in one node. The first look at it counts as a visit."""

    __slots__ = ("offered", "total", "visits")

    def __init__(self, value: float, visits: int = 1) -> None:
        self.visits = visits
        self.total = value * visits
        self.offered = visits

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Node:
    """A place in the tree. In a game without secrets it also keeps its state and what may be done there."""

    __slots__ = ("acting", "children", "edges", "legal", "state", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[int, dict[Any, Edge]] = {}
        self.children: dict[Any, Node] = {}
        self.state: Any = None
        self.acting: tuple[int, ...] | None = None
        self.legal: dict[int, Any] = {}


class Weighed(Struct, frozen=True):
    """A choice after the search: the points it is expected to bring its seat, and how often it was tried."""

    action: Any
    value: float
    visits: int


class IsmctsPlayer:
    """Chooses what was tried most often."""

    def choose(
        self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random, limit: Limit = NO_LIMIT
    ) -> Any:
        if len(legal) == 1:
            return legal[0]
        search = Search(game, view, seat, legal, rng)
        search.run(limit)
        return search.best()


class Search:
    """One search, from what a seat sees when it has to choose."""

    def __init__(self, game: AnyGame, view: Any, seat: int, legal: Sequence[Any], rng: Random) -> None:
        self._begun = monotonic()
        self.game, self.view, self.seat = game, view, seat
        self.open = not game.hides
        self.rng = self._guessing = rng
        self._luck = rng.getrandbits(60)
        self._worlds: list[tuple[Any, Sequence[float]]] = []
        self._base: Sequence[float] = ()
        self.playouts = 0
        self.forced: Sequence[Any] = ()
        self.root = Node()
        self.edges = self.root.edges[seat] = {action: Edge(0.0, 0) for action in legal}
        self._sum = self._squares = self._foreseen = 0.0
        self.foresight = self._looked_ahead(legal)
        self.order = sorted(legal, key=lambda action: -self.foresight[action])
        seen = [self.foresight[action] for action in self.order[: 2 * WIDTH]]
        self._curiosity = max(1e-9, seen[0] - seen[-1])
        self._first: tuple[Any, Edge] = (self.order[0], self.edges[self.order[0]])
        self.gut = game.instinct(self._world(0)[0], seat, Random(self._luck))
        """What instinct would choose, if there is one."""
        self._gains: dict[Any, list[float]] = {action: [] for action in legal}

    def run(self, limit: Limit = NO_LIMIT) -> None:
        """Search until the limit, at least one playout; time counts from the first look at the choices."""
        most = limit.playouts or limit.nodes or (PLAYOUTS if limit.ms is None else 1 << 30)
        deadline = None if limit.ms is None else self._begun + limit.ms / 1000
        while self.playouts < most:
            self._playout()
            if deadline is not None and monotonic() >= deadline:
                return

    def insist(self, action: Any, playouts: int) -> None:
        """Try one choice so many times more, however it looks."""
        self.forced = (action,)
        self.run(Limit(playouts=self.playouts + playouts))
        self.forced = ()

    def best(self) -> Any:
        """The choice tried most often; where there is an instinct, its own or one that is clearly better."""
        return self.ranking()[0].action

    def ranking(self) -> list[Weighed]:
        """All the choices, the best first."""
        start = sum(base[self.seat] for _, base in self._worlds) / len(self._worlds)
        found = [
            Weighed(action, start + self._mean(action, self.edges[action]), self.edges[action].visits)
            for action in self.order
        ]
        chosen = self._clearly_best()
        return sorted(found, key=lambda one: (one.action != chosen, -one.visits, -one.value))

    def _clearly_best(self) -> Any:
        """What instinct would choose, or what did best beside that in the same worlds, luck set aside."""
        chosen, most = self.gut, 0.0
        for action, gains in self._gains.items() if self.gut is not None else ():
            ahead, error = compare(gains, self._gains[self.gut])
            if ahead > max(most, SURE * error):
                chosen, most = action, ahead
        return chosen

    @property
    def spread(self) -> float:
        """The standard deviation of the results of the playouts."""
        count = max(1, self.playouts)
        return sqrt(max(0.0, self._squares / count - (self._sum / count) ** 2))

    # -- the root --------------------------------------------------------------------------------

    def _looked_ahead(self, legal: Sequence[Any]) -> dict[Any, float]:
        """What each choice gains at once, on average over a few worlds."""
        game, seat = self.game, self.seat
        count = 1 if self.open else WORLDS
        guesses = [self._world(number) for number in range(count)]
        outcomes = max(2, OUTCOMES // (len(legal) * count))
        found: dict[Any, float] = {}
        for action in legal:
            gains = (
                after(game, game.apply(world, seat, action), seat, outcomes, self.rng, relative_values)
                - base[seat]
                for world, base in guesses
            )
            found[action] = sum(gains) / count
        return found

    def _world(self, number: int) -> tuple[Any, Sequence[float]]:
        """A possible world and how it looks; every choice meets the same one in its playout so numbered."""
        if self.open:
            number = 0
        while len(self._worlds) <= number:
            world = self.view if self.open else self.game.determinize(self.view, self.seat, self._guessing)
            self._worlds.append((world, relative_values(self.game, world)))
        return self._worlds[number]

    def _mean(self, action: Any, edge: Edge) -> float:
        """What a choice gains: its playouts, and its first look, put right by how far those were out."""
        out = (self._sum - self._foreseen) / self.playouts if self.playouts else 0.0
        return (edge.total + TRUST * (self.foresight[action] + out)) / (edge.visits + TRUST)

    def _promising(self) -> tuple[Any, Edge]:
        """The choice at the root with the highest upper bound, among the more the longer the search lasts."""
        wonder = self._curiosity * sqrt(log(self.playouts + 2))
        best, found, highest = None, None, float("-inf")
        for action in self.forced or self.order[: WIDTH + int(2 * sqrt(self.playouts))]:
            edge = self.edges[action]
            bound = self._mean(action, edge) + wonder / sqrt(edge.visits + 1)
            if bound > highest:
                best, found, highest = action, edge, bound
        assert found is not None
        if self.gut is not None and not self.forced and self.edges[self.gut].visits < found.visits:
            return self.gut, self.edges[self.gut]
        return best, found

    # -- one playout -----------------------------------------------------------------------------

    def _playout(self) -> None:
        self._first = action, first = self._promising()
        world, base = self._world(first.visits)
        self._base = base
        self.rng = Random(self._luck + first.visits)
        trail: list[tuple[Edge, int]] = []
        if self.gut is not None:
            trail.append((first, self.seat))
            values = relative_values(
                self.game, self._quick_playout(self.game.apply(world, self.seat, action))
            )
        else:
            values = self._descend(world, trail)
        for edge, seat in trail:
            edge.visits += 1
            edge.total += values[seat] - base[seat]
        self._foreseen += self.foresight[action]
        self._learn(action, values[self.seat] - base[self.seat])

    def _learn(self, action: Any, gain: float) -> None:
        self._gains[action].append(gain)
        self.playouts += 1
        self._sum += gain
        self._squares += gain * gain
        if self.playouts >= 8:
            self._curiosity = CURIOSITY * (self.spread or 1e-9)

    def _descend(self, state: Any, trail: list[tuple[Edge, int]]) -> Sequence[float]:
        """Walk down to a new node or an end; how it looks there to each seat."""
        game, node, dealt = self.game, self.root, 0
        for _ in range(DEPTH):
            acting = self._acting(node, state)
            if not acting:
                return relative_values(game, state)
            if acting[0] == CHANCE:
                dealt += 1
                if dealt > DEALT:
                    break
                node, state = self._follow(node, state, CHANCE, game.fall(state, self.rng))
                continue
            if acting[0] not in node.edges and node is not self.root:
                node.visits += 1
                if node.visits < RIPE:
                    return relative_values(game, self._played_on(state, OWN))
                return self._expand(node, state, acting)
            dealt = 0
            node.visits += 1
            node, state = self._choose_all(node, state, acting, trail)
        return relative_values(game, state)

    def _acting(self, node: Node, state: Any) -> tuple[int, ...]:
        if not self.open:
            return self.game.to_act(state)
        if node.acting is None:
            node.acting = tuple(self.game.to_act(state))
        return node.acting

    def _legal(self, node: Node, state: Any, seat: int) -> Sequence[Any]:
        if not self.open:
            return self.game.actions(state, seat)
        if seat not in node.legal:
            node.legal[seat] = self.game.actions(state, seat)
        legal: Sequence[Any] = node.legal[seat]
        return legal

    def _follow(self, node: Node, state: Any, actor: int, event: Any) -> tuple[Node, Any]:
        """The node and the state after an event. What the searching seat does not see makes no difference."""
        key = event if self.open or actor == self.seat else self.game.shown(state, actor, event, self.seat)
        child = node.children.get((actor, key))
        if child is None:
            child = node.children[actor, key] = Node()
        if not self.open:
            return child, self.game.apply(state, actor, event)
        if child.state is None:
            child.state = self.game.apply(state, actor, event)
        return child, child.state

    def _choose_all(
        self, node: Node, state: Any, acting: tuple[int, ...], trail: list[tuple[Edge, int]]
    ) -> tuple[Node, Any]:
        """Every seat that acts here chooses by itself; then all of it happens."""
        chosen = []
        for seat in acting:
            if node is self.root and seat == self.seat:
                action, edge = self._first
            else:
                blind = len(acting) > 1 and self.rng.random() < BLIND
                action, edge = self._select(node, state, seat, blind=blind)
            trail.append((edge, seat))
            chosen.append((seat, action))
        seat, action = chosen[0]
        node, state = self._follow(node, state, seat, action)
        for seat, action in chosen[1:]:
            if seat in self.game.to_act(state):
                node, state = self._follow(node, state, seat, action)
        return node, state

    def _select(self, node: Node, state: Any, seat: int, *, blind: bool) -> tuple[Any, Edge]:
        """The choice with the highest upper bound. One met for the first time is tried if there is room."""
        edges = node.edges.setdefault(seat, {})
        best, found, new, highest = None, None, None, float("-inf")
        legal = self._legal(node, state, seat)
        for action in _some(legal, 1, self.rng) if blind else legal:
            edge = edges.get(action)
            if edge is None:
                new = new or action
                continue
            edge.offered += 1
            bound = edge.total / edge.visits + self._curiosity * sqrt(log(edge.offered) / edge.visits)
            if bound > highest:
                best, found, highest = action, edge, bound
        if found is None or (new is not None and len(edges) < WIDTH + 2 * sqrt(node.visits)):
            best, found = new, Edge(0.0, 0)
            found.offered = 1
            edges[new] = found
        return best, found

    def _expand(self, node: Node, state: Any, acting: tuple[int, ...]) -> Sequence[float]:
        """Look one step ahead for every seat that acts here; how it looks after playing on from the best."""
        game = self.game
        for seat in acting:
            legal = _some(self._legal(node, state, seat), WIDTH, self.rng)
            found = values_after(game, state, seat, legal)
            start = self._base[seat]
            node.edges[seat] = {
                action: Edge(values[seat] - start) for action, (_, values) in zip(legal, found, strict=True)
            }
        reached, values = max(found, key=lambda one: one[1][seat])
        later = self._played_on(reached, OWN - (seat == self.seat))
        return values if later is reached else relative_values(game, later)

    def _quick_playout(self, state: Any) -> Any:
        """The state when all have played on by instinct, up to where something new is dealt."""
        game, rng, before, dealt = self.game, self.rng, state, 0
        for _ in range(GLANCES):
            acting = game.to_act(state)
            if not acting or dealt > DEALT:
                break
            if acting[0] == CHANCE:
                before = before if dealt else state
                dealt += 1
                state = game.apply(state, CHANCE, game.fall(state, rng))
            else:
                dealt = 0
                for seat in acting:
                    state = game.apply(state, seat, game.instinct(state, seat, rng))
        return before if dealt > DEALT else state

    def _played_on(self, state: Any, own: int) -> Any:
        """The state after so many more choices of the searching seat."""
        for _ in range(STEPS):
            if not own:
                return state
            state, seat = played_on(self.game, state, DEALT, self.rng)
            if seat is None:
                return state
            own -= seat == self.seat
        return state


def relative_values(game: AnyGame, state: Any) -> Sequence[float]:
    """How a state looks to each seat beside the others: nothing is gained by what all gain."""
    values = game.evaluate(state)
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def compare(gains: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """How far ahead the gains of one choice are of another's in the same worlds, and the standard error."""
    ahead = [one - other for one, other in zip(gains, others, strict=False)]
    if len(ahead) < COMPARED:
        return 0.0, 0.0
    mean = sum(ahead) / len(ahead)
    spread = sum((one - mean) ** 2 for one in ahead) / (len(ahead) - 1)
    return mean, sqrt(spread / len(ahead))


def values_after(
    game: AnyGame, state: Any, seat: int, legal: Sequence[Any]
) -> list[tuple[Any, Sequence[float]]]:
    """The states after these choices, and how each looks."""
    reached = [game.apply(state, seat, action) for action in legal]
    return [(one, relative_values(game, one)) for one in reached]


def played_on(game: AnyGame, state: Any, dealt: int, rng: Random) -> tuple[Any, int | None]:
    """The state after the next choice, the best of a few, and who made it, if chance lets anybody choose."""
    while (acting := game.to_act(state)) and acting[0] == CHANCE:
        if not dealt:
            return state, None
        state = game.apply(state, CHANCE, game.fall(state, rng))
        dealt -= 1
    if not acting:
        return state, None
    seat = acting[0]
    legal = _some(game.actions(state, seat), WIDTH, rng)
    return max(values_after(game, state, seat, legal), key=lambda one: one[1][seat])[0], seat


def _some(actions: Sequence[Any], most: int, rng: Random) -> Sequence[Any]:
    return actions if len(actions) <= most else rng.sample(actions, most)
