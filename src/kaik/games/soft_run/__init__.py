"""Soft Run (軟連, hou-niek): shedding round a cycle of strengths. On the newest role goes the same with a
stronger foot, or more cards with the same foot, always sharing a colour. The first empty hand wins.

Follows `docs/rules/soft_run.md` §9; cards and the frame of seasons are §1 there.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from kaik.core.game import CHANCE, seat_name
from kaik.core.lexicon import Lexicon
from kaik.core.messages import Message, msg
from kaik.core.scene import Path, Scene
from kaik.core.secrets import unseen_in
from kaik.games.soft_run import rules
from kaik.games.soft_run import view as views
from kaik.games.soft_run.state import (
    Action,
    Full,
    Laid,
    Outcome,
    Pass,
    Pick,
    Play,
    Seen,
    SoftRunOptions,
    State,
)
from kaik.kit import cardview, deck, seasons
from kaik.kit.cardgame import CardGame
from kaik.kit.deck import Card, Cards, Draw, KindRole, Lot
from kaik.kit.opening import First

DRAWN = 2
"""Cards the parent draws before each round."""

TRIES = 1000
"""Guesses made for a hand that is picking its cards."""


class SoftRun(CardGame[Full, Action, Outcome, SoftRunOptions]):
    """The rules of Soft Run."""

    id = "soft_run"
    Options = SoftRunOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": SoftRunOptions()}
    max_plies = 10_000

    def seats(self, options: SoftRunOptions) -> Sequence[int]:
        return range(2, 5)

    def start(self, options: SoftRunOptions, seats: int) -> Full:
        return _new_season(options, seasons.new_table(options, seats))

    def to_act(self, state: Seen) -> tuple[int, ...]:
        if state.phase == "end" and seasons.is_over(state.options, state.table):
            return ()
        chance = state.drawing or state.phase in ("deal", "end")
        return (CHANCE,) if chance else (state.turn,)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        if state.picked[seat]:
            return _picks(state, seat)
        passing: list[Action] = [Pass()] if state.phase == "follow" else []
        plays = rules.plays(state.hands[seat], *_asked(state))
        if plays is None:
            return [*passing, *_picks(state, seat)]
        return passing + [Play(cards, role) for cards, role in plays]

    def lot(self, state: Full) -> Lot[Outcome]:
        now = _current(state)
        if now.table.parent is None:
            return seasons.parents(now.table)
        return deck.for_seat(now.deck, now.turn if now.drawing else deck.shortest(now.hands))

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case Pass():
                return _passed_on(state)
            case Draw(receiver, card):
                return _received(_current(state), receiver, card)
            case Play(cards, role):
                return _played(state, Laid(seat, cards, role))
            case Pick(card):
                return _picked(state, seat, card)
            case First(parent):
                return replace(state, table=replace(state.table, parent=parent))

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.table.totals

    def reason(self, state: Full) -> Message:
        return msg("card.reason.seasons")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """Points so far, and the stake weighted by how near each hand looks to being empty."""
        if state.phase in ("deal", "end"):
            return state.table.totals
        sizes = [len(hand) for hand in state.hands]
        value = [float(points) for points in state.table.totals]
        for winner, chance in enumerate(_chances(state)):
            for seat, gain in enumerate(seasons.stake(state.options, winner, sizes)):
                value[seat] += chance * gain
        return tuple(value)

    def secret_window(self, state: Full) -> bool:
        """That a seat could only pass, or has only one card to pick, must not show."""
        return state.phase == "follow" or any(state.picked)

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Unseen cards may lie in any hand or in the deck; only a hand of very many plays picks cards."""
        picks = 0 if view.turn == seat else len(view.picked[view.turn])
        for _ in range(TRIES):
            full = _guessed(view, rng)
            picking = _guessed_picks(full, picks, rng) if picks else full
            if picking is not None:
                return picking
        raise AssertionError("no hand fits what was picked")

    def scene(self, view: Seen, seat: int | None) -> Scene:
        acting = self.to_act(view)
        legal = self.actions(cast(Full, view), seat) if seat is not None and seat in acting else ()
        return views.scene(view, seat, acting, [action.role for action in legal if isinstance(action, Play)])

    def lexicon(self, options: SoftRunOptions, seats: int) -> Lexicon:
        return views.lexicon(seats)

    def path(self, state: Full, seat: int, action: Action) -> Path:
        match action:
            case Pass():
                return ("pass",)
            case Pick(card):
                return (card,)
            case Play(cards, role):
                return (*(() if state.picked[seat] else cards), views.button_id(role))

    def label(self, state: Full, seat: int, action: Action) -> Message | None:
        if not isinstance(action, Play):
            return None
        return cardview.play_label(action.cards, views.role_name(action.role))

    def notate(self, state: Full, seat: int, action: Action) -> str:
        match action:
            case Pass():
                return "pass"
            case Pick(card):
                return f"pick {card}"
            case Play(cards, role):
                named = "" if role.type == "single" else f" {role.type} {role.kind}"
                return cardview.spelled(cards) + named

    def parse(self, state: Full, seat: int, text: str) -> Action:
        return cast(Action, cardview.found(self, state, seat, text))

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        match event:
            case Play(cards, role):
                named = cardview.names(cards)
                return msg("log.play", seat=seat_name(actor), role=views.role_name(role), cards=named)
            case Pick(str() as card):
                return msg("log.pick", seat=seat_name(actor), card=cardview.name(card))
            case Pick():
                return msg("log.pick_unseen", seat=seat_name(actor))
            case Pass():
                return msg("log.pass", seat=seat_name(actor))
            case _:
                return cardview.narrated(event)


# -- the season -----------------------------------------------------------------------------------------


def hand_size(options: SoftRunOptions, seats: int) -> int:
    """Eight cards each; two players may take twelve (§9 Setup)."""
    return options.hou_deal_two if seats == 2 else 8


def _new_season(options: SoftRunOptions, table: seasons.Table) -> Full:
    empty: tuple[Cards, ...] = ((),) * table.seats
    return State(options=options, table=table, deck=deck.DECK, hands=empty, picked=empty)


def _current(state: Full) -> Full:
    """The state as the next event finds it: a settled season gives way to the next one."""
    if state.phase != "end":
        return state
    return _new_season(state.options, seasons.next_season(state.options, state.table))


def _received(state: Full, seat: int, card: Card) -> Full:
    """A card dealt, or drawn by the parent of a round."""
    hands = deck.put(state.hands, seat, deck.with_cards(state.hands[seat], card))
    state = replace(state, deck=deck.without(state.deck, (card,)), hands=hands)
    if state.drawing:
        return replace(state, drawing=state.drawing - 1)
    if min(map(len, hands)) < hand_size(state.options, state.table.seats):
        return state
    assert state.table.parent is not None
    return _new_round(state, state.table.parent)


def _new_round(state: Full, parent: int) -> Full:
    """The field is cleared; the parent draws two cards, or what is left, and leads."""
    cleared = deck.with_cards(state.cleared, *(card for laid in state.field for card in laid.cards))
    drawing = min(DRAWN, len(state.deck))
    return replace(
        state, parent=parent, turn=parent, field=(), cleared=cleared, drawing=drawing, phase="lead"
    )


def _played(state: Full, laid: Laid) -> Full:
    seat = laid.seat
    hand = deck.without(state.hands[seat], laid.cards)
    hands, picked = deck.put(state.hands, seat, hand), deck.put(state.picked, seat, ())
    state = replace(state, hands=hands, picked=picked, field=(*state.field, laid))
    return _passed_on(state) if hand else _won(state, seat)


def _passed_on(state: Full) -> Full:
    """The neighbour's turn; if the newest role is his own, the round is over and he is parent of the next."""
    turn = (state.turn + 1) % state.table.seats
    if turn == state.field[-1].seat:
        return _new_round(state, turn)
    return replace(state, turn=turn, phase="follow")


def _won(state: Full, winner: int) -> Full:
    gains = seasons.stake(state.options, winner, [len(hand) for hand in state.hands])
    return replace(state, phase="end", table=seasons.settled(state.table, (winner,), gains))


# -- picking, where plays are too many to list ----------------------------------------------------------


def _asked(state: Seen) -> tuple[KindRole | None, str, int]:
    """What a play must answer: the newest role, in one of these colours."""
    if state.phase == "lead":
        return None, deck.COLOURS, state.options.hou_run_min
    top = state.field[-1]
    return top.role, rules.colours(top.cards), state.options.hou_run_min


def _picks(state: Full, seat: int) -> list[Action]:
    """The picked cards laid as what they are, or one card more."""
    hand, picked, asked = state.hands[seat], state.picked[seat], _asked(state)
    plays = [Play(picked, role) for role in rules.readings(picked, *asked)]
    return [*plays, *(Pick(card) for card in rules.pickable(hand, picked, *asked))]


def _picked(state: Full, seat: int, card: Card) -> Full:
    return replace(state, picked=deck.put(state.picked, seat, deck.with_cards(state.picked[seat], card)))


# -- guessing -------------------------------------------------------------------------------------------


def _guessed(view: Seen, rng: Random) -> Full:
    """Unseen cards dealt out at random; what others have picked is left open."""
    known = [card for hand in view.hands for card in deck.seen(hand)]
    public = [*view.cleared, *(card for laid in view.field for card in laid.cards)]
    unknown = deck.without(deck.DECK, (*known, *public))
    lacking = [len(hand) if unseen_in(hand) else 0 for hand in view.hands]
    *guessed, rest = deck.dealt_out(unknown, [*lacking, len(view.deck)], rng)
    hands = (guess if unseen_in(hand) else hand for hand, guess in zip(view.hands, guessed, strict=True))
    picked = (() if unseen_in(cards) else cards for cards in view.picked)
    return cast(Full, replace(view, hands=tuple(hands), deck=rest, picked=tuple(picked)))


def _guessed_picks(state: Full, count: int, rng: Random) -> Full | None:
    """So many cards picked at random from a hand that had to pick; nothing if this hand had not."""
    seat = state.turn
    if rules.plays(state.hands[seat], *_asked(state)) is not None:
        return None
    for _ in range(count):
        more = rules.pickable(state.hands[seat], state.picked[seat], *_asked(state))
        if not more:
            return None
        state = _picked(state, seat, rng.choice(more))
    return state


# -- how good it looks ----------------------------------------------------------------------------------


def _chances(state: Full) -> list[float]:
    """How likely each seat looks to be out first; cards picked count as laid."""
    hands = (deck.without(hand, gone) for hand, gone in zip(state.hands, state.picked, strict=True))
    weights = [exp(-_needed(hand) / 1.5) for hand in hands]
    weights[state.field[-1].seat if state.field else state.turn] *= 1.5
    return [weight / sum(weights) for weight in weights]


@lru_cache(maxsize=1 << 15)
def _needed(hand: Cards) -> float:
    """Roughly how many plays a hand takes: runs of kinds in the cycle go together, 0s with anything."""
    tally = Tally(map(deck.code, hand))
    nothing = tally.pop(deck.NOTHING, 0)
    starts = sum(
        max(0, tally[kind] - tally[before]) for before, kind in zip(_BEFORE, deck.CYCLE, strict=True)
    )
    return max(1.0, starts - 0.4 * nothing) + 0.15 * len(hand) if hand else 0.0


_BEFORE = deck.CYCLE[-1] + deck.CYCLE[:-1]

GAME = SoftRun()
