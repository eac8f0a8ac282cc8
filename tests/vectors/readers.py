"""Which reader checks which file."""

from __future__ import annotations

from tests.vectors import cards, cerke, old_cerke, races, variants
from tests.vectors.base import Check

READERS: dict[str, Check] = {
    **cerke.READERS,
    **variants.READERS,
    **old_cerke.READERS,
    **races.READERS,
    **cards.READERS,
}
