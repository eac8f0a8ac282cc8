"""The REST interface to the games: catalogue, texts, computer players (`docs/api.md`)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.params import Parameter

from kaik.players import specs
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


HANDLERS = [list_games, show_game, show_messages, list_players]
