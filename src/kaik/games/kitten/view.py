"""Kitten as people see it."""

from __future__ import annotations

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Scene, Zone, button, choices
from kaik.games.kitten.rules import kind_of
from kaik.games.kitten.state import Seen
from kaik.kit import cardview, deck, seasons


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    mine = each("season-points-{}", range(seats)), each("in-{}", range(seats))
    return cardview.lexicon(
        seats,
        deck.DECK,
        rows=each("aside-{}", range(seats)),
        piles=("deck",),
        spots=(*cardview.places("field"), "play", "out", "drop"),
        counters=(*seasons.counter_words(seats), "round-parent", *mine[0], *mine[1]),
    )


def scene(view: Seen, seat: int | None, acting: tuple[int, ...]) -> Scene:
    """Hands, the field in order, deck, and what each seat has obtained."""
    mine = seat if seat in acting else None
    return Scene(
        zones=(
            cardview.trick(
                "field", msg("card.zone.field"), [(laid.seat, laid.cards, 0) for laid in view.field]
            ),
            cardview.pile("deck", msg("card.zone.deck"), len(view.deck)),
            *_aside(view),
            *cardview.hands(view.hands, seat),
            *_buttons(view, mine),
        ),
        counters=(*seasons.counters(view.options, view.table), *_counters(view)),
        prompt=None if mine is None else _prompt(view),
        happened=(*_scored(view), *seasons.happened(view.table)),
        turn=acting,
        sheet=seasons.sheet(view.table),
    )


def _aside(view: Seen) -> tuple[Zone, ...]:
    return tuple(
        cardview.row(f"aside-{seat}", msg("zone.aside"), cards, seat)
        for seat, cards in enumerate(view.aside)
        if cards
    )


def _buttons(view: Seen, mine: int | None) -> tuple[Zone, ...]:
    match view.phase if mine is not None else None:
        case "lead":
            return (choices(button("play", msg("choice.play"))),)
        case "join":
            return (choices(button("play", msg("choice.play")), button("out", msg("choice.out"))),)
        case "cont":
            return (choices(button("play", msg("choice.play")), button("drop", msg("choice.drop"))),)
        case _:
            return ()


def _counters(view: Seen) -> tuple[Counter, ...]:
    points = [
        Counter(f"season-points-{s}", msg("counter.season_points"), n, s) for s, n in enumerate(view.points)
    ]
    if view.phase in ("deal", "end"):
        return tuple(points)
    inside = [
        Counter(f"in-{s}", msg("counter.in"), msg("yes" if s in view.inside else "no"), s)
        for s in range(view.table.seats)
    ]
    return (Counter("round-parent", msg("counter.round_parent"), seat_name(view.parent)), *points, *inside)


def _scored(view: Seen) -> tuple[Message, ...]:
    """Where the points of a season that has just ended came from."""
    if view.phase != "end":
        return ()
    gains = view.table.done[-1].gains
    emptied = [msg("happened.emptied", seat=seat_name(s), n=n) for s, n in enumerate(view.points) if n]
    last = [
        msg("happened.last", seat=seat_name(s), n=gain - view.points[s])
        for s, gain in enumerate(gains)
        if gain > view.points[s]
    ]
    return (*emptied, *last)


def play_label(cards: deck.Cards) -> Message:
    """What the button says that lays these cards."""
    kind = msg(f"card.kind.{kind_of(cards)}")
    return cardview.play_label(cards, msg("choice.set", n=len(cards), kind=kind, code=kind_of(cards)))


def _prompt(view: Seen) -> Message:
    if view.phase == "lead":
        return msg("prompt.lead")
    on = view.field[-1].cards
    kind = kind_of(on)
    colours = [
        msg(f"card.colour.{shade}") for shade in deck.COLOURS if shade in {deck.colour(card) for card in on}
    ]
    named = msg("card.colourless", card=kind, kind=msg(f"card.kind.{kind}"))
    return msg(f"prompt.{view.phase}", kind=named, colours=colours, n=len(on))
