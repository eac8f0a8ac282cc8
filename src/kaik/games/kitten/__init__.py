"""Kitten (小猫, ni-ne): shedding. Join a round by laying a stronger card of a colour on the field, or more
cards of its kind; who cannot or will not draws three. Empty your hand and score the largest hand left.

Follows `docs/rules/kitten.md` §8; cards and the frame of seasons are §1 there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from kaik.core.game import CHANCE, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.games.kitten import guess
from kaik.games.kitten import view as views
from kaik.games.kitten.rules import answers
from kaik.games.kitten.state import (
    Action,
    Drop,
    Full,
    KittenOptions,
    Laid,
    Outcome,
    Play,
    Seen,
    State,
    StayOut,
    Step,
)
from kaik.kit import cardview, deck, seasons
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Card, Cards, Draw, Lot
from kaik.kit.ledger import Ledger, added
from kaik.kit.opening import First

DRAWN = 3
"""Cards drawn by whoever leaves a round."""


class Kitten(CardGame[Full, Action, Outcome, KittenOptions]):
    """The rules of Kitten."""

    id = "kitten"
    Options = KittenOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": KittenOptions(), "seed_deal": KittenOptions(ni_deal="seed", ni_no_deck="play_on")}
    max_plies = 10_000
    zero_sum = False

    def seats(self, options: KittenOptions) -> Sequence[int]:
        return range(2, 5)

    def start(self, options: KittenOptions, seats: int) -> Full:
        return _new_season(options, seasons.new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if state.phase == "end" and seasons.is_over(state.options, state.table):
            return ()
        chance = state.drawing or state.phase in ("deal", "end")
        return (CHANCE,) if chance else (state.turn,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        hand = state.hands[seat]
        if state.phase == "lead":
            return [Play(cards) for cards, _ in deck.kind_sets_in(hand)]
        plays = [Play(cards) for cards in answers(state.options, state.field[-1].cards, hand)]
        if state.phase == "join":
            return [StayOut(), *plays]
        return plays or [Drop()]

    def lot(self, state: Full) -> Lot[Outcome]:
        now = _current(state)
        if now.table.parent is None:
            return seasons.parents(now.table)
        return deck.for_seat(now.deck, now.turn if now.drawing else deck.shortest(now.hands))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case Draw(receiver, card):
                now = _current(state)
                return _drawn(now, receiver, card) if now.drawing else _dealt(now, receiver, card)
            case Play(cards):
                return _played(state, seat, cards)
            case StayOut() | Drop():
                return _left(state, seat, forced=isinstance(event, Drop))
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent))

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals if state.phase == "end" else added(state.table.totals, state.points)

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """Points so far, the hope of emptying the hand first, and a little for the lead."""
        sizes = [len(hand) for hand in state.hands]
        if state.phase in ("deal", "end"):
            return self.returns(state)
        return tuple(
            points + _hope(state, seat, sizes)
            for seat, points in enumerate(added(state.table.totals, state.points))
        )

    def secret_window(self, state: Full) -> bool:
        """That a seat could not have joined must not show."""
        return state.phase == "join"

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Unseen cards may lie anywhere, but a hand that had to drop could not have played then."""
        return guess.guessed(view, rng)

    def scene(self, view: Seen, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def lexicon(self, options: KittenOptions, seats: int) -> Lexicon:
        return views.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        match action:
            case Play(cards):
                return (*cards, "play")
            case StayOut():
                return ("out",)
            case Drop():
                return ("drop",)

    def label(self, state: Full, seat: int, action: Action) -> Message | None:
        return views.play_label(action.cards) if isinstance(action, Play) else None

    def notate(self, state: Full, seat: int, action: Action) -> str:
        return (
            cardview.spelled(action.cards) if isinstance(action, Play) else self.path(state, seat, action)[0]
        )

    def parse(self, state: Full, seat: int, text: str) -> Action:
        return cast(Action, cardview.found(self, state, seat, text))

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        match event:
            case Play(cards):
                return msg("log.play", seat=seat_name(actor), cards=cardview.names(cards))
            case StayOut():
                return msg("log.out", seat=seat_name(actor))
            case Drop():
                return msg("log.drop", seat=seat_name(actor))
            case _:
                return cardview.narrated(event)


# -- the season -----------------------------------------------------------------------------------------


def hand_size(options: KittenOptions, seats: int) -> int:
    """Twelve cards each, but among four players that would leave no deck (§8 Setup)."""
    return 8 if seats == 4 and options.ni_deal == "with_deck" else 12


def _new_season(options: KittenOptions, table: seasons.Table) -> Full:
    empty: tuple[Cards, ...] = ((),) * table.seats
    return State(
        options=options,
        table=table,
        deck=deck.DECK,
        hands=empty,
        points=(0,) * table.seats,
        aside=empty,
        history=((),) * table.seats,
    )


def _current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if state.phase != "end":
        return state
    return _new_season(state.options, seasons.next_season(state.options, state.table))


def _dealt(state: Full, seat: int, card: Card) -> Full:
    state = _received(state, seat, card)
    size = hand_size(state.options, len(state.hands))
    if len(state.hands[seat]) < size or min(map(len, state.hands)) < size:
        return state
    assert state.table.parent is not None
    return _new_round(state, state.table.parent)


def _received(state: Full, seat: int, card: Card) -> Full:
    hands = deck.put(state.hands, seat, deck.with_cards(state.hands[seat], card))
    history = deck.put(state.history, seat, _arrived(state.history[seat]))
    return replace(state, deck=deck.without(state.deck, (card,)), hands=hands, history=history)


def _arrived(history: tuple[Step, ...]) -> tuple[Step, ...]:
    """One more card has come, with those that came just before."""
    if not history or not history[-1].came:
        return (*history, Step(came=1))
    return (*history[:-1], Step(came=history[-1].came + 1))


def _new_round(state: Full, parent: int) -> Full:
    """The parent leads; without cards he draws before."""
    state = replace(
        state,
        parent=parent,
        turn=parent,
        inside=tuple(range(state.table.seats)),
        joined=(parent,),
        field=(),
        phase="lead",
    )
    return state if state.hands[parent] else _to_draw(state)


def _played(state: Full, seat: int, cards: Cards) -> Full:
    """A hand emptied scores the largest hand at once (§8 rule 4)."""
    hands = deck.put(state.hands, seat, deck.without(state.hands[seat], cards))
    points = state.points if hands[seat] else _with_points(state, seat, max(map(len, hands)))
    joined = state.joined if seat in state.joined else tuple(sorted((*state.joined, seat)))
    state = replace(
        _remembered(state, seat, Step(laid=cards)),
        hands=hands,
        points=points,
        joined=joined,
        field=(*state.field, Laid(seat, cards)),
    )
    return _ended(state) if _is_used_up(state) else _next_turn(state)


def _with_points(state: Full, seat: int, gain: int) -> Ledger:
    return deck.put(state.points, seat, state.points[seat] + gain)


def _left(state: Full, seat: int, forced: bool) -> Full:
    """Out of the round; three cards are drawn if there are any."""
    if forced:
        state = _remembered(state, seat, Step(unable=state.field[-1].cards))
    state = replace(
        state,
        inside=tuple([other for other in state.inside if other != seat]),
        joined=tuple([other for other in state.joined if other != seat]),
    )
    return _to_draw(state) if state.deck else _next_turn(state)


def _remembered(state: Full, seat: int, step: Step) -> Full:
    return replace(state, history=deck.put(state.history, seat, (*state.history[seat], step)))


def _to_draw(state: Full) -> Full:
    """Three cards, or what is left of the deck."""
    return replace(state, drawing=min(DRAWN, len(state.deck)))


def _drawn(state: Full, seat: int, card: Card) -> Full:
    state = replace(_received(state, seat, card), drawing=state.drawing - 1)
    if state.drawing:
        return state
    if _is_used_up(state):
        return _ended(state)
    return state if state.phase == "lead" else _next_turn(state)


def _next_turn(state: Full) -> Full:
    """The next seat still in; the last one left obtains the field and is the next parent."""
    if len(state.inside) == 1:
        winner = state.inside[0]
        won = [card for laid in state.field for card in laid.cards]
        aside = deck.put(state.aside, winner, deck.with_cards(state.aside[winner], *won))
        return _new_round(replace(state, aside=aside), winner)
    seats = state.table.seats
    turn = (state.turn + 1) % seats
    while turn not in state.inside:
        turn = (turn + 1) % seats
    return replace(state, turn=turn, phase="cont" if turn in state.joined else "join")


# -- the end of the season ------------------------------------------------------------------------------


def _is_used_up(state: Full) -> bool:
    """The season ends with the deck; or, playing on without one, with the first empty hand."""
    return not state.deck and (state.options.ni_no_deck == "end" or not all(state.hands))


def _ended(state: Full) -> Full:
    sizes = [len(hand) for hand in state.hands]
    winners, points = final_points(state.points, sizes, state.parent)
    return replace(state, phase="end", table=seasons.settled(state.table, winners, points))


def final_points(
    points: tuple[int, ...], sizes: Sequence[int], parent: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who wins the season, and the points of each seat with those of its end (§8 rule 5)."""
    best = max((score, -size) for score, size in zip(points, sizes, strict=True))
    winners = tuple(seat for seat, score in enumerate(points) if (score, -sizes[seat]) == best)
    final = list(points)
    for seat in winners:
        final[seat] += (0 if any(points) else max(sizes) - sizes[seat]) + (seat == parent)
    return winners, tuple(final)


def _hope(state: Full, seat: int, sizes: Sequence[int]) -> float:
    """More for a short hand beside long ones; strong cards and 0s make the rest easier to lay."""
    others = max(size for other, size in enumerate(sizes) if other != seat)
    easy = _easy(state.hands[seat])
    ahead = 0.6 if state.inside and (state.field[-1].seat if state.field else state.parent) == seat else 0.0
    return 0.5 * others - 0.7 * sizes[seat] + easy + ahead


@lru_cache(maxsize=1 << 15)
def _easy(hand: Cards) -> float:
    return sum(map(_ease, hand))


def _ease(card: Card) -> float:
    return 0.3 if deck.code(card) == deck.NOTHING else 0.03 * deck.strength(card)


GAME = Kitten()
