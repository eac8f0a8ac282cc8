"""Mountain Walk, sentence by sentence (docs/rules/mountain_walk.md)."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaik.core.errors import BadNotation, BadOptions
from kaik.core.game import CHANCE
from kaik.games.mountain_walk import GAME, rules
from kaik.games.mountain_walk.board import HUE, PLACES, ROUTES, WATER, for_seats
from kaik.games.mountain_walk.state import Full, MountainWalkOptions, Placed, Walker
from kaik.kit.deck import DECK, Cards, Draw, ordered, without
from kaik.kit.opening import Throw
from tests.rules.scripted import FIRST, fall, say, sitting

FULL_HAND = ("r1", "r1", "r1")
"""A hand that needs no draw."""


def row(text: str) -> tuple[Placed, ...]:
    """Cards on the table: `bK` active, `bK:2` with two markers, `bK!` has acted, `bK~` just laid down."""
    return tuple(_placed(word) for word in text.split())


def _placed(word: str) -> Placed:
    card, _, markers = word.rstrip("~!").partition(":")
    return Placed(card, int(markers or 0), active=not word.endswith("~"), acted=word.endswith("!"))


def table(
    phase: Any = "move",
    *others: Walker,
    hand: Cards = FULL_HAND,
    cards: str = "",
    options: Any = None,
    **mine: Any,
) -> Full:
    """Seat 1 is at this step of its turn; the draw pile is what lies nowhere else."""
    walkers = (Walker(row=row(cards), **mine), *(others or (Walker(),)))
    made = rules.start(GAME.options().replace(**(options or {})), len(walkers))
    hands = (ordered(hand), *(FULL_HAND[:0] for _ in walkers[1:]))
    used = [*hand, *(placed.card for walker in walkers for placed in walker.row)]
    pile = without(DECK, used)
    made = replace(made, walkers=walkers, hands=hands, phase=phase, first=0, turn=0, round=1)
    return replace(made, held=hands, in_hands=hands[0], pile=pile, source=pile)


def done(state: Full, *texts: str) -> Full:
    """Whoever is on turn chooses so."""
    for text in texts:
        (seat,) = GAME.to_act(state)
        state = GAME.apply(state, seat, GAME.parse(state, seat, text))
    return state


def threw(state: Full, n: int) -> Full:
    return GAME.apply(state, CHANCE, Throw(n))


def texts(state: Full) -> list[str]:
    (seat,) = GAME.to_act(state)
    return [GAME.notate(state, seat, action) for action in GAME.actions(state, seat)]


def turn_of(state: Full, seat: int, *, until: str = "exchange") -> Full:
    """Play on, doing nothing and drawing what comes first, until this seat is at this step of a new turn."""
    round = state.round
    while not (state.turn == seat and state.phase == until and (state.round > round or seat)):
        if GAME.to_act(state) == (CHANCE,):
            state = GAME.apply(state, CHANCE, GAME.weights(state)[0][0])
        else:
            state = done(state, next(text for text in ("exchange 0", "done", "stay") if text in texts(state)))
    return state


def mine(state: Full) -> Walker:
    return state.walkers[0]


# -- board and route ---------------------------------------------------------------------------------


def test_the_spiral_has_24_steps_with_its_emperor_places_and_water() -> None:  # §4.2
    spiral = ROUTES["spiral24"]
    assert len(spiral) == 25
    assert [step for step, square in enumerate(spiral) if square in HUE] == [0, 4, 8, 12, 16, 18, 20, 22, 24]
    assert [step for step, square in enumerate(spiral) if square in WATER] == [
        2,
        6,
        10,
        14,
        17,
        19,
        21,
        23,
        24,
    ]


def test_the_arms_tile_the_board() -> None:  # §4.2, §9.11
    arms = for_seats(ROUTES["arms20"], 4, private=True)
    assert [arm[0] for arm in arms] == ["KIA", "KA", "PA", "PIA"]
    assert set().union(*arms) == set(PLACES)
    assert sum(len(arm) - 1 for arm in arms) == 80
    assert [arm[0] for arm in for_seats(ROUTES["stair8"], 2, private=True)] == ["KIA", "PA"]


@pytest.mark.parametrize(("route", "steps"), [("spiral24", 24), ("arms20", 20), ("stair8", 8)])
def test_the_route_can_be_chosen(route: str, steps: int) -> None:  # mt_route
    assert rules.summit(table(options={"mt_route": route})) == steps


def test_a_route_of_ones_own() -> None:  # mt_route, mt_custom, mt_route_share, §9.11
    custom = {"mt_route": "custom", "mt_custom": ("NAI", "TY", "ZO")}
    assert rules.routes(table(options=custom).options, 2) == (("NAI", "TY", "ZO"),) * 2
    turned = table(options={**custom, "mt_route_share": "turned_per_seat"}).options
    assert rules.routes(turned, 2) == (("NAI", "TY", "ZO"), ("CI", "XU", "ZO"))


@pytest.mark.parametrize(
    "squares", [(), ("ZO",), ("NAI", "ZO"), ("TY", "ZY"), ("TY", "TO", "TY", "ZO"), ("QQ", "ZO")]
)
def test_what_is_no_route(squares: tuple[str, ...]) -> None:  # §9.11
    with pytest.raises(BadOptions):
        sitting("mountain_walk", 2, mt_route="custom", mt_custom=squares)


# -- the turn ----------------------------------------------------------------------------------------


def test_the_first_turn() -> None:  # §4.4, example 15
    match = fall(sitting("mountain_walk", 2), FIRST, Draw(0, "b4"), Draw(0, "b5"), Draw(0, "rE"))
    assert match.state.hands[0] == ("b4", "b5", "rE")
    say(match, "exchange 0", "done", "discard b4", "discard b5", "discard rE", "done")
    assert mine(match.state).rice == 6
    assert texts(match.state) == ["stay"]


def test_the_hand_is_drawn_up_and_never_down() -> None:  # §4.4 DRAW
    state = done(table(hand=(*FULL_HAND, "b1")), "stay")
    assert len(turn_of(state, 0).hands[0]) == 4


def test_a_move_from_an_emperors_place_goes_one_farther() -> None:  # example 16
    state = done(table(rice=10), "move rice")
    assert (mine(state).position, rules.square(state, 0), mine(state).rice) == (2, "CO", 0)


@pytest.mark.parametrize(("position", "cards", "there"), [(3, "b2", 5), (4, "b2 b5", 9), (3, "b2~", 4)])
def test_the_stride(position: int, cards: str, there: int) -> None:  # example 17
    assert rules.reached(table(position=position, cards=cards), 0) == there


@pytest.mark.parametrize(("position", "cards"), [(22, ""), (21, "b5"), (22, "b5")])
def test_reaching_the_summit_wins(position: int, cards: str) -> None:  # example 18
    state = done(table(position=position, cards=cards, coins=2, options={"stake": 5}), "move coins")
    assert (mine(state).position, state.phase, state.winners) == (24, "over", (0,))
    assert GAME.returns(state) == (5, -5)


def test_a_stride_may_be_too_long() -> None:  # example 18, mt_summit
    exact = {"mt_summit": "exact_or_stay"}
    assert texts(table(position=22, cards="b5", rice=20, options=exact)) == ["stay"]
    assert "move rice" in texts(table(position=21, cards="b5", rice=20, options=exact))
    state = threw(table("shaman", position=23, cards="b2 b7", options=exact), 5)
    assert mine(state).position == 23


@pytest.mark.parametrize(
    ("halvings", "carts", "rice", "coins"),
    [(0, 0, 10, 2), (1, 1, 4, 1), (2, 1, 2, 1), (0, 4, 6, 2), (3, 2, 1, 1), (4, 0, 1, 1)],
)
def test_shamans_halve_before_carts_lower(
    halvings: int, carts: int, rice: int, coins: int
) -> None:  # ex. 19, 20
    state = replace(table(cards=" ".join(["b3", "b3", "r3", "r3"][:carts])), halvings=halvings)
    assert (rules.move_cost(state, 0, "rice"), rules.move_cost(state, 0, "coins")) == (rice, coins)


def test_carts_make_installing_cheaper_but_not_dismantling() -> None:  # example 21
    walker = mine(table(cards="b3 r3"))
    assert [rules.install_cost(walker, card) for card in ("b8", "r2", "rK")] == [6, 0, 8]
    assert "dismantle 3" not in texts(table("dismantle", cards="b3 r3 b5", rice=4))
    state = done(table("dismantle", cards="b3 r3 b5", rice=5), "dismantle 3")
    assert (mine(state).rice, state.discards, texts(state)) == (0, ("b5",), ["done"])


def test_a_black_king_acts_three_times() -> None:  # example 22
    state = done(table("cards", hand=("bK",), rice=10), "install bK")
    assert mine(state) == Walker(rice=0, row=row("bK~"))
    coins = []
    for _ in range(4):
        state = turn_of(state, 0)
        coins.append(mine(state).coins)
    assert coins == [2, 4, 6, 6]
    assert mine(state).row == ()
    assert "bK" in state.discards


def test_a_black_soldier_still_counts_on_the_turn_it_falls() -> None:  # example 23
    state = done(table("cards", hand=("b1",), rice=1), "install b1")
    sizes = []
    for _ in range(5):
        state = turn_of(state, 0)
        sizes.append(len(state.hands[0]))
        state = replace(state, hands=((), *state.hands[1:]))
    assert sizes == [4, 4, 4, 4, 3]


def test_a_cart_helps_from_the_next_turn_on() -> None:  # example 24
    state = done(table("cards", hand=("b3", "b2"), rice=15), "install b3", "install b2")
    assert mine(state).rice == 10
    assert rules.move_cost(done(state, "done"), 0, "rice") == 10


def test_a_ship_brings_coins_at_once_and_needs_no_room() -> None:  # example 25
    state = table("cards", hand=("bS", "b0"), cards="r0 r0 r0 r1 r1 r1 r1 r2 r2")
    assert texts(state) == ["play bS", "discard bS", "discard b0", "done"]
    state = done(state, "play bS")
    assert (mine(state).coins, state.discards, texts(state)) == (2, ("bS",), ["done"])
    assert mine(done(state, "done", "move coins")).position == 4


def test_the_number_of_installed_cards_is_limited() -> None:  # mt_cap
    assert "install b0" in texts(table("cards", hand=("b0",), cards="r0 r0"))
    assert "install b0" not in texts(table("cards", hand=("b0",), cards="r0 r0", options={"mt_cap": 2}))


def test_five_rice_for_a_coin_and_never_back() -> None:  # example 26
    state = table("exchange", rice=13, coins=4)
    assert texts(state) == ["exchange 0", "exchange 1", "exchange 2"]
    assert (mine(done(state, "exchange 2")).rice, mine(done(state, "exchange 2")).coins) == (3, 6)


def test_installing_or_discarding_but_not_both() -> None:  # §4.4 step 6
    state = table("cards", hand=("b0", "r0", "r5"))
    assert texts(state) == ["install b0", "install r0", "discard b0", "discard r0", "discard r5", "done"]
    assert texts(done(state, "install b0")) == ["install r0", "done"]
    assert texts(done(state, "discard b0")) == ["discard r0", "discard r5", "done"]


def test_a_move_is_paid_in_one_currency() -> None:  # example 34
    assert texts(table(rice=5, coins=1)) == ["stay"]
    state = done(table("exchange", rice=5, coins=1), "exchange 1", "done", "done", "move coins")
    assert (mine(state).position, mine(state).coins) == (2, 0)


# -- effects -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "rice"), [("take coins 2", 0), ("take rice 2", 1)])
def test_the_tiger_takes_one_if_there_is_one(text: str, rice: int) -> None:  # example 27
    state = done(table("tiger", Walker(rice=3)), text)
    assert (mine(state).rice, mine(state).coins, state.walkers[1].rice) == (rice, 0, 3 - rice)


def test_the_brush_protects_until_the_owners_next_turn() -> None:  # example 28
    other = Walker(rice=3, immune=True, row=row("bK"))
    assert done(table("tiger", other), "take rice 2").walkers[1].rice == 3
    state = table("destroy", other, cards="b8!")
    assert texts(state) == ["destroy 1.1", "destroy 2.1"]
    state = done(state, "destroy 2.1")
    assert state.walkers[1].row == row("bK")
    assert not turn_of(state, 1).walkers[1].immune


@pytest.mark.parametrize(("n", "immune", "coins"), [(3, True, 0), (4, False, 2)])
def test_the_brush(n: int, immune: bool, coins: int) -> None:  # §4.4 effects
    state = threw(table("brush"), n)
    assert (mine(state).immune, mine(state).coins) == (immune, coins)


def test_immunity_never_blocks_ones_own_general() -> None:  # §4.4 targeting
    state = done(table("destroy", cards="bK b8", immune=True), "destroy 1.1")
    assert state.discards == ("bK",)


@pytest.mark.parametrize(("markers", "left"), [("count", ""), ("immune", "rK:3")])
def test_three_markers_bring_a_red_card_down(
    markers: str, left: str
) -> None:  # example 29, mt_red_markers, §9.7
    other = Walker(row=row("rK:2"))
    state = threw(table("general", other, cards="r8!", options={"mt_red_markers": markers}), 3)
    state = done(state, "mark 2.1")
    assert state.walkers[1].row[0].markers == 3
    state = turn_of(state, 1)
    assert [placed.card for placed in state.walkers[1].row] == [placed.card for placed in row(left)]
    assert state.walkers[1].coins == (2 if left else 0), "it falls before it can act again"


def test_a_marker_shortens_the_life_of_a_black_card() -> None:  # example 30
    state = done(table("mark", Walker(row=row("bK~")), cards="r8!"), "mark 2.1")
    coins = []
    for _ in range(3):
        state = turn_of(replace(state, turn=0, phase="move"), 1)
        coins.append(state.walkers[1].coins)
    assert coins == [2, 4, 4]


def test_a_general_destroys_even_itself_and_what_is_destroyed_does_not_act() -> None:  # §4.4 targeting
    state = threw(table("general", cards="b8! rK"), 4)
    assert mine(done(state, "destroy 1.1")).coins == 2
    assert mine(done(state, "destroy 1.2")).coins == 0


def test_the_emperor_advances_by_the_stride() -> None:  # example 31
    state = done(table("move", Walker(), position=13, cards="rE b2 r5"), "stay")
    state = replace(turn_of(state, 1), phase="move")
    state = turn_of(state, 0)
    assert mine(state).position == 17
    state = done(
        replace(state, walkers=(replace(mine(state), rice=10), state.walkers[1])),
        "exchange 0",
        "done",
        "done",
    )
    assert mine(done(state, "move rice")).position == 21


def test_a_lucky_shaman_advances_and_moves_cost_as_ever() -> None:  # example 32
    state = threw(table("shaman", position=12, cards="r2 r7"), 4)
    assert mine(state).position == 15
    assert (rules.move_cost(state, 0, "rice"), rules.move_cost(state, 0, "coins")) == (10, 2)


def test_a_shaman_keeps_halving_when_it_is_gone() -> None:  # §9.6
    state = threw(table("shaman", cards="b7:1", rice=20), 3)
    state = done(replace(state, phase="dismantle"), "dismantle 1", "done", "done")
    assert rules.move_cost(state, 0, "rice") == 5


def test_cards_act_in_the_order_of_rank_the_oldest_first() -> None:  # §4.4 step 3
    state = turn_of(done(table(cards="rK r8 r6 r0 r4"), "stay"), 0, until="tiger")
    assert (mine(state).rice, mine(state).coins) == (1, 0)
    state = done(state, "take rice 2")
    assert state.phase == "brush"
    assert threw(state, 0).phase == "general"
    assert mine(done(threw(threw(state, 0), 0), "mark 1.2")).coins == 2


def test_summit_in_the_effects_wins_at_once() -> None:  # §4.4
    state = threw(table("shaman", position=23, cards="r7 rK"), 5)
    assert (state.phase, state.winners, mine(state).coins) == ("over", (0,), 0)


def test_only_discarding_takes_27_turns() -> None:  # example 33
    state, moves = turn_of(replace(table(hand=()), turn=1, phase="move"), 0), 0
    first = state.round
    while state.phase != "over":
        if state.turn == 1 or GAME.to_act(state) == (CHANCE,):
            state = _next(state)
            continue
        wanted = [text for text in texts(state) if text.startswith(("discard", "move rice"))]
        moves += wanted[:1] == ["move rice"]
        state = done(state, wanted[0]) if wanted else _next(state)
    assert (moves, state.round - first + 1) == (16, 27)


def _next(state: Full) -> Full:
    """Whatever comes first of chance, and nothing done."""
    if GAME.to_act(state) == (CHANCE,):
        return GAME.apply(state, CHANCE, GAME.weights(state)[0][0])
    return done(state, next(text for text in ("exchange 0", "done", "stay") if text in texts(state)))


# -- options -----------------------------------------------------------------------------------------


def test_the_start_square_may_give_no_bonus() -> None:  # mt_start_square_bonus
    assert rules.stride(table(), 0) == 2
    assert rules.stride(table(options={"mt_start_square_bonus": False}), 0) == 1
    assert rules.stride(table(position=4, options={"mt_start_square_bonus": False}), 0) == 2


def test_leaving_water_may_cost_one_more() -> None:  # mt_water, §9.8
    state = replace(table(position=2, cards="b3", options={"mt_water": "plus_one"}), halvings=1)
    assert (rules.move_cost(state, 0, "rice"), rules.move_cost(state, 0, "coins")) == (5, 2)
    assert rules.move_cost(table(position=3, options={"mt_water": "plus_one"}), 0, "rice") == 10


def test_rice_and_coins_to_begin_with() -> None:  # mt_start_rice, mt_start_coins
    options = MountainWalkOptions(mt_start_rice=10, mt_start_coins=2)
    assert GAME.start(options, 2).walkers == (Walker(rice=10, coins=2),) * 2


@pytest.mark.parametrize(
    ("cards", "coins", "winners"), [("r0", 0, (0,)), ("", 0, (0, 1)), ("", 1, (1,)), ("r0 r0", 9, (0,))]
)
def test_the_round_may_be_played_out(
    cards: str, coins: int, winners: tuple[int, ...]
) -> None:  # mt_end, §9.9
    other = Walker(position=22, coins=2 + coins, row=row(cards))
    state = table("move", other, position=22, coins=2, options={"mt_end": "equal_turns"})
    state = turn_of(done(state, "move coins"), 1)
    assert state.phase == "exchange"
    state = done(state, "exchange 0", "done", "done", "move coins")
    assert (state.phase, state.winners) == ("over", winners)


@pytest.mark.parametrize(
    ("other", "winners"), [(Walker(3), (1,)), (Walker(2, rice=5), (0, 1)), (Walker(2, rice=4), (0,))]
)
def test_the_last_round(other: Walker, winners: tuple[int, ...]) -> None:  # mt_round_cap
    state = replace(table("move", other, position=2, coins=1, options={"stake": 3}), round=100)
    state = replace(state, turn=1)
    state = done(state, "stay")
    assert (state.phase, state.winners) == ("over", winners)
    assert sum(GAME.returns(state)) == 0
    with pytest.raises(BadOptions):
        sitting("mountain_walk", 2, mt_round_cap=29)


def test_the_highest_throw_begins() -> None:  # first_player
    match = fall(sitting("mountain_walk", 3, first_player="highest_throw"), 3, 5, 1)
    assert (match.state.turn, match.state.round) == (1, 1)


def test_sticks_may_be_biased() -> None:  # stick_bias
    state = table("brush", options={"stick_bias": 20})
    assert [weight for _, weight in GAME.weights(state)] == [1024, 1280, 640, 160, 20, 1]


def test_the_soft_form() -> None:  # §9.10, mt_preset
    options = GAME.options("soft")
    assert (options.mt_red_markers, options.mt_end) == ("immune", "equal_turns")
    match = fall(sitting("mountain_walk", 2, mt_preset="soft"), FIRST)
    fall(
        match,
        *(Draw(0, card) for card in ("b0", "b1", "b2")),
        *(Draw(1, card) for card in ("b0", "b1", "b2")),
    )
    assert texts(match.state) == ["effects", "exchange", "dismantle", "cards"]
    say(match, "cards", "install b0", "done", "effects")
    assert mine(match.state) == Walker(row=row("b0~")), "a new card neither acts nor ages"
    assert texts(match.state) == ["exchange", "dismantle", "go on"]
    say(match, "go on", "stay")
    assert match.to_act() == (CHANCE,), "one card is drawn after the move"
    assert fall(match, Draw(0, "r0")).state.turn == 1


# -- what can be known -------------------------------------------------------------------------------


def test_the_discard_pile_is_drawn_from_when_the_pile_is_empty() -> None:  # §4.4 DRAW
    state = replace(table(hand=("b1",)), pile=(), discards=("b4", "b4", "rE"))
    state = replace(done(state, "stay"), hands=(("b1",), FULL_HAND))
    assert (state.phase, state.discards, len(state.pile)) == ("draw", (), 3)


def test_after_a_reshuffle_two_players_know_each_others_hands() -> None:
    state = replace(table(hand=("b1",)), pile=(), discards=("b4", "b4", "rE"))
    state = done(replace(state, hands=(("b1",), ("b5", "r5"))), "stay")
    guesses = {GAME.determinize(GAME.view(state, 0), 0, Random(n)) for n in range(20)}
    assert guesses == {state}


def test_a_card_shed_before_any_draw_was_held_before() -> None:
    """Seats 2 and 3 held b4, r5, b5 between them, and then seat 2 shed an r5."""
    state = table("move", Walker(), Walker())
    hands = (FULL_HAND, ("b4", "r5"), ("b5",))
    state = replace(state, hands=hands, held=hands, in_hands=ordered(c for h in hands for c in h),
                    source=("b0", "r5"), pile=("b0", "r5"), turn=1, phase="cards")  # fmt: skip
    state = done(state, "discard r5")
    worlds = {GAME.determinize(GAME.view(state, 0), 0, Random(n)) for n in range(60)}
    assert {world.hands[1:] for world in worlds} == {(("b4",), ("b5",)), (("b5",), ("b4",))}
    assert {world.pile for world in worlds} == {("b0", "r5")}


def test_wrong_words_are_refused() -> None:
    with pytest.raises(BadNotation):
        done(table(rice=9), "move rice")
