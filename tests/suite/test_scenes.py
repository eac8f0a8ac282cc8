"""What people see and touch: paths lead somewhere, equal items are equal, everything has words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kaik.core import registry
from kaik.core.game import Game
from kaik.core.messages import FALLBACK, LANGUAGES, Catalogue, Message, catalogue, own_texts
from kaik.core.options import fields, spelled
from kaik.core.scene import Path, Scene, continuing
from tests.languages import COMPLETE
from tests.suite.cases import Case, choosers, every_case, every_game, played, positions, readers, sampled


@every_case
def test_every_spot_that_must_be_touched_is_in_the_scene(case: Case) -> None:
    for _, scene, paths in offers(case):
        spots = scene.spots()
        for path in paths:
            assert path
            assert not set(path) - set(spots)


@every_case
def test_ids_are_unique_and_paths_name_no_stand_in(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            scene = case.game.scene(case.game.view(position.state, seat), seat)
            ids = [spot.id for zone in scene.zones for spot in zone.spots]
            assert len(set(ids)) == len(ids)
            assert len({zone.id for zone in scene.zones}) == len(scene.zones)
            assert len({counter.id for counter in scene.counters}) == len(scene.counters)
            assert all(0 <= turn < case.seats or turn == -1 for turn in scene.turn)
    for _, scene, paths in offers(case):
        spots = scene.spots()
        assert not any(spots[touch].same_as for path in paths for touch in path)


@every_case
def test_no_path_begins_another(case: Case) -> None:
    for _, _, paths in offers(case):
        assert len(set(paths)) == len(paths)
        beginnings = {path[:length] for path in paths for length in range(1, len(path))}
        assert not beginnings & set(paths)


@every_case
def test_choices_are_offered_by_path_notation_and_label(case: Case) -> None:
    for position in positions(case):
        for seat in choosers(case, position.state):
            actions = case.game.actions(position.state, seat)
            plain = Game.choices(case.game, position.state, seat, actions)
            assert case.game.choices(position.state, seat, actions) == plain


@every_case
def test_touching_a_path_reaches_its_action_alone(case: Case) -> None:
    for _, scene, paths in offers(case):
        for index, path in sampled(list(enumerate(paths)), 8):
            assert continuing(paths, path, scene) == [index]
            for length in range(len(path)):
                assert index in continuing(paths, path[:length], scene)


@every_case
def test_a_spot_with_an_equal_item_works_as_well(case: Case) -> None:
    for _, scene, paths in offers(case):
        stand_ins = {spot.same_as: spot for spot in scene.spots().values() if spot.same_as}
        for first, spot in stand_ins.items():
            assert _faces(scene, first) == _faces(scene, spot.id), "equal spots hold equal items"
        for index, path in enumerate(paths):
            other = tuple(stand_ins[touch].id if touch in stand_ins else touch for touch in path)
            if other != path:
                assert continuing(paths, other, scene) == [index]


def _faces(scene: Scene, spot: str) -> list[tuple[str, str]]:
    return [(item.face, item.colour) for item in scene.spots()[spot].items]


@every_case
def test_cards_of_a_fan_may_be_touched_in_any_order(case: Case) -> None:
    rng = Random(3)
    for _, scene, paths in offers(case):
        free = scene.free_spots()
        for index, path in sampled(list(enumerate(paths)), 8):
            assert continuing(paths, _shuffled_runs(path, free, rng), scene) == [index]


def _shuffled_runs(path: Path, free: frozenset[str], rng: Random) -> Path:
    """The path with each run of free spots in another order."""
    made: list[str] = []
    run: list[str] = []
    for touch in (*path, None):
        if touch is not None and touch in free:
            run.append(touch)
            continue
        rng.shuffle(run)
        made += [*run, *([] if touch is None else [touch])]
        run = []
    return tuple(made)


@every_case
def test_buttons_have_labels_and_somebody_to_press_them(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            scene = case.game.scene(case.game.view(position.state, seat), seat)
            buttons = [spot for zone in scene.zones if zone.kind == "choices" for spot in zone.spots]
            assert all(spot.label is not None for spot in buttons)
            assert not buttons or seat in scene.turn


@every_case
def test_whoever_is_to_act_is_told_so(case: Case) -> None:
    for position in positions(case):
        for seat in readers(case):
            scene = case.game.scene(case.game.view(position.state, seat), seat)
            assert scene.turn == case.game.to_act(position.state)
            assert (scene.prompt is not None) == (seat in scene.turn)


@every_case
def test_the_end_can_be_drawn(case: Case) -> None:
    for seat in readers(case):
        scene = played(case).seen_by(seat).scene
        assert scene.turn == ()
        assert scene.prompt is None


@every_case
def test_everything_said_has_words_in_every_language(case: Case) -> None:
    said = list(_everything_said(case))
    for language in LANGUAGES:
        texts = catalogue(language, case.id)
        for message in said:
            _assert_worded(texts, message)


def _everything_said(case: Case) -> Iterator[Message]:
    match = played(case)
    assert match.result is not None
    yield match.result.reason
    for seat in readers(case):
        yield from match.log_lines(seat)
        for position in positions(case):
            yield from messages_in(case.game.scene(case.game.view(position.state, seat), seat))
        yield from messages_in(match.seen_by(seat).scene)


@every_case
def test_kanji_stand_in_texts_where_clients_can_spell_them_and_not_in_parameters(case: Case) -> None:
    for message in _everything_said(case):
        _assert_spellable(message)


def _assert_spellable(message: Message) -> None:
    for param in message.params.values():
        for inner in param if isinstance(param, list) else [param]:
            if isinstance(inner, Message):
                _assert_spellable(inner)
            else:
                assert not re.search("[\u3400-\u9fff]", str(inner)), message


def messages_in(value: Any) -> Iterator[Message]:
    """All the messages anywhere inside a scene."""
    if isinstance(value, Message):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from messages_in(part)
    elif hasattr(value, "__struct_fields__"):
        for name in value.__struct_fields__:
            yield from messages_in(getattr(value, name))


def _assert_worded(texts: Catalogue, message: Message) -> None:
    """The key is there and every slot of its text is filled, and so for messages inside."""
    assert message.key in texts, f"{message.key} has no words in {texts.language}"
    empty = slots(texts.texts[message.key]) - set(message.params)
    assert not empty, f"{message.key} ({texts.language}) is not given {empty}"
    for param in message.params.values():
        for inner in param if isinstance(param, list) else [param]:
            if isinstance(inner, Message):
                _assert_worded(texts, inner)


def slots(text: str) -> set[str]:
    """The names of the parameters in a text."""
    return set(re.findall(r"\{(\w+)[|}]", text))


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_every_language_has_keys_and_slots_of_english(id: str, language: str) -> None:
    english, own = own_texts(FALLBACK, id), own_texts(language, id)
    assert not set(own) - set(english)
    assert set(own) == set(english) or language not in COMPLETE
    for key, text in own.items():
        assert slots(text) == slots(english[key]), key


@every_game
def test_no_text_is_empty_or_a_fragment_of_a_slot(id: str) -> None:
    for language in LANGUAGES:
        for key, text in catalogue(language, id).texts.items():
            assert text.strip() or key == "list.separator", key
            assert "{" not in re.sub(r"\{(\w+(\|[^|{}]*\|[^|{}]*)?)?\}", "", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_titles_presets_and_options_are_explained(id: str, language: str) -> None:
    game = registry.load(id)
    texts = catalogue(language, id)
    wanted = ["title", "reading", "summary", *(f"preset.{preset}" for preset in game.presets)]
    for field in fields(game.Options):
        wanted.append(f"option.{field.id}")
        if field.kind == "choice":
            wanted += [f"option.{field.id}.{spelled(value)}" for value in field.choices]
    assert [key for key in wanted if key not in texts] == []


def offers(case: Case) -> Iterator[tuple[int, Scene, list[Path]]]:
    """Every seat to act at the positions looked at, what it sees and what it may touch."""
    for position in positions(case):
        for seat in choosers(case, position.state):
            scene = case.game.scene(case.game.view(position.state, seat), seat)
            yield seat, scene, case.game.paths(position.state, seat, case.game.actions(position.state, seat))
