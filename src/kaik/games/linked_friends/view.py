"""Linked Friends as people see it."""

from __future__ import annotations

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Scene, Spot, Zone, button, choices
from kaik.games.linked_friends.state import Seen
from kaik.kit import cardview, deck, seasons


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    strengths = each("strength-{}", map(strength_code, range(-1, deck.KING_EMPEROR + 1)))
    return cardview.lexicon(
        seats,
        deck.COLOURLESS,
        rows=("discards", "removed"),
        piles=("aside",),
        spots=(*cardview.places("field"), *strengths, *deck.ROLE_TYPES, "pass", "remove", "take"),
        counters=seasons.counter_words(seats),
    )


def scene(view: Seen, seat: int | None, acting: tuple[int, ...]) -> Scene:
    """Hands, the trick, what lies aside, and in an effect the strengths to name."""
    mine = seat if seat in acting else None
    return Scene(
        zones=(
            cardview.trick(
                "field", msg("card.zone.field"), [(laid.seat, laid.cards, 0) for laid in view.trick]
            ),
            _discards(view, mine),
            *_out(view),
            *cardview.hands(view.hands, seat),
            *_strengths(view, mine),
            *_buttons(view, mine),
        ),
        counters=seasons.counters(view.options, view.table),
        prompt=None if mine is None else _prompt(view),
        happened=(*_known(view, seat), *seasons.happened(view.table)),
        turn=acting,
        sheet=seasons.sheet(view.table),
    )


def strength_code(strength: int) -> str:
    """A strength as it is written: the code of its card, K and E together."""
    return "".join(kind for kind, worth in deck.STRENGTH.items() if worth == strength)


def strength_name(strength: int) -> Message:
    """A strength in words."""
    code = strength_code(strength)
    if len(code) > 1:
        return msg("strength.KE")
    return msg("card.colourless", card=code, kind=msg(f"card.kind.{code}"))


def laid_name(role: deck.Role) -> Message:
    """A role in words, with its strength."""
    return msg("choice.role", role=cardview.role_name(role), strength=strength_name(role.strength))


def _discards(view: Seen, mine: int | None) -> Zone:
    """A fan to choose from while an effect lets one take cards."""
    zone = cardview.row("discards", msg("card.zone.discards"), view.discards)
    if mine is None or view.phase != "effect":
        return zone
    return Zone(zone.id, "fan", zone.spots, label=zone.label)


def _out(view: Seen) -> tuple[Zone, ...]:
    removed = (cardview.row("removed", msg("zone.removed"), view.removed),) if view.removed else ()
    dealt = view.phase not in ("deal", "end") and view.deck
    aside = (cardview.pile("aside", msg("zone.aside"), len(view.deck)),) if dealt else ()
    return (*removed, *aside)


def _strengths(view: Seen, mine: int | None) -> tuple[Zone, ...]:
    if mine is None or view.phase != "effect":
        return ()
    spots = tuple(
        Spot(f"strength-{strength_code(strength)}", place, label=strength_name(strength))
        for place, strength in enumerate(range(-1, deck.KING_EMPEROR + 1))
    )
    return (Zone("strengths", "fan", spots, label=msg("zone.strengths")),)


def _buttons(view: Seen, mine: int | None) -> tuple[Zone, ...]:
    if mine is None:
        return ()
    if view.phase == "effect":
        take = (button("take", msg("choice.take")),) if view.discards else ()
        return (choices(button("remove", msg("choice.remove")), *take),)
    play = [button(type, msg(f"choice.{type}")) for type in deck.ROLE_TYPES]
    return (choices(*play, *((button("pass", msg("choice.pass")),) if view.phase == "follow" else ())),)


def _prompt(view: Seen) -> Message:
    if view.phase == "effect":
        named = 1 if view.options.niek_general_strengths == "one" else view.generals
        count = min(view.generals, len(view.discards))
        return msg("prompt.effect" if count else "prompt.remove", g=named, n=count)
    if view.role is None:
        return msg("prompt.lead")
    over = msg("strength.top", strength=strength_name(view.role.strength))
    return msg(f"prompt.follow.{view.options.niek_bomb}", role=cardview.role_name(view.role), over=over)


def _known(view: Seen, seat: int | None) -> tuple[Message, ...]:
    """What others are known to hold."""
    return tuple(
        msg("happened.known", seat=seat_name(owner), cards=cardview.names(cards))
        for owner, cards in enumerate(view.known)
        if cards and owner != seat
    )
