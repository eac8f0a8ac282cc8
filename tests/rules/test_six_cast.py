"""Six Cast, sentence by sentence (docs/rules/six_cast.md)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kaik.core.game import CHANCE
from kaik.games.six_cast import GAME, rules
from kaik.games.six_cast.odds import mean_throws, ox_walk, reach, stopping, throw_chances
from kaik.games.six_cast.rules import STROKES, Race, SixCastOptions, Walker
from kaik.games.six_cast.view import place
from kaik.kit.opening import Throw
from kaik.play.match import Match
from tests.rules.scripted import FIRST, fall, say, sitting


def race(seats: int = 2, **options: object) -> Match:
    """Seat 1 begins."""
    return fall(sitting("six_cast", seats, **options), FIRST)


def alone(match: Match, *throws: int) -> Match:
    """The first of two seats throws so; the other throws 0."""
    for n in throws:
        fall(match, n)
        if match.to_act() == (CHANCE,):
            fall(match, 0)
    return match


def on(*squares: int, **options: object) -> Race:
    """A race under way, seat 1 on turn."""
    state = replace(rules.start(SixCastOptions(**options), len(squares)), turn=0)  # type: ignore[arg-type]
    return replace(state, walkers=tuple(Walker(square) for square in squares))


def threw(state: Race, n: int) -> Race:
    return GAME.apply(state, CHANCE, Throw(n))


# -- the board ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "drawn"), [(3, (4, 3)), (8, (0, 2)), (31, (7, 0)), (0, (7, 3))])
def test_the_route_turns_like_a_plough(square: int, drawn: tuple[int, int]) -> None:  # §5.1, example 35
    assert place(square) == drawn


def test_the_strokes_are_the_twenty_two_cups_of_the_tale() -> None:  # §5.1
    assert sum(STROKES.values()) == 22
    assert [square for square, cups in STROKES.items() if cups == 2] == [3, 6, 9, 12, 15]


def test_everybody_antes_for_the_prizes() -> None:  # §5.1
    for seats in range(2, 7):
        state = rules.start(SixCastOptions(), seats)
        assert state.prizes == tuple(range(2 * seats, 0, -2))
        assert sum(state.prizes) == seats * state.ante


# -- the turn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drinks", "cups"), [(True, 4), (False, 2)])
def test_strokes_are_drunk_on_landing_and_on_0(drinks: bool, cups: int) -> None:  # example 36, ns_zero_drinks
    match = alone(race(ns_zero_drinks=drinks), 3)
    assert match.state.walkers[0] == Walker(3, 2, stops=(3,))
    assert alone(match, 0).state.walkers[0] == Walker(3, cups, stops=(3,))


@pytest.mark.parametrize(
    ("finish", "square", "cups"), [("exact_or_stay", 29, 0), ("overshoot", 31, 3), ("bounce", 30, 0)]
)
def test_a_throw_beyond_the_goal(finish: str, square: int, cups: int) -> None:  # example 37, ns_finish
    state = threw(on(29, 0, ns_finish=finish), 3)
    assert (state.walkers[0].position, state.walkers[0].cups) == (square, cups)
    assert state.choosing == (square == 31)


def test_the_exact_throw_finishes_and_drinks() -> None:  # example 37
    state = threw(on(29, 0), 2)
    assert (state.walkers[0].position, state.walkers[0].cups, state.finished) == (31, 3, (0,))


def test_an_opponent_on_the_square_goes_back() -> None:  # §5.2 LAND, example 38
    state = threw(on(9, 12), 3)
    assert state.walkers[1] == Walker(0, sent_back=True)
    assert (state.captured, state.captures) == ((1,), 1)


def test_whoever_was_sent_back_makes_no_ox_walk() -> None:  # example 38
    walker = Walker(27, sent_back=True, stops=tuple(STROKES)[:-1])
    state = threw(replace(on(0, 0), walkers=(walker, Walker())), 4)
    assert state.choosing
    assert not state.ox_walkers


def test_nobody_is_sent_back_from_the_start_or_the_goal() -> None:  # §5.2 LAND
    state = replace(on(29, 31, 5), finished=(1,), prizes=(4, 2))
    assert threw(state, 2).walkers[1].position == 31
    assert not alone(race(), 1).state.captures


@pytest.mark.parametrize(
    ("throws", "ox"),
    [
        ((3, 3, 3, 3, 3, 4, 4, 4, 4), True),
        ((1, 2, 3, 3, 3, 3, 4, 4, 4, 1, 3), True),
        ((3, 3, 3, 3, 3, 4, 4, 5, 3), False),
    ],
)
def test_the_ox_walk_stops_on_every_stroked_square(throws: tuple[int, ...], ox: bool) -> None:  # example 39
    match = alone(race(), *throws)
    walker = match.state.walkers[0]
    assert (walker.position, walker.ox_walk, match.over) == (31, ox, ox)
    assert (walker.cups == 22) == ox


def test_a_6_on_26_is_too_much() -> None:  # example 41
    assert threw(on(26, 0), 6).walkers[0].position == 26


def test_the_turn_passes_over_those_who_have_finished() -> None:  # §5.2
    state = replace(on(5, 31, 8), finished=(1,), prizes=(4, 2))
    assert threw(state, 1).turn == 2


# -- prizes ------------------------------------------------------------------------------------------


def test_prizes_are_chosen_in_the_order_of_arrival() -> None:  # §5.2, example 40
    state = replace(on(29, 30, 5), turn=1)
    state = GAME.apply(threw(state, 1), 1, rules.Take(6))
    state = GAME.apply(threw(threw(state, 1), 2), 0, rules.Take(4))
    assert state.over
    assert GAME.returns(state) == (0, 2, -2)
    assert GAME.ranking(state) == (2, 1, 3)


def test_any_prize_left_may_be_taken() -> None:  # §5.2, 5
    match = say(alone(race(), 6, 6, 6, 6, 6, 1), "take 2")
    assert match.result is not None
    assert match.result.points == (-1, 1)


def test_prizes_are_laid_out_as_long_as_there_are_any() -> None:
    zones = [zone.id for zone in alone(race(), 6, 6, 6, 6, 6, 1).seen_by(0).scene.zones]
    assert zones == ["board", "prizes"]
    taken = say(alone(race(), 6, 6, 6, 6, 6, 1), "take 2")
    assert [zone.id for zone in taken.seen_by(0).scene.zones] == ["board"]


@pytest.mark.parametrize(("ox", "points"), [("sweep", (8, -4, -4)), ("title_only", None)])
def test_an_ox_walk_takes_all_that_is_left(
    ox: str, points: tuple[int, ...] | None
) -> None:  # example 40, ns_ox
    state = on(27, 0, 0, ns_ox=ox)
    state = threw(replace(state, walkers=(Walker(27, stops=tuple(STROKES)[:-1]), *state.walkers[1:])), 4)
    assert state.ox_walkers == (0,)
    assert state.over == (points is not None)
    assert points is None or GAME.returns(state) == points


@pytest.mark.parametrize(
    ("cups", "points"), [("count_only", (1, -1)), ("points", (7, -7)), ("penalty", (-5, 5))]
)
def test_cups_may_be_settled_between_each_pair(cups: str, points: tuple[int, ...]) -> None:  # ns_cups
    state = on(30, 5, ns_cups=cups)
    state = threw(replace(state, walkers=(Walker(30, cups=5), Walker(5, cups=2))), 1)
    assert GAME.returns(GAME.apply(state, 0, rules.Take(4))) == points


def test_the_highest_throw_begins() -> None:  # §9.2, first_player
    match = fall(sitting("six_cast", 3, first_player="highest_throw"), 6, 6, 2, 0, 4)
    assert match.state.turn == 1


def test_a_die_never_shows_0() -> None:  # ns_dice
    assert [outcome.n for outcome, _ in GAME.weights(on(0, 0, ns_dice="d6"))] == [1, 2, 3, 4, 5, 6]  # type: ignore[union-attr]


def test_sticks_may_be_biased() -> None:  # stick_bias
    assert sum(n * chance for n, chance in throw_chances(SixCastOptions(stick_bias=25)).items()) == Fraction(
        3, 2
    )


# -- numbers -----------------------------------------------------------------------------------------

STICKS, DIE = SixCastOptions(), SixCastOptions(ns_dice="d6")


def test_six_sticks() -> None:  # §0.1, example 1
    assert [64 * chance for chance in throw_chances(STICKS).values()] == [1, 6, 15, 20, 15, 6, 1]


def test_the_chance_of_stopping_some_squares_ahead() -> None:  # §5.3
    assert (reach(STICKS, 3), reach(STICKS, 4)) == (Fraction(3368, 9261), Fraction(70366, 194481))
    assert (reach(DIE, 3), reach(DIE, 4)) == (Fraction(49, 216), Fraction(343, 1296))


def test_the_chance_of_stopping_tends_to_one_over_the_mean_move() -> None:
    assert float(reach(DIE, 200)) == pytest.approx(1 / 3.5)
    assert float(reach(STICKS, 200)) == pytest.approx(1 / (3 * 64 / 63))


@pytest.mark.parametrize(
    ("options", "one_in"),
    [
        (STICKS, 3314),
        (STICKS.replace(ns_finish="overshoot"), 3319),
        (DIE, 87294),
        (DIE.replace(ns_finish="overshoot"), 89789),
    ],
)
def test_the_chance_of_an_undisturbed_ox_walk(options: SixCastOptions, one_in: int) -> None:  # §5.3 table
    assert round(1 / ox_walk(options)) == one_in


def test_the_ox_walk_as_a_product_of_legs() -> None:  # §5.3, example 41
    for options, last in (
        (STICKS, Fraction(6, 62) - Fraction(6, 63)),
        (DIE, Fraction(1, 5) - Fraction(1, 6)),
    ):
        u3, u4 = reach(options, 3), reach(options, 4)
        assert ox_walk(options.replace(ns_finish="overshoot")) == u3**5 * u4**3
        assert ox_walk(options) == u3**5 * u4**2 * (u4 + u3 * last)
    assert float(ox_walk(DIE.replace(ns_finish="overshoot"))) == pytest.approx(1.114e-5, rel=1e-3)


@pytest.mark.parametrize(
    ("options", "mean"),
    [
        (STICKS, "16.28"),
        (STICKS.replace(ns_finish="overshoot"), "10.75"),
        (DIE, "13.62"),
        (DIE.replace(ns_finish="overshoot"), "9.33"),
    ],
)
def test_the_mean_number_of_throws_alone(options: SixCastOptions, mean: str) -> None:  # §5.3 table
    assert f"{float(mean_throws(options)):.2f}" == mean


def test_counting_back_from_the_goal() -> None:
    """By hand: from 30 with a die, each throw reaches the goal with 1/6 wherever the piece stands near it."""
    bounce = DIE.replace(ns_finish="bounce")
    assert stopping(bounce, 30, 31) == 1
    assert mean_throws(bounce) == mean_throws(DIE)
    assert ox_walk(bounce) > ox_walk(DIE), "27 can still be reached from beyond it"
