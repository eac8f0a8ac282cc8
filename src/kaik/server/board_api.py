"""The REST interface to analysis boards (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, post

from kaik.core.setup import Setup
from kaik.lab.analyse import Analysis
from kaik.server import accounts, boards
from kaik.server.boards import Reached
from kaik.server.problems import NotFound
from kaik.server.replay_api import analysts, shelf
from kaik.server.wire import Board, Study

Asking = Request[Any, Any, Any]


@post("/api/boards", status_code=200)
async def show_board(request: Asking, data: Study) -> Board:
    """Where a study has come to, and how it can go on."""
    reached = await _reached(request, data)
    return await asyncio.to_thread(boards.shown, reached)


@post("/api/boards/analysis", status_code=200)
async def analyse_board(request: Asking, data: Study) -> Analysis:
    """What the computer thinks of it."""
    reached = await _reached(request, data)
    person = await accounts.known_or_new(request)
    return await analysts(request).advise(person.id, reached.game, reached.state)


@post("/api/boards/setup", status_code=200)
async def show_setup(data: Study) -> Setup:
    """How a position of this game is put together by hand."""
    game, options = await asyncio.to_thread(boards.rules, data)
    setup = game.setup(options)
    if setup is None:
        raise NotFound("error.no_setup")
    return setup


async def _reached(request: Asking, study: Study) -> Reached:
    opened = None if study.replay is None else await shelf(request).open(study.replay)
    return await asyncio.to_thread(boards.reach, study, opened)


HANDLERS = [show_board, analyse_board, show_setup]
