"""Several live matches at once, without a hitch; `tests/prove/load.py` has the figures of two hundred."""

from __future__ import annotations

import asyncio

from tests.server.crowd import CARDS, crowd
from tests.server.driver import Server

MATCHES = 2 * len(CARDS)


def test_a_crowd_is_served_without_errors(own_server: Server) -> None:
    cost = asyncio.run(crowd(own_server.start(), MATCHES, 4.0, 0.2))
    assert cost.tally.errors == []
    assert len(cost.tally.waits) > MATCHES / 2
    assert cost.cpu > 0
    assert own_server.stop() == 0
