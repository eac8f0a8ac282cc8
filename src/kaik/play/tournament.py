"""Tournaments: pairings and standings, computed from what has been played.

Two kinds: everybody meets everybody (round robin), or those who stand alike meet, and nobody meets twice
while that can be avoided (Swiss).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct

Kind: TypeAlias = Literal["robin", "swiss"]


class Meeting(Struct, frozen=True):
    """A pairing with its result, the first entrant in the first seat; without a second, a bye.

    `places` as the match ended, nothing while it is played.
    """

    first: str
    second: str | None
    places: tuple[int, int] | None = None

    @property
    def done(self) -> bool:
        """Whether it counts already."""
        return self.second is None or self.places is not None


class Standing(Struct, frozen=True):
    """How an entrant stands: points, matches won, drawn and lost, and the points of those they have met."""

    entrant: str
    place: int
    points: float
    won: int
    drawn: int
    lost: int
    met: float


def rounds_of(kind: Kind, entrants: int, wanted: int | None = None) -> int:
    """How many rounds there are: everybody once, or (Swiss) enough to find a winner."""
    everybody = entrants - 1 + entrants % 2
    if kind == "robin":
        return everybody
    return max(1, min(everybody, wanted or max(1, (entrants - 1).bit_length())))


def pairs(kind: Kind, entrants: Sequence[str], played: Sequence[Sequence[Meeting]]) -> list[Meeting]:
    """The pairings of the next round. `entrants` in the order in which they entered.

    A Swiss round of a hundred entrants takes a second or two: an event loop calls this in a thread.
    """
    earlier = [meeting for round in played for meeting in round]
    found = _circle(entrants, len(played)) if kind == "robin" else _swiss(entrants, earlier)
    return [_seat(one, other, earlier) for one, other in found]


def standings(entrants: Sequence[str], meetings: Iterable[Meeting]) -> list[Standing]:
    """Everybody's standing, the best first: by points, then by the points of those they met."""
    counted = [meeting for meeting in meetings if meeting.done]
    tallies = {entrant: _tally(entrant, counted) for entrant in entrants}
    points = {entrant: tally[0] + tally[1] / 2 for entrant, tally in tallies.items()}
    met = {
        entrant: sum(points.get(other, 0.0) for other in _opponents(entrant, counted)) for entrant in entrants
    }
    order = sorted(entrants, key=lambda entrant: (-points[entrant], -met[entrant]))
    rank = {entrant: (points[entrant], met[entrant]) for entrant in entrants}
    return [
        Standing(
            entrant,
            1 + sum(other > rank[entrant] for other in rank.values()),
            points[entrant],
            *tallies[entrant],
            met[entrant],
        )
        for entrant in order
    ]


def _tally(entrant: str, meetings: Sequence[Meeting]) -> tuple[int, int, int]:
    """Won, drawn, lost; a bye counts as won."""
    results = [_result(entrant, meeting) for meeting in meetings]
    return results.count(1), results.count(0), results.count(-1)


def _result(entrant: str, meeting: Meeting) -> int | None:
    if entrant not in (meeting.first, meeting.second):
        return None
    if meeting.second is None:
        return 1
    assert meeting.places is not None
    mine, theirs = meeting.places if entrant == meeting.first else meeting.places[::-1]
    return (mine < theirs) - (mine > theirs)


def _opponents(entrant: str, meetings: Iterable[Meeting]) -> list[str]:
    sides = [(meeting.first, meeting.second) for meeting in meetings if meeting.second is not None]
    return [
        second if first == entrant else first
        for first, second in sides
        if second is not None and entrant in (first, second)
    ]


def _seat(one: str, other: str | None, earlier: Sequence[Meeting]) -> Meeting:
    """Who has had the first seat less often has it now; without an opponent, a bye."""
    first = [meeting.first for meeting in earlier if meeting.second is not None]
    if other is not None and first.count(one) > first.count(other):
        return Meeting(other, one)
    return Meeting(one, other)


def _circle(entrants: Sequence[str], number: int) -> list[tuple[str, str | None]]:
    """Round robin by the circle method: one entrant stays, the others move round; an empty chair is a bye."""
    chairs: list[str | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    fixed, moving = chairs[0], chairs[1:]
    by = number % len(moving)
    turned = [fixed, *moving[by:], *moving[:by]]
    half = len(turned) // 2
    opposite = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, other) if one is not None else (other or "", None) for one, other in opposite]


def _swiss(entrants: Sequence[str], played: Sequence[Meeting]) -> list[tuple[str, str | None]]:
    order = [standing.entrant for standing in standings(entrants, played)]
    if len(order) % 2 == 0:
        return _matching(order, played)
    bye = _bye(order, played)
    return [*_matching([entrant for entrant in order if entrant != bye], played), (bye, None)]


def _bye(order: Sequence[str], played: Sequence[Meeting]) -> str:
    """The last in the order who has not had a bye yet."""
    had = {meeting.first for meeting in played if meeting.second is None}
    return next((entrant for entrant in reversed(order) if entrant not in had), order[-1])


def _matching(order: Sequence[str], played: Sequence[Meeting]) -> list[tuple[str, str | None]]:
    """Pairs of everybody: as few as possible have met before, and then those who stand close together."""
    import networkx  # loaded only when pairing: it takes a third of a second

    met = Counter(frozenset((meeting.first, meeting.second)) for meeting in played)
    again = len(order) ** 3
    """The cost of one pair that has met: more than any distances in the order add up to."""
    graph = networkx.Graph()
    for (i, one), (j, other) in combinations(enumerate(order), 2):
        graph.add_edge(i, j, weight=again * met[frozenset((one, other))] + (j - i) ** 2)
    found = sorted(sorted(pair) for pair in networkx.min_weight_matching(graph))
    return [(order[i], order[j]) for i, j in found]
