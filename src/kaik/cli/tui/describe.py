"""A spot in words: what lies there, whose it is, what ground it is, and what a touch of it would do."""

from __future__ import annotations

from rich.text import Text

from kaik.cli.text import Reader, badges_text
from kaik.core.messages import Message
from kaik.core.scene import Item, Scene, Spot, Zone
from kaik.core.touches import Step, Touches


def describe_spot(scene: Scene, id: str, reader: Reader) -> str:
    """A spot and what lies on it."""
    zone, spot = _find(scene, id)
    if zone is None or spot is None:
        return ""
    parts = [_name(spot, zone, reader), *(_item(item, reader) for item in spot.items)]
    grounds = (f"ground.{tag}" for tag in spot.tags)
    parts += [reader.words.word(key) for key in grounds if key in reader.words]
    return " · ".join(part for part in parts if part)


def _find(scene: Scene, id: str) -> tuple[Zone | None, Spot | None]:
    return next(((z, s) for z in scene.zones for s in z.spots if s.id == id), (None, None))


def _name(spot: Spot, zone: Zone, reader: Reader) -> str:
    if spot.label is not None:
        return reader.words.text(spot.label)
    if zone.kind in ("grid", "track"):
        return spot.id
    return reader.words.text(zone.label) if zone.label is not None else ""


def _item(item: Item, reader: Reader) -> str:
    words = reader.words
    if item.face_down:
        return words.word("tui.face_down", n=item.count)
    name = words.text(item.label) if item.label is not None else item.face
    owner = "" if item.owner is None else words.seat(item.owner)
    if owner and owner not in name and item.kind == "piece":
        name = words.word("tui.owned", item=name, seat=owner)
    noted = badges_text(item, words)
    return name + (f" ×{item.count}" if item.count != 1 else "") + (f" ({noted})" if noted else "")


def touches_text(touches: Touches, scene: Scene, reader: Reader) -> Text:
    """The touches made so far."""
    names = [_short(scene, id, reader) for id in touches.made]
    return Text().append(" → ".join(names), "bold #ffb454")


def _short(scene: Scene, id: str, reader: Reader) -> str:
    zone, spot = _find(scene, id)
    if spot is None or zone is None:
        return id
    if spot.label is not None and zone.kind != "grid":
        return reader.words.text(spot.label)
    face = next((item.face for item in spot.items if item.face), "")
    return f"{id} {face}".strip()


def consequence(touches: Touches, id: str, label: Message | None, reader: Reader) -> str:
    """What a touch here would do; a label says what the choice is or still asks for."""
    step = touches.candidates().get(id)
    if step is Step.ENDS and label is not None:
        return reader.words.text(label)
    if touches.made and id == touches.made[-1] and step is Step.ENDS:
        return reader.words.word("tui.step.again")
    if step is None and id in touches.made:
        return reader.words.word("tui.step.back")
    if step is None:
        return reader.words.word("tui.step.anew") if touches.begins(id) else ""
    if step is Step.LEADS_ON and touches.made:
        return reader.words.word("tui.step.on")
    return reader.words.word(f"tui.step.{step.name.casefold()}")
