"""Options of every game: documented fields that survive every form they take, and refuse what they must."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.options import Field, Options, checked, fields, from_words, spelled
from tests.suite.cases import every_game


def presets(id: str) -> list[Options]:
    """All the named options of a game."""
    return list(registry.load(id).presets.values())


@every_game
def test_a_game_has_presets_and_the_first_is_the_default(id: str) -> None:
    game = registry.load(id)
    assert game.presets
    assert game.options() == next(iter(game.presets.values()))
    with pytest.raises(BadOptions):
        game.options("no such preset")


@every_game
def test_presets_differ_and_can_be_played(id: str) -> None:
    assert len(set(presets(id))) == len(presets(id))
    for options in presets(id):
        assert options.conflict() is None
        assert list(registry.load(id).seats(options)) == sorted(set(registry.load(id).seats(options)))


@every_game
def test_what_was_changed_and_the_words_of_a_command_line_give_the_same_options(id: str) -> None:
    kind = registry.load(id).Options
    for options in presets(id):
        assert checked(kind, options.changed()) == options
        words = [f"{name}={spelled(value)}" for name, value in options.changed().items()]
        assert from_words(kind, kind(), words) == options


@every_game
def test_every_value_offered_is_accepted_alone_or_refused_with_a_reason(id: str) -> None:
    kind = registry.load(id).Options
    for field in fields(kind):
        for value in _offered(field):
            word = f"{field.id}={spelled(value)}"
            if msgspec.convert({field.id: value}, kind).conflict() is None:
                assert msgspec.to_builtins(from_words(kind, kind(), [word]))[field.id] == value
                continue
            with pytest.raises(BadOptions):
                from_words(kind, kind(), [word])


def _offered(field: Field) -> list[Any]:
    if field.kind == "number":
        return [bound for bound in (field.least, field.most) if bound is not None]
    return list(field.choices)


@every_game
def test_a_number_has_bounds(id: str) -> None:
    for field in fields(registry.load(id).Options):
        if field.kind == "number":
            assert field.least is not None
            assert field.most is not None


@every_game
def test_a_bad_value_is_refused_by_the_name_of_its_option(id: str) -> None:
    kind = registry.load(id).Options
    for field in fields(kind):
        for value in _bad(field):
            with pytest.raises(BadOptions) as refused:
                checked(kind, {field.id: value})
            assert refused.value.message.params["option"] == field.id
            assert field.id in str(refused.value)


def _bad(field: Field) -> list[Any]:
    beyond = [bound for bound in (_less(field.least), _more(field.most)) if bound is not None]
    wrong: list[Any] = ["no such value", 1.5, -999_999, {"a": 1}]
    return beyond + [value for value in wrong if field.kind != "data" and value not in field.choices]


def _less(bound: int | None) -> int | None:
    return None if bound is None else bound - 1


def _more(bound: int | None) -> int | None:
    return None if bound is None else bound + 1


@every_game
def test_an_unknown_option_is_refused_by_its_name(id: str) -> None:
    kind = registry.load(id).Options
    with pytest.raises(BadOptions) as refused:
        checked(kind, {"no_such_option": 1})
    assert refused.value.message.params == {"option": "no_such_option"}
