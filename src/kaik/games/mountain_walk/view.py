"""What people see of Mountain Walk and what they touch."""

from __future__ import annotations

from itertools import chain
from typing import Any, get_args

from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, Param, msg
from kaik.core.scene import Cast, Counter, Item, Legend, Path, Scene, Spot, Zone, button, choices
from kaik.games.mountain_walk import rules
from kaik.games.mountain_walk.board import COLUMNS, HUE, PLACES, ROWS, SUMMIT, WATER
from kaik.games.mountain_walk.state import (
    COST,
    LUCK,
    RICE_FOR_COIN,
    Action,
    Discard,
    Dismantle,
    Exchange,
    Install,
    MountainWalkOptions,
    Move,
    News,
    Placed,
    Play,
    Seen,
    Stage,
    Stay,
    Step,
    Take,
    Target,
)
from kaik.kit import cardview
from kaik.kit.deck import DECK, KINDS, Draw
from kaik.kit.opening import First, Throw

PIECE = "行"
MOST_EXCHANGED = 60
"""Coins: research interfaces offer no larger exchange at once. Nothing bounds the rice of a player."""


def lexicon(options: MountainWalkOptions, seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    squares = dict.fromkeys(square for route in rules.routes(options, seats) for square in route)
    mine = (each(f"{word}-{{}}", range(seats)) for word in _COUNTERS)
    table = cardview.lexicon(
        seats,
        DECK,
        rows=("discards",),
        piles=("pile",),
        spots=(*squares, *each("card-{}-{}", range(seats), range(options.mt_cap)), *_button_words(seats)),
        marks=("markers", "resting"),
        counters=("round", *chain.from_iterable(mine)),
    )
    return replace(table, looks=(*table.looks, PIECE))


_COUNTERS = ("step", "rice", "coins", "stride", "hand", "immune")


def _button_words(seats: int) -> tuple[str, ...]:
    goods = ("rice", "coins")
    return (
        *("install", "play", "discard", "stay", "done"),
        *each("do-{}", (*get_args(Stage), "go_on")),
        *each("move-{}", goods),
        *each("take-{}-{}", goods, range(seats)),
        *each("exchange-{}", range(MOST_EXCHANGED + 1)),
    )


def scene(state: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The mountain, everybody's cards, the piles, and the buttons of whoever is to act."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(_mountain(state), *_rows(state), *cardview.hands(state.hands, seat), *_piles(state),
               *_buttons(state, acting)),
        counters=_counters(state),
        prompt=None if acting is None else _prompt(state, acting),
        happened=(*(_news(news) for news in state.news), *_end(state)),
        casts=() if state.sticks is None else (Cast(state.sticks[1], by=state.sticks[0]),),
        turn=turn,
    )  # fmt: skip


# -- the board and the cards -------------------------------------------------------------------------


def _mountain(state: Seen) -> Zone:
    """The routes in order, each square where it lies on the cerke board."""
    routes = dict.fromkeys(rules.routes(state.options, state.seats))
    steps: dict[str, int] = {}
    for route in routes:
        for step, square in enumerate(route):
            steps.setdefault(square, step)
    spots = tuple(_square(state, square, step) for square, step in steps.items())
    return Zone(
        "mountain", "track", spots, label=msg("zone.mountain"), columns=len(COLUMNS), rows=len(ROWS),
        column_names=COLUMNS, row_names=ROWS,
    )  # fmt: skip


def _square(state: Seen, square: str, step: int) -> Spot:
    pieces = tuple(
        Item("piece", PIECE, owner=seat, label=msg("item.piece_of", seat=seat_name(seat)))
        for seat in range(state.seats)
        if rules.square(state, seat) == square
    )
    return Spot(
        square, *PLACES[square], pieces, _tags(square, step), msg("spot.step", step=step, square=square)
    )


def _tags(square: str, step: int) -> tuple[str, ...]:
    kinds = [("start", step == 0), ("goal", square == SUMMIT), ("hill", square == SUMMIT)]
    kinds += [("field", square in HUE), ("water", square in WATER)]
    return (f"step-{step}", *(tag for tag, is_so in kinds if is_so))


def _rows(state: Seen) -> tuple[Zone, ...]:
    return tuple(
        Zone(f"row-{owner}", "row", tuple(_placed(owner, *at) for at in enumerate(walker.row)), owner,
             msg("zone.row"))
        for owner, walker in enumerate(state.walkers)
    )  # fmt: skip


def _placed(owner: int, place: int, placed: Placed) -> Spot:
    badges = [f"markers-{placed.markers}"] if placed.markers else []
    badges += [] if placed.active else ["resting"]
    item = cardview.item(placed.card, owner=owner, badges=tuple(badges))
    label = msg("spot.card", seat=owner + 1, place=place + 1, card=placed.card)
    return Spot(_card_spot(owner, place), place, items=(item,), label=label)


def _card_spot(owner: int, place: int) -> str:
    return f"card-{owner}-{place}"


def _piles(state: Seen) -> tuple[Zone, ...]:
    return (
        cardview.pile("pile", msg("card.zone.deck"), len(state.pile)),
        cardview.row("discards", msg("card.zone.discards"), state.discards),
    )


def _counters(state: Seen) -> tuple[Counter, ...]:
    cap = state.options.mt_round_cap
    now = msg("counter.of", n=state.round, of=cap) if cap else state.round
    mine = (c for seat in range(state.seats) for c in _seat_counters(state, seat))
    return (Counter("round", msg("counter.round"), now), *mine)


def _seat_counters(state: Seen, seat: int) -> tuple[Counter, ...]:
    walker = state.walkers[seat]
    step = msg("counter.of", n=walker.position, of=rules.summit(state))
    immune = Counter(f"immune-{seat}", msg("counter.immune"), msg("yes"), seat)
    return (
        Counter(f"step-{seat}", msg("counter.step"), step, seat),
        Counter(f"rice-{seat}", msg("counter.rice"), walker.rice, seat),
        Counter(f"coins-{seat}", msg("counter.coins"), walker.coins, seat),
        Counter(f"stride-{seat}", msg("counter.stride"), rules.stride(state, seat), seat),
        Counter(f"hand-{seat}", msg("card.counter.hand"), len(state.hands[seat]), seat),
        *((immune,) if walker.immune else ()),
    )


def legend() -> tuple[Legend, ...]:
    piece = Legend(PIECE, msg("item.piece"), msg("legend.piece"))
    cards = (Legend(cardview.FACES[kind], msg(f"card.kind.{kind}"), _about(kind)) for kind in KINDS)
    return (piece, *cards)


def _about(kind: str) -> Message:
    return msg("legend.card", cost=COST[kind], effect=msg(f"effect.{kind}"))


# -- choices -----------------------------------------------------------------------------------------


def path(seat: int, action: Action) -> Path:
    """The spots to touch for an action."""
    match action:
        case Target(owner, place):
            return (_card_spot(owner, place),)
        case Dismantle(place):
            return (_card_spot(seat, place),)
        case Install(card):
            return (card, "install")
        case Play(card):
            return (card, "play")
        case Discard(card):
            return (card, "discard")
        case _:
            return (_button(action),)


def _button(action: Action) -> str:
    match action:
        case Step(stage):
            return f"do-{stage}"
        case Take(kind, victim):
            return f"take-{kind}-{victim}"
        case Exchange(coins):
            return f"exchange-{coins}"
        case Move(kind):
            return f"move-{kind}"
        case Stay():
            return "stay"
        case _:
            return "done"


def _buttons(state: Seen, seat: int | None) -> tuple[Zone, ...]:
    """The last touch of every legal action that is not a card on the table."""
    if seat is None:
        return ()
    made: dict[str, Spot] = {}
    for action in rules.legal(state, seat):
        last = path(seat, action)[-1]
        if not isinstance(action, Target | Dismantle):
            made.setdefault(last, button(last, _caption(state, seat, action)))
    return (choices(*made.values()),) if made else ()


def _caption(state: Seen, seat: int, action: Action) -> Message:
    match action:
        case Step(stage):
            return msg(f"choice.{stage}")
        case Take(kind, victim):
            return msg(f"choice.take_{kind}", seat=seat_name(victim))
        case Exchange(coins):
            return msg("choice.exchange_some", rice=RICE_FOR_COIN * coins, coins=coins)
        case Move(kind):
            return msg(
                f"choice.move_{kind}", n=rules.stride(state, seat), cost=rules.move_cost(state, seat, kind)
            )
        case _:
            return msg(f"choice.{path(seat, action)[-1]}")


def _prompt(state: Seen, seat: int) -> Message:
    walker = state.walkers[seat]
    return msg(f"prompt.{state.phase}", rice=walker.rice, coins=walker.coins, n=rules.stride(state, seat))


def notated(state: Seen, action: Action) -> str:
    """The action in short: cards in hand by their code, cards on the table by seat and place."""
    match action:
        case Step(stage):
            return stage.replace("_", " ")
        case Take(kind, victim):
            return f"take {kind} {victim + 1}"
        case Target(owner, place):
            return f"{state.phase} {owner + 1}.{place + 1}"
        case Exchange(coins):
            return f"exchange {coins}"
        case Dismantle(place):
            return f"dismantle {place + 1}"
        case Install(card) | Play(card) | Discard(card):
            return f"{path(0, action)[-1]} {card}"
        case Move(kind):
            return f"move {kind}"
        case _:
            return "stay" if isinstance(action, Stay) else "done"


# -- what happened -----------------------------------------------------------------------------------


def _news(news: News) -> Message:
    """A line on what a card did."""
    card: dict[str, Param] = {}
    if news.card:
        short = len(news.card) == 1
        card["card"] = msg(f"card.kind.{news.card}") if short else cardview.name(news.card)
    return msg(f"news.{news.what}", seat=seat_name(news.seat), n=news.n, other=seat_name(news.other), **card)


def _end(state: Seen) -> tuple[Message, ...]:
    if state.phase != "over":
        return ()
    points = rules.payouts(state)
    won = msg("happened.won", winners=[seat_name(seat) for seat in state.winners])
    told = (
        msg("happened.end", seat=seat_name(seat), step=walker.position, points=f"{points[seat]:+d}")
        for seat, walker in enumerate(state.walkers)
    )
    return (won, *told)


def narrated(state: Seen, actor: int, event: Any) -> Message:
    """An event as a line of the log."""
    match event:
        case First(seat):
            return msg("log.first", seat=seat_name(seat))
        case Throw(n):
            return _thrown(state, n)
        case Draw():
            return cardview.narrated(event)
        case _:
            return _told(state, actor, event)


def _thrown(state: Seen, n: int) -> Message:
    if state.throw_off is not None:
        return msg("log.throw", seat=seat_name(state.throw_off.thrower), n=n)
    assert state.turn is not None
    luck = "high" if n >= LUCK else "low"
    return msg(f"log.{state.phase}_{luck}", seat=seat_name(state.turn), n=n)


def _told(state: Seen, actor: int, action: Action) -> Message:
    """A choice as a line of the log."""
    who = seat_name(actor)
    match action:
        case Take(kind, victim):
            return msg(f"log.take_{kind}", seat=who, victim=seat_name(victim))
        case Target(owner, place):
            card = cardview.name(state.walkers[owner].row[place].card)
            return msg(f"log.{state.phase}", seat=who, card=card, owner=seat_name(owner))
        case Exchange(0):
            return msg("log.exchange_none", seat=who)
        case Exchange(coins):
            return msg("log.exchange", seat=who, coins=coins, rice=RICE_FOR_COIN * coins)
        case Dismantle(place):
            return msg("log.dismantle", seat=who, card=cardview.name(state.walkers[actor].row[place].card))
        case Install(card) | Play(card) | Discard(card):
            return msg(f"log.{path(actor, action)[-1]}", seat=who, card=cardview.name(card))
        case Move(kind):
            return _moved(state, actor, kind)
        case Step(stage):
            return msg("log.step", seat=who, step=msg(f"choice.{stage}"))
        case _:
            return msg("log.stay" if isinstance(action, Stay) else f"log.done_{state.phase}", seat=who)


def _moved(state: Seen, seat: int, kind: Any) -> Message:
    there = rules.reached(state, seat)
    assert there is not None
    square = rules.routes(state.options, state.seats)[seat][there]
    cost = rules.move_cost(state, seat, kind)
    return msg(f"log.move_{kind}", seat=seat_name(seat), cost=cost, step=there, square=square)
