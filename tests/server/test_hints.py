"""Hints on request: only against computers, only for whose turn it is, the same when asked again."""

from __future__ import annotations

from tests.server.driver import Person, Server, bounded, my_turn


def test_a_hint_answers_the_open_decision(server: Server) -> None:
    async def story() -> None:
        ann = Person(server)
        table = await ann.set_up("walking_war", "me", "random")
        async with ann.live(table) as line:
            state = await line.until(my_turn)
            first, again = [await ann.post(f"/api/tables/{table}/hint", {}) for _ in range(2)]
            assert first.status_code == 200, first.text
            assert first.json() == again.json()
            hint = first.json()
            assert hint["decision"] == state["decision"]
            indices = [option["index"] for option in hint["found"]["options"]]
            assert set(indices) <= set(range(len(state["legal"])))
            await line.act(state, indices[0])

    bounded(story())


def test_hints_are_refused_to_others(server: Server) -> None:
    async def story() -> None:
        ann, bob = Person(server), Person(server)
        table = await ann.set_up("new_play", "me", "random")
        assert (await bob.post(f"/api/tables/{table}/hint", {})).status_code == 403
        people = await ann.set_up("new_play", "me", "open")
        await bob.join(people)
        refused = await ann.post(f"/api/tables/{people}/hint", {})
        assert (refused.status_code, refused.json()["code"]) == (403, "error.hint_people")
        assert (await ann.post("/api/tables/nowhere/hint", {})).status_code == 404

    bounded(story())
