"""Analysis of any game: what the choices in a position are worth, and where a record went wrong.

A seat is judged by what it could see. Values are points, or the chance to win where the game's own search
says so; a choice is marked by what it gives away, measured by how far apart values lie that matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from kaik.core.game import CHANCE, AnyGame
from kaik.core.messages import Message
from kaik.play.analysis import Analysis, Fall, Option, Remark
from kaik.play.record import Record, replay
from kaik.players import advice
from kaik.players.advice import LINE, Advice, Thought
from kaik.players.base import Limit
from kaik.players.ismcts import played_on

SHOWN = 5
ENDINGS = 40
"""So many times a position is played out to see who comes first."""
DEEP = 1
"""How often chance may fall once more before the game's own search is asked."""
LEAST_MS = 20
MARKS = ((1.0, "??"), (0.5, "?"), (0.25, "?!"))
"""What a choice gives away, in spreads, and how it is marked."""


def analyse(
    game: AnyGame, state: Any, rng: Random, limit: Limit | None = None, endings: int = ENDINGS
) -> Analysis:
    """The position, for the first seat that has to choose."""
    acting = game.to_act(state)
    if not acting:
        return Analysis(None, (), (), coming_first(game, state, None, endings, rng))
    if acting[0] == CHANCE and game.searcher(state.options) is not None:
        return _searched_falls(game, state, rng, limit or advice.USUAL)
    if acting[0] == CHANCE:
        return Analysis(None, (), falls(game, state), coming_first(game, state, None, endings, rng))
    seat = acting[0]
    return analyse_view(game, game.view(state, seat), seat, game.actions(state, seat), rng, limit, endings)


def analyse_view(
    game: AnyGame,
    view: Any,
    seat: int,
    legal: Sequence[Any],
    rng: Random,
    limit: Limit | None = None,
    endings: int = ENDINGS,
) -> Analysis:
    """The choices of a seat, from what it sees alone."""
    found = advice.advise(game, view, seat, legal, rng, limit or advice.USUAL, SHOWN)
    options = tuple(_option(game, seat, legal, found, thought) for thought in found.thoughts)
    return Analysis(seat, options, (), _first(game, found.world, seat, found, endings, rng), found.unit)


def _option(game: AnyGame, seat: int, legal: Sequence[Any], found: Advice, one: Thought) -> Option:
    text = game.notate(found.world, seat, one.action)
    line = tuple(_messages(game, seat, found.world, one.line[:LINE]))
    return Option(text, one.value, one.visits, line, legal.index(one.action))


def _messages(game: AnyGame, seat: int, state: Any, line: Sequence[tuple[int, Any]]) -> Iterator[Message]:
    """A line in words, as the seat would see it happen."""
    for actor, event in line:
        before, state = state, game.apply(state, actor, event)
        shown = game.shown(before, actor, event, seat)
        yield game.narrate(game.view(before, seat), actor, shown, game.view(state, seat))


def _first(
    game: AnyGame, state: Any, seat: int, found: Advice, endings: int, rng: Random
) -> tuple[float, ...]:
    """The best choice's chance and the rest of it, where that is what values are; otherwise played out."""
    if found.unit == "points":
        return coming_first(game, state, seat, endings, rng)
    chance = found.thoughts[0].value
    return (chance, 1 - chance) if seat == 0 else (1 - chance, chance)


def falls(game: AnyGame, state: Any) -> tuple[Fall, ...]:
    """What chance may bring."""
    weights = [(outcome, weight) for outcome, weight in game.weights(state) if weight]
    total = sum(weight for _, weight in weights)
    return tuple(
        Fall(game.narrate(state, CHANCE, outcome, after), weight / total, tuple(game.evaluate(after)))
        for outcome, weight in weights
        for after in (game.apply(state, CHANCE, outcome),)
    )


def _searched_falls(game: AnyGame, state: Any, rng: Random, limit: Limit) -> Analysis:
    """What chance may bring, each outcome judged by the game's own search: the chance to win."""
    weights = [(outcome, weight) for outcome, weight in game.weights(state) if weight]
    total, share = sum(weight for _, weight in weights), _limit_for_each(limit, len(weights))
    found = tuple(
        Fall(
            game.narrate(state, CHANCE, outcome, after),
            weight / total,
            _winning(game, after, rng, share, DEEP),
        )
        for outcome, weight in weights
        for after in (game.apply(state, CHANCE, outcome),)
    )
    first = tuple(sum(fall.chance * fall.values[seat] for fall in found) for seat in (0, 1))
    return Analysis(None, (), found, first, "chance")


def _winning(game: AnyGame, state: Any, rng: Random, limit: Limit, deep: int) -> tuple[float, ...]:
    """The chance of both seats to win; even where chance falls again and again."""
    acting = game.to_act(state)
    if not acting:
        return coming_first(game, state, None, 1, rng)
    if acting[0] != CHANCE:
        seat = acting[0]
        legal = game.actions(state, seat)
        chance = advice.advise(game, state, seat, legal, rng, limit, 1).thoughts[0].value
        return (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
    if not deep:
        return (0.5, 0.5)
    weights = game.weights(state)
    total, share = sum(weight for _, weight in weights), _limit_for_each(limit, len(weights))
    after = [
        (weight / total, _winning(game, game.apply(state, CHANCE, outcome), rng, share, deep - 1))
        for outcome, weight in weights
        if weight
    ]
    first = sum(part * values[0] for part, values in after)
    return (first, 1 - first)


def _limit_for_each(limit: Limit, parts: int) -> Limit:
    """A limit's part for each of several questions."""
    return Limit(
        ms=limit.ms and max(LEAST_MS, limit.ms // parts), nodes=limit.nodes and max(1, limit.nodes // parts)
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
    view, legal = game.view(state, seat), game.actions(state, seat)
    found = advice.compare(game, view, seat, legal, action, rng, limit or advice.USUAL)
    best, made = found.thoughts[0], found.of(action)

    def told(choice: Any) -> Message:
        return game.narrate(view, seat, choice, game.view(game.apply(state, seat, choice), seat))

    return Remark(
        number=number,
        seat=seat,
        text=game.notate(state, seat, action),
        line=told(action),
        value=made.value,
        best=game.notate(state, seat, best.action),
        best_line=told(best.action),
        best_value=best.value,
        mark=mark_of(best.value - made.value, found.spread),
        unit=found.unit,
    )


def mark_of(lost: float, spread: float) -> str:
    """The mark of a choice that gives so much away."""
    return next((mark for share, mark in MARKS if lost > 0 and lost >= share * spread), "")


def blunders(remarks: Sequence[Remark]) -> list[Remark]:
    """Those that are marked."""
    return [remark for remark in remarks if remark.mark]
