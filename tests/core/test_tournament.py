"""Who meets whom, and how everybody stands."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest
from msgspec.structs import replace

from kaik.play.tournament import Kind, Meeting, pairs, rounds_of, standings


def evening(kind: Kind, count: int, rounds: int | None = None) -> list[list[Meeting]]:
    """All rounds of an evening in which the entrant with the lower number always wins."""
    entrants = [str(n) for n in range(count)]
    played: list[list[Meeting]] = []
    for _ in range(rounds_of(kind, count, rounds)):
        played.append([_settled(meeting) for meeting in pairs(kind, entrants, played)])
    return played


def _settled(meeting: Meeting) -> Meeting:
    if meeting.second is None:
        return meeting
    return replace(meeting, places=(1, 2) if int(meeting.first) < int(meeting.second) else (2, 1))


def _met(played: list[list[Meeting]]) -> Counter[frozenset[str | None]]:
    return Counter(frozenset((meeting.first, meeting.second)) for meeting in chain(*played))


@pytest.mark.parametrize("kind", ["robin", "swiss"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9])
def test_everybody_has_one_place_in_every_round(kind: Kind, count: int) -> None:
    for meetings in evening(kind, count):
        seated = [entrant for meeting in meetings for entrant in (meeting.first, meeting.second)]
        assert sorted(entrant for entrant in seated if entrant is not None) == [str(n) for n in range(count)]
        assert seated.count(None) == count % 2


@pytest.mark.parametrize("count", [2, 3, 4, 7, 8])
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    met = _met(evening("robin", count))
    people = [str(n) for n in range(count)]
    assert all(met[frozenset((one, other))] == 1 for one in people for other in people if one < other)


@pytest.mark.parametrize("count", [4, 7, 16, 33])
def test_in_a_swiss_evening_nobody_meets_twice_and_the_best_comes_first(count: int) -> None:
    played = evening("swiss", count)
    assert max(_met(played).values()) == 1
    table = standings([str(n) for n in range(count)], chain(*played))
    assert table[0].entrant == "0"
    assert table[0].points == len(played)


def test_a_swiss_evening_longer_than_there_are_opponents_still_pairs_everybody() -> None:
    played = evening("swiss", 20, 19)
    assert len(played) == 19
    assert all(len(meetings) == 10 for meetings in played)


@pytest.mark.parametrize("seed", range(20))
def test_no_other_pairing_of_a_swiss_round_has_fewer_who_met_before(seed: int) -> None:
    rng, people = Random(seed), list("abcdef")
    played = [[Meeting(*rng.sample(people, 2), places=(1, 1)) for _ in range(rng.randrange(15))]]
    met = _met(played)

    def fewest(waiting: list[str]) -> int:
        first, *rest = waiting or [""]
        others = (met[frozenset((first, one))] + fewest([two for two in rest if two != one]) for one in rest)
        return min(others, default=0)

    made = pairs("swiss", people, played)
    assert sum(met[frozenset((one.first, one.second))] for one in made) == fewest(people)


def test_seats_are_shared_out() -> None:
    begun = Counter(meeting.first for meeting in chain(*evening("robin", 8)))
    assert max(begun.values()) - min(begun.values()) <= 3


def test_standings_count_wins_draws_and_rounds_off() -> None:
    meetings = [
        Meeting("a", "b", (1, 1)),
        Meeting("c", None),
        Meeting("a", "c", (2, 1)),
        Meeting("b", "c"),
    ]
    table = {one.entrant: one for one in standings(["a", "b", "c"], meetings)}
    assert [one.entrant for one in standings(["a", "b", "c"], meetings)] == ["c", "a", "b"]
    assert (table["c"].points, table["c"].won, table["c"].met) == (2.0, 2, 0.5)
    assert (table["a"].points, table["a"].drawn, table["a"].lost) == (0.5, 1, 1)
    assert (table["a"].place, table["b"].place) == (2, 3), "those whom a met have more points"


def test_equal_standings_share_a_place() -> None:
    assert [one.place for one in standings(["a", "b", "c"], [Meeting("a", "b", (1, 1))])] == [1, 1, 3]
