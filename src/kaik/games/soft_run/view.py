"""Soft Run as people see it."""

from __future__ import annotations

from collections.abc import Sequence

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Scene, Spot, Zone, button, choices
from kaik.games.soft_run.state import Seen
from kaik.kit import cardview, deck, seasons
from kaik.kit.deck import KindRole

TYPES = ("single", "set", "run")


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    return cardview.lexicon(
        seats,
        deck.DECK,
        rows=("cleared", "picked"),
        piles=("deck",),
        spots=(*cardview.places("field"), "pass", "single", *each("{}-{}", TYPES[1:], deck.KINDS)),
        counters=(*seasons.counter_words(seats), "round-parent"),
    )


def scene(view: Seen, seat: int | None, acting: tuple[int, ...], roles: Sequence[KindRole]) -> Scene:
    """Hands, the field in order, the deck; `roles` are what the reader may lay now."""
    mine = seat is not None and seat in acting
    return Scene(
        zones=(
            cardview.trick(
                "field", msg("card.zone.field"), [(laid.seat, laid.cards, 0) for laid in view.field]
            ),
            cardview.pile("deck", msg("card.zone.deck"), len(view.deck)),
            cardview.row("cleared", msg("zone.cleared"), view.cleared),
            *cardview.hands(view.hands, seat),
            *_picked(view, seat),
            *((_buttons(view, roles),) if mine else ()),
        ),
        counters=(*seasons.counters(view.options, view.table), *_leads(view)),
        prompt=_prompt(view) if mine else None,
        happened=seasons.happened(view.table),
        turn=acting,
        sheet=seasons.sheet(view.table),
    )


def button_id(role: KindRole) -> str:
    """The button that ends a play: a single needs no foot, a set or run names it."""
    return "single" if role.type == "single" else f"{role.type}-{role.kind}"


def role_name(role: KindRole) -> Message:
    """A role in words, with its foot."""
    kind = msg("card.colourless", card=role.kind, kind=msg(f"card.kind.{role.kind}"))
    return msg(f"role.{role.type}", n=role.size, foot=kind)


def _buttons(view: Seen, roles: Sequence[KindRole]) -> Zone:
    named = {button_id(role): role for role in roles}
    order = sorted(named.values(), key=lambda role: (TYPES.index(role.type), deck.ORDER[role.kind]))
    spots: list[Spot] = [button(button_id(role), _choice(role)) for role in order]
    return choices(*spots, *((button("pass", msg("choice.pass")),) if view.phase == "follow" else ()))


def _choice(role: KindRole) -> Message:
    return msg(f"choice.{role.type}", foot=msg(f"card.kind.{role.kind}"), code=role.kind)


def _picked(view: Seen, seat: int | None) -> tuple[Zone, ...]:
    """The cards the reader has picked for a play; they are still in the hand."""
    cards = deck.seen(view.picked[seat]) if seat is not None else []
    return (cardview.row("picked", msg("zone.picked"), cards, seat),) if cards else ()


def _leads(view: Seen) -> tuple[Counter, ...]:
    if view.phase in ("deal", "end"):
        return ()
    return (Counter("round-parent", msg("counter.round_parent"), seat_name(view.parent)),)


def _prompt(view: Seen) -> Message:
    if any(view.picked):
        return msg("prompt.pick")
    if view.phase == "lead":
        return msg("prompt.lead")
    top = view.field[-1]
    shades = {deck.colour(card) for card in top.cards}
    colours = [msg(f"card.colour.{shade}") for shade in deck.COLOURS if shade in shades]
    return msg("prompt.follow", role=role_name(top.role), n=top.role.size, colours=colours)
