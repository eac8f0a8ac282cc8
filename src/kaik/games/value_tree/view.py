"""What people see and read of Value Tree."""

from __future__ import annotations

from typing import Any

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene, Spot, Zone, button, choices
from kaik.games.value_tree.state import Action, Lay, LayFree, Merge, NewPath, Seen, Special
from kaik.kit import cardview, seasons
from kaik.kit.deck import COLOURLESS, NUMBER, Card, TurnUp, counted, seen


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    return cardview.lexicon(
        seats,
        COLOURLESS,
        rows=("covered", "end", "top"),
        piles=("deck",),
        spots=("merge", "special", "path"),
        counters=seasons.counter_words(seats),
    )


def scene(view: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The whole table as a seat sees it."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(*_table(view), *cardview.hands(view.hands, seat), *_buttons(view, acting)),
        counters=seasons.counters(view.options, view.table),
        prompt=None if acting is None else msg(f"prompt.{view.options.hop_end}"),
        happened=_happened(view),
        turn=turn,
        sheet=seasons.sheet(view.table),
    )


def _table(view: Seen) -> tuple[Zone, ...]:
    ends = tuple(_end(card, copies, at) for at, (card, copies) in enumerate(counted(view.ends)))
    deck = cardview.pile("deck", msg("card.zone.deck"), len(view.deck) + len(view.remade))
    covered = cardview.row("covered", msg("zone.covered"), view.covered)
    return (Zone("ends", "row", ends, label=msg("zone.ends")), covered, deck)


def _end(card: Card, copies: int, at: int) -> Spot:
    """Equal ends share a spot; a free one says so."""
    label = None if card in NUMBER else msg("spot.free")
    return Spot(f"end-{card}", at, items=(cardview.item(card, copies),), label=label)


def _buttons(view: Seen, acting: int | None) -> tuple[Zone, ...]:
    if acting is None:
        return ()
    hand = seen(view.hands[acting])
    tops = [card for card in dict.fromkeys(hand) if card in NUMBER and view.options.hop_end == "last"]
    special = ["special"] if any(card not in NUMBER for card in hand) else []
    return (choices(*map(_button, [*(f"top-{card}" for card in tops), "merge", *special, "path"])),)


def _button(id: str) -> Spot:
    word, _, card = id.partition("-")
    return button(id, msg(f"choice.{word}", card=card) if card else msg(f"choice.{word}"))


def _happened(view: Seen) -> tuple[Message, ...]:
    """The last season, until somebody has laid a card in the next one."""
    return seasons.happened(view.table) if view.table.settled or not view.covered else ()


# -- touching and telling ----------------------------------------------------------------------------


def path(action: Action, free: Card | None) -> Path:
    """Cards of the hand, then the end they go to; a merge names its button before its two ends."""
    match action:
        case Lay(end, cards, None):
            return (*cards, f"end-{end}")
        case Lay(end, cards, top):
            return (*cards, f"end-{end}", f"top-{top}")
        case LayFree(card):
            return (card, f"end-{free}")
        case Merge((first, second), card):
            return (card, "merge", f"end-{first}", f"end-{second}")
        case Special(card):
            return (card, "special")
        case NewPath():
            return ("path",)


def notation(action: Action) -> str:
    """Cards laid, an arrow, and what they are laid on: `1 2 3>6`, `7>free`, `2>1+1`, `K`, `path`."""
    match action:
        case Lay(end, cards, top):
            return f"{' '.join(cards)}>{end}" + ("" if top is None else f" top {top}")
        case LayFree(card):
            return f"{card}>free"
        case Merge((first, second), card):
            return f"{card}>{first}+{second}"
        case Special(card):
            return card
        case NewPath():
            return "path"


def narration(actor: int, event: Any) -> Message:
    """A line of the log."""
    match event:
        case Lay(end, cards):
            laid = cardview.names(cards)
            return msg("log.lay", seat=seat_name(actor), cards=laid, end=cardview.name(end))
        case LayFree(card):
            return msg("log.free", seat=seat_name(actor), card=cardview.name(card))
        case Merge((first, second), card):
            ends = cardview.names((first, second))
            return msg("log.merge", seat=seat_name(actor), card=cardview.name(card), ends=ends)
        case Special(card):
            return msg("log.special", seat=seat_name(actor), card=cardview.name(card))
        case NewPath():
            return msg("log.path", seat=seat_name(actor))
        case TurnUp(card):
            return msg("log.begins", card=cardview.name(card))
        case _:
            return cardview.narrated(event)
