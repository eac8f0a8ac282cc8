"""What people see and read of Season's End."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kaik.core.game import seat_name
from kaik.core.lexicon import Lexicon, each
from kaik.core.messages import Message, msg
from kaik.core.scene import Counter, Path, Scene, Spot, Zone, button, choices
from kaik.games.seasons_end.groups import shape
from kaik.games.seasons_end.state import (
    Action,
    Call,
    Claim,
    Discard,
    Finish,
    Finished,
    Four,
    Pass,
    Score,
    Seen,
    Taken,
    Win,
)
from kaik.kit import cardview, seasons
from kaik.kit.deck import DECK, TurnUp, seen
from kaik.kit.ledger import added


def lexicon(seats: int) -> Lexicon:
    """Every word of the scenes and paths."""
    return cardview.lexicon(
        seats,
        DECK,
        rows=("lights", "shown", *each("group-{}", range(seats))),
        piles=("deck",),
        spots=(*cardview.places("discards"), "discard", "four", "finish", "pass", "call"),
        marks=("last",),
        counters=seasons.counter_words(seats),
    )


def scene(view: Seen, seat: int | None, turn: tuple[int, ...]) -> Scene:
    """The whole table as a seat sees it."""
    acting = seat if seat in turn else None
    return Scene(
        zones=(*_table(view), *cardview.hands(view.hands, seat), *_buttons(view, acting)),
        counters=_counters(view),
        prompt=None if acting is None else _prompt(view),
        happened=_happened(view),
        turn=turn,
        sheet=seasons.sheet(view.table),
    )


def _table(view: Seen) -> tuple[Zone, ...]:
    groups = (
        cardview.row(f"group-{seat}", msg("zone.exposed"), cards, seat)
        for seat, cards in enumerate(view.exposed)
        if cards
    )
    lights = (cardview.row("lights", msg("zone.lights"), view.lights),) if view.lights else ()
    deck = cardview.pile("deck", msg("card.zone.deck"), len(view.deck))
    return (*groups, *_shown_hand(view), *lights, _thrown(view), deck)


def _thrown(view: Seen) -> Zone:
    """The discards in order; the last is the one that may be claimed."""
    last = len(view.discards) - 1
    spots = tuple(
        Spot(
            f"discards-{n}",
            n,
            items=(cardview.item(card, owner=seat),),
            tags=("last",) if n == last and view.phase == "claim" else (),
        )
        for n, (seat, card) in enumerate(view.discards)
    )
    return Zone("discards", "row", spots, label=msg("card.zone.discards"))


def _shown_hand(view: Seen) -> tuple[Zone, ...]:
    """A finished hand stays on the table until the next deal."""
    if view.finish is None:
        return ()
    return (cardview.row("shown", msg("zone.shown"), view.finish.hand, view.finish.seat),)


def _buttons(view: Seen, acting: int | None) -> tuple[Zone, ...]:
    """Only the seat's own cards decide which buttons there are, so they tell nothing to others."""
    if acting is None:
        return ()
    if view.phase == "turn":
        return (choices(*_turn_buttons(view, acting)),)
    return (choices(*(button(id, msg(f"choice.{id}")) for id in ("pass", "call", "finish"))),)


def _turn_buttons(view: Seen, seat: int) -> list[Spot]:
    ids = ["discard"]
    if view.options.tax_four_on_turn:
        ids.append("four")
    if view.drawn and shape(tuple(seen(view.hands[seat])), view.exposed[seat]) is not None:
        ids.append("finish")
    return [button(id, msg(f"choice.{id}")) for id in ids]


def _counters(view: Seen) -> tuple[Counter, ...]:
    table = view.table
    if not table.settled:
        table = replace(table, totals=added(table.totals, view.moved))
    return seasons.counters(view.options, table, bonus=True)


def _prompt(view: Seen) -> Message:
    if view.phase == "turn":
        return msg("prompt.drawn" if view.drawn else "prompt.called")
    discarder, card = view.discards[-1]
    return msg("prompt.claim", seat=seat_name(discarder), card=cardview.name(card))


# -- results ---------------------------------------------------------------------------------------


def _happened(view: Seen) -> tuple[Message, ...]:
    """The last season, item by item, until the first round of the next one is over."""
    if view.finish is not None and not view.table.settled:
        return (_finish(view.finish),)
    if not view.table.settled and view.turns > view.seats:
        return ()
    shown = view.finish if view.table.settled else view.last
    lines = () if shown is None else _explained(shown, view.table.done[-1].bonus)
    return (*lines, *seasons.happened(view.table))


def _explained(shown: Finished, bonus: int) -> tuple[Message, ...]:
    score = shown.score
    if score is None:
        return (_finish(shown),)
    lines = [_finish(shown), msg("happened.end", n=score.end, items=_end_items(score), bonus=bonus)]
    if score.bonus:
        lines.append(msg("happened.bonus", n=score.bonus, items=_bonus_items(score)))
    if score.fours_unpaid:
        lines.append(msg("happened.four"))
    return tuple(lines)


def _finish(shown: Finished) -> Message:
    made = shape(shown.hand, shown.exposed)
    assert made is not None
    groups = [msg("happened.group", cards=" ".join(group)) for group in made.groups]
    if shown.discarder is None:
        return msg("happened.drew", seat=seat_name(shown.seat), groups=groups)
    return msg(
        "happened.took", seat=seat_name(shown.seat), discarder=seat_name(shown.discarder), groups=groups
    )


def _end_items(score: Score) -> list[Message]:
    found = {"one_colour": score.one_colour, "six_run": score.six_run, "first_round": score.first_round}
    return [msg("score.finish", n=2), *(msg(f"score.{item}", n=n) for item, n in found.items() if n)]


def _bonus_items(score: Score) -> list[Message]:
    found = {"royals": score.royals, "lights": score.lights}
    return [msg(f"score.{item}", n=n) for item, n in found.items() if n]


# -- touching and telling --------------------------------------------------------------------------


def path(action: Action) -> Path:
    """Cards of the hand in any order, then a button."""
    match action:
        case Discard(card):
            return (card, "discard")
        case Four(use):
            return (*use, "four")
        case Finish() | Claim(Win()):
            return ("finish",)
        case Claim(Call(use)):
            return (*use, "call")
        case _:
            return ("pass",)


def label(action: Action) -> Message | None:
    """What the button says, once the cards are chosen."""
    match action:
        case Discard(card):
            return msg("choice.discard_this", card=cardview.name(card))
        case Four(use):
            return msg("choice.four_these", cards=cardview.spelled(use))
        case Claim(Call(use)) if use:
            return msg("choice.call_with", cards=cardview.spelled(use))
        case _:
            return None


def notation(action: Action) -> str:
    """The cards thrown alone, otherwise the word and the cards used."""
    if isinstance(action, Discard):
        return action.card
    *cards, word = path(action)
    return " ".join((word, *cards))


def narration(view: Seen, actor: int, event: Any) -> Message:
    """A line of the log."""
    match event:
        case Discard(card):
            return msg("log.discard", seat=seat_name(actor), card=cardview.name(card))
        case Four(use):
            group = use if len(use) == 4 else (*view.exposed[actor], *use)
            return msg("log.four", seat=seat_name(actor), cards=cardview.names(group))
        case Finish():
            return msg("log.finish", seat=seat_name(actor))
        case Claim(answer):
            return _claimed(actor, answer)
        case Taken(seat, Win()):
            return msg("log.won", seat=seat_name(seat))
        case Taken(seat):
            return msg("log.called", seat=seat_name(seat), cards=cardview.names(view.exposed[seat]))
        case TurnUp(card):
            return msg("log.light", card=cardview.name(card))
        case _:
            return cardview.narrated(event)


def _claimed(actor: int, answer: Any) -> Message:
    match answer:
        case Pass():
            return msg("log.claim.pass", seat=seat_name(actor))
        case Win():
            return msg("log.claim.win", seat=seat_name(actor))
        case Call(use):
            return msg("log.claim.call", seat=seat_name(actor), cards=" ".join(use))
        case _:
            return msg("log.claim.hidden", seat=seat_name(actor))
