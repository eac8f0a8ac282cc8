"""Analysis boards: any position, tried for all sides; nothing of them is kept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kaik.core import registry
from kaik.core.errors import IllegalAction, Refusal
from kaik.core.game import CHANCE
from kaik.core.messages import LANGUAGES, catalogue
from kaik.core.options import VERSION, plain
from kaik.protocol.boards import Board, Study
from kaik.service import boards
from kaik.service.replays import LoadedReplay
from tests.server.driver import Person, Server, bounded
from tests.server.test_analysis import played
from tests.suite.test_scenes import slots

WITH_SETUP = ["cerke", "old_cerke"]


def board(**study: Any) -> Board:
    return boards.board(boards.play_through(Study(**study), None))


@pytest.mark.parametrize("game", WITH_SETUP)
def test_a_study_goes_on_by_indices_for_all_sides(game: str) -> None:
    rng, events = Random(2), ()
    for _ in range(25):
        shown = board(game=game, events=events)
        ways = len(shown.outcomes) if shown.actor == CHANCE else len(shown.legal)
        assert len(shown.events) == len(events)
        if shown.actor is None:
            break
        events = (*events, rng.randrange(ways))
    assert {told.actor for told in board(game=game, events=events).events} >= {0, 1}


@pytest.mark.parametrize("game", WITH_SETUP)
def test_a_position_is_read_as_it_is_written(game: str) -> None:
    first = board(game=game, position={})
    assert board(game=game, position=first.position).position == first.position
    fewer = dict(list(first.position["board"].items())[::2])
    changed = board(game=game, position={**first.position, "board": fewer})
    assert changed.position["board"] == fewer
    assert changed.legal


def test_a_position_that_was_kept_is_looked_at_by_the_rules_of_the_version_that_kept_it() -> None:
    kept = {"game": "cerke", "preset": "standard", "position": {}}
    now, then = board(**kept), board(**kept, kaik=1)
    assert plain(now.options) == plain(registry.load("cerke").options("standard"))
    assert then.options == now.options | {"penalty_lasts": "turn"}
    copied = {"game": then.game, "options": then.options, "position": then.position, "kaik": then.kaik}
    assert copied["kaik"] == VERSION
    assert board(**copied).options == then.options, "a copy states everything"


@pytest.mark.parametrize("game", WITH_SETUP)
def test_the_form_names_what_positions_hold(game: str) -> None:
    rules = registry.load(game)
    for options in rules.presets.values():
        setup = rules.setup(options)
        assert setup is not None
        fields = rules.fields(rules.set_up(options, {}))
        assert set(fields[setup.board].values()) <= {piece.name for piece in setup.pieces}
        assert {field.id for field in setup.fields} | {one.field for one in setup.reserves} <= set(fields)
        assert len(setup.sides) == 2
        for language in LANGUAGES:
            words = catalogue(language, game).texts
            for field in setup.fields:
                assert slots(words[f"position.{field.id}"]) <= set(setup.sides)
            turns = [slots(words[f"position.turn.{side}"]) for side in setup.sides]
            assert turns == [{side} for side in setup.sides], "whose turn it is, is told by the seat"
        held = [piece.held for piece in setup.pieces if piece.held]
        for one in setup.reserves:
            state = rules.set_up(options, {one.field: held})
            assert sorted(rules.fields(state)[one.field]) == sorted(held)
        squares = [spot.id for spot in rules.scene(rules.start(options, 2), None).zones[0].spots]
        for piece in setup.pieces:
            state = _alone(rules, options, setup.board, piece.name, squares)
            spots = [spot for zone in rules.scene(state, None).zones for spot in zone.spots]
            assert [piece.item] in [list(spot.items) for spot in spots]


def _alone(rules: Any, options: Any, field: str, name: str, squares: list[str]) -> Any:
    """A position with this piece and nothing else, on the first square that takes it."""
    for square in squares:
        try:
            state = rules.set_up(options, {field: {square: name}})
        except Refusal:
            continue
        if rules.fields(state)[field] == {square: name}:
            return state
    raise AssertionError(f"{name} can stand nowhere")


def test_a_study_begins_at_any_event_of_a_match_with_all_hands_open() -> None:
    match = played("walking_war")
    at = next(n for n, (seat, _) in enumerate(match.events) if seat >= 0)
    reached = boards.play_through(Study(game="walking_war", replay="m", at=at), LoadedReplay(None, match))  # type: ignore[arg-type]
    shown = boards.board(reached)
    assert shown.actor == match.events[at][0]
    hands = [zone for zone in shown.scene.zones if zone.id.startswith("hand-")]
    assert len(hands) == 2
    assert not any(item.face_down for zone in hands for spot in zone.spots for item in spot.items)


def test_impossible_steps_are_refused() -> None:
    with pytest.raises(IllegalAction):
        board(game="cerke", events=(0, 100_000))
    with pytest.raises(IllegalAction):
        board(game="cerke", events=(-1,))


def test_boards_over_the_wire(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        begun = (await ann.post("/api/boards", {"game": "cerke", "position": {}})).json()
        assert begun["actor"] in (0, 1)
        assert begun["legal"]
        asked = {"game": "cerke", "position": begun["position"]}
        advice = await ann.post("/api/boards/analysis", asked)
        assert advice.json()["options"][0]["text"] in {choice["text"] for choice in begun["legal"]}
        assert (await ann.post("/api/boards/setup", {"game": "cerke"})).json()["pieces"]
        for path, body, status, code in [
            ("/setup", {"game": "kitten"}, 404, "error.no_setup"),
            ("", {"game": "cerke", "position": {"board": {"ZO": "?"}}}, 400, "error.piece"),
            ("", {"game": "cerke", "position": {"board": 3}}, 400, "error.position"),
            ("", {"game": "nothing"}, 404, "error.game_unknown"),
            ("", {"game": "cerke", "replay": "nothing"}, 404, "error.record_unknown"),
            ("", {"game": "cerke", "events": [999]}, 400, "error.index"),
        ]:
            answer = await ann.post(f"/api/boards{path}", body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), body

    bounded(story())
