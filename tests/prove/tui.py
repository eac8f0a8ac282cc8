"""Every game, to its end, on the full screen: one person who only touches spots, against the computer."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor

from kaik.cli.tui.playing import PlayScreen
from kaik.core import registry
from kaik.play.match import Result
from tests.prove import Proved
from tests.tui.driver import LARGE, SMALL, person, setup

TITLE = "The full-screen client plays every game by touches alone"
GUIDE = "level4"
"""Who tells the person what to choose, so that no match is endless; the touches are the person's own."""


def prove() -> Proved:
    """A game in each process, as many at once as there are processors."""
    head = ["| game | window | language | touches | choices | how it ended |", "|---|---|---|---|---|---|"]
    with ProcessPoolExecutor() as pool:
        rows = list(pool.map(_row, *zip(*enumerate(registry.game_ids()), strict=True)))
    return all(ended for ended, _ in rows), [*head, *(row for _, row in rows)]


def _row(number: int, game: str) -> tuple[bool, str]:
    """Whether it came to an end, and what to say of it; windows and languages alternate."""
    lang, size = ("en", SMALL) if number % 2 else ("ja", LARGE)
    touches, choices, result = asyncio.run(_played(game, lang, size))
    end = f"`{result.reason.key}`" if result is not None else "**not ended**"
    return result is not None, f"| `{game}` | {size[0]}×{size[1]} | {lang} | {touches} | {choices} | {end} |"


async def _played(game: str, lang: str, size: tuple[int, int]) -> tuple[int, int, Result | None]:
    """Touches made, choices they made, and the result that the screen shows."""
    async with person(setup(game), lang=lang, size=size) as someone:
        someone.adviser = GUIDE
        await someone.play()
        table = next(s for s in someone.client.screen_stack if isinstance(s, PlayScreen))
        return someone.touched, someone.choices, table.frame.result if table.frame is not None else None
