"""Walking War (行戦, mok-kaik): trick taking. A role is led; the others answer with the same role in the same
colours, stronger, or fold as many cards face down. Who wins the last round wins the season.

Follows `docs/rules/walking_war.md` §2; cards, roles and the frame of seasons are §1 there.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal, cast

from msgspec.structs import replace

from kaik.core.game import CHANCE, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.core.secrets import unseen_in
from kaik.games.walking_war import view as views
from kaik.games.walking_war.state import (
    PRICE,
    Action,
    Fold,
    Full,
    Laid,
    Outcome,
    Play,
    Seen,
    State,
    WalkingWarOptions,
    turn,
)
from kaik.kit import cardview, deck, seasons
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Card, Cards, Draw, Lot, Role
from kaik.kit.opening import First


class WalkingWar(CardGame[Full, Action, Outcome, WalkingWarOptions]):
    """The rules of Walking War."""

    id = "walking_war"
    Options = WalkingWarOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": WalkingWarOptions()}
    max_plies = 10_000

    def seats(self, options: WalkingWarOptions) -> Sequence[int]:
        return range(2, 7)

    def start(self, options: WalkingWarOptions, seats: int) -> Full:
        return _new_season(options, seasons.new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if state.phase == "end" and seasons.is_over(state.options, state.table):
            return ()
        return (CHANCE,) if state.phase in ("deal", "end") else (turn(state),)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        hand = state.hands[seat]
        if state.phase == "lead":
            return [Play(cards) for cards, _ in deck.roles_in(hand)]
        return [
            *(Play(cards) for cards in answers(state, hand)),
            *(Fold(cards) for cards in folds(state, hand)),
        ]

    def lot(self, state: Full) -> Lot[Outcome]:
        now = _current(state)
        if now.table.parent is None:
            return seasons.parents(now.table)
        return deck.for_seat(now.deck, deck.shortest(now.hands))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent), leader=parent)
            case Draw(receiver, card):
                return _dealt(_current(state), receiver, card)
            case Play(cards):
                hands = deck.put(state.hands, seat, deck.without(state.hands[seat], cards))
                return _laid(replace(state, hands=hands), Laid(seat, cards))
            case Fold(cards):
                hands = deck.put(state.hands, seat, deck.without(state.hands[seat], cards))
                folded = deck.put(state.folded, seat, deck.with_cards(state.folded[seat], *cards))
                return _laid(replace(state, hands=hands, folded=folded), Laid(seat, (), len(cards)))

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """Points so far, and the payout for each possible winner weighted by how likely he looks."""
        if state.phase in ("deal", "end"):
            return state.table.totals
        chances = _chances(state)
        value = [float(points) for points in state.table.totals]
        for winner, chance in enumerate(chances):
            for seat, gain in enumerate(payout(state, winner)):
                value[seat] += chance * gain
        return tuple(value)

    def secret_window(self, state: Full) -> bool:
        """That a seat could only fold must not show."""
        return state.phase == "follow"

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Whatever the seat has not seen may lie in any hand, fold or among the undealt cards."""
        known = [card for group in (*view.hands, *view.folded) for card in deck.seen(group)]
        unknown = deck.without(
            deck.DECK, (*known, *(card for pile in view.piles for card in pile), *_open(view))
        )
        groups = [*view.hands, *view.folded]
        hidden = [group if unseen_in(group) else () for group in groups]
        *guessed, rest = deck.dealt_out(unknown, [*map(len, hidden), len(view.deck)], rng)
        made = [guess if unseen_in(group) else group for guess, group in zip(guessed, groups, strict=True)]
        hands, folded = tuple(made[: view.table.seats]), tuple(made[view.table.seats :])
        return cast(Full, replace(view, deck=rest, hands=hands, folded=folded))

    def scene(self, view: Seen, seat: int | None) -> Scene:
        return views.scene(view, seat, self.to_act(view))

    def lexicon(self, options: WalkingWarOptions, seats: int) -> Lexicon:
        return views.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        return (*action.cards, "play" if isinstance(action, Play) else "fold")

    def label(self, state: Full, seat: int, action: Action) -> Message:
        if isinstance(action, Fold):
            return msg("choice.fold_these", cards=cardview.spelled(action.cards))
        return cardview.play_label(action.cards, cardview.role_name(_role(action.cards)))

    def notate(self, state: Full, seat: int, action: Action) -> str:
        prefix = "" if isinstance(action, Play) else "fold "
        return prefix + cardview.spelled(action.cards)

    def parse(self, state: Full, seat: int, text: str) -> Action:
        return cast(Action, cardview.found(self, state, seat, text))

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        match event:
            case Play(cards):
                return msg("log.play", seat=seat_name(actor), cards=cardview.names(cards))
            case Fold(cards) if unseen_in(event):
                return msg("log.fold_unseen", seat=seat_name(actor), n=len(cards))
            case Fold(cards):
                return msg("log.fold", seat=seat_name(actor), cards=cardview.names(cards))
            case _:
                return cardview.narrated(event)


def hand_size(seats: int) -> int:
    """How many cards each is dealt (§2 Setup)."""
    return 10 if seats <= 4 else 8


# -- the season -----------------------------------------------------------------------------------------


def _new_season(options: WalkingWarOptions, table: seasons.Table, previous: tuple[Laid, ...] = ()) -> Full:
    empty: tuple[Cards, ...] = ((),) * table.seats
    return State(
        options=options,
        table=table,
        deck=deck.DECK,
        hands=empty,
        folded=empty,
        piles=empty,
        leader=table.parent or 0,
        previous=previous,
    )


def _current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if state.phase != "end":
        return state
    return _new_season(state.options, seasons.next_season(state.options, state.table), state.previous)


def _dealt(state: Full, seat: int, card: Card) -> Full:
    hands = deck.put(state.hands, seat, deck.with_cards(state.hands[seat], card))
    full = min(map(len, hands)) == hand_size(state.table.seats)
    return replace(
        state, deck=deck.without(state.deck, (card,)), hands=hands, phase="lead" if full else "deal"
    )


def _laid(state: Full, laid: Laid) -> Full:
    state = replace(state, laid=(*state.laid, laid), phase="follow")
    return state if len(state.laid) < state.table.seats else _resolved(state)


def _resolved(state: Full) -> Full:
    """The strongest role wins the round; its cards become public cards of the winner, who leads next."""
    best = best_of(state.options, state.laid)
    winner = best.seat
    lost = [card for laid in state.laid if laid is not best for card in laid.cards]
    state = replace(
        state,
        laid=(),
        previous=state.laid,
        leader=winner,
        phase="lead",
        piles=deck.put(state.piles, winner, deck.with_cards(state.piles[winner], *best.cards)),
        beaten=deck.with_cards(state.beaten, *lost),
    )
    if state.hands[winner]:
        return state
    return replace(state, phase="end", table=seasons.settled(state.table, (winner,), payout(state, winner)))


def best_of(options: WalkingWarOptions, laid: Sequence[Laid]) -> Laid:
    """The strongest role laid so far; of equal ones the first, or the last if so agreed."""
    shown = [play for play in laid if play.cards]
    order = shown if options.mok_tie == "first" else shown[::-1]
    return max(order, key=lambda play: _role(play.cards).strength)


def payout(state: Seen, winner: int) -> tuple[int, ...]:
    """What each seat gains if this one wins the season (§2 Payout)."""
    gains = [0] * state.table.seats
    for loser, pile in enumerate(state.piles):
        if loser != winner:
            pay = (PRICE - len(pile)) * seasons.multiplier(state.options, state.table, winner, loser)
            gains[loser] -= pay
            gains[winner] += pay
    return tuple(gains)


# -- what may be answered -------------------------------------------------------------------------------


def answers(state: Seen, hand: Cards) -> list[Cards]:
    """The same role in the same colours, stronger than what `mok_reference` says."""
    led = _role(state.laid[0].cards)
    shades = _colours(state.laid[0].cards)
    floor = _floor(state.options.mok_reference, state)
    return [
        cards
        for cards, role in deck.roles_in(hand)
        if role.same(led) and role.strength > floor and _colours(cards) == shades
    ]


def _floor(reference: Literal["lead", "current_best", "none"], state: Seen) -> int:
    """The strength an answer must exceed."""
    match reference:
        case "lead":
            return _role(state.laid[0].cards).strength
        case "current_best":
            return _role(best_of(state.options, state.laid).cards).strength
        case "none":
            return deck.STRENGTH[deck.SHIP] - 1


def folds(state: Seen, hand: Cards) -> list[Cards]:
    """Any cards, as many as were led."""
    return deck.selections(hand, len(state.laid[0].cards))


def _role(cards: Cards) -> Role:
    return deck.roles_of(cards)[0]


def _colours(cards: Cards) -> dict[str, int]:
    return Tally(map(deck.colour, cards))


def _open(state: Seen) -> list[Card]:
    """The cards that lie face up outside the public piles."""
    return [*state.beaten, *(card for laid in state.laid for card in laid.cards)]


# -- how good it looks ----------------------------------------------------------------------------------


def _chances(state: Full) -> list[float]:
    """How likely each seat looks to win the last round: strong cards kept, and the lead."""
    ahead = best_of(state.options, state.laid).seat if state.laid else state.leader
    weights = [
        _quality(state.hands[seat]) * (1.6 if seat == ahead else 1.0) for seat in range(state.table.seats)
    ]
    if not any(state.hands):
        weights = [float(seat == ahead) for seat in range(state.table.seats)]
    return [weight / sum(weights) for weight in weights]


@lru_cache(maxsize=1 << 15)
def _quality(hand: Cards) -> float:
    """The mean of the squared strengths, the best cards counting twice: those win the last rounds."""
    worth = sorted((max(0, deck.strength(card)) ** 2 for card in hand), reverse=True)
    best = worth[:2]
    return 1.0 + (sum(worth) + 2 * sum(best)) / (len(worth) + 2 * len(best)) if worth else 1.0


GAME = WalkingWar()
