"""Who is asking. A guest is known by a cookie with a random token, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import Message, Scope

from kaik.server.bans import Bans
from kaik.server.problems import Forbidden, Problem
from kaik.server.store import Person, Store

COOKIE = "kaik_guest"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 40
_NEW_TOKEN = "kaik_new_token"

Connection = ASGIConnection[Any, Any, Any, Any]


async def known(connection: Connection) -> Person | None:
    """The person whose cookie this is."""
    token = connection.cookies.get(COOKIE)
    store: Store = connection.app.state.store
    person = None if token is None else await store.person(hashed(token))
    bans: Bans = connection.app.state.bans
    bans.check(person.id if person else None)
    return person


async def known_or_new(connection: Connection) -> Person:
    """The person whose cookie this is, or a new guest, whose cookie goes out with the answer."""
    person = await known(connection)
    if person is not None:
        return person
    token = secrets.token_urlsafe(32)
    guest = Person(secrets.token_hex(8), f"Guest {secrets.randbelow(9000) + 1000}")
    store: Store = connection.app.state.store
    await store.add_person(guest, hashed(token), time.time())
    connection.scope["state"][_NEW_TOKEN] = token
    return guest


async def somebody(connection: Connection) -> Person:
    """The person whose cookie this is, or a refusal."""
    person = await known(connection)
    if person is None:
        raise Forbidden("error.nobody")
    return person


async def send_cookie(message: Message, scope: Scope) -> None:
    """Add a new guest's cookie to the answer that is about to leave."""
    token = scope.get("state", {}).get(_NEW_TOKEN)
    if token is None or message["type"] != "http.response.start":
        return
    secure = scope["litestar_app"].state.settings.secure
    cookie = Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    MutableScopeHeaders.from_message(message).add("Set-Cookie", cookie.to_header(header=""))


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def proper_name(text: str) -> str:
    """A name fit to be shown, or a refusal."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Problem("error.name", most=LONGEST_NAME)
    return name
