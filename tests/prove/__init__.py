"""The long proofs. `make prove` runs them and writes what they printed to `docs/proof.md`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Proved: TypeAlias = tuple[bool | None, list[str]]
"""Whether it holds (`None`: that is undecided), and what to say of it in Markdown."""


class Proof(NamedTuple):
    """One section of the page."""

    title: str
    prove: Callable[[], Proved]
