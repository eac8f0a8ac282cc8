"""Rules and lessons over HTTP: what is asked for is checked, and a lesson needs nothing but its choices."""

from __future__ import annotations

from typing import Any

from kaik.core import registry
from kaik.core.messages import LANGUAGES
from tests.server.driver import Person, Server, bounded

GAME, LESSON = "cerke", "first"


async def taken(person: Person, choices: list[int], attempt: int | None = None) -> Any:
    answer = await person.post(
        f"/api/games/{GAME}/lessons/{LESSON}", {"choices": choices, "attempt": attempt}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_lesson_is_taken_to_its_end(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        standing = await taken(person, [])
        while not standing["done"]:
            best = [choice["path"] for choice in standing["legal"]].index(standing["hint"])
            wrong = (best + 1) % len(standing["legal"])
            refused = await taken(person, standing["choices"], wrong)
            assert (refused["right"], refused["choices"]) == (False, standing["choices"])
            standing = await taken(person, standing["choices"], best)
            assert standing["right"] is True
        assert len(standing["choices"]) == standing["steps"]

    bounded(scenario())


def test_every_game_tells_its_rules_in_every_language(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        listed = {game["id"]: game["lessons"] for game in (await person.get("/api/games")).json()}
        assert listed[GAME][0] == LESSON
        for game in registry.game_ids():
            for language in LANGUAGES:
                sections = (await person.get(f"/api/games/{game}/rules/{language}")).json()
                assert len(sections) >= 3 or game == "strain"
        known = (await person.get(f"/api/games/{GAME}/lessons")).json()
        assert [lesson["id"] for lesson in known] == listed[GAME]

    bounded(scenario())


def test_what_does_not_exist_is_refused(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        for path in ("/api/games/none/rules/en", f"/api/games/{GAME}/rules/xx", "/api/games/none/lessons"):
            assert (await person.get(path)).status_code == 404
        for lesson, choices, code in (("none", [], 404), (LESSON, [10_000], 400), (LESSON, [0, 0], 400)):
            answer = await person.post(f"/api/games/{GAME}/lessons/{lesson}", {"choices": choices})
            assert answer.status_code == code

    bounded(scenario())
