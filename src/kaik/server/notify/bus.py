"""News of tables: who is interested hears that a table has changed, never what has changed.

A notice is a table's id and the length of its log, small enough for a database's own notifications.
`LocalBus` serves one process; a bus that spans several need only offer the same two members.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


def chat_topic(table: str) -> str:
    """The topic of a table's chat, which changes nothing that is shown of the table itself."""
    return f"{table}/chat"


class Listener:
    """One who waits for news of a table. Any number of notices while it is busy are one."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self.seq = 0

    def notify(self, seq: int) -> None:
        """There is news; the log had this length."""
        self.seq = max(self.seq, seq)
        self._news.set()

    async def heard(self) -> int:
        """Wait for news; the greatest length of the log heard of."""
        await self._news.wait()
        self._news.clear()
        return self.seq


class Bus(Protocol):
    """Where notices are put and heard."""

    def publish(self, table: str, seq: int) -> None:
        """Tell all who listen that this table has changed."""

    def subscribe(self, table: str) -> AbstractContextManager[Listener]:
        """Listen to a table for a while."""


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def publish(self, table: str, seq: int) -> None:
        for listener in self._listeners.get(table, ()):
            listener.notify(seq)

    @contextmanager
    def subscribe(self, table: str) -> Iterator[Listener]:
        listener = Listener()
        self._listeners.setdefault(table, set()).add(listener)
        try:
            yield listener
        finally:
            self._listeners[table].discard(listener)
            if not self._listeners[table]:
                del self._listeners[table]
