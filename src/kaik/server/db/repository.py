"""What every part of the database's interface is built on: transactions, and who came too late."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kaik.server.db import sqlite


class Conflict(Exception):
    """Somebody else was quicker; nothing was written."""


class Repository:
    """A part of what is kept."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @cached_property
    def _reader(self) -> AsyncEngine:
        """Where nothing is written: each query by itself is enough."""
        return _reading(self._engine)

    def _writing(self) -> Writing:
        return Writing(self._engine)

    async def _write(self, statement: sa.Executable) -> int:
        """How many rows it changed."""
        async with self._engine.begin() as connection:
            done = await connection.execute(statement)
            return int(done.rowcount)

    async def _first(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Any:
        async with self._reader.connect() as connection:
            return (await connection.execute(query, values)).first()

    async def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        async with self._reader.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
            return rows


def _reading(engine: AsyncEngine) -> AsyncEngine:
    """The same database for queries of which each sees what is committed then, without a transaction: to
    PostgreSQL that spares two of three ways and back, and SQLite need not be asked for its lock."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="AUTOCOMMIT")
    return engine.execution_options(**{sqlite.READS: True})


class Writing:
    """A transaction in which a broken constraint is a `Conflict`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._transaction = engine.begin()

    async def __aenter__(self) -> AsyncConnection:
        return await self._transaction.__aenter__()

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        await self._transaction.__aexit__(kind, error, trace)
        if isinstance(error, IntegrityError):
            raise Conflict from error


async def exactly_one(connection: AsyncConnection, statement: sa.Update | sa.Delete) -> None:
    """Change one row, or `Conflict`."""
    done = await connection.execute(statement)
    if done.rowcount != 1:
        raise Conflict
