"""Whole matches on the full screen: sticks, cards with secrets, a board."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kaik.cli.tui.dialogs import Cover
from kaik.cli.tui.playing import PlayScreen
from kaik.play.record import read, replay, verify
from tests.tui.driver import LARGE, SMALL, Person, person, setup


@pytest.mark.parametrize(("lang", "end"), [("en", "The match is over"), ("ja", "終局")])
def test_a_stick_game_to_its_end(lang: str, end: str) -> None:
    async def scenario() -> None:
        async with person(setup("beast_streak", rounds=2), lang=lang) as someone:
            await someone.play()
            await someone.shows(end)
            assert someone.touched > 0

    asyncio.run(scenario())


@pytest.mark.parametrize(("game", "size"), [("value_tree", SMALL), ("value_war", LARGE)])
def test_a_card_game_to_its_end(game: str, size: tuple[int, int]) -> None:
    async def scenario() -> None:
        async with person(setup(game, seasons=1), size=size) as someone:
            await someone.play()
            await someone.shows("The match is over")
            assert "Season 1" in someone.text()

    asyncio.run(scenario())


def test_a_board_game_by_its_squares() -> None:
    async def scenario() -> None:
        async with person(setup("old_cerke")) as someone:
            for _ in range(6):
                await someone.until(someone.asked)
                if isinstance(someone.screen, PlayScreen):
                    await someone.decide(someone.screen)
            assert someone.touched >= 12

    asyncio.run(scenario())


def play_screen(someone: Person) -> PlayScreen:
    assert isinstance(someone.screen, PlayScreen)
    return someone.screen


def test_computers_may_be_watched() -> None:
    async def scenario() -> None:
        async with person(setup("value_war", "level1", "level1", seasons=1)) as someone:
            await someone.shows("The match is over")
            assert someone.touched == 0

    asyncio.run(scenario())


def test_keys_do_what_touches_do() -> None:
    """Tab goes round what can be touched, Enter touches, Backspace takes back, Escape takes all back."""

    async def scenario() -> None:
        async with person(setup("new_play")) as someone:
            screen = play_screen(someone)
            assert screen.touches is not None
            await someone.press("tab", "enter")
            assert len(screen.touches.made) == 1
            await someone.press("backspace")
            assert screen.touches.made == ()
            await someone.press("enter", "escape")
            assert screen.touches.made == ()
            await someone.press("enter", "tab", "enter")
            await someone.until(lambda: "You bet" in someone.text())

    asyncio.run(scenario())


def test_arrows_walk_over_the_squares() -> None:
    async def scenario() -> None:
        async with person(setup("cerke")) as someone:
            board = play_screen(someone).board
            await someone.touch("ZAI")
            assert board.cursor == "ZAI"
            for key, square in (("left", "TAI"), ("up", "TY"), ("right", "ZY"), ("down", "ZAI")):
                await someone.press(key)
                assert board.cursor == square

    asyncio.run(scenario())


def test_a_touch_that_fits_nothing_gets_one_sentence_and_changes_nothing() -> None:
    async def scenario() -> None:
        async with person(setup("cerke")) as someone:
            screen = play_screen(someone)
            assert screen.touches is not None
            await someone.touch("ZAI")
            made = screen.touches.made
            assert made == ("ZAI",)
            await someone.touch("KA")
            await someone.shows("That cannot be touched now.")
            assert screen.touches.made == made

    asyncio.run(scenario())


def test_a_half_made_move_shows_its_steps() -> None:
    async def scenario() -> None:
        async with person(setup("cerke")) as someone:
            await someone.touch("ZAI")
            await someone.press("up")
            await someone.shows("{船▲}")
            assert "ZAI 船" in someone.text()

    asyncio.run(scenario())


def test_people_at_one_keyboard_see_only_their_own_hands() -> None:
    async def scenario() -> None:
        async with person(setup("strain", "you", "you")) as someone:
            for _ in range(2):
                await someone.until(lambda: isinstance(someone.screen, Cover))
                assert "Hand" not in someone.text()
                await someone.press("enter")
                await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
                await someone.decide(play_screen(someone))

    asyncio.run(scenario())


def test_a_match_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "match.json"

    async def scenario() -> None:
        async with person(setup("new_play")) as someone:
            await someone.decide(play_screen(someone))
            await someone.press("s")
            await someone.shows("Save as which file?")
            await someone.press("ctrl+u", *str(file), "enter")
            await someone.until(file.exists)
        record = read(file.read_bytes())
        assert record.result is None
        assert verify(record) is None
        events = len(record.log)
        async with person() as someone:
            someone.client.attempt(someone.client.resume(file))
            await someone.until(lambda: isinstance(someone.screen, PlayScreen) and someone.asked())
            await someone.play()
            await someone.press("tab", "enter")
            await someone.shows("Save as which file?")
            await someone.press("enter")
            await someone.until(lambda: read(file.read_bytes()).result is not None)
        finished = read(file.read_bytes())
        assert finished.log[:events] == record.log
        assert replay(finished).result == finished.result

    asyncio.run(scenario())


def test_resigning_asks_first() -> None:
    async def scenario() -> None:
        async with person(setup("new_play")) as someone:
            await someone.press("r", "escape")
            assert play_screen(someone).frame.result is None  # type: ignore[union-attr]
            await someone.press("r", "tab", "enter")
            await someone.shows("You resigned.")

    asyncio.run(scenario())


def test_undo_takes_back_a_choice_or_says_why_not() -> None:
    async def scenario() -> None:
        async with person(setup("new_play", "you", "you", "you")) as someone:
            first = play_screen(someone).frame
            assert first is not None
            await someone.decide(play_screen(someone))
            assert len(play_screen(someone).frame.log) > len(first.log)  # type: ignore[union-attr]
            await someone.press("u")
            await someone.until(lambda: play_screen(someone).frame.log == first.log)  # type: ignore[union-attr]
            await someone.press("u")
            await someone.shows("There is nothing that can be taken back")

    asyncio.run(scenario())


def test_time_is_up() -> None:
    from msgspec.structs import replace

    from kaik.play.clock import ClockSpec

    async def scenario() -> None:
        async with person(replace(setup("new_play"), clock=ClockSpec("move", 0.3))) as someone:
            await someone.shows("You ran out of time.")

    asyncio.run(scenario())


def test_what_others_did_is_shown_step_by_step_and_a_key_skips_it() -> None:
    async def scenario() -> None:
        async with person(setup("beast_cast"), pace=1.0) as someone:
            await someone.shows("██")
            assert "The match is over" not in someone.text()
            await someone.press("escape")
            await someone.shows("The match is over")

    asyncio.run(scenario())
