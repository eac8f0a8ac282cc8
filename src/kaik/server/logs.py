"""Logging: one line an event, as text or as JSON.

Nothing secret is ever given to a log: no cookies, keys, seeds, nonces or messages, and of an address only
its pattern, since who knows the id of a table may watch it.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

from kaik.server.settings import Settings

OURS = ("kaik", "uvicorn", "alembic")
"""The loggers that are heard; those of others only where something is wrong, since they log addresses."""
_PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonFormatter(logging.Formatter):
    """One JSON object a line; what was given as `extra={"facts": …}` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure(settings: Settings) -> None:
    """Send all log lines to standard error in the form asked for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log == "json" else logging.Formatter(_PLAIN))
    for name in OURS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(settings.log_level.upper() if name == "kaik" else "WARNING")
