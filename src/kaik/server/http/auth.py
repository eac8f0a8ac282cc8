"""Who is asking: a person known by a browser's cookie or a program's token, of which only the hash is kept.

A page of another site could have a browser send its cookie along. So a request that changes something must
also carry a sign that only our own pages can read (`csrf`); programs with a token send no cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from kaik.protocol.errors import Forbidden
from kaik.server.db.store import Store
from kaik.server.http import READING
from kaik.server.http.bans import Bans
from kaik.table.state import Person

COOKIE = "kaik_guest"
CSRF_HEADER = "x-csrf-token"
YEAR = 365 * 24 * 3600
_NEW_COOKIE = "kaik_new_cookie"
_BEARER = "bearer "

Connection = ASGIConnection[Any, Any, Any, Any]


async def known(connection: Connection) -> Person | None:
    """The person whose token or cookie this is; a token that is none is refused."""
    store: Store = connection.app.state.store
    token = bearer(connection) or connection.cookies.get(COOKIE)
    person = None if token is None else await store.person(hashed(token))
    if person is None and bearer(connection) is not None:
        raise Forbidden("error.token")
    bans: Bans = connection.app.state.bans
    bans.check(person.id if person else None)
    return person


async def known_or_new(connection: Connection) -> Person:
    """The person whose cookie this is, or a new guest, whose cookie goes out with the answer."""
    person = await known(connection)
    if person is not None:
        return person
    guest = Person(secrets.token_hex(8), f"Guest {secrets.randbelow(9000) + 1000}")
    store: Store = connection.app.state.store
    await store.add_person(guest, hashed(give_cookie(connection)), time.time())
    return guest


async def somebody(connection: Connection) -> Person:
    """The person whose cookie this is, or a refusal."""
    person = await known(connection)
    if person is None:
        raise Forbidden("error.nobody")
    return person


async def member(connection: Connection) -> Person:
    """Somebody with an account, or a refusal."""
    person = await somebody(connection)
    if not person.registered:
        raise Forbidden("error.guest")
    return person


# -- cookies and tokens ----------------------------------------------------------------------------


def bearer(connection: Connection) -> str | None:
    """The token that a program sends."""
    header = connection.headers.get("authorization", "")
    return header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else None


def give_cookie(connection: Connection) -> str:
    """A new secret, which goes out as the browser's cookie with the answer."""
    secret = secrets.token_urlsafe(32)
    connection.scope["state"][_NEW_COOKIE] = secret
    return secret


def take_cookie(connection: Connection) -> None:
    """Have the browser forget its cookie."""
    connection.scope["state"][_NEW_COOKIE] = ""


async def send_cookie(message: Message, scope: Scope) -> None:
    """Add a new cookie to the answer that is about to leave."""
    secret = scope.get("state", {}).get(_NEW_COOKIE)
    if secret is None or message["type"] != "http.response.start":
        return
    secure = scope["litestar_app"].state.settings.secure
    age = YEAR if secret else 0
    cookie = Cookie(key=COOKIE, value=secret, max_age=age, httponly=True, samesite="lax", secure=secure)
    MutableScopeHeaders.from_message(message).add("Set-Cookie", cookie.to_header(header=""))


def csrf(connection: Connection) -> str | None:
    """The sign that goes with the browser's cookie, the new one if there is one."""
    cookie = connection.scope["state"].get(_NEW_COOKIE) or connection.cookies.get(COOKIE)
    return sign_of(cookie) if cookie else None


def sign_of(cookie: str) -> str:
    """The sign that goes with a cookie; the cookie cannot be found from it."""
    return hashlib.sha256(f"csrf {cookie}".encode()).hexdigest()[:32]


def own_page(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a change that comes with a cookie but without the sign that only our own pages know."""
    if connection.scope.get("method", "GET") in READING:  # a socket has none, and is asked for its origin
        return
    cookie = connection.cookies.get(COOKIE)
    if cookie is None or bearer(connection) is not None:
        return
    if not hmac.compare_digest(connection.headers.get(CSRF_HEADER, "").encode(), sign_of(cookie).encode()):
        raise Forbidden("error.csrf")


def hashed(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
