"""The short rules and the lessons: the same in every language, drawn and played by the games themselves."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from kaik.core import registry
from kaik.core.errors import IllegalAction
from kaik.core.guide import Section, guide
from kaik.core.messages import LANGUAGES, catalogue, game_folder
from kaik.play import lesson
from tests.languages import COMPLETE

PACKAGED = [game for game in registry.game_ids() if (game_folder(game) / "rules" / "en.md").is_file()]
TAKEN = [(game, name) for game in PACKAGED for name in lesson.lessons(game)]


def shape(sections: tuple[Section, ...]) -> list[Any]:
    """All of the rules but their words."""
    return [
        (
            section.id,
            section.prompts,
            [(block.kind, _size(block.rows), block.figure) for block in section.blocks],
        )
        for section in sections
    ]


def _size(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    return [len(row) for row in rows]


def test_every_game_of_the_package_has_short_rules() -> None:
    folders = [game for game in registry.game_ids() if (game_folder(game) / "messages" / "ja.toml").is_file()]
    assert [game for game in folders if game not in PACKAGED and game != "strain"] == []


@pytest.mark.parametrize("game", PACKAGED)
def test_every_language_has_the_same_sections_figures_and_tables(game: str) -> None:
    first, *others = (shape(guide(game, language)) for language in LANGUAGES)
    assert all((game_folder(game) / "rules" / f"{language}.md").is_file() for language in COMPLETE)
    assert len(first) >= 3
    assert all(other == first for other in others)


@pytest.mark.parametrize("game", PACKAGED)
def test_every_figure_is_shown_and_every_prompt_exists(game: str) -> None:
    folder = game_folder(game) / "rules"
    drawn = set(tomllib.loads((folder / "figures.toml").read_text("utf-8")))
    named = re.findall(r"^!\[.+\]\((\w+)\)$", (folder / "en.md").read_text("utf-8"), flags=re.MULTILINE)
    assert set(named) == drawn
    texts = catalogue("en", game).texts
    for section in guide(game, "en"):
        for prompt in section.prompts:
            assert any(f"{key}.".startswith(f"{prompt}.") for key in texts), prompt


@pytest.mark.parametrize("game", PACKAGED)
def test_what_is_touched_in_a_figure_leads_on(game: str) -> None:
    for section in guide(game, "en"):
        for block in section.blocks:
            figure = block.figure
            if figure is not None:
                assert figure.scene.zones or figure.legend, block.rows
                assert bool(figure.paths) == bool(figure.touched), block.rows
                assert len(figure.legend) >= len(figure.faces)


@pytest.mark.parametrize(("game", "name"), TAKEN)
def test_a_lesson_is_taken_by_following_its_hints(game: str, name: str) -> None:
    learner = lesson.learner(game, name, [])
    steps = lesson.lessons(game)[name].steps
    while not learner.done:
        standing = learner.standing()
        index = next(n for n, choice in enumerate(standing.legal) if choice.path == standing.hint)
        learner.choose(index)
        assert lesson.learner(game, name, learner.choices).standing(index, True) == learner.standing(
            index, True
        )
    assert learner.standing().done
    assert len(learner.choices) == len(steps)
    with pytest.raises(IllegalAction):
        learner.choose(0)


@pytest.mark.parametrize(("game", "name"), TAKEN)
def test_a_wrong_choice_is_explained_and_changes_nothing(game: str, name: str) -> None:
    learner = lesson.learner(game, name, [])
    texts = catalogue("en", game)
    while not learner.done:
        before = learner.standing()
        wrong = [n for n in range(len(before.legal)) if not learner.right(n)]
        for index in wrong:
            said = learner.standing(index, False)
            assert said.reply is not None
            assert said.reply.key in texts
            with pytest.raises(IllegalAction):
                learner.choose(index)
        assert learner.standing() == before
        learner.choose(next(n for n, choice in enumerate(before.legal) if choice.path == before.hint))


@pytest.mark.parametrize(("game", "name"), TAKEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_lesson_has_its_words(game: str, name: str, language: str) -> None:
    texts, steps = catalogue(language, game), lesson.lessons(game)[name].steps
    keys = ["title", "summary", "end"]
    for number, step in enumerate(steps, 1):
        keys += [str(number), f"{number}.done", f"{number}.wrong"]
        keys += [f"{number}.{word}" for word in step.beware.values()]
    assert [key for key in keys if f"lesson.{name}.{key}" not in texts] == []


def test_a_choice_that_does_not_exist_is_refused() -> None:
    game, name = TAKEN[0]
    for index in (-1, 10_000):
        with pytest.raises(IllegalAction):
            lesson.learner(game, name, []).right(index)
