"""Menu, setting up, replaying, and how the command begins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input, Select

from kaik.cli.tui.keys import KeyLine
from kaik.cli.tui.playing import PlayScreen
from kaik.cli.tui.replaying import ReplayScreen
from kaik.cli.tui.setup import SetupScreen
from tests.cli import refused, said
from tests.tui.driver import person, setup


def test_from_the_menu_to_a_table_and_back() -> None:
    async def scenario() -> None:
        async with person() as someone:
            await someone.shows("Beast Streak")
            await someone.press("down", "enter")
            await someone.until(lambda: isinstance(someone.screen, SetupScreen))
            await someone.press("f2")
            await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
            await someone.press("q", "tab", "enter")
            await someone.until(lambda: someone.screen is someone.client.menu)

    asyncio.run(scenario())


def test_the_form_shows_a_preset_and_refuses_what_cannot_be() -> None:
    async def scenario() -> None:
        async with person(lang="en") as someone:
            client = someone.client
            client.attempt(client.play_here(setup("six_cast").game))
            await someone.until(lambda: isinstance(someone.screen, SetupScreen))
            screen = someone.screen
            dice = screen.query_one("#option-ns_dice", Select)
            sticks = dice.value
            screen.query_one("#preset", Select).value = "die"
            await someone.until(lambda: dice.value != sticks)
            number = screen.query(Input).first()
            number.value = "many"
            await someone.press("f2")
            await someone.shows("“many” is not a value of")
            assert isinstance(someone.screen, SetupScreen)

    asyncio.run(scenario())


def test_more_players_more_seats() -> None:
    async def scenario() -> None:
        async with person() as someone:
            client = someone.client
            client.attempt(client.play_here(setup("new_play").game))
            await someone.until(lambda: isinstance(someone.screen, SetupScreen))
            someone.screen.query_one("#count", Select).value = 4
            await someone.until(lambda: len(someone.screen.query("#seats Select")) == 4)
            someone.screen.query_one("#count", Select).value = 2
            await someone.until(lambda: len(someone.screen.query("#seats Select")) == 2)

    asyncio.run(scenario())


def test_where_nothing_is_chosen_there_is_one_computer_and_it_says_so() -> None:
    async def scenario() -> None:
        async with person(lang="en") as someone:
            client = someone.client
            client.attempt(client.play_here(setup("beast_cast").game))
            await someone.until(lambda: isinstance(someone.screen, SetupScreen))
            await someone.shows("computer. There is nothing to choose in this game")
            await someone.press("f2")
            await someone.shows("The match is over")

    asyncio.run(scenario())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished match of cards."""
    file = tmp_path / "match.json"
    said("play", "kitten", "--seats", "random,random", "--fast", "--seed", "4", typed=f"{file}\n")
    return file


def test_a_record_is_stepped_through_jumped_in_and_looked_at_by_anybody(record: Path) -> None:
    async def scenario() -> None:
        async with person() as someone:
            someone.client.attempt(someone.client.replay(record))
            await someone.until(lambda: isinstance(someone.screen, ReplayScreen))
            screen = someone.screen
            await someone.shows("Before the first event")
            await someone.press("right", "right", "left")
            await someone.shows(f"Event 1 of {screen.last}")
            await someone.press("end")
            await someone.shows(f"Event {screen.last} of {screen.last}")
            await someone.press("g", "ctrl+u", "3", "0", "enter")
            await someone.shows("Event 30 of")
            assert "▒▒" in someone.text()
            hidden = someone.text().count("▒▒")
            await someone.press("v")
            await someone.shows("as Seat 1 (random) saw it")
            assert someone.text().count("▒▒") < hidden
            await someone.press("g", "ctrl+u", *"9999", "enter")
            await someone.shows("there is no 9999.")
            await someone.press("space")
            await someone.shows("Event 31 of")
            await someone.press("q")
            await someone.until(lambda: someone.screen is someone.client.menu)

    asyncio.run(scenario())


def test_a_damaged_record_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text("{}")

    async def scenario() -> None:
        async with person() as someone:
            someone.client.attempt(someone.client.replay(file))
            await someone.shows("This file is not a kaik record.")

    asyncio.run(scenario())


def test_a_click_on_a_key_does_what_the_key_does() -> None:
    async def scenario() -> None:
        async with person(setup("new_play")) as someone:
            keys = someone.text().splitlines()[-1]
            await someone.pilot.click(KeyLine, offset=(keys.index("? help") + 1, 0))
            await someone.shows("▲ your pieces")

    asyncio.run(scenario())


def test_the_board_is_seen_on_a_tiny_terminal() -> None:
    async def scenario() -> None:
        async with person(setup("cerke"), size=(40, 10)) as someone:
            await someone.shows("皇")
            assert sum("兵" in line for line in someone.text().splitlines()) >= 1

    asyncio.run(scenario())


def test_help_explains_the_pieces() -> None:
    async def scenario() -> None:
        async with person(setup("cerke"), size=(120, 50)) as someone:
            await someone.press("question_mark")
            await someone.shows("Pieces and cards")
            assert "↖" in someone.text()
            await someone.press(*["pagedown"] * 20)
            await someone.shows("The rules in short")
            await someone.press("q")
            await someone.until(lambda: isinstance(someone.screen, PlayScreen))

    asyncio.run(scenario())


@pytest.mark.filterwarnings("error")
def test_without_a_terminal_the_command_says_so() -> None:
    assert refused("tui") == "The full-screen client needs a terminal; “kaik play” works without one."
    assert refused("tui", "--replay", "x.json") == refused("tui")
    assert refused("tui", "--preset", "education").startswith(
        "--preset, --set and --seats need the name of a game."
    )
    assert refused("tui", "--resume", "x.json", "--seats", "you,you").startswith(
        "--preset, --set and --seats"
    )
    assert refused("tui", "nonsense").startswith("There is no game “nonsense”")
    assert refused("tui", "kitten", "--seats", "you").startswith("This game is not for 1 player")
