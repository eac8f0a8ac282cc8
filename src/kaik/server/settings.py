"""The settings of a server, checked. `cli/serve.py` reads them from flags and environment variables."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from kaik.server.errors import BadSettings

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
PORT = 8340
MOST_WORKERS = 64
LEVELS = ("debug", "info", "warning", "error")
NONCE_WAIT = 5.0
"""Seconds that a full table waits for the nonces of the people at it."""
CLAIM_WINDOW = 8.0
"""Seconds that everybody has to claim something, where several are asked at once."""
GRACE = 90.0
"""Seconds after which others need no longer wait for somebody who has left a table without a clock."""


class Settings(Struct, frozen=True, kw_only=True):
    """Checked settings."""

    host: str = HOST
    port: int = PORT
    port_given: bool = False
    """Whether this very port was asked for, so that no other will do."""
    data: Path
    db: str = ""
    """The address of the database; empty: a file in `data`."""
    workers: int = 1
    """How many processes serve; more than one need a database that they can share."""
    public_url: str = ""
    """How browsers reach the server when a proxy stands before it; empty: as it listens."""
    hosts: tuple[str, ...] = ()
    """Further names under which browsers may ask for the server."""
    viewer: str = ""
    """The address of a public viewer of a game's own file format, to which replays link; empty: none."""
    proxies: str = "127.0.0.1,::1"
    """The addresses of proxies that are believed when they say for whom they ask."""
    log: str = "text"
    log_level: str = "warning"
    open_browser: bool = True
    nonce_wait: float = NONCE_WAIT
    claim_window: float = CLAIM_WINDOW
    grace: float = GRACE

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.db or f"sqlite+aiosqlite:///{self.data / 'kaik.sqlite3'}"

    @property
    def wide(self) -> bool:
        """Whether the server listens on every address of the machine."""
        return self.host in ("0.0.0.0", "::")

    @property
    def secure(self) -> bool:
        """Whether browsers come by HTTPS, so that cookies may demand it."""
        return self.public_url.startswith("https:")


def settings(values: Mapping[str, Any], *, make: bool = True) -> Settings:
    """Settings from raw values by name (`None`: the default), or `BadSettings` with the reason.

    `make`: the folder of data is made if it is not there.
    """
    given = {name: value for name, value in values.items() if value is not None}
    db = _database(str(given.get("db", "")))
    data = Path(str(given.get("data", _default_folder()))).expanduser().absolute()
    return Settings(
        host=_host(str(given.get("host", EVERYWHERE if given.get("lan") else HOST))),
        port=_port(given.get("port", PORT)),
        port_given="port" in given,
        data=_writable(data) if make else data,
        db=db,
        workers=_workers(given.get("workers", 1), db),
        public_url=_url(str(given.get("public_url", ""))),
        viewer=_viewer(str(given.get("viewer", ""))),
        hosts=_hosts(str(given.get("hosts", ""))),
        proxies=_proxies(str(given.get("proxies", "127.0.0.1,::1"))),
        log=_one_of("log", given.get("log", "text"), ("text", "json")),
        log_level=_one_of("log_level", given.get("log_level", "warning"), LEVELS),
        open_browser=given.get("open_browser", True),
        nonce_wait=_seconds("nonce_wait", given.get("nonce_wait", NONCE_WAIT)),
        claim_window=_seconds("claim_window", given.get("claim_window", CLAIM_WINDOW)),
        grace=_seconds("grace", given.get("grace", GRACE), most=3600),
    )


def _default_folder() -> str:
    import platformdirs

    return platformdirs.user_data_dir("kaik", appauthor=False)


def _host(text: str) -> str:
    """A name or an address; a bare address in brackets loses them."""
    host = text.strip().removeprefix("[").removesuffix("]")
    if not host or any(sign in host for sign in "/ @?#"):
        raise BadSettings("error.settings_host", value=text[:60])
    if ":" in host:
        try:
            ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            raise BadSettings("error.settings_host", value=text[:60]) from None
    return host


def _port(value: Any) -> int:
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise BadSettings("error.settings_port", value=text[:60])
    return int(text)


def _database(text: str) -> str:
    from kaik.server.db.database import address

    return address(text) if text.strip() else ""


def _workers(value: Any, db: str) -> int:
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_WORKERS):
        raise BadSettings("error.settings_workers", value=text[:60], most=MOST_WORKERS)
    if int(text) > 1 and not db.startswith("postgresql"):
        raise BadSettings("error.settings_workers_db")
    return int(text)


def _url(text: str) -> str:
    """`http(s)://host[:port]`, without a path."""
    if not text:
        return ""
    try:
        parts = urlsplit(text.strip().rstrip("/"))
        fits = (
            parts.scheme in ("http", "https")
            and parts.hostname
            and "@" not in parts.netloc
            and not (parts.path or parts.query or parts.fragment)
        )
        parts.port  # noqa: B018  (an impossible port raises here)
    except ValueError:
        fits = False
    if not fits:
        raise BadSettings("error.settings_url", value=text[:60])
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _viewer(text: str) -> str:
    """`http(s)://host[:port]/path`: the folder of a viewer, or its page."""
    address = text.strip()
    try:
        parts = urlsplit(address)
        fits = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
        parts.port  # noqa: B018  (an impossible port raises here)
    except ValueError:
        fits = False
    if address and (not fits or any(sign.isspace() for sign in address)):
        raise BadSettings("error.settings_viewer", value=text[:60])
    return address


def _hosts(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(_host(name).lower() for name in text.split(",") if name.strip())


def _proxies(text: str) -> str:
    """Addresses and networks with commas between them; `*` believes everybody."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            ipaddress.ip_network(part if part != "*" else "0.0.0.0/0", strict=False)
        except ValueError:
            raise BadSettings("error.settings_proxies", value=part[:60]) from None
    return text


def _one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    text = str(value).strip().lower()
    if text not in choices:
        raise BadSettings("error.settings_choice", name=name, value=text[:60], known=", ".join(choices))
    return text


def _seconds(name: str, value: Any, most: int = 60) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= most:
        raise BadSettings("error.settings_seconds", name=name, value=str(value)[:60], most=most)
    return seconds


def _writable(folder: Path) -> Path:
    """The folder, made if it is not there, in which files can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as trouble:
        raise BadSettings(
            "error.settings_data", folder=str(folder), detail=trouble.strerror or str(trouble)
        ) from None
    return folder
