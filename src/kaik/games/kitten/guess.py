"""Hands that a seat considers possible in Kitten.

A seat that has joined a round drops only when it cannot play, so what it held then contained no answer. A
guess therefore says which cards came when: those that had come by a drop must not have answered.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from kaik.core.secrets import unseen_in
from kaik.games.kitten.rules import answers, kind_of
from kaik.games.kitten.state import Full, KittenOptions, Seen, Step
from kaik.kit import deck
from kaik.kit.deck import Card, Cards

TRIES = 5000

History: TypeAlias = tuple[Step, ...]


class Batch(Struct):
    """Cards that came to a hand together at one step of its history."""

    step: int
    room: int
    """Cards still in hand, to be guessed."""
    barred: frozenset[Card]
    """What those cannot be."""
    laid: list[tuple[int, Card]]
    """Cards of the batch that were laid, and at which step."""
    held: list[Card]

    def at(self, step: int) -> list[Card]:
        """What was in hand of this batch at that step."""
        if step < self.step:
            return []
        return self.held + [card for when, card in self.laid if when > step]


def guessed(view: Seen, rng: Random) -> Full:
    """A full state in which nobody dropped who could have played."""
    known = [card for hand in view.hands for card in deck.seen(hand)]
    public = [card for laid in view.field for card in laid.cards] + [
        card for won in view.aside for card in won
    ]
    unknown = deck.without(deck.DECK, (*known, *public))
    histories = {seat: view.history[seat] for seat, hand in enumerate(view.hands) if unseen_in(hand)}
    for _ in range(TRIES):
        made = _attempt(view.options, histories, unknown, rng)
        if made is not None:
            hands, rest = made
            full = tuple(hands.get(seat, hand) for seat, hand in enumerate(view.hands))
            return cast(Full, replace(view, hands=full, deck=rest))
    raise AssertionError("no hands fit what was seen")


def _attempt(
    options: KittenOptions, histories: dict[int, History], unknown: Cards, rng: Random
) -> tuple[dict[int, Cards], Cards] | None:
    """Hands that fit, and the rest as the deck. The most barred batches choose their cards first."""
    batches = {seat: _batches(options, history, rng) for seat, history in histories.items()}
    left = list(unknown)
    rng.shuffle(left)
    every = [batch for own in batches.values() for batch in own]
    for batch in sorted(every, key=lambda batch: len(batch.barred), reverse=True):
        batch.held = [card for card in left if card not in batch.barred][: batch.room]
        for card in batch.held:
            left.remove(card)
    if not all(_fits(options, histories[seat], own) for seat, own in batches.items()):
        return None
    hands = {
        seat: deck.ordered(card for batch in own for card in batch.held) for seat, own in batches.items()
    }
    return hands, deck.ordered(left)


def _batches(options: KittenOptions, history: History, rng: Random) -> list[Batch]:
    """The batches of a hand; every card laid is given to one of those it may have come with."""
    bars = {step: _barred(options, past.unable, rng) for step, past in enumerate(history) if past.unable}
    batches = []
    for step, past in enumerate(history):
        if past.came:
            barred = frozenset[Card]().union(*(bar for when, bar in bars.items() if when > step))
            batches.append(Batch(step, past.came, barred, [], []))
        for card in past.laid:
            barring = max((when for when, bar in bars.items() if when < step and card in bar), default=-1)
            may = [batch for batch in batches if batch.step > barring and batch.room] or batches[-1:]
            batch = rng.choices(may, [max(1, batch.room) for batch in may])[0]
            batch.room -= 1
            batch.laid.append((step, card))
    return batches


def _barred(options: KittenOptions, on: Cards, rng: Random) -> frozenset[Card]:
    """Single cards that would have answered; half the time its whole kind too, which leaves no larger set."""
    singles = _answering(options, on)
    if rng.random() < 0.5:
        return singles
    return singles | {card for card in deck.DECK if deck.code(card) == kind_of(on)}


@lru_cache(maxsize=1024)
def _answering(options: KittenOptions, on: Cards) -> frozenset[Card]:
    return frozenset(card for card in deck.DECK if answers(options, on, (card,)))


def _fits(options: KittenOptions, history: History, batches: list[Batch]) -> bool:
    """Whether every batch is full and nothing could have been laid whenever the seat dropped."""
    if any(len(batch.held) != batch.room for batch in batches):
        return False
    return not any(
        answers(options, past.unable, deck.ordered(card for batch in batches for card in batch.at(step)))
        for step, past in enumerate(history)
        if past.unable
    )
