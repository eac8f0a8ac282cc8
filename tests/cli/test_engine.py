"""The line protocol for other programs (docs/engine.md)."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaik.cli.engine import Session, run
from kaik.games.cerke import tables


@pytest.fixture
def session() -> Session:
    return Session("cerke")


def ask(session: Session, do: str, **fields: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(json.dumps(session.answer(json.dumps({"do": do, **fields}))))
    return reply


def good(session: Session, do: str, **fields: Any) -> dict[str, Any]:
    reply = ask(session, do, **fields)
    assert reply["ok"], reply
    return reply


def test_a_game_goes_from_the_first_cast_to_a_landing(session: Session) -> None:
    assert good(session, "new", preset="official")["needs"] == "cast"
    assert good(session, "play", casts=[4, 2])["seat"] == 0
    assert len(good(session, "legal")["moves"]) == 249
    assert good(session, "play", move="LAU/LAI~LY", casts=[3])["position"]["phase"] == "land"
    after = good(session, "play", move="LY")
    assert after["seat"] == 1
    assert after["position"]["board"]["LY"] == "IA黒弓"


def test_a_position_is_set_and_told_in_the_same_fields(session: Session) -> None:
    position = {
        "board": {"TAU": "IA黒将", "TAI": "A赤馬", "ZO": "皇"},
        "hand_IA": ["赤虎"],
        "turn": "IA",
        "IA": 12,
        "A": 28,
        "rate": 2,
    }
    told = good(session, "position", position=position)["position"]
    assert told | position == told
    assert "TAU-TAI" in good(session, "legal")["moves"]


def test_a_hand_is_answered_by_going_on_or_ending_the_season(session: Session) -> None:
    position = {
        "board": {"TAU": "IA黒将", "TAI": "A赤馬", "ZIA": "IA黒王", "ZA": "A赤王"},
        "hand_IA": ["赤虎"],
    }
    good(session, "position", position=position)
    assert good(session, "play", move="TAU-TAI")["position"]["phase"] == "declare"
    assert good(session, "legal")["moves"] == ["go_on", "end_season"]
    ended = good(session, "play", move="end_season")
    assert ended["position"]["IA"] == 25
    assert ended["needs"] == "cast"


def test_a_named_player_is_asked_within_a_time_limit(session: Session) -> None:
    good(session, "play", casts=[4, 2])
    move = good(session, "go", player="greedy", ms=50)["move"]
    assert move in good(session, "legal")["moves"]
    assert good(session, "go", player="random", seed=3) == good(session, "go", player="random", seed=3)


def test_ranked_answers(session: Session) -> None:
    good(session, "play", casts=[3, 2])
    found = good(session, "go", ranked=3, nodes=2000)
    assert found["unit"] == "chance"
    values = [one["value"] for one in found["ranked"]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 3
    assert [one["line"][0] for one in found["ranked"]] == [one["move"] for one in found["ranked"]]
    assert found["move"] == found["ranked"][0]["move"]
    assert found == good(session, "go", ranked=3, nodes=2000)
    assert good(session, "go", player="search", nodes=2000)["move"] in good(session, "legal")["moves"]


def test_ranked_answers_of_a_game_without_a_search() -> None:
    session = Session("new_play")
    good(session, "play", casts=[0])
    found = good(session, "go", ranked=2, playouts=5)
    assert found["unit"] == "points"
    assert {one["move"] for one in found["ranked"]} <= set(good(session, "legal")["moves"])


def test_other_games_speak_the_same_protocol(session: Session) -> None:
    good(session, "new", game="beast_streak", seats=2)
    first = good(session, "play", casts=[1])
    assert first["needs"] == "cast"
    assert good(session, "play", casts=[3])["needs"] == "move"
    told = good(session, "state")["position"]
    assert good(session, "position", position=told)["position"] == told


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"do": "dance"}, "error.engine_command"),
        ({"do": "play"}, "error.engine_needs"),
        ({"do": "play", "move": "KAI-KA"}, "error.notation"),
        ({"do": "play", "casts": [3]}, "error.no_chance"),
        ({"do": "play", "move": "LAU/LAI~LY", "casts": [9]}, "error.chance_outcome"),
        ({"do": "position"}, "error.engine_needs"),
        ({"do": "position", "position": {"board": {"QQ": "皇"}}}, "error.square"),
        ({"do": "position", "position": {"board": {"ZO": "皇", "ZU": "皇"}}}, "error.two_tams"),
        ({"do": "position", "position": {"hand_A": ["金"]}}, "error.piece"),
        ({"do": "position", "position": {"turn": "B"}}, "error.position"),
        ({"do": "new", "game": "chess"}, "error.game_unknown"),
        ({"do": "new", "preset": "none"}, "error.preset_unknown"),
        ({"do": "new", "options": {"cavalry_points": 6}}, "error.option_value"),
        ({"do": "new", "options": {"hand_system": "san_ren"}}, "error.system_has_no_points"),
        ({"do": "new", "seats": 3}, "error.seats"),
        ({"do": "go", "player": "nobody"}, "error.player_unknown"),
        ({"do": "go", "ms": 0}, "error.player_value"),
        ({"do": "legal", "colour": 1}, "error.engine_line"),
    ],
)
def test_a_line_that_cannot_be_obeyed_gets_an_error_and_changes_nothing(
    session: Session, fields: dict[str, Any], key: str
) -> None:
    good(session, "play", casts=[4, 2])
    before = good(session, "state")
    reply = session.answer(json.dumps(fields))
    assert not reply["ok"]
    assert reply["error"]["key"] == key
    assert reply["error"]["text"] != key
    assert good(session, "state") == before


def test_options_are_given_as_json_values_or_as_text(session: Session) -> None:
    given: dict[str, Any] = {"first_player": "fixed", "tam_stop_after_one": True, "cavalry_points": 7}
    good(session, "new", options=given)
    moves = good(session, "legal")["moves"]
    assert "ZO皇ZU" in moves
    good(session, "new", options={name: str(value).lower() for name, value in given.items()})
    assert good(session, "legal")["moves"] == moves
    assert good(session, "new", options={"starting_points": "7"})["position"]["IA"] == 7


def test_setting_a_position_builds_no_tables_of_the_rules(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = {"board": {"TAU": "IA黒将", "ZO": "皇"}}
    good(session, "position", position=position)
    monkeypatch.setattr(tables, "shifted", None)  # every table of movements is made of it
    good(session, "position", position=position)
    good(session, "position", position={})


@given(
    st.text(max_size=60)
    | st.recursive(st.none() | st.integers() | st.text(max_size=8), st.lists).map(json.dumps)
)
def test_no_line_ends_the_program(line: str) -> None:
    assert Session("cerke").answer(line)["ok"] in (True, False)


def test_the_program_answers_line_by_line_until_it_is_told_to_quit() -> None:
    lines = io.StringIO('{"do": "hello", "id": 7}\n\nnonsense\n{"do": "quit"}\n{"do": "hello"}\n')
    out = io.StringIO()
    run("cerke", "en", lines, out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False]
    assert replies[0]["id"] == 7
