"""The balance lab: the same matches under several rules, to see what a rule changes.

A study is plain data. Every variant plays the same seeds, so that their differences owe as little as possible
to luck; every match is known by variant and number, so that a study can be broken off and resumed.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec
from msgspec import Struct

from kaik.core import registry
from kaik.core.episode import Episode
from kaik.core.errors import BadOptions
from kaik.core.game import CHANCE, AnyGame
from kaik.core.options import VERSION as OPTIONS_VERSION
from kaik.core.options import Options, from_words
from kaik.lab.sim import Job, Map, play_match
from kaik.play.match import Match
from kaik.players import specs
from kaik.version import VERSION

PRESET, PLAYERS = "preset", "players"
"""What may be varied besides options."""
FEWEST = 2
"""One match says nothing of how much matches differ."""
MOST = 60
"""So many variants at most: a report of more would not be read."""
TIMES = "*"
"""`greedy*4` sits at four seats."""


class BalanceStudy(Struct, frozen=True, kw_only=True):
    """What is played: a game, what is varied, by whom, how often and with which seeds."""

    game: str
    preset: str | None = None
    set: tuple[str, ...] = ()
    vary: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each option with its values, as typed."""
    players: str = "random"
    matches: int = 100
    """Per variant."""
    seed: int = 0
    version: str = VERSION


class Variant(Struct, frozen=True):
    """One cell of a study: the value of everything that is varied, and what follows from them."""

    values: tuple[str, ...]
    options: dict[str, Any]
    players: tuple[str, ...]


class MatchTask(Struct, frozen=True):
    """One match of a study, with all that is needed to play it anywhere."""

    variant: int
    number: int
    job: Job


class Observation(Struct, frozen=True):
    """What is kept of a match."""

    variant: int
    number: int
    seed: int
    points: tuple[float, ...]
    places: tuple[int, ...]
    reason: str
    """The key of the message that says why it ended."""
    events: int
    decisions: int
    episodes: tuple[Episode, ...]


def parse_variations(words: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """From words of the form `option=a,b,c`; values in JSON may hold commas inside brackets."""
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, sign, text = word.partition("=")
        values = tuple(value.strip() for value in _split(text))
        if not sign or len(set(values)) < 2 or not all(values):
            raise BadOptions("error.lab_vary", word=word[:60])
        if name in found or len(set(values)) < len(values):
            raise BadOptions("error.lab_twice", option=name[:60])
        found[name] = values
    return tuple(found.items())


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def variants(study: BalanceStudy, version: int = OPTIONS_VERSION) -> tuple[Variant, ...]:
    """Every combination of what is varied, each one checked; `version`: as an earlier one played it."""
    game = registry.load(study.game)
    if study.matches < FEWEST:
        raise BadOptions("error.lab_count", least=FEWEST)
    cells = list(product(*(values for _, values in study.vary)))
    if len(cells) > MOST:
        raise BadOptions("error.lab_many", n=len(cells), most=MOST)
    return tuple(_variant(study, game, cell, version) for cell in cells)


def _variant(study: BalanceStudy, game: AnyGame, cell: tuple[str, ...], version: int) -> Variant:
    chosen = dict(zip((name for name, _ in study.vary), cell, strict=True))
    preset, players = chosen.pop(PRESET, study.preset), chosen.pop(PLAYERS, study.players)
    words = [*study.set, *(f"{name}={value}" for name, value in chosen.items())]
    made = from_words(game.Options, game.options_with(preset, {}, version), words)
    return Variant(cell, msgspec.to_builtins(made), parse_seats(game, made, players))


def parse_seats(game: AnyGame, options: Options, text: str) -> tuple[str, ...]:
    """The players at the table: one for every seat, or one name for all seats of the smallest table."""
    named = [part.strip() for part in text.split(",")]
    allowed = tuple(game.seats(options))
    players = [one for part in named for one in _duplicates(part)]
    if len(named) == 1 and TIMES not in text:
        players *= allowed[0]
    if len(players) not in allowed:
        raise BadOptions("error.seats", seats=len(players), allowed=_span(allowed))
    for spec in players:
        specs.player(spec)
    return tuple(players)


def _duplicates(part: str) -> list[str]:
    spec, sign, times = part.rpartition(TIMES)
    if not sign:
        return [part]
    if not (times.isascii() and times.isdigit() and 0 < int(times) < 100):
        raise BadOptions("error.lab_times", text=part[:60])
    return [spec] * int(times)


def _span(allowed: Sequence[int]) -> str:
    return f"{allowed[0]}–{allowed[-1]}" if len(allowed) > 1 else str(allowed[0])


# -- playing -------------------------------------------------------------------------------------


def tasks(study: BalanceStudy) -> list[MatchTask]:
    """All matches, variant after variant for each seed."""
    cells = variants(study)
    return [
        MatchTask(place, number, Job(study.game, cell.options, cell.players, study.seed + number))
        for number in range(study.matches)
        for place, cell in enumerate(cells)
    ]


def observe(task: MatchTask) -> Observation:
    """Play one match and keep what is worth counting."""
    return observation_of(play_match(task.job), task)


def observation_of(match: Match, task: MatchTask) -> Observation:
    """What is kept of a finished match."""
    assert match.result is not None
    return Observation(
        variant=task.variant,
        number=task.number,
        seed=task.job.seed,
        points=match.result.points,
        places=match.result.places,
        reason=match.result.reason.key,
        events=len(match.events),
        decisions=sum(actor != CHANCE for actor, _ in match.events),
        episodes=tuple(match.game.episodes(match.states, match.events)),
    )


def run(study: BalanceStudy, map: Map = map, done: Iterable[Observation] = ()) -> Iterator[Observation]:
    """The matches not yet done, in order, as they become known."""
    known = {(one.variant, one.number) for one in done}
    yield from map(observe, [task for task in tasks(study) if (task.variant, task.number) not in known])


def command(study: BalanceStudy, out: str, lang: str = "en") -> str:
    """The command line that makes this study again."""
    words = ["kaik", "lab", study.game]
    for name, values in study.vary:
        words += ["--vary", f"{name}={','.join(values)}"]
    words += ["--preset", study.preset] if study.preset else []
    for word in study.set:
        words += ["--set", word]
    words += ["--players", study.players, "-n", str(study.matches), "--seed", str(study.seed), "--out", out]
    return shlex.join(words + (["--lang", lang] if lang != "en" else []))


def difference(study: BalanceStudy, other: BalanceStudy) -> str:
    """The first setting in which two studies differ; empty if they are the same."""
    fields = ("game", "preset", "set", "vary", "players", "matches", "seed", "version")
    return next((name for name in fields if getattr(study, name) != getattr(other, name)), "")
