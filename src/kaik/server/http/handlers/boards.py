"""The REST interface to analysis boards (`docs/api.md`)."""

from __future__ import annotations

import asyncio

from litestar import post

from kaik.core.setup import Setup
from kaik.play.analysis import Analysis
from kaik.protocol.boards import Board, Study
from kaik.protocol.errors import NotFound
from kaik.server.http import auth
from kaik.server.http.requests import HttpRequest, analysis_of, replays_of
from kaik.service import boards
from kaik.service.boards import StudyPosition


@post("/api/boards", status_code=200)
async def show_board(request: HttpRequest, data: Study) -> Board:
    """Where a study has come to, and how it can go on."""
    reached = await _reached(request, data)
    return await asyncio.to_thread(boards.board, reached)


@post("/api/boards/analysis", status_code=200)
async def analyse_board(request: HttpRequest, data: Study) -> Analysis:
    """What the computer thinks of it."""
    reached = await _reached(request, data)
    person = await auth.known_or_new(request)
    return await analysis_of(request).analyse(person.id, reached.game, reached.state)


@post("/api/boards/setup", status_code=200)
async def show_setup(data: Study) -> Setup:
    """How a position of this game is put together by hand."""
    game, options = await asyncio.to_thread(boards.game_and_options, data)
    setup = game.setup(options)
    if setup is None:
        raise NotFound("error.no_setup")
    return setup


async def _reached(request: HttpRequest, study: Study) -> StudyPosition:
    opened = None if study.replay is None else await replays_of(request).load(study.replay)
    return await asyncio.to_thread(boards.play_through, study, opened)


HANDLERS = [show_board, analyse_board, show_setup]
