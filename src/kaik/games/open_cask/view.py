"""What people see and read of Open Cask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Legend, Path, Scene, Spot, Zone, button, choices
from kaik.games.open_cask.hands import KINDS, RUN, SET, Worth, names
from kaik.games.open_cask.rules import bets, worths
from kaik.games.open_cask.state import Action, Bet, Fold, OpenCaskOptions, Seen, Settled
from kaik.kit import cardview, seasons
from kaik.kit.deck import DECK, seen


def lexicon(options: OpenCaskOptions, seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    mine = each("level-{}", range(seats)), each("out-{}", range(seats))
    return cardview.lexicon(
        seats,
        DECK,
        rows=each("shown-{}", range(seats)),
        piles=("deck",),
        spots=(*each("shared-{}", range(sum(options.nam_reveal))), "fold", *_bets(options)),
        counters=(*seasons.counter_words(seats), "round", "pot", "bettor", *mine[0], *mine[1]),
    )


def _bets(options: OpenCaskOptions) -> tuple[str, ...]:
    return each("bet-{}", range(options.nam_min_bet, options.nam_bet_max + 1))


def scene(view: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The whole table as a seat sees it."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(*_table(view), *cardview.hands(view.hands, seat), *_buttons(view, acting)),
        counters=(*seasons.counters(view.options, replace(view.table, totals=view.stacks)), *_counters(view)),
        prompt=None if acting is None else _prompt(view, acting),
        happened=_happened(view),
        turn=turn,
        sheet=seasons.sheet(view.table),
    )


def _table(view: Seen) -> tuple[Zone, ...]:
    spots = tuple(
        Spot(f"shared-{at}", at, items=(cardview.item(card),)) for at, card in enumerate(view.shared)
    )
    deck = cardview.pile("deck", msg("card.zone.deck"), len(view.deck))
    shown = () if view.won is None else enumerate(view.won.hands)
    hands = (cardview.row(f"shown-{seat}", msg("zone.shown"), cards, seat) for seat, cards in shown if cards)
    return (Zone("shared", "row", spots, label=msg("zone.shared")), *hands, deck)


def _buttons(view: Seen, acting: int | None) -> tuple[Zone, ...]:
    """Bets depend on what lies open alone, so a view knows them."""
    if acting is None:
        return ()
    return (choices(*(_button(action, max(view.levels), view.levels[acting]) for action in bets(view))),)


def _button(action: Action, high: int, level: int) -> Spot:
    if isinstance(action, Fold):
        return button("fold", msg("choice.fold"))
    word = "open" if high == 0 else "call" if action.x == high else "raise"
    return button(f"bet-{action.x}", msg(f"choice.{word}", n=action.x, cost=action.x - level))


def _counters(view: Seen) -> tuple[Counter, ...]:
    if view.round == 0:
        return ()
    now = msg("counter.of", n=view.round, of=len(view.options.nam_reveal) + 1)
    levels = (Counter(f"level-{seat}", msg("counter.level"), n, seat) for seat, n in enumerate(view.levels))
    out = (
        Counter(f"out-{seat}", msg("counter.out"), msg("yes"), seat)
        for seat, inside in enumerate(view.inside)
        if not inside
    )
    return (
        Counter("round", msg("counter.bets"), now),
        Counter("pot", msg("counter.pot"), view.pot),
        Counter("bettor", msg("counter.bettor"), seat_name(view.parent_now)),
        *levels,
        *out,
    )


def _prompt(view: Seen, seat: int) -> Message:
    best = worths(view.options, tuple(seen(view.hands[seat])), view.shared)[0]
    high = max(view.levels)
    key = "prompt.open" if high == 0 else "prompt.answer"
    return msg(key, hand=hand_name(view.options, best), pot=view.pot, high=high)


def hand_name(options: OpenCaskOptions, worth: Worth) -> Message:
    """A hand in words."""
    rank, size, number, _ = worth
    if rank > RUN:
        return msg(f"hand.{names(options.nam_order == 'going_first')[rank]}")
    of = msg(f"strength.{number}")
    if rank == RUN:
        return msg("hand.run", size=size, of=of)
    return msg("hand.set", size=size, of=of) if rank == SET else msg("hand.single", of=of)


def hand_legend(options: OpenCaskOptions) -> Iterable[Legend]:
    """The hands from strong to weak."""
    named = names(options.nam_order == "going_first").values()
    for place, name in enumerate((*named, "run", "set", "single"), 1):
        about = (
            msg("legend.cards", cards=" ".join(KINDS[name][0])) if name in KINDS else msg(f"legend.{name}")
        )
        yield Legend(str(place), msg(f"legend.name.{name}"), about)


def _happened(view: Seen) -> tuple[Message, ...]:
    """How the last pot was won, until the second round of bets of the next season."""
    if not view.table.settled and view.round > 1:
        return ()
    won = view.won if view.table.settled else view.last
    shown = () if won is None else _explained(view.options, won)
    return (*shown, *seasons.happened(view.table))


def _explained(options: OpenCaskOptions, won: Settled) -> tuple[Message, ...]:
    hands = [(seat, hand) for seat, hand in enumerate(won.hands) if hand]
    if not hands:
        return (msg("happened.unseen", pot=won.pot),)
    lines = (
        msg(
            "happened.shown",
            seat=seat_name(seat),
            cards=" ".join(hand),
            hands=[hand_name(options, worth) for worth in worths(options, hand, won.shared)],
        )
        for seat, hand in hands
    )
    return (msg("happened.reveal", pot=won.pot, cards=" ".join(won.shared)), *lines)


# -- touching and telling ----------------------------------------------------------------------------


def path(action: Action) -> Path:
    """One button."""
    return ("fold",) if isinstance(action, Fold) else (f"bet-{action.x}",)


def notation(action: Action) -> str:
    """`fold`, or `bet` and the level."""
    return "fold" if isinstance(action, Fold) else f"bet {action.x}"


def narration(view: Seen, actor: int, event: Any) -> Message:
    """A line of the log."""
    match event:
        case Bet(x):
            high = max(view.levels)
            word = "open" if high == 0 else "call" if x == high else "raise"
            return msg(f"log.{word}", seat=seat_name(actor), n=x)
        case Fold():
            return msg("log.fold", seat=seat_name(actor))
        case _:
            return cardview.narrated(event)
