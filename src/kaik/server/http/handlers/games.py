"""The REST interface to the games: catalogue, texts, computer players (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import Parameter

from kaik.core.scene import Legend
from kaik.players import specs
from kaik.protocol.errors import Problem
from kaik.protocol.games import GameDetail, GameInfo
from kaik.service import catalogue


@get("/api/games")
async def list_games() -> tuple[GameInfo, ...]:
    """All games."""
    return await asyncio.to_thread(catalogue.all_games)


@get("/api/games/{game:str}")
async def show_game(game: str) -> GameDetail:
    """One game with its options and presets."""
    return await asyncio.to_thread(catalogue.game_detail, game)


@get("/api/games/{game:str}/legend", cache_control=CacheControlHeader(public=True, max_age=600))
async def show_legend(game: str, options: str = "{}") -> tuple[Legend, ...]:
    """Help on a game's pieces and cards, the same throughout a match; `options` as JSON."""
    try:
        values = msgspec.json.decode(options, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise Problem("error.request", detail=str(wrong)) from None
    return await asyncio.to_thread(catalogue.legend, game, values)


@get("/api/messages/{language:str}", cache_control=CacheControlHeader(public=True, max_age=600))
async def show_messages(
    language: str, game: Annotated[str | None, Parameter(query="game", required=False)] = None
) -> dict[str, str]:
    """The texts of a language; with a game, its own among them."""
    return await asyncio.to_thread(catalogue.texts, language, game)


@get("/api/players")
async def list_players() -> tuple[str, ...]:
    """The computer players."""
    return specs.names()


HANDLERS = [list_games, show_game, show_legend, show_messages, list_players]
