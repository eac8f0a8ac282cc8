"""Publish and subscribe: listeners are told that a table has changed, never what has changed.

A notice is a topic, mostly a table's id, and the length of its log, small enough for PostgreSQL's own
notifications.
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
    """A subscription to one topic. Notices are coalesced."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self.seq = 0

    def notify(self, seq: int) -> None:
        """The topic has changed; its log had this length."""
        self.seq = max(self.seq, seq)
        self._changed.set()

    async def wait(self) -> int:
        """Wait for a notice; the greatest length of the log that any has told."""
        await self._changed.wait()
        self._changed.clear()
        return self.seq


class Bus(Protocol):
    """Where notices are published."""

    def publish(self, topic: str, seq: int) -> None:
        """Notify all listeners of a topic."""

    def subscribe(self, topic: str) -> AbstractContextManager[Listener]:
        """Listen to a topic for a while."""


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def publish(self, topic: str, seq: int) -> None:
        for listener in self._listeners.get(topic, ()):
            listener.notify(seq)

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[Listener]:
        listener = Listener()
        self._listeners.setdefault(topic, set()).add(listener)
        try:
            yield listener
        finally:
            self._listeners[topic].discard(listener)
            if not self._listeners[topic]:
                del self._listeners[topic]
