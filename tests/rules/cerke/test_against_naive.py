"""The kernel lists the moves that a naive reading of the rules gives, under random options (§4–6, §14.1)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.cerke import naive
from tests.rules.cerke.boards import rules

from kaik.games.cerke import notation
from kaik.games.cerke.kernel import Position
from kaik.games.cerke.options import Options, check

MODES = st.sampled_from(["hand", "forbidden"])
COMMON = {
    "tam_square_is_tamhue": st.sampled_from(["auto", True, False]),
    "maun_jump": st.sampled_from(["adjacent_only", "any_one"]),
    "tam_stop_after_one": st.booleans(),
    "step_return_origin": st.sampled_from(["allowed", "forbidden"]),
    "kut_tam": MODES,
    "futile_after": MODES,
    "futile_null": MODES,
}
BIG = COMMON | {
    "movement_table": st.sampled_from(["official", "hard_tam"]),
    "vessel_tamhue_as_bow": st.sampled_from(["off", "bow_normal", "bow_tamhue"]),
    "tiger_horse_same": st.sampled_from(["off", "both_as_tiger", "both_as_horse"]),
    "bow_chariot_same": st.sampled_from(["off", "both_as_bow", "both_as_chariot"]),
}


def options(**fields: Any) -> Options:
    return Options(**fields)


any_options = st.builds(options, **BIG) | st.builds(options, board=st.just("education"), **COMMON)
pieces = st.tuples(
    st.sampled_from(["IA", "A"]), st.sampled_from("黒赤"), st.sampled_from("船兵弓車虎馬筆巫将王")
)
held = st.sets(st.sampled_from(notation.PIECE_NAMES), max_size=3)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Options, naive.Board, set[str], str, bool]:
    """Random options and a random board, crowded or nearly empty, mostly with a tam."""
    chosen = draw(any_options)
    area = st.sampled_from(naive.squares(chosen))
    board: naive.Board = dict(draw(st.dictionaries(area, pieces, max_size=draw(st.integers(0, 45)))))
    if draw(st.integers(0, 9)):
        board[draw(area)] = ("", "", "皇")
    return chosen, board, draw(held), draw(st.sampled_from(["IA", "A"])), draw(st.booleans())


def built(chosen: Options, board: naive.Board, reserve: set[str], side: str, tam_moved: bool) -> Position:
    cells = notation.cells_from_names({naive.name(s): "".join(piece) for s, piece in board.items()})
    counts = notation.counts_from_names(sorted(reserve))
    seat = ("IA", "A").index(side)
    return Position(
        rules(chosen), cells, counts if seat == 0 else (), counts if seat == 1 else (), seat, tam_moved
    )


@settings(max_examples=200, deadline=None)
@given(positions())
def test_kernel_lists_what_the_rules_say(
    case: tuple[Options, naive.Board, set[str], str, bool],
) -> None:
    chosen, board, reserve, side, tam_moved = case
    assert check(chosen) == []
    position = built(*case)
    listed = position.moves()
    assert sorted(map(notation.move_to_text, listed)) == naive.moves(chosen, board, reserve, side, tam_moved)
    assert len(set(listed)) == len(listed) == position.count()


@settings(max_examples=100, deadline=None)
@given(positions())
def test_text_and_code_say_the_same(case: tuple[Options, naive.Board, set[str], str, bool]) -> None:
    for move in built(*case).moves():
        assert notation.text_to_move(notation.move_to_text(move)) == move


@settings(max_examples=100, deadline=None)
@given(positions())
def test_listing_by_square_covers_the_board_moves(
    case: tuple[Options, naive.Board, set[str], str, bool],
) -> None:
    position = built(*case)
    by_square = [move for square in range(81) for move in position.moves_from(square)]
    drops = [move for move in position.moves() if "*" in notation.move_to_text(move)]
    assert sorted(by_square + drops) == sorted(position.moves())
