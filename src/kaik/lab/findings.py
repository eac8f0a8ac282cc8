"""What a study found, as figures with intervals: who wins, from which place, how long, how high, by what.

Matches with one seed are one draw (see `estimate`). The sides of a comparison are the values of one varied
option, every other one pooled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from kaik.core.episode import Episode
from kaik.lab.balance import BalanceStudy, Observation, Variant, variants
from kaik.lab.estimate import Estimate, mean, share

MARKS = 20
"""So many of the commonest marks are told of."""
QUANTILES = (10, 50, 90)


class Side(Struct, frozen=True):
    """The matches under one value of a varied option, seed by seed."""

    name: str
    draws: tuple[tuple[Observation, ...], ...]

    @property
    def matches(self) -> list[Observation]:
        return [one for draw in self.draws for one in draw]

    @property
    def episodes(self) -> list[Episode]:
        return [episode for one in self.matches for episode in one.episodes]

    @property
    def tables(self) -> set[int]:
        """The numbers of players that sat together."""
        return {len(one.places) for one in self.matches}

    @property
    def even(self) -> float:
        """The share of wins of one seat if all were equal, over tables of any size."""
        shares = [1 / len(episode.gains) for episode in self.episodes]
        return sum(shares) / len(shares)


Row: TypeAlias = tuple[Estimate | None, ...]
"""One figure for each side of a comparison."""


class Spread(Struct, frozen=True):
    """A figure of whole matches: its mean, and values below which a tenth, half and nine tenths lie."""

    mean: Estimate
    quantiles: tuple[float, ...]
    values: tuple[float, ...]


class Comparison(Struct, frozen=True):
    """All that is known about the values of one option, side by side."""

    option: str
    """Empty where nothing is varied."""
    sides: tuple[Side, ...]
    seats: tuple[Row, ...]
    """The share of matches won from each seat."""
    points: tuple[Row, ...]
    """The mean points of each seat."""
    order: tuple[Row, ...]
    """The share of episodes won by whoever begins, comes second, …; empty where nobody begins."""
    gains: tuple[Row, ...]
    """The mean points of an episode in the same order."""
    length: tuple[Spread, ...]
    """Events per match."""
    decisions: Row
    best: tuple[Spread, ...]
    """Points of whoever came first; empty where a game gives none."""
    episodes: Row
    """Per match."""
    marks: tuple[tuple[str, Row], ...]
    """How often each mark occurred in an episode, the commonest first."""
    figures: tuple[tuple[str, Row], ...]
    reasons: tuple[tuple[str, Row], ...]


def comparisons(study: BalanceStudy, found: Sequence[Observation]) -> tuple[Comparison, ...]:
    """One comparison for each varied option; without any, one of a single side."""
    cells = variants(study)
    if not study.vary:
        return (compare("", [Side("", _draws(found, {0}))]),)
    return tuple(
        compare(name, [Side(value, _draws(found, _with(cells, place, value))) for value in values])
        for place, (name, values) in enumerate(study.vary)
    )


def cells(study: BalanceStudy, found: Sequence[Observation]) -> Comparison:
    """Every combination of what is varied, each for itself."""
    named = [" · ".join(cell.values) for cell in variants(study)]
    return compare("", [Side(name, _draws(found, {place})) for place, name in enumerate(named)])


def _with(cells: Sequence[Variant], place: int, value: str) -> set[int]:
    return {number for number, cell in enumerate(cells) if cell.values[place] == value}


def _draws(found: Iterable[Observation], chosen: set[int]) -> tuple[tuple[Observation, ...], ...]:
    draws: dict[int, list[Observation]] = {}
    for one in found:
        if one.variant in chosen:
            draws.setdefault(one.number, []).append(one)
    return tuple(tuple(draws[number]) for number in sorted(draws))


def compare(option: str, sides: Sequence[Side]) -> Comparison:
    """Everything about these sides."""
    scored = any(any(one.points) for side in sides for one in side.matches)
    begun = any(episode.first is not None for side in sides for episode in side.episodes)
    seats = range(max(max(side.tables) for side in sides))
    return Comparison(
        option,
        tuple(sides),
        seats=tuple(_row(sides, share, _win_share(seat)) for seat in seats),
        points=tuple(_row(sides, mean, _points(seat)) for seat in seats) if scored else (),
        order=tuple(_row(sides, share, _episodes(_win_share_from(seat))) for seat in seats) if begun else (),
        gains=tuple(_row(sides, mean, _episodes(_gain_from(seat))) for seat in seats)
        if begun and scored
        else (),
        length=tuple(_spread_of(side, lambda one: one.events) for side in sides),
        decisions=_row(sides, mean, lambda one: (one.decisions, 1)),
        best=tuple(_spread_of(side, lambda one: max(one.points)) for side in sides) if scored else (),
        episodes=_row(sides, mean, lambda one: (len(one.episodes), 1)),
        marks=tuple((mark, _row(sides, share, _episodes(_share_with_mark(mark)))) for mark in _marks(sides)),
        figures=tuple((name, _row(sides, mean, _episodes(_figure(name)))) for name in _figures(sides)),
        reasons=tuple((reason, _row(sides, share, _share_ending_by(reason))) for reason in _reasons(sides)),
    )


# -- measuring -----------------------------------------------------------------------------------

Count: TypeAlias = tuple[float, float]
"""A sum, and over how many."""
Measure: TypeAlias = Callable[[Observation], Count]
Rule: TypeAlias = Callable[[Sequence[float], Sequence[float]], Estimate | None]


def _row(sides: Sequence[Side], rule: Rule, measure: Measure) -> Row:
    return tuple(_estimate(side, rule, measure) for side in sides)


def _estimate(side: Side, rule: Rule, measure: Measure) -> Estimate | None:
    counted = [[measure(one) for one in draw] for draw in side.draws]
    sums = [sum(part for part, _ in draw) for draw in counted]
    return rule(sums, [sum(count for _, count in draw) for draw in counted])


def _win_share(seat: int) -> Measure:
    """The share of a win that a seat has; a larger table may have seats that this one lacks."""

    def measure(one: Observation) -> Count:
        if seat >= len(one.places):
            return 0, 0
        return (one.places[seat] == 1) / one.places.count(1), 1

    return measure


def _points(seat: int) -> Measure:
    return lambda one: (one.points[seat], 1) if seat < len(one.points) else (0, 0)


def _share_ending_by(reason: str) -> Measure:
    return lambda one: (one.reason == reason, 1)


def _episodes(measure: Callable[[Episode], Count]) -> Measure:
    """A measure of episodes, over all those of a match."""

    def whole(one: Observation) -> Count:
        counted = [measure(episode) for episode in one.episodes]
        return sum(part for part, _ in counted), sum(count for _, count in counted)

    return whole


def _win_share_from(order: int) -> Callable[[Episode], Count]:
    """The share of a win of the seat that comes in this place; a drawn episode is shared by all."""

    def measure(episode: Episode) -> Count:
        seats = len(episode.gains)
        if episode.first is None or order >= seats:
            return 0, 0
        if not episode.winners:
            return 1 / seats, 1
        return ((episode.first + order) % seats in episode.winners) / len(episode.winners), 1

    return measure


def _gain_from(order: int) -> Callable[[Episode], Count]:
    def measure(episode: Episode) -> Count:
        seats = len(episode.gains)
        if episode.first is None or order >= seats:
            return 0, 0
        return episode.gains[(episode.first + order) % seats], 1

    return measure


def _share_with_mark(mark: str) -> Callable[[Episode], Count]:
    return lambda episode: (mark in episode.marks, 1)


def _figure(name: str) -> Callable[[Episode], Count]:
    return lambda episode: (episode.figures.get(name, 0), name in episode.figures)


# -- what there is to measure --------------------------------------------------------------------


def _marks(sides: Sequence[Side]) -> list[str]:
    counts = Counter(mark for side in sides for one in side.episodes for mark in one.marks)
    return [mark for mark, _ in counts.most_common(MARKS)]


def _figures(sides: Sequence[Side]) -> list[str]:
    return list(dict.fromkeys(name for side in sides for one in side.episodes for name in one.figures))


def _reasons(sides: Sequence[Side]) -> list[str]:
    return [reason for reason, _ in Counter(one.reason for s in sides for one in s.matches).most_common()]


def _spread_of(side: Side, value: Callable[[Observation], float]) -> Spread:
    values = sorted(float(value(one)) for one in side.matches)
    found = _estimate(side, mean, lambda one: (value(one), 1))
    assert found is not None
    return Spread(found, tuple(_quantile(values, part) for part in QUANTILES), tuple(values))


def _quantile(ordered: Sequence[float], percent: int) -> float:
    """The value below which so many hundredths lie."""
    return ordered[min(len(ordered) - 1, percent * len(ordered) // 100)]
