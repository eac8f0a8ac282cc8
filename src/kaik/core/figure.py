"""Pictures for the rules: scenes of the game itself, made from a few words of description.

A figure is a position, or the table after a few choices at random (always the same ones), or merely some
items in rows. What is touched in it shows where that may lead, as it would in play.
"""

from __future__ import annotations

from random import Random
from typing import Any, Literal

from msgspec import Struct

from kaik.core.game import CHANCE, AnyGame
from kaik.core.scene import Item, Legend, Path, Scene, Spot, Zone
from kaik.core.setting import Setting

COLOURS = {"b": "black", "r": "red", "n": "", "x": ""}
"""The first letter of an item in a row: black, red, none, and none because it lies face down."""


class Sketch(Setting, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The description of a figure."""

    choices: int = 0
    """So many choices are made at random first."""
    seed: int = 0
    seat: int | None = 0
    """Whose view it is."""
    zones: tuple[str, ...] = ()
    """Only these zones are drawn; none named: all but buttons."""
    touched: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
    """The faces that are explained instead of a scene."""
    items: tuple[str, ...] = ()
    """Rows of items: `b馬 r馬 n船 x`."""
    kind: Literal["piece", "card", "stick", "marker"] = "card"


class Figure(Struct, frozen=True, omit_defaults=True):
    """A picture: a scene with what was touched in it, or some faces to explain."""

    scene: Scene
    legend: tuple[Legend, ...] = ()
    paths: tuple[Path, ...] = ()
    touched: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()


def draw(game: AnyGame, sketch: Sketch) -> Figure:
    """The figure that a sketch describes."""
    if sketch.items:
        return Figure(Scene(zones=_rows(sketch)))
    state = _play_at_random(game, sketch.state(game), sketch.choices, Random(sketch.seed))
    scene = game.scene(game.view(state, sketch.seat), sketch.seat)
    legend = game.legend(state.options)
    if sketch.legend:
        entries = {entry.face: entry for entry in reversed(legend)}
        return Figure(Scene(), tuple(entries[face] for face in sketch.legend), faces=sketch.legend)
    shown = Scene(zones=_visible_zones(scene, sketch.zones), casts=scene.casts)
    return Figure(shown, legend, _paths(game, state, sketch), sketch.touched)


def _visible_zones(scene: Scene, wanted: tuple[str, ...]) -> tuple[Zone, ...]:
    if wanted:
        return tuple(zone for zone in scene.zones if zone.id in wanted)
    return tuple(zone for zone in scene.zones if zone.kind != "choices")


def _paths(game: AnyGame, state: Any, sketch: Sketch) -> tuple[Path, ...]:
    """Where the touches may lead; without touches nothing is marked."""
    if not sketch.touched or sketch.seat is None:
        return ()
    paths = game.paths(state, sketch.seat, game.actions(state, sketch.seat))
    return tuple(path for path in paths if path[: len(sketch.touched)] == sketch.touched)


def _play_at_random(game: AnyGame, state: Any, choices: int, rng: Random) -> Any:
    """The state after so many choices and all the chance that follows them."""
    while turn := game.to_act(state):
        if turn[0] == CHANCE:
            state = game.apply(state, CHANCE, game.fall(state, rng))
        elif choices:
            choices -= 1
            state = game.apply(state, turn[0], rng.choice(game.actions(state, turn[0])))
        else:
            break
    return state


def _rows(sketch: Sketch) -> tuple[Zone, ...]:
    return tuple(_row(sketch, row, number) for number, row in enumerate(sketch.items))


def _row(sketch: Sketch, text: str, row: int) -> Zone:
    spots = tuple(
        Spot(f"{row}-{at}", x=at, items=(_item(sketch.kind, word),)) for at, word in enumerate(text.split())
    )
    return Zone(f"row-{row}", "row", spots)


def _item(kind: Literal["piece", "card", "stick", "marker"], word: str) -> Item:
    return Item(kind, word[1:], COLOURS[word[0]], face_down=word[0] == "x")
