"""What people see and read of Value War."""

from __future__ import annotations

from typing import Any

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Path, Scene, Spot, Zone, button, choices
from kaik.games.value_war.roles import Role, best_role
from kaik.games.value_war.rules import MOST, ROUNDS
from kaik.games.value_war.state import (
    Action,
    Base,
    Draw2,
    In,
    Keep,
    Out,
    Seen,
    Settled,
    Stay,
    Swap,
)
from kaik.kit import cardview, seasons
from kaik.kit.deck import DECK, counted, seen


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    mine = each("paid-{}", range(seats)), each("out-{}", range(seats))
    return cardview.lexicon(
        seats,
        DECK,
        rows=("public", "drawn", *each("shown-{}", range(seats))),
        piles=("deck",),
        spots=("draw2", "stay", *each("base-{}", range(1, MOST + 1)), "in", "out"),
        counters=(*seasons.counter_words(seats), "round", "pot", "bettor", *mine[0], *mine[1]),
    )


def scene(view: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The whole table as a seat sees it."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(
            *_table(view),
            *cardview.hands(view.hands, seat),
            *_drawn(view, seat),
            *_buttons(view, acting),
        ),
        counters=(*seasons.counters(view.options, view.table), *_counters(view)),
        prompt=None if acting is None else _prompt(view, acting),
        happened=_happened(view),
        turn=turn,
        sheet=seasons.sheet(view.table),
    )


def _table(view: Seen) -> tuple[Zone, ...]:
    deck = cardview.pile("deck", msg("card.zone.deck"), len(view.deck))
    shown = () if view.won is None else enumerate(view.won.hands)
    hands = (cardview.row(f"shown-{seat}", msg("zone.shown"), cards, seat) for seat, cards in shown if cards)
    return (cardview.row("public", msg("zone.public"), view.public), *hands, deck)


def _drawn(view: Seen, reader: int | None) -> tuple[Zone, ...]:
    """The two cards drawn, before their owner's eyes only."""
    if reader is None or not view.drawn[reader]:
        return ()
    cards = counted(seen(view.drawn[reader]))
    spots = (
        Spot(f"drawn-{card}", at, items=(cardview.item(card, copies),))
        for at, (card, copies) in enumerate(cards)
    )
    return (Zone("drawn", "fan", tuple(spots), reader, msg("zone.drawn")),)


def _buttons(view: Seen, acting: int | None) -> tuple[Zone, ...]:
    if acting is None:
        return ()
    match view.phase:
        case "exchange":
            ids = ["draw2", *(["stay"] if view.options.mak_exchange_optional else [])]
            return (choices(*(button(id, msg(f"choice.{id}")) for id in ids)),)
        case "parent":
            bases = (button(f"base-{x}", msg("choice.base", n=x)) for x in range(1, MOST + 1))
            return (choices(*bases, button("out", msg("choice.out"))),)
        case "child":
            return (choices(button("in", msg("choice.in", n=view.base)), button("out", msg("choice.out"))),)
        case _:
            return ()


def _counters(view: Seen) -> tuple[Counter, ...]:
    if view.round == 0:
        return ()
    now = msg("counter.of", n=view.round, of=ROUNDS)
    paid = (Counter(f"paid-{seat}", msg("counter.paid"), n, seat) for seat, n in enumerate(view.paid))
    out = (
        Counter(f"out-{seat}", msg("counter.out"), msg("yes"), seat)
        for seat, inside in enumerate(view.inside)
        if not inside
    )
    return (
        Counter("round", msg("counter.bets"), now),
        Counter("pot", msg("counter.pot"), view.pot),
        Counter("bettor", msg("counter.bettor"), seat_name(view.parent_now)),
        *paid,
        *out,
    )


def _prompt(view: Seen, seat: int) -> Message:
    made = role_name(best_role(tuple(seen(view.hands[seat])), view.public, view.options.mak_min_own))
    if view.phase == "child":
        return msg("prompt.child", n=view.base, pot=view.pot, role=made)
    return msg(f"prompt.{view.phase}", pot=view.pot, role=made)


def role_name(role: Role) -> Message:
    """A role in words."""
    return msg(f"role.{role.kind}", of=msg(f"strength.{role.strength}"))


def _happened(view: Seen) -> tuple[Message, ...]:
    """How the last pot was won, until the bets of the next season begin."""
    if not view.table.settled and view.round:
        return ()
    won = view.won if view.table.settled else view.last
    shown = () if won is None else _explained(won, view.options.mak_min_own)
    return (*shown, *seasons.happened(view.table))


def _explained(won: Settled, min_own: int) -> tuple[Message, ...]:
    hands = [(seat, hand) for seat, hand in enumerate(won.hands) if hand]
    if not hands:
        return (msg("happened.unseen", pot=won.pot),)
    lines = (
        msg(
            "happened.shown",
            seat=seat_name(seat),
            cards=" ".join(hand),
            role=role_name(best_role(hand, won.public, min_own)),
        )
        for seat, hand in hands
    )
    return (msg("happened.showdown", pot=won.pot, cards=" ".join(won.public)), *lines)


# -- touching and telling ----------------------------------------------------------------------------


def path(action: Action) -> Path:
    """A card of the hand and a public card, a drawn card and one of the hand, or a button."""
    match action:
        case Swap(give, take):
            return (give, f"public-{take}")
        case Keep(drawn, give):
            return (f"drawn-{drawn}", give)
        case Base(x):
            return (f"base-{x}",)
        case Draw2():
            return ("draw2",)
        case Stay():
            return ("stay",)
        case In():
            return ("in",)
        case Out():
            return ("out",)


def notation(action: Action) -> str:
    """`swap b5 r3`, `keep b7 r1` (kept, thrown), `base 3`, or the word alone."""
    match action:
        case Swap(give, take):
            return f"swap {give} {take}"
        case Keep(drawn, give):
            return f"keep {drawn} {give}"
        case Base(x):
            return f"base {x}"
        case Draw2():
            return "draw"
        case _:
            return path(action)[0]


def narration(event: Any, actor: int) -> Message:
    """A line of the log."""
    match event:
        case Swap(give, take):
            return msg("log.swap", seat=seat_name(actor), give=cardview.name(give), take=cardview.name(take))
        case Keep(drawn, give, rest):
            return _kept(actor, drawn, cardview.names((give, rest)))
        case Base(x):
            return msg("log.base", seat=seat_name(actor), n=x)
        case Draw2() | Stay() | In() | Out():
            return msg(f"log.{path(event)[0]}", seat=seat_name(actor))
        case _:
            return cardview.narrated(event)


def _kept(actor: int, drawn: Any, thrown: list[Message]) -> Message:
    if isinstance(drawn, str):
        return msg("log.keep", seat=seat_name(actor), card=cardview.name(drawn), thrown=thrown)
    return msg("log.kept", seat=seat_name(actor), thrown=thrown)
