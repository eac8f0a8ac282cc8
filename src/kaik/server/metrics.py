"""Metrics in the form that Prometheus reads.

With several processes each writes its own files to a folder, named by `PROMETHEUS_MULTIPROC_DIR` before
this module is imported, and whoever is asked adds them up.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

MEDIA_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

requests = Counter("kaik_requests", "Requests answered.", ["method", "route", "status"])
request_seconds = Histogram("kaik_request_seconds", "How long requests took.", buckets=_BUCKETS)
sockets = Gauge("kaik_sockets", "Sockets that are open.", multiprocess_mode="livesum")
frames = Counter("kaik_frames", "Frames that came in.", ["type"])
frame_seconds = Histogram("kaik_frame_seconds", "How long frames took to be done.", buckets=_BUCKETS)
refusals = Counter("kaik_refusals", "Frames that were refused.", ["code"])


def page() -> bytes:
    """All metrics as text."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return generate_latest(REGISTRY)
    _drop_dead_processes(Path(folder))
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _drop_dead_processes(folder: Path) -> None:
    """Remove the gauges of processes that have ended."""
    for file in folder.glob("gauge_live*.db"):
        found = re.search(r"_(\d+)\.db$", file.name)
        if found and not _is_alive(int(found[1])):
            mark_process_dead(int(found[1]), str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
