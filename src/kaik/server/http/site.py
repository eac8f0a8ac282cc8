"""The built browser client: its page for every client route, its files with caching and compression."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
from litestar import Request, Response, route
from msgspec import Struct

from kaik.protocol.errors import NotFound

FOLDER = Path(__file__).resolve().parents[2] / "web"
HASHED = "assets/"
"""Files below this folder carry a hash in their name and never change."""
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_PACKABLE = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg",
    "application/manifest",
    "font/ttf",
)
_SMALL = 500

_GUARDED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
}
"""No other site may frame the pages or pass off a file as another kind."""

_NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>kaik</title>
<body style="font-family: sans-serif; max-width: 40em; margin: 4em auto; padding: 0 1em">
<h1>The browser client has not been built</h1>
<p>The server is running, and its <a href="/schema">interface</a> can be used. To get the pages as well, build
the client once with <code>make web</code> in kaik's source folder, then reload this page.</p>
"""


class Asset(Struct, frozen=True):
    """A file, ready to be sent plain or compressed."""

    bodies: dict[str, bytes]
    """By content encoding; the plain file under the empty name."""
    media_type: str
    cache: str
    tag: str


class Site:
    """The files of a folder. Only what is found in it by listing is ever served."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, int], Asset] = {}

    async def asset(self, path: str) -> Asset | None:
        """The file, or the client's page for any path that is not a file's."""
        name = path.strip("/")
        if name and (found := self._find(name)):
            return await self._ready(name, found)
        if "." in name.rpartition("/")[2] or name.startswith(HASHED):
            return None
        page = self._find("index.html")
        return _asset("index.html", _NOT_BUILT) if page is None else await self._ready("index.html", page)

    def _find(self, name: str) -> Path | None:
        """A file below the folder; nothing can lead out of it."""
        try:
            file = (self._folder / name).resolve()
            inside = file.is_relative_to(self._folder.resolve()) and file.is_file()
        except (OSError, ValueError):
            return None
        return file if inside and not name.startswith(".") else None

    async def _ready(self, name: str, file: Path) -> Asset:
        key = (name, file.stat().st_mtime_ns)
        if key not in self._made:
            self._made[key] = await asyncio.to_thread(lambda: _asset(name, file.read_bytes()))
        return self._made[key]


def _asset(name: str, body: bytes) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = "text/javascript" if name.endswith((".js", ".mjs")) else kind
    bodies = {"": body}
    if len(body) > _SMALL and kind.startswith(_PACKABLE):
        bodies |= {"br": brotli.compress(body, quality=9), "gzip": gzip.compress(body, 9, mtime=0)}
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Asset(bodies, kind, FOREVER if name.startswith(HASHED) else ASK_AGAIN, tag)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, sent_as_is=True)
async def show_site(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """A file of the client or its page."""
    site: Site = request.app.state.site
    asset = None if path.strip("/").partition("/")[0] == "api" else await site.asset(path)
    if asset is None:
        raise NotFound("error.not_found")
    headers = {"ETag": asset.tag, "Cache-Control": asset.cache, "Vary": "Accept-Encoding", **_GUARDED}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(b"", status_code=304, headers=headers)
    encoding = _encoding(request.headers.get("accept-encoding", ""), asset)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(asset.bodies[encoding], media_type=asset.media_type, headers=headers)


def _encoding(accepted: str, asset: Asset) -> str:
    """The best of the encodings that both sides have."""
    offered = {
        part.partition(";")[0].strip()
        for part in accepted.split(",")
        if "q=0" not in part.replace("q=0.", "")
    }
    return next((encoding for encoding in ("br", "gzip") if encoding in offered & asset.bodies.keys()), "")
