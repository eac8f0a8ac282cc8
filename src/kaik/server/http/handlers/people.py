"""The REST interface to people: accounts, sessions, tokens, profiles, ladders, templates (`docs/api.md`)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Response, delete, get, patch, post
from msgspec.structs import replace

from kaik.protocol.errors import Clash, Forbidden, NotFound, Problem
from kaik.protocol.people import (
    Credentials,
    Farewell,
    Me,
    NewPassword,
    NewTemplate,
    NewToken,
    PastMatch,
    Profile,
    Rating,
    Rename,
    Rung,
    Template,
    TemplateChange,
    Token,
)
from kaik.protocol.tables import NewTable
from kaik.server.db.accounts import Accounts, Key, proper_password
from kaik.server.db.repository import Conflict
from kaik.server.db.results import Past, Rated, Results
from kaik.server.db.templates import MOST_TEMPLATES, Templates
from kaik.server.http import auth
from kaik.server.http.requests import HttpRequest, store_of, tables_of
from kaik.service.catalogue import find_game
from kaik.service.names import handle_of, proper_name
from kaik.service.table_setup import new_id, new_table
from kaik.table.frames import iso_time, table_for
from kaik.table.state import Person, TableState

MOST_RUNGS = 100
MOST_PAST = 100


# -- who I am --------------------------------------------------------------------------------------


@get("/api/me")
async def show_me(request: HttpRequest) -> Me:
    """The person asking; a guest is made on the first call."""
    return _me(request, await auth.known_or_new(request))


@patch("/api/me")
async def rename_me(request: HttpRequest, data: Rename) -> Me:
    """Take another name; an account's name stays its own."""
    name = proper_name(data.name)
    person = await auth.known_or_new(request)
    try:
        await _register(request).rename(person, name, handle_of(name))
    except Conflict:
        raise Clash("error.name_taken") from None
    await tables_of(request).refresh(person.id)
    return _me(request, Person(person.id, name, person.registered))


def _me(request: HttpRequest, person: Person) -> Me:
    return Me(person.id, person.name, person.registered, auth.csrf(request))


# -- accounts --------------------------------------------------------------------------------------


@post("/api/account")
async def register(request: HttpRequest, data: Credentials) -> Me:
    """Make the asker's history an account's."""
    name, password = proper_name(data.name), proper_password(data.password)
    person = await auth.known_or_new(request)
    if person.registered:
        raise Clash("error.registered")
    try:
        await _register(request).register(person.id, name, handle_of(name), password)
    except Conflict:
        raise Clash("error.name_taken") from None
    await tables_of(request).refresh(person.id)
    return _me(request, Person(person.id, name, True))


@patch("/api/account")
async def change_password(request: HttpRequest, data: NewPassword) -> Me:
    """Another password. Other browsers are signed out."""
    person, password = await auth.member(request), proper_password(data.new)
    await _check_password(request, person, data.old)
    cookie = request.cookies.get(auth.COOKIE, "")
    await _register(request).change_password(person.id, password, auth.hashed(cookie))
    return _me(request, person)


@delete("/api/account", status_code=204)
async def delete_account(request: HttpRequest, data: Farewell) -> None:
    """Be forgotten: what is being played is given up, and what was played loses the name."""
    person, tables = await auth.somebody(request), tables_of(request)
    if person.registered:
        await _check_password(request, person, data.password)
    for row in await store_of(request).tables_of(person.id, 10_000):
        if row.status != "over":
            await tables.table(row.id).leave(person.id)
    await _register(request).forget(person.id)
    await tables.refresh(person.id)
    auth.take_cookie(request)


@get("/api/account/export")
async def export_account(request: HttpRequest) -> Response[bytes]:
    """All that is kept of the asker; records of their matches are found under the tables' ids."""
    person = await auth.somebody(request)
    about = msgspec.json.format(msgspec.json.encode(await _register(request).about(person.id)), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="kaik-export.json"'}
    return Response(about, media_type="application/json", headers=headers)


async def _check_password(request: HttpRequest, person: Person, password: str) -> None:
    if not await _register(request).has_password(person.id, password, tables_of(request).now()):
        raise Forbidden("error.password_wrong")


# -- sessions and tokens ---------------------------------------------------------------------------


@post("/api/session")
async def sign_in(request: HttpRequest, data: Credentials) -> Me:
    """Be known in this browser by one's account."""
    at, address = tables_of(request).now(), request.client.host if request.client else ""
    handle = handle_of(data.name)
    person = await _register(request).recognise(handle, data.password, address, at)
    if person is None:
        raise Forbidden("error.password")
    hash = auth.hashed(auth.give_cookie(request))
    await _register(request).add_key(person.id, "session", hash, Key(new_id(), "", at))
    return _me(request, person)


@delete("/api/session", status_code=204)
async def sign_out(request: HttpRequest) -> None:
    """Be nobody in this browser."""
    cookie = request.cookies.get(auth.COOKIE)
    if cookie is not None:
        await _register(request).end_session(auth.hashed(cookie))
    auth.take_cookie(request)


@post("/api/tokens")
async def make_token(request: HttpRequest, data: NewToken) -> Token:
    """A token for a program that plays in the asker's name. It is shown this once."""
    person, secret = await auth.member(request), secrets.token_urlsafe(32)
    key = Key(new_id(), proper_name(data.name), tables_of(request).now())
    await _register(request).add_key(person.id, "token", auth.hashed(secret), key)
    return Token(key.id, key.name, iso_time(key.created), secret)


@get("/api/tokens")
async def list_tokens(request: HttpRequest) -> list[Token]:
    """The asker's tokens, without what makes them work."""
    person = await auth.member(request)
    keys = await _register(request).tokens(person.id)
    return [Token(key.id, key.name, iso_time(key.created)) for key in keys]


@delete("/api/tokens/{token:str}", status_code=204)
async def revoke_token(request: HttpRequest, token: str) -> None:
    """Take back a token."""
    person = await auth.member(request)
    if not await _register(request).revoke(person.id, token):
        raise NotFound("error.token_unknown")


# -- profiles and ladders --------------------------------------------------------------------------


@get("/api/people/{id:str}")
async def show_profile(request: HttpRequest, id: str) -> Profile:
    """Somebody's ratings and matches; those at tables that are not public only for themselves."""
    asker = await auth.known(request)
    found = await store_of(request).person_by_id(id)
    if found is None:
        raise NotFound("error.person_unknown", person=id[:32])
    person, since = found
    you, chronicle = asker is not None and asker.id == id, _chronicle(request)
    past = await chronicle.past_of(id, MOST_PAST, private=you)
    rows = await store_of(request).tables_by_id([one.table for one in past])
    return Profile(
        id=id,
        name=person.name,
        registered=person.registered,
        since=iso_time(since),
        you=you,
        ratings=tuple(_rating(one) for one in await chronicle.ratings_of(id)),
        past=tuple(_past(one, rows[one.table], asker) for one in past),
    )


def _past(one: Past, row: TableState, asker: Person | None) -> PastMatch:
    seats = table_for(row, asker.id if asker else None).seats
    return PastMatch(one.table, one.game, iso_time(one.at), seats, one.seat, one.place, one.points, one.shown)


@get("/api/ladder/{game:str}")
async def show_ladder(request: HttpRequest, game: str) -> list[Rung]:
    """The best of a game, among those who have an account."""
    await asyncio.to_thread(find_game, game)
    asker = await auth.known(request)
    best = await _chronicle(request).best(game, MOST_RUNGS)
    return [
        Rung(place, one.person, one.name, _rating(one), asker is not None and asker.id == one.person)
        for place, one in enumerate(best, 1)
    ]


def _rating(one: Rated) -> Rating:
    rating = one.rating
    return Rating(one.game, rating.shown, rating.give, rating.matches, rating.settled)


# -- templates -------------------------------------------------------------------------------------


@get("/api/templates")
async def list_templates(request: HttpRequest) -> list[Template]:
    """The asker's templates for tables."""
    person = await auth.known(request)
    return [] if person is None else await _templates(request).of(person.id)


@post("/api/templates")
async def keep_template(request: HttpRequest, data: NewTemplate) -> Template:
    """Keep a wish for a table, to be set up again and again."""
    person, name = await auth.known_or_new(request), proper_name(data.name)
    wish = await _full_wish(request, person, data.wish)
    kept = await _templates(request).of(person.id)
    if len(kept) >= MOST_TEMPLATES:
        raise Problem("error.templates", most=MOST_TEMPLATES)
    _check_free(name, kept)
    made = Template(new_id(), name, wish)
    await _templates(request).add(person.id, made, tables_of(request).now())
    return made


@patch("/api/templates/{template:str}")
async def change_template(request: HttpRequest, template: str, data: TemplateChange) -> Template:
    """Give a template another name, or another wish."""
    person = await auth.somebody(request)
    kept = {one.id: one for one in await _templates(request).of(person.id)}
    old = kept.pop(template, None)
    if old is None:
        raise NotFound("error.template_unknown")
    name = old.name if data.name is None else proper_name(data.name)
    _check_free(name, kept.values())
    wish = old.wish if data.wish is None else await _full_wish(request, person, data.wish)
    made = Template(old.id, name, wish)
    await _templates(request).replace(person.id, made)
    return made


async def _full_wish(request: HttpRequest, person: Person, wish: NewTable) -> NewTable:
    """A wish as it is kept, with every option stated; refused if it could not be fulfilled."""
    tables = tables_of(request)
    made = await asyncio.to_thread(new_table, wish, person, tables.timing, tables.now())
    return replace(wish, options=made.options)


def _check_free(name: str, kept: Iterable[Template]) -> None:
    if any(one.name == name for one in kept):
        raise Clash("error.template_name", name=name)


@delete("/api/templates/{template:str}", status_code=204)
async def drop_template(request: HttpRequest, template: str) -> None:
    """Keep a template no longer."""
    person = await auth.somebody(request)
    if not await _templates(request).delete(person.id, template):
        raise NotFound("error.template_unknown")


HANDLERS: list[Any] = [
    show_me,
    rename_me,
    register,
    change_password,
    delete_account,
    export_account,
    sign_in,
    sign_out,
    make_token,
    list_tokens,
    revoke_token,
    show_profile,
    show_ladder,
    list_templates,
    keep_template,
    change_template,
    drop_template,
]


def _register(request: HttpRequest) -> Accounts:
    return Accounts(store_of(request).engine)


def _chronicle(request: HttpRequest) -> Results:
    return tables_of(request).results


def _templates(request: HttpRequest) -> Templates:
    return Templates(store_of(request).engine)
