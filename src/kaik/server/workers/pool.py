"""A pool of worker processes for what computes long, so that the event loop never waits for it.

Computer seats are given what their seat sees and the legal actions, and answer with one of them. Workers exit
by themselves when the server is gone, however it went.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, TypeVar

from kaik.players.question import Question, answer

log = logging.getLogger(__name__)

T = TypeVar("T")

ATTEMPTS = 3
"""How often work is tried when the process that does it dies."""


class WorkerPool:
    """Processes that compute, started when first needed."""

    def __init__(self, workers: int | None = None, niceness: int = 0) -> None:
        """`niceness`: the priority of the processes, as `nice` counts."""
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Question) -> int:
        """A player's answer. If the player raises, a random choice is made and the exception logged."""
        try:
            return await self.run(answer, question)
        except Exception:
            log.exception("player %s failed at %s; a random choice is made", question.player, question.game)
            return Random(question.seed).randrange(len(question.legal))

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Call a function in one of the processes. If the process dies, it is tried again in a new one."""
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._once(work, *args)
            except BrokenProcessPool:
                log.warning("a worker process died; new ones are started")
        return await self._once(work, *args)

    async def _once(self, work: Callable[..., T], *args: Any) -> T:
        pool = self._executor()
        try:
            return await asyncio.wrap_future(pool.submit(work, *args))
        except BrokenProcessPool:
            self._drop(pool)
            raise

    def close(self) -> None:
        """Stop at once."""
        self._drop(self._pool)
        for child in multiprocessing.active_children():
            child.terminate()

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._workers, context, initializer=_start_worker, initargs=(self._niceness,)
            )
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor | None) -> None:
        """Discard a pool, unless that has been done."""
        if pool is not None and pool is self._pool:
            self._pool = None
            pool.shutdown(wait=False, cancel_futures=True)


def _start_worker(niceness: int) -> None:
    """In a worker: leave interrupts to the server, and exit when the server is gone."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(0)
