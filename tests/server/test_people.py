"""Accounts, sessions, tokens: who may do what in whose name."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from kaik.protocol.errors import Problem
from kaik.server.http.auth import COOKIE
from kaik.service.names import handle_of, proper_name
from tests.server.driver import Person, Server, bounded, over, playing

PASSWORD = "a good long password"


async def member(server: Server, name: str) -> Person:
    """Somebody with an account."""
    person = Person(server)
    answer = await person.post("/api/account", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return person


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_guest_keeps_the_history_by_registering(server: Server) -> None:
    async def scenario() -> None:
        guest = Person(server)
        before = (await guest.get("/api/me")).json()
        assert not before["registered"]
        table = await guest.set_up("beast_cast", "me", "random")
        made = await guest.post("/api/account", {"name": "Palmr", "password": PASSWORD})
        assert made.status_code == 201
        assert made.json() | {"csrf": None} == {
            "id": before["id"],
            "name": "Palmr",
            "registered": True,
            "csrf": None,
        }
        elsewhere = Person(server)
        answer = await elsewhere.post("/api/session", {"name": " palmr", "password": PASSWORD})
        assert answer.json()["id"] == before["id"]
        assert [one["id"] for one in (await elsewhere.get("/api/tables")).json()] == [table]
        assert code(await guest.post("/api/account", {"name": "B", "password": PASSWORD}))[0] == 409

    bounded(scenario())


def test_names_of_accounts_belong_to_them(server: Server) -> None:
    async def scenario() -> None:
        await member(server, "Kait")
        other = Person(server)
        taken = {"name": "ＫＡＩＴ", "password": PASSWORD}
        assert code(await other.post("/api/account", taken)) == (409, "error.name_taken")
        await other.get("/api/me")
        assert code(await other.send("PATCH", "/api/me", {"name": "kait"})) == (409, "error.name_taken")
        short = {"name": "Other", "password": "short"}
        assert code(await other.post("/api/account", short)) == (400, "error.password_length")
        assert not (await other.get("/api/me")).json()["registered"]

    bounded(scenario())


def test_cookies_are_kept_from_scripts_and_other_sites(server: Server) -> None:
    async def scenario() -> None:
        answer = await Person(server).get("/api/me")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie

    bounded(scenario())


def test_signing_out_ends_the_session(server: Server) -> None:
    async def scenario() -> None:
        person = await member(server, "Leaving")
        cookie = person.http.cookies[COOKIE]
        assert (await person.send("DELETE", "/api/session")).status_code == 204
        assert COOKIE not in person.http.cookies
        old = await httpx.AsyncClient(base_url=server.url, cookies={COOKIE: cookie}).get("/api/me")
        assert not old.json()["registered"], "the old cookie is nobody's"

    bounded(scenario())


def test_wrong_passwords_are_refused_and_then_put_off(server: Server) -> None:
    async def scenario() -> None:
        await member(server, "Guarded")
        thief = Person(server)
        for _ in range(10):
            answer = await thief.post("/api/session", {"name": "Guarded", "password": "guess number 1"})
            assert code(answer) == (403, "error.password")
        answer = await thief.post("/api/session", {"name": "Guarded", "password": PASSWORD})
        assert code(answer) == (429, "error.password_often")
        answer = await thief.post("/api/session", {"name": "Nobody there", "password": PASSWORD})
        assert code(answer) == (403, "error.password")

    bounded(scenario())


def test_who_is_signed_in_cannot_guess_the_password_either(server: Server) -> None:
    async def scenario() -> None:
        person = await member(server, "Left open")
        for n in range(10):
            method, body = (
                ("DELETE", {"password": "guess"}) if n % 2 else ("PATCH", {"old": "a", "new": "b" * 8})
            )
            assert code(await person.send(method, "/api/account", body)) == (403, "error.password_wrong")
        answer = await person.send("DELETE", "/api/account", {"password": PASSWORD})
        assert code(answer) == (429, "error.password_often")
        signed_in = await Person(server).post("/api/session", {"name": "Left open", "password": PASSWORD})
        assert signed_in.status_code == 201

    bounded(scenario())


def test_a_new_password_ends_other_sessions(server: Server) -> None:
    async def scenario() -> None:
        person, elsewhere = await member(server, "Careful"), Person(server)
        await elsewhere.post("/api/session", {"name": "Careful", "password": PASSWORD})
        wrong = await person.send("PATCH", "/api/account", {"old": "no", "new": "another password"})
        assert code(wrong) == (403, "error.password_wrong")
        right = await person.send("PATCH", "/api/account", {"old": PASSWORD, "new": "another password"})
        assert right.status_code == 200
        assert (await person.get("/api/me")).json()["name"] == "Careful"
        assert (await elsewhere.get("/api/me")).json()["name"] != "Careful"

    bounded(scenario())


# -- pages of other sites --------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [None, "", "0" * 32], ids=["missing", "empty", "wrong"])
def test_a_cookie_without_its_sign_changes_nothing(server: Server, sign: str | None) -> None:
    async def scenario() -> None:
        person = Person(server)
        name = (await person.get("/api/me")).json()["name"]
        headers = {} if sign is None else {"X-CSRF-Token": sign}
        page = httpx.AsyncClient(base_url=server.url, cookies=person.http.cookies)
        for method, path, body in (
            ("PATCH", "/api/me", {"name": "Changed"}),
            ("POST", "/api/tables", {"game": "new_play", "seats": [{"kind": "me"}, {"kind": "open"}]}),
            ("POST", "/api/account", {"name": "Changed", "password": PASSWORD}),
            ("DELETE", "/api/session", None),
        ):
            answer = await page.request(method, path, json=body, headers=headers)
            assert code(answer) == (403, "error.csrf"), path
        assert (await person.get("/api/me")).json()["name"] == name
        assert (await person.get("/api/tables")).json() == []

    bounded(scenario())


def test_another_sites_page_is_refused_even_with_the_sign(server: Server) -> None:
    async def scenario() -> None:
        person = Person(server)
        await person.get("/api/me")
        evil = {"Origin": "https://evil.example"}
        assert code(await person.post("/api/quick", {"game": "new_play"}, headers=evil)) == (
            403,
            "error.origin",
        )

    bounded(scenario())


def test_one_persons_sign_is_of_no_use_with_anothers_cookie(server: Server) -> None:
    async def scenario() -> None:
        one, other = Person(server), Person(server)
        sign = (await one.get("/api/me")).json()["csrf"]
        await other.get("/api/me")
        answer = await other.http.patch("/api/me", json={"name": "X"}, headers={"X-CSRF-Token": sign})
        assert code(answer) == (403, "error.csrf")

    bounded(scenario())


# -- tokens ----------------------------------------------------------------------------------------


def bot(server: Server, token: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, headers={"Authorization": f"Bearer {token}"})


def test_a_token_acts_in_its_owners_name_until_it_is_revoked(server: Server) -> None:
    async def scenario() -> None:
        owner, thief = await member(server, "Maker"), await member(server, "Thief")
        made = (await owner.post("/api/tokens", {"name": "my bot"})).json()
        program = bot(server, made["token"])
        assert (await program.get("/api/me")).json()["name"] == "Maker"
        seats = [{"kind": "me"}, {"kind": "computer", "player": "random"}]
        answer = await program.post("/api/tables", json={"game": "beast_cast", "seats": seats})
        assert answer.status_code == 201, "a program needs no sign"
        listed = (await owner.get("/api/tokens")).json()
        assert [(one["name"], one["token"]) for one in listed] == [("my bot", None)]
        assert (await thief.get("/api/tokens")).json() == []
        assert code(await thief.send("DELETE", f"/api/tokens/{made['id']}")) == (404, "error.token_unknown")
        assert (await program.get("/api/me")).status_code == 200
        assert (await owner.send("DELETE", f"/api/tokens/{made['id']}")).status_code == 204
        assert code(await program.get("/api/me")) == (403, "error.token")

    bounded(scenario())


def test_tokens_open_sockets_too_and_guests_have_none(server: Server) -> None:
    async def scenario() -> None:
        owner = await member(server, "Socket Maker")
        token = (await owner.post("/api/tokens", {"name": "bot"})).json()["token"]
        table = await owner.set_up("beast_streak", "me", "greedy")
        program = Person(server)
        headers = {"Authorization": f"Bearer {token}"}
        async with program.live(table, headers=headers) as line:
            assert (await line.until(playing))["seat"] == 0
        guest = Person(server)
        await guest.get("/api/me")
        assert code(await guest.post("/api/tokens", {"name": "bot"})) == (403, "error.guest")

    bounded(scenario())


def test_another_persons_seat_is_out_of_reach(server: Server) -> None:
    async def scenario() -> None:
        owner, other = Person(server), Person(server)
        table = await owner.set_up("beast_streak", "me", "greedy")
        await other.get("/api/me")
        assert code(await other.post(f"/api/tables/{table}/leave", None)) == (403, "error.watching")
        async with other.live(table) as line:
            assert (await line.hear())["seat"] is None
            await line.send(type="resign")
            assert (await line.until(lambda frame: frame["type"] == "refused"))["code"] == "error.watching"

    bounded(scenario())


# -- being remembered and forgotten ----------------------------------------------------------------


def test_an_account_can_be_read_in_full_and_be_forgotten(server: Server) -> None:
    async def scenario() -> None:
        person, other = await member(server, "Forgettable"), Person(server)
        me = (await person.get("/api/me")).json()["id"]
        table = await person.set_up("cerke", "me", "open", public=True)
        await other.join(table)
        async with person.live(table) as mine, other.live(table) as theirs:
            await theirs.until(playing) if not mine.frames else None
            await mine.until(playing)
            await mine.send(type="say", text="good luck")
            told = await theirs.until(lambda frame: frame["type"] == "chat")
            assert told["lines"][0]["name"] == "Forgettable"
            export = (await person.get("/api/account/export")).json()
            assert export["person"][0]["name"] == "Forgettable"
            assert export["seats"] == [{"table_id": table, "seat": 0}]
            assert export["chat"][0]["text"] == "good luck"
            assert "password" not in str(export)
            wrong = await person.send("DELETE", "/api/account", {"password": "not mine"})
            assert code(wrong) == (403, "error.password_wrong")
            gone = await person.send("DELETE", "/api/account", {"password": PASSWORD})
            assert gone.status_code == 204
            end = await theirs.until(over)
            assert end["result"]["places"] == [2, 1], "the match was given up"
        shown = (await other.get(f"/api/tables/{table}")).json()
        assert shown["seats"][0]["name"] == ""
        assert (await other.get(f"/api/people/{me}")).status_code == 404
        again = await Person(server).post("/api/session", {"name": "Forgettable", "password": PASSWORD})
        assert again.status_code == 403
        await member(server, "Forgettable")

    bounded(scenario())


@pytest.mark.parametrize(("game", "count"), [("cerke", 2), ("kitten", 3)])
def test_who_shares_a_device_can_leave_and_be_forgotten(server: Server, game: str, count: int) -> None:
    async def scenario() -> None:
        person = await member(server, f"At home {count}")
        seats = [{"kind": "here"}] * 2 + [{"kind": "computer", "player": "random"}] * (count - 2)
        table = (await person.post("/api/tables", {"game": game, "seats": seats})).json()["id"]
        async with person.live(table) as line:
            await line.until(playing)
        gone = await person.send("DELETE", "/api/account", {"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        left = (await Person(server).get(f"/api/tables/{table}")).json()
        assert left["status"] == "over" or {seat["kind"] for seat in left["seats"]} == {"computer"}

    bounded(scenario())


# -- profiles, ladders, templates ------------------------------------------------------------------


def test_profiles_and_ladders_follow_from_rated_matches(server: Server) -> None:
    async def scenario() -> None:
        people = [await member(server, f"Rival {n}") for n in range(2)]
        table = await people[0].set_up("old_cerke", "me", "open", public=True)
        await people[1].join(table)
        async with people[0].live(table) as one, people[1].live(table) as other:
            await one.until(playing)
            await other.until(playing)
            await other.send(type="resign")
            await one.until(over)
        ids = [(await person.get("/api/me")).json()["id"] for person in people]
        ladder: list[Any] = []
        while not ladder:
            ladder = (await people[1].get("/api/ladder/old_cerke")).json()
        assert [(rung["place"], rung["person"], rung["you"]) for rung in ladder] == [
            (1, ids[0], False),
            (2, ids[1], True),
        ]
        profile = (await Person(server).get(f"/api/people/{ids[0]}")).json()
        assert profile["ratings"][0]["shown"] == ladder[0]["rating"]["shown"] > 1500
        assert [(past["table"], past["place"]) for past in profile["past"]] == [(table, 1)]
        ((seats, seat),) = [(past["seats"], past["seat"]) for past in profile["past"]]
        assert ([one["name"] for one in seats], seat) == (["Rival 0", "Rival 1"], 0)
        assert (await people[0].get("/api/ladder/nothing")).status_code == 404

    bounded(scenario())


def test_templates_are_kept_checked_and_private(server: Server) -> None:
    async def scenario() -> None:
        person, other = Person(server), Person(server)
        wish = {"game": "new_play", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        made = await person.post("/api/templates", {"name": "Friday", "wish": wish})
        assert made.status_code == 201
        bad = {"name": "Bad", "wish": wish | {"options": {"nonsense": 1}}}
        assert (await person.post("/api/templates", bad)).status_code == 400
        (kept,) = (await person.get("/api/templates")).json()
        assert (kept["name"], kept["wish"]["public"]) == ("Friday", True)
        assert (await person.post("/api/tables", kept["wish"])).status_code == 201
        await other.get("/api/me")
        gone = await other.send("DELETE", f"/api/templates/{kept['id']}")
        assert code(gone) == (404, "error.template_unknown")
        assert (await person.send("DELETE", f"/api/templates/{kept['id']}")).status_code == 204
        assert (await person.get("/api/templates")).json() == []

    bounded(scenario())


def test_templates_are_renamed_and_changed_by_their_owner(server: Server) -> None:
    async def scenario() -> None:
        person, other = Person(server), Person(server)
        wish = {"game": "new_play", "seats": [{"kind": "me"}, {"kind": "open"}]}
        clock = {"kind": "fischer", "seconds": 300, "increment": 5}
        ids = [
            (await person.post("/api/templates", {"name": name, "wish": wish})).json()["id"]
            for name in ("Friday", "Sunday")
        ]
        one = f"/api/templates/{ids[0]}"
        again = await person.post("/api/templates", {"name": " Friday ", "wish": wish})
        assert code(again) == (409, "error.template_name")
        assert code(await person.send("PATCH", one, {"name": "Sunday"})) == (409, "error.template_name")
        nonsense = {"wish": wish | {"preset": "nonsense"}}
        assert (await person.send("PATCH", one, nonsense)).status_code == 400
        assert (await person.send("PATCH", one, {"name": "  "})).status_code == 400
        await other.get("/api/me")
        assert code(await other.send("PATCH", one, {"name": "Mine"})) == (404, "error.template_unknown")
        assert (await person.send("PATCH", one, {"name": "Friday"})).json()["name"] == "Friday"
        assert (await person.send("PATCH", one, {"name": "Monday"})).status_code == 200
        assert (await person.send("PATCH", one, {"wish": wish | {"clock": clock}})).status_code == 200
        kept = {one["id"]: one for one in (await person.get("/api/templates")).json()}
        assert [kept[id]["name"] for id in ids] == ["Monday", "Sunday"]
        assert kept[ids[0]]["wish"]["clock"]["seconds"] == 300
        assert kept[ids[1]]["wish"]["clock"] == {}

    bounded(scenario())


async def rated_match(winner: Person, loser: Person, game: str) -> tuple[str, list[int]]:
    """A match that the loser gives up; its table, and the ratings that its seats are told of at last."""
    table = await winner.set_up(game, "me", "open")
    await loser.join(table)
    async with winner.live(table) as one, loser.live(table) as other:
        before = await one.until(playing)
        assert [seat["rating"] for seat in before["table"]["seats"]] == [None, None]
        await other.until(playing)
        await other.send(type="resign")
        after = await one.until(lambda frame: frame.get("result") and frame["table"]["seats"][0]["rating"])
    return table, [seat["rating"] for seat in after["table"]["seats"]]


def test_ratings_stand_beside_the_names_of_those_who_have_one(server: Server) -> None:
    async def scenario() -> None:
        people = [await member(server, f"Seated {n}") for n in range(2)]
        table, (won, lost) = await rated_match(people[0], people[1], "old_cerke")
        assert won > 1500 > lost
        replay = (await people[0].get(f"/api/replays/{table}")).json()
        assert [seat["rating"] for seat in replay["seats"]] == [won, lost]
        await people[0].set_up("old_cerke", "me", "open", public=True)
        await people[0].set_up("new_play", "me", "open", public=True)
        listed = (await people[1].get("/api/tables/public")).json()
        told = {one["game"]: one["seats"] for one in listed if one["seats"][0]["name"] == "Seated 0"}
        assert [seat["rating"] for seat in told["old_cerke"]] == [won, None]
        assert [seat["settled"] for seat in told["old_cerke"]] == [False, False], "one match says little"
        assert [seat["rating"] for seat in told["new_play"]] == [None, None]

    bounded(scenario())


def test_a_rating_is_neither_a_companions_nor_kept_of_the_forgotten(server: Server) -> None:
    async def scenario() -> None:
        people = [await member(server, f"Passing {n}") for n in range(2)]
        table, _ = await rated_match(people[0], people[1], "old_cerke")
        here = {"game": "old_cerke", "seats": [{"kind": "here", "name": name} for name in ("Ann", "Bob")]}
        shared = (await people[0].post("/api/tables", here)).json()
        assert [seat["rating"] for seat in shared["seats"]] == [None, None]
        await people[0].send("DELETE", "/api/account", {"password": PASSWORD})
        seats = (await people[1].get(f"/api/tables/{table}")).json()["seats"]
        assert [seat["rating"] is None for seat in seats] == [True, False]

    bounded(scenario())


@pytest.mark.parametrize("name", ["", " ", "a\u200bb", "a\u202eb", "\u3164", "a\u2800", "\u0301", "a" * 41])
def test_names_are_seen(name: str) -> None:
    with pytest.raises(Problem):
        proper_name(name)


def test_handles_overlook_what_the_eye_does() -> None:
    assert handle_of(" Ｋa it ") == handle_of("KAIT") == "kait"
