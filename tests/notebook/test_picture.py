"""Pictures: well-formed, complete, seen from the right side, and inside their frame, for every game."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import kaik
from kaik.core.game import CHANCE
from kaik.core.messages import catalogue, msg
from kaik.core.scene import Counter, Scene, Spot, Zone
from kaik.notebook.items import font_size, wide
from kaik.notebook.picture import WIDTH, picture
from tests.suite.cases import Case, every_case, played

SVG = "{http://www.w3.org/2000/svg}"


def drawn(case: Case, number: int) -> tuple[ElementTree.Element, object]:
    match = played(case)
    state = match.states[number]
    seat = next((one for one in case.game.to_act(state) if one != CHANCE), None)
    scene = case.game.scene(case.game.view(state, seat), seat)
    return ElementTree.fromstring(picture(scene, catalogue("en", case.id), seat, case.seats)), scene


@every_case
def test_every_scene_is_drawn_whole(case: Case) -> None:
    """Every face in sight is a text of the picture, and so is every player."""
    for number in (0, len(played(case).states) // 2, -1):
        root, scene = drawn(case, number)
        texts = {element.text for element in root.iter(f"{SVG}text")}
        assert {f"Seat {seat + 1}" for seat in range(case.seats)} <= texts
        faces = {
            item.face
            for zone in scene.zones  # type: ignore[attr-defined]
            for spot in zone.spots
            for item in spot.items
            if not item.face_down and item.kind != "stick"
        }
        assert faces <= texts


@every_case
def test_nothing_reaches_over_the_edge(case: Case) -> None:
    root, _ = drawn(case, len(played(case).states) // 2)
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    assert width == WIDTH
    for x, y, size in _rectangles(root, 0, 0, 1):
        assert -1 <= x <= width + 1, size
        assert -1 <= y <= height + 1, size


def _rectangles(element: ElementTree.Element, x: float, y: float, scale: float):  # type: ignore[no-untyped-def]
    """Both corners of every unturned rectangle, in the units of the whole."""
    moved = element.get("transform", "")
    if "rotate" in moved:
        return
    if found := re.match(r"translate\(([-\d.e]+) ([-\d.e]+)\)(?: scale\(([\d.]+)\))?", moved):
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
        scale *= float(found[3] or 1)
    if element.tag == f"{SVG}rect":
        left, top = (float(element.get(name, 0)) for name in "xy")
        wide, tall = (float(element.get(name, 0)) for name in ("width", "height"))
        yield x + scale * left, y + scale * top, (wide, tall)
        yield x + scale * (left + wide), y + scale * (top + tall), (wide, tall)
    for child in element:
        yield from _rectangles(child, x, y, scale)


def test_the_board_is_seen_from_ones_own_side() -> None:
    game = kaik.new("cerke", seed=1)
    near, far = (game.seen_by(seat)._repr_svg_() for seat in (0, 1))
    assert _edges(near) == list("KLNTZXCMP")
    assert _edges(far) == list("PMCXZTNLK")


def _edges(svg: str) -> list[str]:
    texts = [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    return list(dict.fromkeys(text for text in texts if text in set("KLNTZXCMP")))


def test_pieces_of_the_other_side_are_turned_and_nobodys_is_not() -> None:
    root = ElementTree.fromstring(kaik.new("cerke", seed=1).seen_by(0)._repr_svg_())
    turned = [group for group in root.iter(f"{SVG}g") if group.get("transform") == "rotate(180)"]
    straight = [group for group in root.iter(f"{SVG}g") if group.get("transform") == "rotate(0)"]
    assert len(turned) == 24
    assert len(straight) == 25


def test_what_is_hidden_is_drawn_from_behind() -> None:
    svg = kaik.new("kitten", seed=1).seen_by(None)._repr_svg_()
    assert "#2c4272" in svg
    hands = kaik.new("kitten", seed=1).seen_by(0)._repr_svg_()
    assert hands.count("#2c4272") < svg.count("#2c4272")


@pytest.mark.parametrize(("words", "ems"), [("兵", 1), ("ab", 1.2), ("i", 0.36)])
def test_widths(words: str, ems: float) -> None:
    assert wide(words) == pytest.approx(ems)
    assert font_size("兵" * 10, 50, 40) == pytest.approx(5)


def test_many_counters_take_several_lines() -> None:
    counters = tuple(Counter(f"c{n}", msg("counter.points"), 1000 + n, 0) for n in range(12))
    root = ElementTree.fromstring(picture(Scene(counters=counters), catalogue("en"), 0, 2))
    values = [one for one in root.iter(f"{SVG}text") if (one.text or "").startswith("10")]
    assert len(values) == 12
    assert len({one.get("y") for one in values}) > 1
    assert max(float(one.get("x", 0)) + 13 * wide(one.text or "", bold=True) for one in values) < WIDTH


def test_an_empty_pile_is_called_so() -> None:
    zone = Zone("hand", "pile", (Spot("hand-1-back"),), owner=1)
    shown = picture(Scene((zone,)), catalogue("en"), 0, 2)
    assert "hand-1-back" not in shown
    assert ">empty<" in shown
