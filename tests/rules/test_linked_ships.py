"""Linked Ships, sentence by sentence (docs/rules/linked_ships.md)."""

import pytest
from msgspec.structs import replace

from kaik.core.errors import BadNotation, BadOptions
from kaik.core.game import CHANCE
from kaik.games.linked_ships import GAME, rules
from kaik.games.linked_ships.rules import Fleet, LinkedShipsOptions, Pass, Ship, Voyage
from kaik.games.linked_ships.view import place
from kaik.kit.opening import First
from kaik.play.match import Match
from tests.rules.scripted import FIRST, fall, say, sitting

REST = (Ship(), Ship())
"""Two ships at the start, not fitted out."""


def voyage(*fleets: Fleet, thrown: int = 3, **options: object) -> Voyage:
    """Seat 1 has thrown and is to choose."""
    made = LinkedShipsOptions(**options)  # type: ignore[arg-type]
    fleets = fleets if len(fleets) > 1 else (*fleets, Fleet())
    return Voyage(made, fleets, first=0, turn=0, thrown=thrown)


def ship(square: int, cargo: int) -> Fleet:
    """A player whose first ship is there and whose others are at rest."""
    return Fleet(20, 0, (Ship(square, cargo), *REST))


def done(state: Voyage, text: str, seat: int = 0) -> Voyage:
    return GAME.apply(state, seat, GAME.parse(state, seat, text))


def texts(state: Voyage) -> set[str]:
    return {GAME.notate(state, 0, action) for action in GAME.actions(state, 0)}


def words(state: Voyage) -> set[str]:
    """The kinds of actions that are possible."""
    return {text.split()[0] for text in texts(state)}


# -- setup and board ---------------------------------------------------------------------------------


def test_everybody_starts_alike() -> None:  # §6.1
    for fleet in rules.start(LinkedShipsOptions(), 3).fleets:
        assert fleet == Fleet(20, 0, (Ship(0, 5), Ship(0, 0), Ship(0, 0)))


def test_the_track_goes_out_and_comes_back() -> None:
    assert [place(square) for square in (0, 1, 8, 9, 11, 12, 19, 20)] == [
        (0, 0), (1, 0), (8, 0), (8, 1), (8, 3), (8, 4), (1, 4), (0, 4),
    ]  # fmt: skip
    assert len({place(square) for square in range(21)}) == 21


# -- actions -----------------------------------------------------------------------------------------


def test_a_move_is_paid_from_the_start_pile() -> None:  # example 42
    match = say(fall(sitting("linked_ships", 2), FIRST, 4), "move 1")
    assert match.state.fleets[0] == Fleet(16, 0, (Ship(4, 5), *REST), turns=1)


@pytest.mark.parametrize(("number", "cargo"), [(1, 8), (2, 3)])
def test_supply_comes_from_the_common_stock(number: int, cargo: int) -> None:  # example 43
    state = done(voyage(Fleet()), f"supply {number}")
    assert (state.fleets[0].ships[number - 1].cargo, state.fleets[0].start) == (cargo, 20)


def test_a_ship_carries_fifteen() -> None:  # example 44
    assert done(voyage(ship(0, 13), thrown=5), "supply 1").fleets[0].ships[0].cargo == 15


def test_building_costs_and_brings_five() -> None:  # example 45
    assert done(voyage(Fleet(), thrown=1), "build 2").fleets[0] == Fleet(
        15, 0, (Ship(0, 5), Ship(0, 5), Ship()), turns=1
    )
    with pytest.raises(BadNotation):
        done(voyage(Fleet(4)), "build 2")


@pytest.mark.parametrize(
    ("overshoot", "start"), [("stop_full_cost", 4), ("stop_used_cost", 7), ("exact", None)]
)
def test_reaching_the_goal(overshoot: str, start: int | None) -> None:  # example 46, bs_overshoot
    state = voyage(replace(ship(18, 12), start=9), thrown=5, bs_overshoot=overshoot)
    if start is None:
        assert "move 1" not in texts(state)
    else:
        assert done(state, "move 1").fleets[0] == Fleet(start, 12, (Ship(20, 0), *REST), turns=1)


def test_the_squares_sailed_alone_need_be_paid_where_they_alone_cost() -> None:  # bs_overshoot
    short = replace(ship(18, 12), start=2)
    assert "move 1" not in texts(voyage(short, thrown=5))
    assert "move 1" in texts(voyage(short, thrown=5, bs_overshoot="stop_used_cost"))


def test_a_short_start_pile_bars_moving_and_building() -> None:  # example 47
    state = voyage(replace(ship(7, 5), start=2), ship(7, 5))
    assert words(state) == {"supply", "plunder", "recall", "pass"}
    assert done(voyage(Fleet(3)), "move 1").fleets[0].start == 0


@pytest.mark.parametrize(
    ("own", "other", "after"),
    [
        (14, 6, (Ship(7, 15), Ship(7, 5))),
        (3, 2, (Ship(7, 5), Ship(0, 0))),
        (15, 6, (Ship(7, 15), Ship(7, 6))),
    ],
)
def test_plunder(own: int, other: int, after: tuple[Ship, Ship]) -> None:  # examples 48, 49, §9.12
    state = done(voyage(ship(7, own), ship(7, other), thrown=4), "plunder 1 from 2.1")
    assert (state.fleets[0].ships[0], state.fleets[1].ships[0]) == after


def test_no_plunder_with_1_at_the_start_or_on_different_squares() -> None:  # example 50, §6.2
    assert "plunder" not in words(voyage(ship(7, 3), ship(7, 3), thrown=1))
    assert "plunder" not in words(voyage(ship(0, 3), ship(0, 3)))
    assert "plunder" not in words(voyage(ship(7, 3), ship(8, 3)))
    assert "plunder" not in words(voyage(ship(20, 0), ship(20, 0)))


def test_0_is_a_pass() -> None:  # example 50
    assert texts(voyage(Fleet(), thrown=0)) == {"pass"}


def test_recalling_brings_the_cargo_home() -> None:  # example 51
    assert done(voyage(replace(ship(7, 9), start=3)), "recall 1").fleets[0] == Fleet(
        12, 0, (Ship(), *REST), turns=1
    )
    assert done(voyage(replace(ship(20, 0), start=3)), "recall 1").fleets[0].start == 3


def test_empty_ships_at_the_start_are_built_or_supplied() -> None:  # example 52
    found = {text for text in texts(voyage(Fleet())) if text.endswith(" 2")}
    assert found == {"build 2", "supply 2"}


def test_a_ship_on_the_goal_can_only_be_recalled() -> None:  # §6.2
    found = {text for text in texts(voyage(ship(20, 0))) if text.endswith(" 1")}
    assert found == {"recall 1"}


@pytest.mark.parametrize("rule", ["no_spend", "strict_pass"])
def test_spending_all_of_the_start_pile(rule: str) -> None:  # example 53, bs_empty_start
    match = fall(sitting("linked_ships", 2, bs_empty_start=rule), FIRST)
    for _ in range(5):
        say(fall(match, 4), "move 1")
        say(fall(match, 0), "pass")
    assert (match.state.fleets[0].start, match.state.fleets[0].goal) == (0, 5)
    fall(match, 4)
    assert words(match.state) == ({"pass"} if rule == "strict_pass" else {"supply", "recall", "pass"})


def test_a_ship_may_pay_for_its_own_moves() -> None:  # example 55, bs_move_cost, §9.12
    assert done(voyage(ship(0, 5), thrown=5, bs_move_cost="ship"), "move 1").fleets[0].ships[0] == Ship(0, 0)
    assert done(voyage(ship(0, 5), thrown=3, bs_move_cost="ship"), "move 1").fleets[0].ships[0] == Ship(3, 2)
    assert "move 1" not in texts(voyage(ship(0, 2), thrown=3, bs_move_cost="ship"))
    assert "move 1" in texts(voyage(replace(ship(4, 5), start=0), bs_move_cost="ship"))
    landed = done(voyage(ship(18, 5), thrown=5, bs_move_cost="ship"), "move 1").fleets[0]
    assert (landed.ships[0], landed.goal) == (Ship(20, 0), 0)


def test_building_and_recalling_on_0_where_agreed() -> None:  # bs_zero_throw
    assert words(voyage(ship(4, 5), thrown=0, bs_zero_throw="fixed_actions")) == {"build", "recall", "pass"}


def test_passing_may_be_forbidden() -> None:  # bs_may_pass
    assert Pass() in GAME.actions(voyage(Fleet()), 0)
    assert Pass() not in GAME.actions(voyage(Fleet(), bs_may_pass=False), 0)
    assert texts(voyage(Fleet(), thrown=0, bs_may_pass=False)) == {"pass"}


def test_plundering_ones_own_ships_where_agreed() -> None:  # bs_plunder_targets
    two = Fleet(20, 0, (Ship(7, 5), Ship(7, 5), Ship()))
    assert "plunder 1 from 1.2" not in texts(voyage(two))
    state = done(voyage(two, bs_plunder_targets="any_other"), "plunder 1 from 1.2")
    assert state.fleets[0].ships == (Ship(7, 7), Ship(7, 3), Ship())


# -- the end -----------------------------------------------------------------------------------------


def four(goals: tuple[int, ...], **options: object) -> Voyage:
    """Seat 1 is about to land 6 on top of these piles; everybody has had 33 turns."""
    fleets = tuple(Fleet(20, goal, (Ship(18, 6), *REST), 33) for goal in goals)
    return voyage(*fleets, **options)


def test_the_round_is_played_out() -> None:  # example 54
    state = done(four((15, 0, 17, 0)), "move 1")
    assert not state.ended
    for seat, text in ((1, "pass"), (2, "move 1"), (3, "pass")):
        state = done(replace(state, thrown=3), text, seat)
    assert (state.ended, state.round, state.winners) == ("target", 34, (2,))
    assert GAME.ranking(state) == (2, 3, 1, 3)


def test_equal_piles_share() -> None:  # example 54, §9.13, stake
    state = done(four((15, 0, 15, 0), stake=7), "move 1")
    for seat, text in ((1, "pass"), (2, "move 1"), (3, "pass")):
        state = done(replace(state, thrown=3), text, seat)
    assert state.winners == (0, 2)
    assert GAME.returns(state) == (7, -7, 7, -7)


def test_what_cannot_be_divided_goes_to_the_earliest_winner() -> None:  # §9.13
    fleets = tuple(Fleet(20, goal) for goal in (20, 20, 3))
    state = replace(voyage(*fleets, stake=7), ended="target")
    assert GAME.returns(state) == (4, 3, -7)
    assert GAME.returns(replace(state, first=1)) == (3, 4, -7)


def test_the_game_may_end_at_once() -> None:  # bs_end
    state = done(four((15, 0, 17, 0), bs_end="immediate", stake=3), "move 1")
    assert (state.ended, GAME.returns(state)) == ("target", (9, -3, -3, -3))


def test_the_last_round() -> None:  # bs_round_cap
    state = replace(voyage(Fleet(turns=60), Fleet(goal=1, turns=59), bs_round_cap=60), turn=1)
    assert (done(state, "pass", 1).ended, done(state, "pass", 1).winners) == ("round_cap", (1,))
    with pytest.raises(BadOptions):
        sitting("linked_ships", 2, bs_round_cap=59)


def test_the_game_ends_when_nobody_can_do_anything() -> None:  # §9.12, bs_empty_start
    state = voyage(replace(ship(4, 5), start=3), Fleet(0, 2), bs_empty_start="strict_pass")
    assert done(state, "move 1").ended == "all_locked"
    assert not done(state, "pass").ended


def test_the_target_can_be_set() -> None:  # bs_target
    assert GAME.options("short").bs_target == 10
    state = done(voyage(Fleet(20, 4, (Ship(18, 6), *REST)), bs_target=10, bs_end="immediate"), "move 1")
    assert state.ended == "target"


def test_the_highest_throw_begins() -> None:  # first_player
    match = fall(sitting("linked_ships", 3, first_player="highest_throw"), 1, 4, 4, 2, 3)
    assert (match.state.first, match.state.turn, match.state.round) == (2, 2, 1)


def test_rounds_are_counted_from_the_first_player() -> None:  # §6.2
    match: Match = fall(sitting("linked_ships", 2), First(1), 0)
    assert say(match, "pass").state.round == 1
    assert say(fall(match, 0), "pass").state.round == 2
    assert match.to_act() == (CHANCE,)


def test_sticks_may_be_biased() -> None:  # stick_bias
    state = replace(voyage(Fleet(), stick_bias=20), thrown=None)
    assert [weight for _, weight in GAME.weights(state)] == [1024, 1280, 640, 160, 20, 1]
