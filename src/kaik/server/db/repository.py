"""The base class of all repositories: queries and transactions on a shared engine."""

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
    """One kind of thing in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @cached_property
    def _reader(self) -> AsyncEngine:
        """An engine for queries of which each sees what is committed by then, without a transaction.

        To PostgreSQL that spares two of three round trips, and SQLite need not be asked for its lock.
        """
        if self._engine.dialect.name == "postgresql":
            return self._engine.execution_options(isolation_level="AUTOCOMMIT")
        return self._engine.execution_options(**{sqlite.READS: True})

    def _transaction(self) -> WriteTransaction:
        return WriteTransaction(self._engine)

    async def _write(self, statement: sa.Executable) -> int:
        """Execute and commit one statement; the number of rows it changed."""
        async with self._engine.begin() as connection:
            done = await connection.execute(statement)
            return int(done.rowcount)

    async def _first(self, query: sa.Select[Any], values: dict[str, Any] | None = None) -> Any:
        """The first row of a query, or `None`."""
        async with self._reader.connect() as connection:
            return (await connection.execute(query, values)).first()

    async def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        async with self._reader.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
            return rows


class WriteTransaction:
    """A transaction in which a broken constraint is raised as `Conflict`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._transaction = engine.begin()

    async def __aenter__(self) -> AsyncConnection:
        return await self._transaction.__aenter__()

    async def __aexit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        await self._transaction.__aexit__(kind, error, trace)
        if isinstance(error, IntegrityError):
            raise Conflict from error


async def exactly_one(connection: AsyncConnection, statement: sa.Update | sa.Delete) -> None:
    """Change one row, or raise `Conflict`."""
    done = await connection.execute(statement)
    if done.rowcount != 1:
        raise Conflict
