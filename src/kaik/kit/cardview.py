"""Cards as people see them: hands, piles and rows of cards, their names, and the legend.

The spot of a card in the reader's own hand has the card itself as id (`b5`); equal cards share it, with a
count, and it is touched once for each. Elsewhere the zone's id comes first (`field-b5`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

from kaik.core.errors import BadNotation
from kaik.core.game import AnyGame, seat_name
from kaik.core.lexicon import BACK, Lexicon, each, look
from kaik.core.messages import Message, msg
from kaik.core.scene import Item, Legend, Spot, Zone
from kaik.core.secrets import Unseen
from kaik.kit.deck import DECK, KINDS, Card, Draw, Role, TurnUp, code, colour, counted, seen
from kaik.kit.opening import First

FACES = dict(zip(KINDS, "船無兵弓車虎馬筆巫将王皇", strict=True))
COLOUR_NAMES = {"b": "black", "r": "red", "": ""}


@functools.cache
def name(card: Card) -> Message:
    """A card in words, its code first, since that is what one writes to play it."""
    kind = msg(f"card.kind.{code(card)}")
    if not colour(card):
        return msg("card.colourless", card=card, kind=kind)
    return msg("card", card=card, colour=msg(f"card.colour.{colour(card)}"), kind=kind)


def names(cards: Iterable[Card]) -> list[Message]:
    """Cards in words, one after another."""
    return [name(card) for card in cards]


@functools.lru_cache(maxsize=4096)
def item(card: Card, count: int = 1, owner: int | None = None, badges: tuple[str, ...] = ()) -> Item:
    """A card, face up."""
    face, shade = FACES[code(card)], COLOUR_NAMES[colour(card)]
    return Item("card", face, shade, owner, count=count, badges=badges, label=name(card))


def backs(count: int, owner: int | None = None) -> tuple[Item, ...]:
    """So many cards, face down."""
    return (Item("card", "", owner=owner, face_down=True, count=count),) if count else ()


def hand(cards: Sequence[Card | Unseen], owner: int, reader: int | None) -> Zone:
    """A hand: a fan to its owner, to others a number of backs."""
    known = seen(cards)
    if owner != reader and (len(known) < len(cards) or not cards):
        spot = Spot(f"hand-{owner}-back", items=backs(len(cards), owner))
        return Zone(f"hand-{owner}", "pile", (spot,), owner, msg("card.zone.hand"))
    prefix = "" if owner == reader else f"hand-{owner}-"
    kind: Any = "fan" if owner == reader else "row"
    return Zone(f"hand-{owner}", kind, _spots(known, prefix), owner, msg("card.zone.hand"))


def hands(all_hands: Sequence[Sequence[Card | Unseen]], reader: int | None) -> tuple[Zone, ...]:
    """Every seat's hand, as the reader sees it."""
    return tuple(hand(cards, owner, reader) for owner, cards in enumerate(all_hands))


def row(id: str, label: Message, cards: Iterable[Card], owner: int | None = None) -> Zone:
    """Cards lying face up, equal ones together."""
    return Zone(id, "row", _spots(cards, f"{id}-"), owner, label)


def pile(id: str, label: Message, count: int, owner: int | None = None) -> Zone:
    """A pile of cards, face down."""
    return Zone(id, "pile", (Spot(f"{id}-pile", items=backs(count)),), owner, label)


def trick(id: str, label: Message, plays: Iterable[tuple[int, Iterable[Card], int]]) -> Zone:
    """What each seat has laid, in order: its cards face up, and how many face down."""
    spots = tuple(
        Spot(
            f"{id}-{place}",
            place,
            items=(*(item(card, n, seat) for card, n in counted(cards)), *backs(down, seat)),
            label=seat_name(seat),
        )
        for place, (seat, cards, down) in enumerate(plays)
    )
    return Zone(id, "row", spots, label=label)


def role_name(role: Role) -> Message:
    """A role in words: what must be matched."""
    return msg(f"card.role.{role.type}", n=role.size, ranks=role.size // role.copies, copies=role.copies)


def play_label(cards: Sequence[Card], role: Message) -> Message:
    """What the button says that lays these cards: the card by name, several as what they are together."""
    return msg("card.choice.play", role=name(cards[0]) if len(cards) == 1 else role)


def _spots(cards: Iterable[Card], prefix: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(prefix + card, place, items=(item(card, copies),))
        for place, (card, copies) in enumerate(counted(cards))
    )


@functools.cache
def legend() -> tuple[Legend, ...]:
    """Every kind of card; a game that uses one otherwise words `card.about.<code>` itself."""
    return tuple(Legend(FACES[kind], msg(f"card.kind.{kind}"), msg(f"card.about.{kind}")) for kind in KINDS)


def lexicon(
    seats: int,
    cards: Iterable[Card],
    *,
    rows: Iterable[str] = (),
    piles: Iterable[str] = (),
    spots: Iterable[str] = (),
    marks: tuple[str, ...] = (),
    counters: Iterable[str] = (),
) -> Lexicon:
    """The words of a card table: hands, rows and piles of these cards, and what else the game has."""
    kinds = tuple(dict.fromkeys(cards))
    backs = (*each("hand-{}-back", range(seats)), *each("{}-pile", piles))
    return Lexicon(
        spots=(*kinds, *each("{}-{}", rows, kinds), *backs, *spots),
        looks=(BACK, *(look(item(card)) for card in kinds)),
        marks=marks,
        counters=tuple(counters),
    )


def places(id: str) -> tuple[str, ...]:
    """The spots of a row in which every play lies by itself: there are never more than cards."""
    return each(f"{id}-{{}}", range(len(DECK)))


def narrated(event: Draw[Any] | TurnUp | First) -> Message:
    """An event of chance at the card table as a line of the log."""
    match event:
        case First(seat):
            return msg("card.log.parent", seat=seat_name(seat))
        case TurnUp(card):
            return msg("card.log.turn_up", card=name(card))
        case Draw(seat, str() as card):
            return msg("card.log.draw", seat=seat_name(seat), card=name(card))
        case _:
            return msg("card.log.draw_unseen", seat=seat_name(event.seat))


def spelled(cards: Iterable[Card]) -> str:
    """Cards as they are written."""
    return " ".join(cards)


def found(game: AnyGame, state: Any, seat: int, text: str) -> Any:
    """The legal action written with these words, in whatever order: nobody need sort cards."""
    words = sorted(text.casefold().split())
    for action in game.actions(state, seat):
        if sorted(game.notate(state, seat, action).casefold().split()) == words:
            return action
    raise BadNotation("error.notation", text=text[:60])
