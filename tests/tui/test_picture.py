"""Any scene of any game as tiles: everything that can be touched is there, and nothing lies over anything."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from rich.console import Console
from rich.text import Text

from kaik.cli.narration import seat_names
from kaik.cli.text import Reader
from kaik.cli.tui.figures import figures
from kaik.cli.tui.picture import EDGES, Picture, picture
from kaik.core import registry
from kaik.core.messages import LANGUAGES, catalogue, msg
from kaik.core.scene import Item, Scene, Spot, Zone
from kaik.play.fairness import Sealed
from kaik.play.match import Match
from tests.tui.driver import LARGE, SMALL

CHOICES = 25
"""How far into a match to look."""


def overlaps(made: Picture) -> list[str]:
    """The cells that two tiles claim."""
    taken: set[tuple[int, int]] = set()
    twice = []
    for tile in made.tiles:
        for y in range(tile.y, tile.y + tile.height):
            for x in range(tile.x, tile.x + tile.width):
                if (x, y) in taken:
                    twice.append(f"{x},{y} {tile.spot}")
                taken.add((x, y))
    return twice


@pytest.mark.parametrize("game", registry.game_ids())
def test_everything_that_can_be_touched_is_drawn_and_nothing_covers_it(game: str) -> None:
    loaded, rng = registry.load(game), Random(7)
    seats = loaded.seats(loaded.options())[-1]
    match = Match(loaded, loaded.options(), seats, Sealed.fresh(seats, 7))
    for number in range(CHOICES):
        if match.over:
            break
        seat = match.to_act()[0]
        seen = match.seen_by(seat)
        words = seat_names(catalogue(LANGUAGES[number % 2], game), ["level1"] * seats)
        for width, height in (SMALL, LARGE):
            made = picture(seen.scene, Reader(words, seat, seats), width * 5 // 8, height - 4)
            drawn = {tile.spot for tile in made.tiles}
            assert {spot for choice in seen.legal for spot in choice.path} <= drawn
            assert overlaps(made) == []
            assert all(line.cell_len <= tile.width for tile in made.tiles for line in tile.lines)
        match.play(seat, rng.choice(match.legal(seat)))


def drawn(scene: Scene, seat: int = 0, width: int = 50, height: int = 20, seats: int = 2) -> Picture:
    names = seat_names(catalogue("en"), ["you", *["level1"] * (seats - 1)])
    return picture(scene, Reader(names, seat, seats), width, height)


def board(*items: Item) -> Scene:
    spots = tuple(
        Spot(f"{x}{y}", "AB".index(x), "12".index(y), items if (x, y) == ("A", "1") else ())
        for x in "AB"
        for y in "12"
    )
    return Scene((Zone("board", "grid", spots, columns=2, rows=2, bottom=0),))


def test_wide_signs_take_two_cells_and_squares_are_equally_wide() -> None:
    made = drawn(board(Item("piece", "兵", owner=0)), height=4)
    squares = [tile for tile in made.tiles if tile.spot]
    assert {tile.width for tile in squares} == {len("兵▲") + 1 + EDGES}
    assert {tile.height for tile in squares} == {1}


def test_a_board_is_ruled_where_there_is_room_and_small_where_there_is_not() -> None:
    scene = board(Item("piece", "兵", owner=0))
    assert any("┼" in line.plain for tile in drawn(scene).tiles for line in tile.lines)
    assert not any("┼" in line.plain for tile in drawn(scene, height=3).tiles for line in tile.lines)


def test_everybody_looks_at_the_board_from_their_own_side() -> None:
    def corner(seat: int) -> str:
        return min((tile for tile in drawn(board(), seat).tiles if tile.spot), key=lambda t: (t.y, t.x)).spot

    assert (corner(0), corner(1)) == ("A1", "B2")


def test_red_pieces_differ_without_colours() -> None:
    def face(colour: str, owner: int) -> Text:
        made = drawn(board(Item("piece", "兵", colour, owner)))
        return next(tile.lines[0] for tile in made.tiles if tile.spot == "A1")

    shown = {face(colour, owner).plain for colour in ("red", "black") for owner in (0, 1)}
    assert shown == {"兵▲", "兵▼", "兵△", "兵▽"}


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ([("船", 0, 3), ("船", 1, 2), ("船", 2, 1)], "船1×3,2×2,3"),
        ([("牛", 0, 1), ("牛", 2, 1)], "牛1,3"),
        ([("9", 1, 1), ("10", 2, 1)], "2:9 3:10"),
    ],
)
def test_numbers_of_things_and_of_seats_do_not_run_together(
    items: list[tuple[str, int, int]], shown: str
) -> None:
    made = drawn(board(*(Item("piece", face, owner=own, count=n) for face, own, n in items)), seats=3)
    assert next(tile.lines[0].plain for tile in made.tiles if tile.spot == "A1") == shown


def test_what_is_out_of_the_ordinary_is_noted() -> None:
    made = drawn(board(Item("piece", "兵", owner=0), Item("piece", "兵", owner=0, badges=("changed",))))
    assert next(tile.lines[0].plain for tile in made.tiles if tile.spot == "A1") == "兵▲ 兵▲*"
    card = Item("card", "馬", badges=("markers-2", "resting", "inner"))
    row = drawn(Scene((Zone("row", "row", (Spot("c", items=(card,)),)),)))
    assert [line.plain for tile in row.tiles for line in tile.lines] == ["馬 (2 markers, resting)"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", registry.game_ids())
def test_boards_are_whole_on_the_smallest_screen(game: str, lang: str) -> None:
    """With up to three players, before anything has moved."""
    loaded = registry.load(game)
    seats = min(3, loaded.seats(loaded.options())[-1])
    match = Match(loaded, loaded.options(), seats, Sealed.fresh(seats, 7))
    words = seat_names(catalogue(lang, game), ["you", *["level1"] * (seats - 1)])
    made = picture(match.seen_by(0).scene, Reader(words, 0, seats), 51, 19)
    assert made.width <= 51


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", registry.game_ids())
def test_figures_are_whole_beside_the_board(game: str, lang: str) -> None:
    loaded = registry.load(game)
    seats = loaded.seats(loaded.options())[-1]
    match = Match(loaded, loaded.options(), seats, Sealed.fresh(seats, 7))
    words = seat_names(catalogue(lang, game), ["you", *["level1"] * (seats - 1)])
    console = Console(width=27, file=StringIO(), record=True)
    console.print(figures(match.seen_by(0).scene, Reader(words, 0, seats), 26))
    assert "…" not in console.export_text()


def test_a_long_play_is_broken_between_cards() -> None:
    cards = tuple(Item("card", "兵", label=msg("card.colourless", card=f"{n}")) for n in range(9))
    scene = Scene((Zone("field", "row", (Spot("f", items=cards),), label=msg("card.zone.field")),))
    (tile,) = (tile for tile in drawn(scene, width=30).tiles if tile.spot)
    assert tile.height > 1
    assert " ".join(line.plain for line in tile.lines) == " ".join(f"{n} 兵" for n in range(9))
