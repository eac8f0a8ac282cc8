"""The REST interface to people: accounts, sessions, tokens, profiles, ladders, templates (`docs/api.md`)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Response, delete, get, patch, post
from msgspec.structs import replace

from kaik.server import accounts, catalogues, forms, seating
from kaik.server.asking import Asking, house_of, store_of
from kaik.server.chronicle import Chronicle, Past, Rated
from kaik.server.desk import Conflict
from kaik.server.problems import Clash, Forbidden, NotFound, Problem
from kaik.server.register import Key, Register, proper_password
from kaik.server.store import Person, TableRow
from kaik.server.templates import MOST_TEMPLATES, Templates
from kaik.server.told import iso, table_for
from kaik.server.wire import Me, NewTable, Rename
from kaik.server.wishes import new_id, new_table

MOST_RUNGS = 100
MOST_PAST = 100


# -- who I am --------------------------------------------------------------------------------------


@get("/api/me")
async def show_me(request: Asking) -> Me:
    """The person asking; a guest is made on the first call."""
    return _me(request, await accounts.known_or_new(request))


@patch("/api/me")
async def rename_me(request: Asking, data: Rename) -> Me:
    """Take another name; an account's name stays its own."""
    name = accounts.proper_name(data.name)
    person = await accounts.known_or_new(request)
    try:
        await _register(request).rename(person, name, accounts.handle_of(name))
    except Conflict:
        raise Clash("error.name_taken") from None
    await house_of(request).refresh(person.id)
    return _me(request, Person(person.id, name, person.registered))


def _me(request: Asking, person: Person) -> Me:
    return Me(person.id, person.name, person.registered, accounts.csrf(request))


# -- accounts --------------------------------------------------------------------------------------


@post("/api/account")
async def register(request: Asking, data: forms.Credentials) -> Me:
    """Make the asker's history an account's."""
    name, password = accounts.proper_name(data.name), proper_password(data.password)
    person = await accounts.known_or_new(request)
    if person.registered:
        raise Clash("error.registered")
    try:
        await _register(request).register(person.id, name, accounts.handle_of(name), password)
    except Conflict:
        raise Clash("error.name_taken") from None
    await house_of(request).refresh(person.id)
    return _me(request, Person(person.id, name, True))


@patch("/api/account")
async def change_password(request: Asking, data: forms.NewPassword) -> Me:
    """Another password. Other browsers are signed out."""
    person, password = await accounts.member(request), proper_password(data.new)
    await _check_password(request, person, data.old)
    cookie = request.cookies.get(accounts.COOKIE, "")
    await _register(request).change_password(person.id, password, accounts.hashed(cookie))
    return _me(request, person)


@delete("/api/account", status_code=204)
async def delete_account(request: Asking, data: forms.Farewell) -> None:
    """Be forgotten: what is being played is given up, and what was played loses the name."""
    person, house = await accounts.somebody(request), house_of(request)
    if person.registered:
        await _check_password(request, person, data.password)
    for row in await store_of(request).tables_of(person.id, 10_000):
        if row.status != "over":
            await seating.leave(house.room(row.id), house, person)
    await _register(request).forget(person.id)
    await house.refresh(person.id)
    accounts.take_cookie(request)


@get("/api/account/export")
async def export_account(request: Asking) -> Response[bytes]:
    """All that is kept of the asker; records of their matches are found under the tables' ids."""
    person = await accounts.somebody(request)
    about = msgspec.json.format(msgspec.json.encode(await _register(request).about(person.id)), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="kaik-export.json"'}
    return Response(about, media_type="application/json", headers=headers)


async def _check_password(request: Asking, person: Person, password: str) -> None:
    if not await _register(request).has_password(person.id, password, house_of(request).now()):
        raise Forbidden("error.password_wrong")


# -- sessions and tokens ---------------------------------------------------------------------------


@post("/api/session")
async def sign_in(request: Asking, data: forms.Credentials) -> Me:
    """Be known in this browser by one's account."""
    at, address = house_of(request).now(), request.client.host if request.client else ""
    handle = accounts.handle_of(data.name)
    person = await _register(request).recognise(handle, data.password, address, at)
    if person is None:
        raise Forbidden("error.password")
    hash = accounts.hashed(accounts.give_cookie(request))
    await _register(request).add_key(person.id, "session", hash, Key(new_id(), "", at))
    return _me(request, person)


@delete("/api/session", status_code=204)
async def sign_out(request: Asking) -> None:
    """Be nobody in this browser."""
    cookie = request.cookies.get(accounts.COOKIE)
    if cookie is not None:
        await _register(request).end_session(accounts.hashed(cookie))
    accounts.take_cookie(request)


@post("/api/tokens")
async def make_token(request: Asking, data: forms.NewToken) -> forms.Token:
    """A token for a program that plays in the asker's name. It is shown this once."""
    person, secret = await accounts.member(request), secrets.token_urlsafe(32)
    key = Key(new_id(), accounts.proper_name(data.name), house_of(request).now())
    await _register(request).add_key(person.id, "token", accounts.hashed(secret), key)
    return forms.Token(key.id, key.name, iso(key.created), secret)


@get("/api/tokens")
async def list_tokens(request: Asking) -> list[forms.Token]:
    """The asker's tokens, without what makes them work."""
    person = await accounts.member(request)
    keys = await _register(request).tokens(person.id)
    return [forms.Token(key.id, key.name, iso(key.created)) for key in keys]


@delete("/api/tokens/{token:str}", status_code=204)
async def revoke_token(request: Asking, token: str) -> None:
    """Take back a token."""
    person = await accounts.member(request)
    if not await _register(request).revoke(person.id, token):
        raise NotFound("error.token_unknown")


# -- profiles and ladders --------------------------------------------------------------------------


@get("/api/people/{id:str}")
async def show_profile(request: Asking, id: str) -> forms.Profile:
    """Somebody's ratings and matches; those at tables that are not public only for themselves."""
    asker = await accounts.known(request)
    found = await store_of(request).person_by_id(id)
    if found is None:
        raise NotFound("error.person_unknown", person=id[:32])
    person, since = found
    you, chronicle = asker is not None and asker.id == id, _chronicle(request)
    past = await chronicle.past_of(id, MOST_PAST, private=you)
    rows = await store_of(request).tables_by_id([one.table for one in past])
    return forms.Profile(
        id=id,
        name=person.name,
        registered=person.registered,
        since=iso(since),
        you=you,
        ratings=tuple(_rating(one) for one in await chronicle.ratings_of(id)),
        past=tuple(_past(one, rows[one.table], asker) for one in past),
    )


def _past(one: Past, row: TableRow, asker: Person | None) -> forms.PastMatch:
    seats = table_for(row, asker.id if asker else None).seats
    return forms.PastMatch(
        one.table, one.game, iso(one.at), seats, one.seat, one.place, one.points, one.shown
    )


@get("/api/ladder/{game:str}")
async def show_ladder(request: Asking, game: str) -> list[forms.Rung]:
    """The best of a game, among those who have an account."""
    await asyncio.to_thread(catalogues.loaded, game)
    asker = await accounts.known(request)
    best = await _chronicle(request).best(game, MOST_RUNGS)
    return [
        forms.Rung(place, one.person, one.name, _rating(one), asker is not None and asker.id == one.person)
        for place, one in enumerate(best, 1)
    ]


def _rating(one: Rated) -> forms.Rating:
    rating = one.rating
    return forms.Rating(one.game, rating.shown, rating.give, rating.matches, rating.settled)


# -- templates -------------------------------------------------------------------------------------


@get("/api/templates")
async def list_templates(request: Asking) -> list[forms.Template]:
    """The asker's templates for tables."""
    person = await accounts.known(request)
    return [] if person is None else await _templates(request).of(person.id)


@post("/api/templates")
async def keep_template(request: Asking, data: forms.NewTemplate) -> forms.Template:
    """Keep a wish for a table, to be set up again and again."""
    person, name = await accounts.known_or_new(request), accounts.proper_name(data.name)
    wish = await _full_wish(request, person, data.wish)
    kept = await _templates(request).of(person.id)
    if len(kept) >= MOST_TEMPLATES:
        raise Problem("error.templates", most=MOST_TEMPLATES)
    _check_free(name, kept)
    made = forms.Template(new_id(), name, wish)
    await _templates(request).keep(person.id, made, house_of(request).now())
    return made


@patch("/api/templates/{template:str}")
async def change_template(request: Asking, template: str, data: forms.TemplateChange) -> forms.Template:
    """Give a template another name, or another wish."""
    person = await accounts.somebody(request)
    kept = {one.id: one for one in await _templates(request).of(person.id)}
    old = kept.pop(template, None)
    if old is None:
        raise NotFound("error.template_unknown")
    name = old.name if data.name is None else accounts.proper_name(data.name)
    _check_free(name, kept.values())
    wish = old.wish if data.wish is None else await _full_wish(request, person, data.wish)
    made = forms.Template(old.id, name, wish)
    await _templates(request).replace(person.id, made)
    return made


async def _full_wish(request: Asking, person: Person, wish: NewTable) -> NewTable:
    """A wish as it is kept, with every option stated; refused if it could not be fulfilled."""
    row = await asyncio.to_thread(new_table, wish, person, house_of(request))
    return replace(wish, options=row.options)


def _check_free(name: str, kept: Iterable[forms.Template]) -> None:
    if any(one.name == name for one in kept):
        raise Clash("error.template_name", name=name)


@delete("/api/templates/{template:str}", status_code=204)
async def drop_template(request: Asking, template: str) -> None:
    """Keep a template no longer."""
    person = await accounts.somebody(request)
    if not await _templates(request).drop(person.id, template):
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


def _register(request: Asking) -> Register:
    return Register(store_of(request).engine)


def _chronicle(request: Asking) -> Chronicle:
    return house_of(request).chronicle


def _templates(request: Asking) -> Templates:
    return Templates(store_of(request).engine)
