"""Rubbish from outside: requests made from the interface's own description, and frames of all bad kinds."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from tests.server.driver import Server, bounded
from tests.server.rubbish import Nuisance
from tests.server.test_operations import figures

FRAMES = 120
EXAMPLES = 8


def test_no_request_is_a_fault_of_the_server(server: Server) -> None:
    interface = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    tried = [_tried(found.ok()) for found in interface.get_all_operations()]
    assert len(tried) > 12


def _tried(operation: Any) -> None:
    """Ask for one thing in many ways, right and wrong."""

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        case.call_and_validate(checks=[not_a_server_error])

    ask()


@pytest.mark.parametrize("game", ["beast_streak", "cerke"])
def test_bad_frames_of_all_kinds_change_nothing(server: Server, game: str) -> None:
    async def scenario() -> None:
        people = [Nuisance(server, game, seed) for seed in range(3)]
        await asyncio.gather(*(person.annoy(FRAMES) for person in people))
        answers = sum((person.answers for person in people), start=people[0].answers.__class__())
        assert {"error.frame", "error.frame_binary", "error.answered", "pong"} <= answers.keys()
        assert "error.internal" not in answers

    bounded(scenario())
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    assert not [name for name in figures(server) if 'status="5' in name]
