"""Linked Friends (連友, niek-hi): climbing. Lay the same role, stronger, or pass; a set of three or more may
be laid at any time; generals strike strengths from the game or bring cards back. The first empty hand wins.

Follows `docs/rules/linked_friends.md` §5; cards, roles and seasons are §1 there.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from kaik.core.game import CHANCE, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.core.secrets import unseen_in
from kaik.games.linked_friends import view as views
from kaik.games.linked_friends.state import (
    Action,
    Full,
    Laid,
    LinkedFriendsOptions,
    Outcome,
    Pass,
    Play,
    Remove,
    Seen,
    State,
    Take,
)
from kaik.kit import cardview, deck, seasons
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Card, Cards, Draw, Lot, Role
from kaik.kit.opening import First, in_turn

BOMB = 3
"""A set of so many cards may be laid at any time."""

STRENGTHS = range(-1, deck.KING_EMPEROR + 1)


class LinkedFriends(CardGame[Full, Action, Outcome, LinkedFriendsOptions]):
    """The rules of Linked Friends."""

    id = "linked_friends"
    Options = LinkedFriendsOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": LinkedFriendsOptions()}
    max_plies = 10_000

    def seats(self, options: LinkedFriendsOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: LinkedFriendsOptions, seats: int) -> Full:
        return _new_season(options, seasons.new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if state.phase == "end" and seasons.is_over(state.options, state.table):
            return ()
        return (CHANCE,) if state.phase in ("deal", "end") else (state.turn,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        hand = state.hands[seat]
        match state.phase:
            case "lead":
                return [Play(cards, role.type) for cards, role in _roles(state, hand)]
            case "follow":
                return [Pass(), *(Play(cards, role.type) for cards, role in answers(state, hand))]
            case _:
                return [*map(Remove, _removals(state)), *map(Take, _takings(state))]

    def lot(self, state: Full) -> Lot[Outcome]:
        now = _current(state)
        if now.table.parent is None:
            return seasons.parents(now.table)
        return deck.for_seat(now.deck, deck.shortest(now.hands))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent), turn=parent)
            case Draw(receiver, card):
                return _dealt(_current(state), receiver, card)
            case Play():
                return _played(state, seat, event)
            case Pass():
                return _passed_on(state)
            case Remove(strengths):
                return _removed(state, strengths)
            case Take(cards):
                return _taken(state, seat, cards)

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """Points so far, and the stake weighted by how near each hand looks to being empty."""
        if state.phase in ("deal", "end"):
            return state.table.totals
        chances = _chances(state)
        value = [float(points) for points in state.table.totals]
        for winner, chance in enumerate(chances):
            for seat, gain in enumerate(seasons.stake(state.options, winner, _sizes(state))):
                value[seat] += chance * gain
        return tuple(value)

    def secret_window(self, state: Full) -> bool:
        """That a seat could only pass must not show."""
        return state.phase == "follow"

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Unseen cards may lie anywhere, except those known to be in a hand."""
        sure = [() if owner == seat else cards for owner, cards in enumerate(view.known)]
        own = [card for hand in view.hands for card in deck.seen(hand)]
        public = [*view.discards, *view.removed, *(card for laid in view.trick for card in laid.cards)]
        unknown = deck.without(deck.COLOURLESS, (*own, *public, *(card for cards in sure for card in cards)))
        lacking = [
            len(hand) - len(cards) if unseen_in(hand) else 0
            for hand, cards in zip(view.hands, sure, strict=True)
        ]
        *guessed, rest = deck.dealt_out(unknown, [*lacking, len(view.deck)], rng)
        hands = tuple(
            deck.with_cards(cards, *guess) if unseen_in(hand) else hand
            for hand, cards, guess in zip(view.hands, sure, guessed, strict=True)
        )
        return cast(Full, replace(view, hands=hands, deck=rest))

    def scene(self, view: Seen, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def lexicon(self, options: LinkedFriendsOptions, seats: int) -> Lexicon:
        return views.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        match action:
            case Play(cards, role):
                return (*cards, role)
            case Pass():
                return ("pass",)
            case Remove(strengths):
                return (*(f"strength-{views.strength_code(strength)}" for strength in strengths), "remove")
            case Take(cards):
                return (*(f"discards-{card}" for card in cards), "take")

    def label(self, state: Full, seat: int, action: Action) -> Message | None:
        match action:
            case Play(cards, type):
                roles = deck.linked_roles_of(cards, state.options.niek_runset_min)
                return cardview.play_label(cards, views.laid_name(next(r for r in roles if r.type == type)))
            case Remove(strengths):
                return msg("choice.remove_these", strengths=[*map(views.strength_name, strengths)])
            case Take(cards):
                return msg("choice.take_these", cards=cardview.names(cards))
            case _:
                return None

    def notate(self, state: Full, seat: int, action: Action) -> str:
        match action:
            case Play(cards, role):
                return f"{role} {cardview.spelled(cards)}"
            case Pass():
                return "pass"
            case Remove(strengths):
                return "remove " + " ".join(map(views.strength_code, strengths))
            case Take(cards):
                return "take " + cardview.spelled(cards)

    def parse(self, state: Full, seat: int, text: str) -> Action:
        return cast(Action, cardview.found(self, state, seat, text))

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        match event:
            case Play(cards):
                return msg("log.play", seat=seat_name(actor), cards=cardview.names(cards))
            case Pass():
                return msg("log.pass", seat=seat_name(actor))
            case Remove(strengths):
                named = [views.strength_name(strength) for strength in strengths]
                return msg("log.remove", seat=seat_name(actor), strengths=named)
            case Take(cards):
                return msg("log.take", seat=seat_name(actor), cards=cardview.names(cards))
            case _:
                return cardview.narrated(event)


# -- the season -----------------------------------------------------------------------------------------


def hand_size(seats: int) -> int:
    """All cards are dealt evenly; what is left over lies aside (§5 Setup)."""
    return len(deck.COLOURLESS) // seats


def _new_season(options: LinkedFriendsOptions, table: seasons.Table) -> Full:
    empty: tuple[Cards, ...] = ((),) * table.seats
    return State(
        options=options, table=table, deck=deck.COLOURLESS, hands=empty, known=empty, turn=table.parent or 0
    )


def _current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if state.phase != "end":
        return state
    return _new_season(state.options, seasons.next_season(state.options, state.table))


def _dealt(state: Full, seat: int, card: Card) -> Full:
    hands = deck.put(state.hands, seat, deck.with_cards(state.hands[seat], card))
    full = min(map(len, hands)) == hand_size(state.table.seats)
    return replace(
        state, deck=deck.without(state.deck, (card,)), hands=hands, phase="lead" if full else "deal"
    )


def _played(state: Full, seat: int, play: Play) -> Full:
    """The role lies on the table; generals in it take effect while cards are left (§5 EFFECT)."""
    hand = deck.without(state.hands[seat], play.cards)
    kept = Tally(state.known[seat]) - Tally(play.cards)
    generals = play.cards.count(deck.GENERAL)
    state = replace(
        state,
        hands=deck.put(state.hands, seat, hand),
        known=deck.put(state.known, seat, deck.ordered(kept.elements())),
        trick=(*state.trick, Laid(seat, play.cards)),
        role=_role(state, play),
        best=seat,
    )
    if not hand:
        return _won(state, seat)
    return replace(state, phase="effect", generals=generals) if generals else _passed_on(state)


def _role(state: Seen, play: Play) -> Role:
    roles = deck.linked_roles_of(play.cards, state.options.niek_runset_min)
    return next(role for role in roles if role.type == play.role)


def _passed_on(state: Full) -> Full:
    """The neighbour's turn; if the unbeaten role is his own, the trick is over and he leads anew."""
    state = replace(state, turn=(state.turn + 1) % state.table.seats, generals=0)
    if state.turn != state.best:
        return replace(state, phase="follow")
    discards = deck.with_cards(state.discards, *_field(state))
    return replace(state, phase="lead", trick=(), role=None, discards=discards)


def _field(state: Seen) -> list[Card]:
    """The cards of the running trick."""
    return [card for laid in state.trick for card in laid.cards]


def _won(state: Full, winner: int) -> Full:
    gains = seasons.stake(state.options, winner, _sizes(state))
    return replace(state, phase="end", generals=0, table=seasons.settled(state.table, (winner,), gains))


def _sizes(state: Seen) -> list[int]:
    return [len(hand) for hand in state.hands]


# -- what may be laid -----------------------------------------------------------------------------------


def _roles(state: Seen, hand: Cards) -> deck.Plays:
    return deck.linked_roles_in(hand, state.options.niek_runset_min)


def answers(state: Seen, hand: Cards) -> list[tuple[Cards, Role]]:
    """A stronger role that is the same role, or a set of three or more at any time."""
    top = state.role
    assert top is not None
    smaller = state.options.niek_bomb == "beat_smaller"
    return [
        (cards, role) for cards, role in _roles(state, hand) if role.beats(top) or _bombs(role, top, smaller)
    ]


def _bombs(role: Role, top: Role, smaller: bool) -> bool:
    """With `beat_smaller` a larger set, and only that, goes over a set of three or more."""
    if not _is_bomb(role):
        return False
    return not (smaller and _is_bomb(top)) or role.size > top.size


def _is_bomb(role: Role) -> bool:
    return role.type == "set" and role.size >= BOMB


# -- the generals' effect -------------------------------------------------------------------------------


def _removals(state: Seen) -> Iterable[tuple[int, ...]]:
    """As many different strengths as generals, or only one; they need not be there."""
    named = 1 if state.options.niek_general_strengths == "one" else state.generals
    return combinations(STRENGTHS, named)


def _takings(state: Seen) -> list[Cards]:
    """As many discards as generals, or all if there are fewer."""
    count = min(state.generals, len(state.discards))
    return deck.selections(state.discards, count) if count else []


def _removed(state: Full, strengths: tuple[int, ...]) -> Full:
    """All cards of these strengths leave hands, discards, leftover and trick; a hand emptied so wins."""
    groups = (*state.hands, state.discards, state.deck, *(laid.cards for laid in state.trick))
    gone = [card for group in groups for card in group if deck.strength(card) in strengths]
    state = replace(
        state,
        hands=tuple(_spared(hand, strengths) for hand in state.hands),
        known=tuple(_spared(cards, strengths) for cards in state.known),
        discards=_spared(state.discards, strengths),
        deck=_spared(state.deck, strengths),
        trick=tuple(Laid(laid.seat, _spared(laid.cards, strengths)) for laid in state.trick),
        removed=deck.with_cards(state.removed, *gone),
    )
    order = in_turn(state.turn, state.table.seats)
    emptied = next((seat for seat in order if not state.hands[seat]), None)
    return _passed_on(state) if emptied is None else _won(state, emptied)


def _spared(cards: Cards, strengths: tuple[int, ...]) -> Cards:
    return tuple(card for card in cards if deck.strength(card) not in strengths)


def _taken(state: Full, seat: int, cards: Cards) -> Full:
    return _passed_on(
        replace(
            state,
            hands=deck.put(state.hands, seat, deck.with_cards(state.hands[seat], *cards)),
            known=deck.put(state.known, seat, deck.with_cards(state.known[seat], *cards)),
            discards=deck.without(state.discards, cards),
        )
    )


# -- how good it looks ----------------------------------------------------------------------------------


def _chances(state: Full) -> list[float]:
    """How likely each seat looks to be out first."""
    weights = [exp(-_needed(hand) / 1.5) for hand in state.hands]
    weights[state.best if state.role else state.turn] *= 1.5
    return [weight / sum(weights) for weight in weights]


@lru_cache(maxsize=1 << 15)
def _needed(hand: Cards) -> float:
    """Roughly how many turns of one's own it takes to play this hand out: weak groups wait longer."""
    tally = Tally(deck.strength(card) for card in hand if card != deck.SHIP)
    return sum(_wait(worth, copies) for worth, copies in tally.items()) - 0.7 * hand.count(deck.SHIP)


def _wait(worth: int, copies: int) -> float:
    """Sets of three and more go out at any time, kings and emperors nearly so."""
    return 0.6 if copies >= BOMB else 1.6 - 0.1 * worth


GAME = LinkedFriends()
