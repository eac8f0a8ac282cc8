"""Scenes as text, whatever the game."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from kaik.cli.narration import seat_names
from kaik.cli.text import Reader, coordinates, scene_text
from kaik.core.messages import catalogue, msg
from kaik.core.scene import Cast, Counter, Item, Scene, Spot, Zone, button, choices


def shown(scene: Scene, seat: int | None = 0, seats: int = 2) -> str:
    out = Console(file=StringIO(), width=80, highlight=False)
    words = seat_names(catalogue("en"), ["you", *["greedy"] * (seats - 1)])
    out.print(scene_text(scene, Reader(words, seat, seats)))
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def board(*pieces: tuple[str, Item], columns: str = "KLN", rows: tuple[str, ...] = ("A", "AI", "IA")) -> Zone:
    lying = dict(pieces)
    spots = tuple(
        Spot(c + r, x, y, (lying[c + r],) if c + r in lying else (), ("water",) if c + r == "LAI" else ())
        for y, r in enumerate(rows)
        for x, c in enumerate(columns)
    )
    return Zone("board", "grid", spots, label=msg("cli.title"), columns=len(columns), rows=len(rows))


def test_a_board_has_its_coordinates_on_the_edges() -> None:
    assert coordinates(board()) == (["K", "L", "N"], ["A", "AI", "IA"])
    lines = [line for line in shown(Scene((board(),))).splitlines() if "│" in line]
    assert lines[0].split() == ["│", "│", "K", "│", "L", "│", "N", "│"]
    assert [line.split("│")[1].strip() for line in lines[1:]] == ["A", "AI", "IA"]


def test_spots_without_coordinates_show_their_names() -> None:
    spots = (Spot("x", 0, 0, label=msg("yes")), Spot("home", 1, 0), Spot("z", 0, 1), Spot("far", 1, 1))
    zone = Zone("odd", "grid", spots, columns=2, rows=2)
    assert coordinates(zone) is None
    for name in ("yes", "home", "far"):
        assert name in shown(Scene((zone,)))


def test_pieces_show_whose_they_are() -> None:
    mine, yours = Item("piece", "兵", "red", owner=0), Item("piece", "王", "black", owner=1)
    text = shown(Scene((board(("KA", mine), ("NIA", yours)),)))
    assert "兵△" in text
    assert "王▼" in text
    assert "△ ▽ red" in text
    turned = shown(Scene((board(("KA", mine)),)), seat=1)
    assert "兵▽" in turned
    assert "兵1" in shown(Scene((board(("KA", mine)),)), seats=3)


def test_hands_piles_counts_and_badges() -> None:
    hand = Zone(
        "hand",
        "fan",
        (Spot("c1", items=(Item("card", "5", badges=("resting", "markers-2", "inner-3")),)),),
        owner=0,
        label=msg("yes"),
    )
    pile = Zone("pile", "pile", (Spot("p", items=(Item("card", "", face_down=True, count=7),)),))
    text = shown(Scene((hand, pile, Zone("row", "row", ()))))
    assert "yes (You)" in text
    assert "5 (resting, 2 markers)" in text
    assert "inner" not in text
    assert "▒▒×7" in text
    assert "empty" in text


def test_the_ground_is_seen_without_colours() -> None:
    assert " ~ " in shown(Scene((board(),)))


def test_an_empty_pile_is_empty() -> None:
    text = shown(Scene((Zone("hand", "pile", (Spot("hand-1-back"),), label=msg("yes")),)))
    assert "hand-1-back" not in text
    assert "empty" in text


def test_counters_casts_and_turn() -> None:
    counters = (Counter("r", msg("counter.round"), 2), Counter("p", msg("counter.points"), -1.5, 1))
    casts = (Cast(2, by=0, needed=3), Cast(4, sticks=6), Cast(5, die=True))
    text = shown(Scene(counters=counters, casts=casts, turn=(1,)))
    assert "Round 2" in text
    assert "▸ Seat 2 (greedy)" in text
    assert "-1.5" in text
    assert "▮▮▯▯▯ 2  needed 3  You" in text
    assert "▮▮▮▮▯▯ 4" in text
    assert "[5]" in text


def test_what_is_only_for_touching_is_left_to_the_list() -> None:
    buttons = choices(button("go", msg("yes")))
    stakes = Zone("stakes", "row", (Spot("one"), Spot("two")), label=msg("no"))
    assert shown(Scene((buttons, stakes))).strip() == ""
