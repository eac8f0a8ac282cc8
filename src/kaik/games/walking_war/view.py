"""Walking War as people see it."""

from __future__ import annotations

from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Scene, Zone, button, choices
from kaik.games.walking_war.state import PRICE, Laid, Seen
from kaik.kit import cardview, deck, seasons


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    return cardview.lexicon(
        seats,
        deck.DECK,
        rows=each("won-{}", range(seats)),
        spots=(*each("round-{}", range(seats)), "play", "fold"),
        counters=(*seasons.counter_words(seats), *each("won-count-{}", range(seats))),
    )


def scene(view: Seen, seat: int | None, acting: tuple[int, ...]) -> Scene:
    """Hands, the running round, the public cards of each seat."""
    mine = seat if seat in acting else None
    return Scene(
        zones=(_round(view), *_piles(view), *cardview.hands(view.hands, seat), *_buttons(view, mine)),
        counters=(*seasons.counters(view.options, view.table, bonus=True), *_sizes(view)),
        prompt=None if mine is None else _prompt(view),
        happened=(*_last_round(view), *seasons.happened(view.table), *_payments(view)),
        turn=acting,
        sheet=seasons.sheet(view.table),
    )


def _round(view: Seen) -> Zone:
    laid = view.laid or view.previous
    label = msg("zone.round" if view.laid or not view.previous else "zone.previous")
    return cardview.trick("round", label, [(play.seat, play.cards, play.folded) for play in laid])


def _piles(view: Seen) -> tuple[Zone, ...]:
    return tuple(
        cardview.row(f"won-{seat}", msg("zone.won"), pile, seat) for seat, pile in enumerate(view.piles)
    )


def _buttons(view: Seen, mine: int | None) -> tuple[Zone, ...]:
    if mine is None:
        return ()
    fold = (button("fold", msg("choice.fold")),) if view.phase == "follow" else ()
    return (choices(button("play", msg("choice.play")), *fold),)


def _sizes(view: Seen) -> tuple[Counter, ...]:
    return tuple(
        Counter(f"won-count-{seat}", msg("counter.won"), len(pile), seat)
        for seat, pile in enumerate(view.piles)
    )


def _prompt(view: Seen) -> Message:
    if view.phase == "lead":
        return msg("prompt.lead")
    led = view.laid[0].cards
    role = cardview.role_name(deck.roles_of(led)[0])
    black = sum(deck.colour(card) == "b" for card in led)
    reference = view.options.mok_reference
    return msg(f"prompt.follow.{reference}", role=role, black=black, red=len(led) - black, n=len(led))


def _last_round(view: Seen) -> tuple[Message, ...]:
    if not view.previous or view.laid:
        return ()
    return tuple(_told(play) for play in view.previous) + _round_won(view)


def _payments(view: Seen) -> tuple[Message, ...]:
    """How much each loser of the last season paid, and why: what it lacked of the price, times the bonus."""
    if not view.table.done:
        return ()
    last = view.table.done[-1]
    then = replace(view.table, parent=last.parent, bonus=last.bonus)
    winner = last.winners[0]
    times = {seat: seasons.multiplier(view.options, then, winner, seat) for seat in range(then.seats)}
    return tuple(
        msg(
            "happened.price",
            seat=seat_name(seat),
            n=PRICE + gain // times[seat],
            times=times[seat],
            pay=-gain,
        )
        for seat, gain in enumerate(last.gains)
        if seat != winner
    )


def _told(play: Laid) -> Message:
    if play.cards:
        return msg("log.play", seat=seat_name(play.seat), cards=cardview.names(play.cards))
    return msg("log.fold_unseen", seat=seat_name(play.seat), n=play.folded)


def _round_won(view: Seen) -> tuple[Message, ...]:
    """Whoever leads now has won the round before, unless a new season has begun."""
    if view.phase != "lead" or not any(view.piles):
        return ()
    return (msg("happened.round", seat=seat_name(view.leader)),)
