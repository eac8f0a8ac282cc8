"""The picture of a scene on the screen: drawn, scrolled, walked over with keys, touched with the mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message as Event
from textual.scroll_view import ScrollView
from textual.strip import Strip

from kaik.cli.text import Reader
from kaik.cli.tui.picture import CARDS, Picture, Tile, picture
from kaik.core.messages import Message
from kaik.core.scene import Scene
from kaik.core.touches import Step, Touches

MARKS = {Step.ENDS: "[]", Step.MAY_END: "()", Step.LEADS_ON: "()"}
TOUCHED, CURSOR, PLAIN = "{}", "▸◂", "  "
LOOKS = {
    "candidate": "bold #ffd75f",
    "touched": "#1b1b1b on #ffb454",
    "cursor": "#1b1b1b on #7fd1ff",
    "idle": "#1b1b1b on #9aa5b1",
}
_CONSOLE = Console()


class BoardWidget(ScrollView, can_focus=True):
    """Shows a scene and reports the spots that are touched."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(0, -1)", show=False),
        Binding("down,j", "go(0, 1)", show=False),
        Binding("left,h", "go(-1, 0)", show=False),
        Binding("right,l", "go(1, 0)", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("enter,space", "touch", show=False),
    ]

    class Touched(Event):
        """A person touched a spot."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    class Moved(Event):
        """The cursor stands on another spot."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self) -> None:
        super().__init__()
        self._scene = Scene()
        self._reader: Reader | None = None
        self._touches: Touches | None = None
        self._candidates: dict[str, Step] = {}
        self._labels: dict[str, Message] = {}
        self._picture = Picture()
        self._rows: list[list[Tile]] = []
        self.cursor = ""

    # -- what is shown -----------------------------------------------------------------------------

    def show(
        self, scene: Scene, reader: Reader, touches: Touches | None, labels: dict[str, Message] | None = None
    ) -> None:
        """Another scene, or the same after a touch; `labels` are what some buttons would do now."""
        self._scene, self._reader, self._touches = scene, reader, touches
        self._labels = labels or {}
        self._candidates = touches.candidates() if touches is not None else {}
        self._lay_out()

    def _lay_out(self) -> None:
        if self._reader is None or not self.size.width:
            return
        room = self.container_size
        self._picture = picture(self._scene, self._reader, room.width - 2, room.height, self._labels)
        self._rows = self._picture.rows()
        self.virtual_size = Size(self._picture.width + 1, self._picture.height)
        self._keep_cursor()
        self.refresh()

    def on_resize(self) -> None:
        self._lay_out()

    def _keep_cursor(self) -> None:
        """The cursor stays where it was if it still can, else goes to something that can be touched."""
        places = [tile.spot for tile in self._reachable()]
        if self.cursor not in places:
            inviting = [spot for spot in places if spot in self._candidates]
            self.cursor = next(iter(inviting or places), "")
            self.post_message(self.Moved(self.cursor))
        self._follow()

    def _reachable(self) -> list[Tile]:
        """The tiles the cursor may stand on: those of zones in which anything can be touched, if any can."""
        tiles = [tile for tile in self._picture.tiles if tile.spot]
        if self._touches is None or not self._touches.paths:
            return tiles
        touched = self._touches.spots
        live = {s.id for z in self._scene.zones if any(s.id in touched for s in z.spots) for s in z.spots}
        return [tile for tile in tiles if tile.spot in live]

    def place(self, spot: str) -> tuple[int, int] | None:
        """Where a spot is drawn in this widget, after scrolling to it."""
        tile = self.tile(spot)
        if tile is None:
            return None
        self._reveal(tile)
        return tile.x + 1 - self.scroll_offset.x, tile.y - self.scroll_offset.y

    def tile(self, spot: str) -> Tile | None:
        """Where a spot lies in the picture."""
        return next((tile for tile in self._picture.tiles if tile.spot == spot), None)

    # -- drawing -----------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        row = y + top
        ground = self.rich_style
        segments: list[Segment] = [Segment(" ", ground)]
        x = 0
        for tile in self._rows[row] if row < len(self._rows) else ():
            segments.append(Segment(" " * (tile.x - x), ground))
            segments += self._tile_row(tile, row - tile.y, ground)
            x = tile.x + tile.width
        width = max(self.size.width + left, x + 1)
        return Strip(segments).adjust_cell_length(width, ground).crop(left, left + self.size.width)

    def _tile_row(self, tile: Tile, line: int, ground: Style) -> Iterable[Segment]:
        """One row of a tile, with the marks that say what can be done there."""
        marks, look = self._look(tile.spot) if tile.spot else (PLAIN, "")
        left, right = tuple(marks if line == 0 else PLAIN)
        style = ground + Style.parse(tile.style)
        # On the light ground of a card its marks would hardly be seen: they stand beside it.
        beside = look == "candidate" and tile.style in CARDS.values()
        edge = (ground if beside else style) + Style.parse(LOOKS.get(look, ""))
        strong = look not in ("", "candidate")
        body = edge if strong else style
        text = tile.lines[line]
        if not tile.spot:
            return [*_segments(text, body, strong), Segment(" " * (tile.width - text.cell_len), body)]
        space = tile.width - 2 - text.cell_len
        before = Segment(" " * (space // 2), body)
        after = Segment(" " * (space - space // 2), body)
        return [Segment(left, edge), before, *_segments(text, body, strong), after, Segment(right, edge)]

    def _look(self, spot: str) -> tuple[str, str]:
        if spot == self.cursor and self.has_focus:
            return CURSOR, "cursor" if spot in self._candidates else "idle"
        if self._touches is not None and spot in self._touches.made:
            return TOUCHED, "touched"
        if spot in self._candidates:
            return MARKS[self._candidates[spot]], "candidate"
        return PLAIN, ""

    # -- moving and touching -----------------------------------------------------------------------

    def action_go(self, dx: int, dy: int) -> None:
        """To the nearest place in that direction."""
        here = self.tile(self.cursor)
        if here is None:
            return
        beyond = [tile for tile in self._reachable() if _distance(here, tile, dx, dy) is not None]
        if beyond:
            self._stand(min(beyond, key=lambda tile: _distance(here, tile, dx, dy) or (0, 0)).spot)

    def action_next(self, step: int) -> None:
        """To the next place that can be touched."""
        order = [tile.spot for tile in self._reachable()]
        if not order:
            return
        here = order.index(self.cursor) if self.cursor in order else 0
        ring = [order[(here + step * n) % len(order)] for n in range(1, len(order) + 1)]
        inviting = [spot for spot in ring if spot in self._candidates]
        self._stand(next(iter(inviting or ring)))

    def action_touch(self) -> None:
        """Touch where the cursor stands."""
        if self.cursor:
            self.post_message(self.Touched(self.cursor))

    def on_click(self, event: events.Click) -> None:
        tile = self._picture.at(event.x + self.scroll_offset.x - 1, event.y + self.scroll_offset.y)
        if tile is not None:
            self._stand(tile.spot)
            self.post_message(self.Touched(tile.spot))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def _stand(self, spot: str) -> None:
        self.cursor = spot
        self._follow()
        self.refresh()
        self.post_message(self.Moved(spot))

    def _follow(self) -> None:
        """Scroll so that the cursor is seen."""
        tile = self.tile(self.cursor)
        if tile is not None:
            self._reveal(tile)

    def _reveal(self, tile: Tile) -> None:
        region = Region(tile.x, tile.y, tile.width + 2, tile.height)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)


def _segments(text: Text, ground: Style, strong: bool) -> Iterable[Segment]:
    """A text on its ground; on a strong one only the text's own letters keep their colour."""
    base = text.style if isinstance(text.style, Style) else Style.parse(text.style)
    over = Style(bgcolor=ground.bgcolor) if strong else Style.null()
    for segment in text.render(_CONSOLE):
        yield Segment(segment.text, ground + base + (segment.style or Style.null()) + over)


def _distance(here: Tile, there: Tile, dx: int, dy: int) -> tuple[int, int] | None:
    """How far a tile lies in a direction, rows before columns; `None` if it does not lie there."""
    across = (there.x + there.width // 2 - here.x - here.width // 2) * (dx or 1)
    if dx:
        level = there.y < here.y + here.height and here.y < there.y + there.height
        return (across, abs(there.y - here.y)) if level and across > 0 else None
    down = (there.y - here.y) * dy
    clear = there.y >= here.y + here.height or there.y + there.height <= here.y
    return (down, abs(across)) if clear and down > 0 else None
