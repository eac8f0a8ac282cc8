"""The same jobs on a cluster, through Ray: one machine, or all that the cluster at `RAY_ADDRESS` has."""

from __future__ import annotations

import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Any

from kaik.core.errors import BadOptions
from kaik.lab.sim import Done, Map, Work

CHUNK = 4
"""So many jobs go out together."""
AHEAD = 4
"""So many chunks wait for each processor, so that none is idle."""
ATTEMPTS = 3
"""Ray gives its own processes half a minute to start, and a busy machine may take longer."""
CARRIED = ("PYTHONPATH", "KAIK_GAMES")
"""What the workers of this machine must know to find the games."""


@contextmanager
def ray(workers: int = 0) -> Iterator[Map]:
    """A `map` over the processors of a cluster; without one, over `workers` (0: all) of this machine."""
    if find_spec("ray") is None:
        raise BadOptions("error.lab_extra", package="Ray", extra="ray")
    import ray as engine

    known = {name: os.environ[name] for name in CARRIED if name in os.environ}
    known["PYTHONPATH"] = os.pathsep.join(filter(None, [*sys.path, known.get("PYTHONPATH", "")]))
    distant = "RAY_ADDRESS" in os.environ
    settings = {
        "num_cpus": None if distant or not workers else workers,
        "runtime_env": {} if distant else {"env_vars": known},
    }
    _begin(engine, 1 if distant else ATTEMPTS, settings)
    try:
        yield _ray_map(engine)
    finally:
        engine.shutdown()


def _begin(engine: Any, attempts: int, settings: dict[str, Any]) -> None:
    try:
        engine.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR, **settings)
    except Exception as trouble:  # Ray raises its own kinds, and bare ones too
        engine.shutdown()
        if attempts == 1:
            raise BadOptions("error.lab_ray", detail=str(trouble).splitlines()[0][:200]) from None
        _begin(engine, attempts - 1, settings)


def _ray_map(engine: Any) -> Map:
    def map_over(function: Callable[[Work], Done], work: Iterable[Work], /) -> Iterator[Done]:
        """Results in the order of the work; what is sent ahead is bounded."""
        remote = engine.remote(_several)
        chunks = _chunks(work)
        room = AHEAD * max(1, int(engine.cluster_resources().get("CPU", 1)))
        sent = deque(remote.remote(function, chunk) for chunk in islice(chunks, room))
        while sent:
            yield from engine.get(sent.popleft())
            sent.extend(remote.remote(function, chunk) for chunk in islice(chunks, 1))

    return map_over


def _several(function: Callable[[Work], Done], work: list[Work]) -> list[Done]:
    return [function(one) for one in work]


def _chunks(work: Iterable[Work]) -> Iterator[list[Work]]:
    jobs = iter(work)
    while chunk := list(islice(jobs, CHUNK)):
        yield chunk
