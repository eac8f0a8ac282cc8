"""Strain: a small game made to strain the protocol, and the worked example of `docs/adding-a-game.md`.

Each round hands are filled and all bid in secret. The highest leads: it looks at a card of another hand and
lays cards; the lowest buries two cards one by one; then the runners walk the 3×3 board and take pebbles.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from kaik.core.game import CHANCE, Game, seat_name
from kaik.core.messages import Message, msg
from kaik.core.options import Options
from kaik.core.scene import Counter, Item, Path, Scene, Spot, Zone, button, choices
from kaik.core.secrets import EACH, NOBODY, OWNER, Unseen, unseen_in
from kaik.kit.ledger import Ledger, paid
from kaik.kit.opening import in_turn

COPIES = 2
HAND = 3
MAX_BID = 3
MAX_LAID = 2
BURIED = 2
CORNERS = (0, 8, 2)
PEBBLES = (1, 3, 4, 5, 7)

Card: TypeAlias = int
Phase: TypeAlias = Literal["deal", "bid", "look", "glimpse", "lay", "bury", "walk", "over"]
C_co = TypeVar("C_co", covariant=True)
"""What stands where something may be hidden: `Card` in a state, `Card | Unseen` in a view."""


class StrainOptions(Options, frozen=True, kw_only=True):
    """The options of Strain."""

    ranks: Annotated[int, Meta(ge=6, le=9)] = 6
    rounds: Annotated[int, Meta(ge=1, le=2)] = 2
    peek: bool = True
    tie: Literal["first", "last"] = "first"


# -- actions and outcomes --------------------------------------------------------------------------


class Bid(Struct, Generic[C_co], frozen=True, tag="bid", cache_hash=True):
    """A secret bid for the lead."""

    n: Annotated[C_co, OWNER]


class Look(Struct, frozen=True, tag="look", cache_hash=True):
    """Look at a card of this seat's hand."""

    owner: int


class Lay(Struct, frozen=True, tag="lay", cache_hash=True):
    """Lay cards, in ascending order."""

    cards: tuple[Card, ...]


class Bury(Struct, Generic[C_co], frozen=True, tag="bury", cache_hash=True):
    """Put one card aside; nobody else sees it before the last."""

    card: Annotated[C_co, OWNER]


class Walk(Struct, frozen=True, tag="walk", cache_hash=True):
    """Move the runner along these squares; a pebble on the last is taken."""

    squares: tuple[int, ...]


class Rest(Struct, frozen=True, tag="rest", cache_hash=True):
    """Stay: the runner is shut in."""


class Draw(Struct, Generic[C_co], frozen=True, tag="draw", cache_hash=True):
    """Chance: a seat draws a card."""

    seat: int
    card: Annotated[C_co, OWNER]


class Glimpse(Struct, Generic[C_co], frozen=True, tag="glimpse", cache_hash=True):
    """Chance: which card of the owner's hand the looking seat gets to see. It stays in that hand."""

    seat: int
    owner: int
    card: Annotated[C_co, OWNER]


Action: TypeAlias = Bid[int] | Look | Lay | Bury[Card] | Walk | Rest
Outcome: TypeAlias = Draw[Card] | Glimpse[Card]


# -- the state -------------------------------------------------------------------------------------


class Looked(Struct, frozen=True, cache_hash=True):
    """A look as all saw it: at whose hand, what its owner has thrown away since, and whether that was all."""

    owner: int
    thrown: tuple[Card, ...] = ()
    gone: bool = False


class State(Struct, Generic[C_co], frozen=True, cache_hash=True):
    """A game of Strain. Cards are kept sorted, so that a place in a hand tells nothing."""

    options: StrainOptions
    ledger: Ledger
    deck: Annotated[tuple[C_co, ...], NOBODY]
    hands: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    bids: Annotated[tuple[C_co | None, ...], EACH]
    picks: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """Cards put aside while burying is not complete."""
    notes: Annotated[tuple[tuple[C_co, ...], ...], EACH]
    """The card each seat saw at each of its looks: so that guessing needs no history."""
    looks: tuple[tuple[Looked, ...], ...]
    runners: tuple[int, ...]
    phase: Phase = "deal"
    round: int = 1
    pile: tuple[Card, ...] = ()
    pebbles: tuple[int, ...] = PEBBLES
    revealed: tuple[int, ...] = ()
    """The bids of this round, once all have bid."""
    leader: int = 0
    trailer: int = 0
    walked: int = 0
    """How many seats have walked this round."""

    @property
    def seats(self) -> int:
        return len(self.ledger)


Full: TypeAlias = State[Card]
Seen: TypeAlias = State[Card | Unseen]


class Strain(Game[Full, Action, Outcome, StrainOptions]):
    """The rules of Strain."""

    id = "strain"
    Options = StrainOptions
    State = Full
    View = Seen
    Event = Action | Outcome
    presets = {"default": StrainOptions(), "blind": StrainOptions(ranks=7, peek=False, tie="last")}
    max_plies = 100

    def seats(self, options: StrainOptions) -> Sequence[int]:
        return (2, 3)

    def start(self, options: StrainOptions, seats: int) -> Full:
        empty: tuple[tuple[Card, ...], ...] = ((),) * seats
        return State(
            options=options,
            ledger=(0,) * seats,
            deck=full_deck(options),
            hands=empty,
            bids=(None,) * seats,
            picks=empty,
            notes=empty,
            looks=((),) * seats,
            runners=CORNERS[:seats],
        )

    def to_act(self, state: Seen) -> tuple[int, ...]:
        match state.phase:
            case "over":
                return ()
            case "deal" | "glimpse":
                return (CHANCE,)
            case "bid":
                return tuple(seat for seat, bid in enumerate(state.bids) if bid is None)
            case "look" | "lay":
                return (state.leader,)
            case "bury":
                return (state.trailer,)
            case "walk":
                return (_walker(state),)

    def actions(self, state: Full, seat: int) -> Sequence[Action]:
        match state.phase:
            case "bid":
                return [Bid(n) for n in range(MAX_BID + 1)]
            case "look":
                return [Look(owner) for owner in range(state.seats) if owner != seat]
            case "lay":
                return [Lay(cards) for cards in _selections(state.hands[seat], MAX_LAID)]
            case "bury":
                return [Bury(card) for card in sorted(set(state.hands[seat]))]
            case _:
                return list(_walks(state, seat)) or [Rest()]

    def weights(self, state: Full) -> Sequence[tuple[Outcome, int]]:
        if state.phase == "deal":
            seat = _receiver(state)
            return [(Draw(seat, card), count) for card, count in sorted(Tally(state.deck).items())]
        look = state.looks[state.leader][-1]
        hand = sorted(Tally(state.hands[look.owner]).items())
        return [(Glimpse(state.leader, look.owner, card), count) for card, count in hand]

    def apply(self, state: Full, seat: int, event: Action | Outcome) -> Full:
        match event:
            case Draw(receiver, card):
                return _drawn(state, receiver, card)
            case Bid(n):
                return _bid(state, seat, n)
            case Look(owner):
                return replace(state, phase="glimpse", looks=_more(state.looks, seat, Looked(owner)))
            case Glimpse(looker, _, card):
                return replace(state, phase="lay", notes=_more(state.notes, looker, card))
            case Lay(cards):
                return _laid(state, seat, cards)
            case Bury(card):
                return _buried(state, seat, card)
            case Walk(squares):
                return _walked(_moved(state, seat, squares[-1]))
            case Rest():
                return _walked(state)

    def returns(self, state: Full) -> tuple[float, ...]:
        return state.ledger

    def reason(self, state: Full) -> Message:
        return msg("reason.rounds")

    def evaluate(self, state: Full) -> tuple[float, ...]:
        """Points so far, a little for each pair in hand and for each pebble beside the runner."""
        return tuple(
            points
            + 0.5 * _pairs(state.hands[seat])
            + 0.2 * len(_near(state.runners[seat]) & set(state.pebbles))
            for seat, points in enumerate(state.ledger)
        )

    def secret_window(self, state: Full) -> bool:
        """Burying without a choice would show that all the cards in hand are equal."""
        return state.phase == "bury"

    def determinize(self, view: Seen, seat: int | None, rng: Random) -> Full:
        """Unseen cards may lie anywhere, except those the seat saw in a hand and that did not leave it."""
        return _guessed(view, seat, rng)

    def scene(self, view: Seen, seat: int | None) -> Scene:
        turn = self.to_act(view)
        acting = seat if seat in turn else None
        return Scene(
            zones=(_board(view), *_hands(view, seat), *_piles(view), *_buttons(view, acting)),
            counters=_counters(view),
            prompt=None if acting is None else msg(f"prompt.{view.phase}"),
            happened=_happened(view, seat),
            turn=turn,
        )

    def path(self, state: Full, seat: int, action: Action) -> Path:
        match action:
            case Bid(n):
                return (f"bid-{n}",)
            case Look(owner):
                return (f"look-{owner}",)
            case Lay(cards):
                return (*(f"card-{card}" for card in cards), "lay")
            case Bury(card):
                return (f"card-{card}",)
            case Walk(squares):
                return tuple(_square(square) for square in squares)
            case Rest():
                return ("rest",)

    def narrate(self, view: Seen, actor: int, event: Any, after: Seen) -> Message:
        hidden = ".hidden" if unseen_in(event) else ""
        match event:
            case Draw(seat, card) | Glimpse(seat, _, card):
                kind = "draw" if isinstance(event, Draw) else "glimpse"
                return msg(f"log.{kind}{hidden}", seat=seat_name(seat), **_told(card=card))
            case Bid(n):
                return msg(f"log.bid{hidden}", seat=seat_name(actor), **_told(n=n))
            case Bury(card):
                return msg(f"log.bury{hidden}", seat=seat_name(actor), **_told(card=card))
            case Look(owner):
                return msg("log.look", seat=seat_name(actor), owner=seat_name(owner))
            case Lay(cards):
                return msg("log.lay", seat=seat_name(actor), cards=" ".join(map(str, cards)))
            case Walk(squares):
                return msg("log.walk", seat=seat_name(actor), squares="–".join(map(_square, squares)))
            case _:
                return msg("log.rest", seat=seat_name(actor))


# -- dealing and bidding ---------------------------------------------------------------------------


def full_deck(options: StrainOptions) -> tuple[Card, ...]:
    """Every card there is, in ascending order."""
    return tuple(card for card in range(1, options.ranks + 1) for _ in range(COPIES))


def _receiver(state: Seen) -> int:
    """Who draws next: the shortest hand, the first of equals."""
    return min(range(state.seats), key=lambda seat: len(state.hands[seat]))


def _drawn(state: Full, seat: int, card: Card) -> Full:
    deck = _without(state.deck, (card,))
    hands = _put(state.hands, seat, _with(state.hands[seat], card))
    dealt = not deck or all(len(hand) == HAND for hand in hands)
    return replace(state, deck=deck, hands=hands, phase="bid" if dealt else "deal")


def _bid(state: Full, seat: int, n: int) -> Full:
    """A bid lies face down until the last; then all are turned up, and the leader pays each other seat."""
    bids = tuple(n if s == seat else bid for s, bid in enumerate(state.bids))
    made = [bid for bid in bids if bid is not None]
    if len(made) < state.seats:
        return replace(state, bids=bids)
    order = range(state.seats) if state.options.tie == "first" else range(state.seats - 1, -1, -1)
    leader = max(order, key=made.__getitem__)
    trailer = min((s for s in order if s != leader), key=made.__getitem__)
    return replace(
        state,
        bids=(None,) * state.seats,
        revealed=tuple(made),
        leader=leader,
        trailer=trailer,
        ledger=_from_each(state.ledger, leader, -made[leader]),
        phase="look" if state.options.peek else "lay",
    )


# -- cards -----------------------------------------------------------------------------------------


def _selections(hand: Sequence[Card], most: int) -> list[tuple[Card, ...]]:
    """Every selection of one to `most` cards; equal cards make no difference."""
    return sorted({cards for size in range(1, most + 1) for cards in combinations(hand, size)})


def _laid(state: Full, seat: int, cards: tuple[Card, ...]) -> Full:
    """Each other seat pays one point a card, twice for a pair."""
    hands = _put(state.hands, seat, _without(state.hands[seat], cards))
    worth = len(cards) * (1 + _pairs(cards))
    state = _thrown(replace(state, hands=hands, phase="bury"), seat, cards)
    return replace(state, ledger=_from_each(state.ledger, seat, worth))


def _buried(state: Full, seat: int, card: Card) -> Full:
    """After the last card all are shown and thrown away; for a pair the leader pays two points."""
    hands = _put(state.hands, seat, _without(state.hands[seat], (card,)))
    picked = _with(state.picks[seat], card)
    if len(picked) < BURIED and hands[seat]:
        return replace(state, hands=hands, picks=_put(state.picks, seat, picked))
    ledger = paid(state.ledger, state.leader, seat, 2 * _pairs(picked))
    buried = replace(state, hands=hands, picks=_put(state.picks, seat, ()), ledger=ledger, phase="walk")
    return _thrown(buried, seat, picked)


def _thrown(state: Full, owner: int, cards: tuple[Card, ...]) -> Full:
    """Cards leave a hand for the pile, and whoever looked into that hand takes note."""
    empty = not state.hands[owner]
    looks = tuple(tuple(_since(look, owner, cards, empty) for look in looks) for looks in state.looks)
    return replace(state, pile=tuple(sorted((*state.pile, *cards))), looks=looks)


def _since(look: Looked, owner: int, cards: tuple[Card, ...], empty: bool) -> Looked:
    """Once the hand is empty, all that was seen is gone; what comes later is new."""
    if look.owner != owner or look.gone:
        return look
    return replace(look, thrown=(*look.thrown, *cards), gone=empty)


# -- the board -------------------------------------------------------------------------------------


def _near(square: int) -> frozenset[int]:
    x, y = square % 3, square // 3
    steps = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return frozenset(b * 3 + a for a, b in steps if 0 <= a < 3 and 0 <= b < 3)


def _walks(state: Full, seat: int) -> Iterator[Walk]:
    """One step; from a pebble one may go on, or stop and take it."""
    here = state.runners[seat]
    for first in sorted(_near(here) - set(state.runners)):
        yield Walk((here, first))
        if first in state.pebbles:
            yield from (Walk((here, first, second)) for second in sorted(_near(first) - set(state.runners)))


def _moved(state: Full, seat: int, to: int) -> Full:
    """A pebble is worth a point from each other seat."""
    state = replace(state, runners=_put(state.runners, seat, to))
    if to not in state.pebbles:
        return state
    pebbles = tuple(square for square in state.pebbles if square != to)
    return replace(state, pebbles=pebbles, ledger=_from_each(state.ledger, seat, 1))


def _walker(state: Seen) -> int:
    return in_turn(state.leader, state.seats)[state.walked]


def _walked(state: Full) -> Full:
    """When all have walked the round is over."""
    if state.walked + 1 < state.seats:
        return replace(state, walked=state.walked + 1)
    if state.round == state.options.rounds:
        return replace(state, phase="over")
    return replace(state, phase="deal" if state.deck else "bid", round=state.round + 1, walked=0, revealed=())


# -- guessing --------------------------------------------------------------------------------------


def _guessed(view: Seen, seat: int | None, rng: Random) -> Full:
    seen = [*view.pile, *_cards(view.hands), *_cards(view.picks)]
    sure = {owner: _sure(view, seat, owner) for owner in range(view.seats) if owner != seat}
    unknown = list(
        _without(full_deck(view.options), (*seen, *(card for cards in sure.values() for card in cards)))
    )
    rng.shuffle(unknown)
    hands, picks = list(view.hands), list(view.picks)
    for owner, cards in sure.items():
        aside, size = len(view.picks[owner]), len(view.picks[owner]) + len(view.hands[owner])
        held = [*cards, *(unknown.pop() for _ in range(size - len(cards)))]
        rng.shuffle(held)
        picks[owner], hands[owner] = tuple(sorted(held[:aside])), tuple(sorted(held[aside:]))
    bids = tuple(rng.randint(0, MAX_BID) if isinstance(bid, Unseen) else bid for bid in view.bids)
    guess = replace(view, deck=tuple(sorted(unknown)), hands=tuple(hands), picks=tuple(picks), bids=bids)
    notes = (own if s == seat else _guessed_notes(guess, s, rng) for s, own in enumerate(view.notes))
    return cast(Full, replace(guess, notes=tuple(notes)))


def _sure(view: Seen, seat: int | None, owner: int) -> set[Card]:
    """The cards a seat knows to be in that hand: seen there, and none like it thrown since."""
    if seat is None:
        return set()
    kept = (card for look, card in _glimpses(view, seat) if look.owner == owner and card not in look.thrown)
    return {card for card in kept if isinstance(card, Card)}


def _glimpses(view: Seen, seat: int) -> list[tuple[Looked, Card | Unseen]]:
    """A seat's looks with what it saw; the latest may not be answered yet."""
    return list(zip(view.looks[seat], view.notes[seat], strict=False))


def _guessed_notes(guess: Seen, seat: int, rng: Random) -> tuple[Card | Unseen, ...]:
    """What another seat may have seen at each of its looks that has been answered."""
    return tuple(rng.choice(_candidates(guess, look)) for look, _ in _glimpses(guess, seat))


def _candidates(guess: Seen, look: Looked) -> list[Card | Unseen]:
    kept = () if look.gone else (*guess.hands[look.owner], *guess.picks[look.owner])
    return [*kept, *look.thrown]


def _cards(groups: Iterable[Iterable[Card | Unseen]]) -> list[Card]:
    return [card for group in groups for card in group if isinstance(card, Card)]


# -- tuples ----------------------------------------------------------------------------------------

T = TypeVar("T")


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _more(groups: tuple[tuple[T, ...], ...], index: int, value: T) -> tuple[tuple[T, ...], ...]:
    return _put(groups, index, (*groups[index], value))


def _with(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(sorted((*cards, card)))


def _without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted((Tally(cards) - Tally(gone)).elements()))


def _pairs(cards: Iterable[Card]) -> int:
    return sum(count == COPIES for count in Tally(cards).values())


def _from_each(ledger: Ledger, payee: int, amount: int) -> Ledger:
    for payer in range(len(ledger)):
        if payer != payee:
            ledger = paid(ledger, payer, payee, amount)
    return ledger


# -- what people see -------------------------------------------------------------------------------


def _square(square: int) -> str:
    return "abc"[square % 3] + "123"[square // 3]


def _board(view: Seen) -> Zone:
    spots = tuple(Spot(_square(square), square % 3, square // 3, _on(view, square)) for square in range(9))
    return Zone("board", "grid", spots, label=msg("zone.board"), columns=3, rows=3)


def _on(view: Seen, square: int) -> tuple[Item, ...]:
    pebble = (Item("marker", "pebble", label=msg("item.pebble")),) if square in view.pebbles else ()
    runners = (
        Item("piece", "runner", owner=seat, label=msg("item.runner", seat=seat_name(seat)))
        for seat, at in enumerate(view.runners)
        if at == square
    )
    return (*pebble, *runners)


def _hands(view: Seen, reader: int | None) -> tuple[Zone, ...]:
    return tuple(
        _own_hand(view, seat) if seat == reader else _other_hand(view, seat) for seat in range(view.seats)
    )


def _own_hand(view: Seen, seat: int) -> Zone:
    """Every card has its own spot; the second of two equal ones names the first."""
    hand = _cards([view.hands[seat]])
    spots = []
    for place, card in enumerate(hand):
        again = place > 0 and hand[place - 1] == card
        id, first = (f"card-{card}-again", f"card-{card}") if again else (f"card-{card}", "")
        spots.append(Spot(id, place, items=(Item("card", str(card)),), same_as=first))
    spots += [Spot(f"aside-{n}", n, 1, (Item("card", str(card)),)) for n, card in enumerate(view.picks[seat])]
    return Zone(f"hand-{seat}", "fan", tuple(spots), owner=seat, label=msg("zone.hand"))


def _other_hand(view: Seen, seat: int) -> Zone:
    """Face down, one spot with a count."""
    down = Item("card", "", face_down=True, count=len(view.hands[seat]) + len(view.picks[seat]))
    spot = Spot(f"hand-{seat}-back", items=(down,) if down.count else ())
    return Zone(f"hand-{seat}", "pile", (spot,), owner=seat, label=msg("zone.hand"))


def _piles(view: Seen) -> tuple[Zone, ...]:
    """Equal cards share a spot with a count."""
    spots = (
        Spot(f"pile-{card}", place, items=(Item("card", str(card), count=count),))
        for place, (card, count) in enumerate(sorted(Tally(view.pile).items()))
    )
    deck = Spot("deck", items=(Item("card", "", face_down=True, count=len(view.deck)),) if view.deck else ())
    return (
        Zone("pile", "row", tuple(spots), label=msg("zone.pile")),
        Zone("deck", "pile", (deck,), label=msg("zone.deck")),
    )


def _buttons(view: Seen, seat: int | None) -> tuple[Zone, ...]:
    """The buttons of the seat that is to act."""
    if seat is None:
        return ()
    match view.phase:
        case "bid":
            return (choices(*(button(f"bid-{n}", msg("choice.bid", n=n)) for n in range(MAX_BID + 1))),)
        case "look":
            others = (owner for owner in range(view.seats) if owner != seat)
            return (
                choices(
                    *(button(f"look-{owner}", msg("choice.look", seat=seat_name(owner))) for owner in others)
                ),
            )
        case "lay":
            return (choices(button("lay", msg("choice.lay"))),)
        case "walk" if not _near(view.runners[seat]) - set(view.runners):
            return (choices(button("rest", msg("choice.rest"))),)
        case _:
            return ()


def _counters(view: Seen) -> tuple[Counter, ...]:
    now = Counter("round", msg("counter.round"), msg("counter.of", n=view.round, of=view.options.rounds))
    points = (Counter(f"points-{seat}", msg("counter.points"), n, seat) for seat, n in enumerate(view.ledger))
    bids = (Counter(f"bid-of-{seat}", msg("counter.bid"), n, seat) for seat, n in enumerate(view.revealed))
    return (now, *points, *bids)


def _happened(view: Seen, seat: int | None) -> tuple[Message, ...]:
    """What the reader saw at its own look stays before it."""
    if seat is None:
        return ()
    return tuple(
        msg("happened.glimpse", owner=seat_name(look.owner), **_told(card=card))
        for look, card in _glimpses(view, seat)
    )


def _told(**values: int | Unseen) -> dict[str, int]:
    """The parameters that the reader may know."""
    return {name: value for name, value in values.items() if not isinstance(value, Unseen)}


GAME = Strain()
