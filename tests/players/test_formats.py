"""A game's own file format: read into a record and written from one."""

from __future__ import annotations

import pytest

from kaik.core import registry
from kaik.core.errors import BadRecord
from kaik.core.game import CHANCE, Format, Score
from kaik.games.beast_streak import GAME, Again, Stop
from kaik.games.beast_streak import BeastStreakOptions as Options
from kaik.kit.opening import First, Throw
from kaik.play.fairness import Sealed
from kaik.play.formats import interpret, parse, record_of, render, score_of, viewer_link
from kaik.play.match import Match
from kaik.play.record import Record, replay


def _read(text: str) -> Score:
    """`first 0 / throw 3 / again / …`, enough of a format to test with."""
    events: list[tuple[int, object]] = []
    for line in text.splitlines():
        word, _, n = line.partition(" ")
        match word:
            case "first":
                events.append((CHANCE, First(int(n))))
            case "throw":
                events.append((CHANCE, Throw(int(n))))
            case _:
                events.append((int(n), Again() if word == "again" else Stop()))
    return Score(options=Options(), seats=2, events=tuple(events))


def _write(score: Score) -> str:
    return "\n".join(_line(actor, event) for actor, event in score.events)


def _line(actor: int, event: object) -> str:
    match event:
        case First(seat):
            return f"first {seat}"
        case Throw(n):
            return f"throw {n}"
        case _:
            return f"{'again' if isinstance(event, Again) else 'stop'} {actor}"


TEXT = "first 0\nthrow 3\nagain 0\nthrow 4\nstop 0\nthrow 2"


@pytest.fixture
def _lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "formats", {".lines": Format(_read, _write)})


@pytest.mark.usefixtures("_lines")
def test_a_format_goes_there_and_back() -> None:
    record = parse(TEXT, ".LINES")
    assert record.game == registry.load("beast_streak").id
    assert replay(record).state.total == 2
    assert render(record, ".lines") == TEXT
    assert parse(render(record, ".json"), ".json") == record


@pytest.mark.usefixtures("_lines")
@pytest.mark.parametrize(
    "text", ["throw 3", "first 0\nstop 0", "first 0\nfirst 0", "first 0\nthrow 9", "first 7"]
)
def test_impossible_events_are_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="cannot have happened"):
        parse(text, ".lines")


@pytest.mark.usefixtures("_lines")
def test_a_format_without_rules_to_state_or_profiles_refuses_them() -> None:
    with pytest.raises(BadRecord, match="states its rules itself"):
        interpret(TEXT, ".lines", words=["zs_ante=2"])
    with pytest.raises(BadRecord, match="no profile “plain”"):
        render(parse(TEXT, ".lines"), ".lines", "plain")
    assert viewer_link(parse(TEXT, ".lines"), "https://viewer.example.org", None) == ""


def test_a_ruling_and_takebacks_are_kept_in_their_meaning() -> None:
    match = Match(GAME, Options(), 2, Sealed.fresh(2, 3))
    match.resign(match.to_act()[0])
    score = score_of(Record.of(match, players=("a", "b"), played="2026"))
    assert score.ended == ("resign", match.log[-1].seat)  # type: ignore[union-attr]
    again = record_of(GAME, score)
    assert again.result == match.result
    assert (again.players, again.played) == (("a", "b"), "2026")
