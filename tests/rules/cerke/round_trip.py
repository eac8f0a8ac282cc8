"""Matches written as CKKA and read back: what has become of them, for tests and proofs."""

from __future__ import annotations

import random

from msgspec.structs import replace
from tests.rules.cerke.small_reader import Misread, accept

from kaik.core.options import Options
from kaik.games.cerke import GAME
from kaik.games.cerke.ckka import read_record, without_places
from kaik.games.cerke.state import Phase, State
from kaik.play.fairness import Sealed
from kaik.play.formats import interpret, render
from kaik.play.match import Match, Played
from kaik.play.record import Record, replay

NAMES = ("甲", "乙")
DAY = "2026-01-02T03:04:05Z"
UNDER_WAY = (Phase.STEP_CAST, Phase.CHAIN, Phase.LAND, Phase.WATER)
BETWEEN = (Phase.FIRST, Phase.DECLARE)


def random_match(options: Options, seed: int, choices: int | None = None) -> Match:
    """A match of random choices, to its end or broken off after so many of them."""
    rng = random.Random(seed)
    match = Match(GAME, options, 2, Sealed.fresh(2, seed))
    while not match.over and (choices is None or choices > 0):
        (seat,) = match.to_act()
        match.play(seat, rng.choice(match.legal(seat)))
        choices = None if choices is None else choices - 1
    return match


def lost(match: Match) -> str:
    """What a match loses when it is written and read again; empty if nothing. Both profiles say the same."""
    record = Record.of(match, players=NAMES, played=DAY)
    text, plain = render(record, ".ckka"), render(record, ".ckka", "plain")
    try:
        moves = accept(text), accept(plain)
    except Misread as trouble:
        return f"the small reader does not accept it: {trouble}"
    reading = interpret(text, ".ckka")
    again = replay(reading.record)
    told = {
        "profile": (without_places(read_record(text)), without_places(read_record(plain))),
        "options": (match.options, again.options),
        "header": ((NAMES, DAY), (reading.record.players, reading.record.played)),
        "notes": ((), reading.notes),
        "result": (match.result, again.result),
        "state": (_comparable(match.state), _comparable(again.state)),
        "choices": (_choices(match), _choices(again)),
        "moves": ((_turns(match), _turns(match)), moves),
    }
    changed = [(name, *pair) for name, pair in told.items() if pair[0] != pair[1]]
    return "; ".join(f"{name}: {before} became {after}" for name, before, after in changed)


def _comparable(state: State) -> State:
    """A state without the words in which its last move was announced: a record tells where it led."""
    return replace(state, last=None if state.last is None else replace(state.last, move=""))


def _choices(match: Match) -> int:
    return sum(isinstance(entry, Played) for entry in match.log)


def _turns(match: Match) -> int:
    """The moves completed: the events that are part of a move and leave nothing of it under way."""
    steps = zip(match.states, match.states[1:], strict=False)
    return sum(before.phase not in BETWEEN and after.phase not in UNDER_WAY for before, after in steps)
