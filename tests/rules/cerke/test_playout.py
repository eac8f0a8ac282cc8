"""Turns, penalties and points inside the random games (§8, §10, §11, §14.6; §16.3)."""

import msgspec
import pytest
from tests.rules.cerke.boards import position, rules

from kaik.games.cerke import codes, notation
from kaik.games.cerke.hands import HandTable
from kaik.games.cerke.kernel import Position
from kaik.games.cerke.options import PRESETS, Options
from kaik.games.cerke.playout import Game, bench_counting, bench_listing, playout, sample_positions

BOARD = "IA:b王@ZIA, A:r王@ZA, 皇@ZO, IA:b兵@XU"
NULL = "ZO皇[ZU]ZO"


def game(
    options: Options,
    text: str = BOARD,
    held: str = "",
    points: tuple[int, int] = (20, 20),
    rate: int = 1,
    tam_moved: bool = False,
) -> Game:
    """A game in season 1 with IA to move; points are those of IA and A."""
    where = position(text, options, held=held)
    if tam_moved:
        where = Position(rules(options), where.cells(), where.reserve(0), (), 0, True)
    found = Game(rules(options), HandTable(options), 1)
    found.set_up(where, 10 * points[0], 10 * points[1], rate, 1)
    return found


def play(found: Game, text: str) -> Game:
    move = notation.text_to_move(text)
    found.turn(move, notation.end_of(move))
    return found


def points(found: Game) -> tuple[float, float]:
    return found.held(0) / 10, found.held(1) / 10


OVER_TAM = "IA:b弓@LO, A:r王@ZA, 皇@NO"


def test_e40_penalty_counts_with_the_hands_held() -> None:
    """§10: 王 and 撃皇 at rate 2."""
    found = play(game(Options(), OVER_TAM, "r王", rate=2), "LO/NO~TO")
    assert (found.due, found.raw) == (True, 0)
    alone = Options(penalty_lasts="turn", penalty_declaration_scope="new_only")
    found = play(game(alone, OVER_TAM, "r王", rate=2), "LO/NO~TO")
    assert (found.due, found.raw, found.end_season()) == (True, -50, -100)


@pytest.mark.parametrize(("stacking", "paid"), [("once", -30), ("both", -60)])
def test_e41_null_move_after_the_opponents_tam_move(stacking: str, paid: int) -> None:
    options = msgspec.structs.replace(Options(), futile_stacking=stacking)
    found = play(game(options, tam_moved=True), NULL)
    assert (found.due, found.end_season()) == (True, paid)


def test_e42_nobody_pays_more_than_he_has() -> None:
    """§11: 18 : 22, the side with 22 settles more than 18."""
    found = play(game(Options(), "IA:b弓@ZIA, A:r王@ZA, 皇@KO", points=(22, 18), rate=8), "ZIA-ZA")
    assert (found.due, found.raw) == (True, 50)
    assert found.end_season() == 180
    assert (points(found), found.reason) == ((40, 0), 2)


@pytest.mark.parametrize(("ends", "reason"), [(True, 2), (False, 0)])
def test_e43_immediate_penalty(ends: bool, reason: int) -> None:
    options = Options(kut_tam="immediate", immediate_penalty_ends_game=ends)
    found = play(game(options, OVER_TAM, points=(12, 28), rate=4), "LO/NO~TO")
    assert (points(found), found.paid, found.reason, found.due) == ((0, 40), 120, reason, False)


def test_failure_after_treading_on_the_tam() -> None:
    """§12: kut_tam_on_failure."""
    move = notation.text_to_move("LO/NO~TO")
    for mode, due in (("counts", True), ("exempt", False)):
        found = game(msgspec.structs.replace(Options(), kut_tam_on_failure=mode), OVER_TAM)
        found.turn(move, codes.NOWHERE)
        assert found.due is due


def test_rate_doubles_and_stops_at_the_cap() -> None:
    """§8, §12."""
    for cap, rate in (("none", 128), (64, 64)):
        found = play(game(msgspec.structs.replace(Options(), rate_cap=cap), rate=64), NULL)
        found.go_on()
        assert found.rate == rate


@pytest.mark.parametrize(
    ("options", "after"),
    [
        (Options(score_cap="play_all"), (-11, 51)),
        (Options(overdraw="debt"), (-11, 51)),
        (Options(), (0, 40)),
        (Options(score_model="race"), (0, 36)),
    ],
)
def test_overdraw(options: Options, after: tuple[int, int]) -> None:
    """§11, §14.6: IA has 4 points and pays 15."""
    found = play(game(options, points=(4, 36), rate=5), NULL)
    found.end_season()
    assert points(found) == after


def test_season_limit_scores_nothing() -> None:
    """§12: season_ply_limit."""
    found = Game(rules(Options(season_ply_limit=1)), HandTable(Options()), 1)
    play(found, "KAI-KY")
    assert (found.season, points(found), found.rate) == (2, (20, 20), 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_come_to_an_end(preset: str) -> None:
    options = PRESETS[preset]
    found = Game(rules(options), HandTable(options), 1)
    for seed in range(3):
        found.restart(0)
        plies, ia, a, reason = playout(found, seed)
        assert plies > 0
        assert reason in (1, 2, 3)
        assert ia + a == 20 * options.starting_points


@pytest.mark.parametrize(
    ("lasts", "raws"), [("season", [-30, 0]), ("turn", [-30, -30]), ("each", [-30, -60])]
)
def test_a_penalty_made_twice(lasts: str, raws: list[int]) -> None:
    """§10: what 終季 would settle at each of two null moves; 0 where none is due."""
    found = game(msgspec.structs.replace(Options(), penalty_lasts=lasts))
    settled = []
    for _ in range(2):
        play(found, NULL)
        settled.append(found.raw)
        if found.due:
            found.go_on()
        play(found, "ZA-XA" if len(settled) == 1 else "XA-ZA")
    assert settled == raws


def test_a_position_that_stands_for_the_fourth_time_ends_the_season() -> None:
    """§18: `season_repetition`."""
    options = Options(season_repetition="ends_unscored")
    found = game(options)
    for _ in range(3):
        for text in ("ZIA-XIA", "ZA-XA", "XIA-ZIA", "XA-ZA"):
            assert found.season == 1
            play(found, text)
    assert (found.season, points(found)) == (2, (20, 20))


def test_same_seed_same_game() -> None:
    found = Game(rules(Options()), HandTable(Options()), 1)
    first = playout(found, 7)
    found.restart(0)
    assert playout(found, 7) == first


def test_all_pieces_stay_in_play() -> None:
    """§2: 49 pieces on the board and in the reserves, always."""
    found = Game(rules(Options()), HandTable(Options()), 1)
    for where in sample_positions(found, 20, 3):
        on_board = sum(1 for code in where.cells() if code)
        assert on_board + sum(where.reserve(0)) + sum(where.reserve(1)) == 49


def test_listing_and_counting_agree() -> None:
    sample = sample_positions(Game(rules(Options()), HandTable(Options()), 1), 20, 4)
    assert bench_listing(sample, 1) == bench_counting(sample, 1) == sum(len(p.moves()) for p in sample)
