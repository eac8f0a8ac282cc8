"""What an adapter needs and a plain installation lacks: `with extra("research"): import numpy`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kaik.core.errors import Refusal


class MissingExtra(Refusal, ImportError):
    """An optional part is not installed."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports that this extra provides; one that fails says in a sentence what to install."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise MissingExtra("error.missing_extra", module=str(missing.name), extra=name) from None
