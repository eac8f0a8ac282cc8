"""Seasons of the card games: each is dealt as told and followed event by event. A game adds its script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec.structs import replace

from kaik.core import registry
from kaik.core.options import checked
from kaik.kit import seasons
from kaik.kit.deck import Draw, shortest
from kaik.kit.opening import First
from kaik.play.match import Match, Played
from tests.vectors.base import Difference, Row, force_chance, same

Facts: TypeAlias = dict[str, Any]


def dealt(match: Match, row: Row) -> None:
    """Deal the hands as told, each card to the shortest hand."""
    left = [list(hand) for hand in row["deal"]["hands"]]
    while any(left):
        seat = shortest(match.state.hands)
        force_chance(match, Draw(seat, left[seat].pop()))


def drawn(match: Match, event: Row) -> None:
    """Let a seat draw the cards told, one by one."""
    for card in event["cards"]:
        force_chance(match, Draw(event["seat"], card))


def begun(row: Row) -> Match:
    """A match in which the season of this row is about to be dealt."""
    game = registry.load(row["game"])
    match = Match(game, checked(game.Options, row["options"]), row["players"], None, auto=False)
    force_chance(match, First(row["parent"]))
    table = replace(match.state.table, bonus=row["B"], totals=tuple(row["totals_before"]))
    match.states[-1] = replace(match.state, table=table)
    return match


def points(match: Match) -> list[int]:
    """What each seat has won so far."""
    return list(match.state.table.totals)


def no_details(_: Match) -> Facts:
    return {}


@dataclass(frozen=True)
class Script:
    """How the vectors of one game speak."""

    action: Callable[[Match, Row], Any]
    """The action that the words of an event mean; under `before` they hold the situation before it."""
    kind: Callable[[Any], str]
    """The kind of one of our actions, in the words of the vectors."""
    after: Callable[[Match], Facts]
    """The situation, but for who is to act when a season is over."""
    told: Callable[[Row], Row] = dict
    """A situation as told, where ours is less exact."""
    begin: Callable[[Row], Match] = begun
    deal: Callable[[Match, Row], None] = dealt
    chance: Callable[[Match, Row], None] = drawn
    together: Callable[[Match, Row], None] | None = None
    """An event in which several seats choose at once."""
    counts: Callable[[Match, int, Row], None] | None = None
    """Checks the numbers of legal actions, where it is not simply one for each of ours."""
    result: Callable[[Match], Facts] = no_details
    """Details of the result besides payments and winners."""
    closing: Callable[[Match, Row], None] | None = None
    """Checks what else is told of the result."""
    totals: Callable[[Match], list[int]] = points


def check(script: Script, row: Row) -> None:
    """Replay one season and what it leads to."""
    match = script.begin(row)
    script.deal(match, row)
    before = row["start"]
    same("start", script.told(before), _situation(script, match))
    for number, event in enumerate(row["events"]):
        try:
            _event(script, match, event, before)
            before = event["after"]
            same("after", script.told(before), _situation(script, match))
        except Difference as found:
            raise Difference(f"event {number}: {found}") from None
    _end(script, match, row)


def _situation(script: Script, match: Match) -> Facts:
    facts = script.after(match)
    if match.state.table.settled:
        return {**facts, "to_act": [], "phase": "END"}
    return {"to_act": to_act(match), **facts}


def to_act(match: Match) -> Any:
    acting = list(match.to_act())
    return "chance" if acting == [-1] else acting


def _event(script: Script, match: Match, event: Row, before: Row) -> None:
    match event["type"]:
        case "chance":
            script.chance(match, event)
        case "together":
            assert script.together is not None
            script.together(match, event)
        case _:
            _action(script, match, event, before)


def _action(script: Script, match: Match, event: Row, before: Row) -> None:
    seat = event["seat"]
    same("to act", [seat], list(match.to_act()))
    (script.counts or counted(script))(match, seat, event)
    action = script.action(match, {**event["action"], "before": before})
    if action not in match.legal(seat):
        raise Difference(f"seat {seat} should be able to choose {event['action']}")
    match.follow(Played(seat, action))


def counted(script: Script) -> Callable[[Match, int, Row], None]:
    """The check that all legal actions and those of each kind are as many as told."""

    def count(match: Match, seat: int, event: Row) -> None:
        same("legal_count", event["legal_count"], len(match.legal(seat)))
        same("legal_by_kind", event["legal_by_kind"], by_kind(script, match, seat))

    return count


def by_kind(script: Script, match: Match, seat: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for action in match.legal(seat):
        found[script.kind(action)] = found.get(script.kind(action), 0) + 1
    return found


def _end(script: Script, match: Match, row: Row) -> None:
    table = match.state.table
    if not table.settled:
        raise Difference("the season should be over")
    last = table.done[-1]
    told = row["result"]
    same("payments", told["payments"], list(last.gains))
    same("winners", sorted(told["winners"]), sorted(last.winners))
    details = script.result(match)
    same("result", {name: told.get(name) for name in details}, details)
    if script.closing is not None:
        script.closing(match, told)
    same("totals", row["totals_after"], script.totals(match))
    after = seasons.next_season(match.options, table)
    same("next parent", row["next_parent"], after.parent)
    same("next B", row["next_B"], after.bonus)
