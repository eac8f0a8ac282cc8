"""The worked examples of movement (§16.1, §16.4, §16.5) and the sentences of §6 they stand for."""

import pytest
from tests.rules.cerke.boards import described, moves, position, rules

from kaik.games.cerke import codes, notation
from kaik.games.cerke.kernel import Position
from kaik.games.cerke.options import PRESETS, Options


def start(options: Options | None = None, side: int = 0) -> Position:
    return Position(rules(options or Options()), side=side)


def forms(position: Position) -> dict[int, int]:
    found: dict[int, int] = {}
    for move in position.moves():
        form = notation.form_of(move)
        found[form] = found.get(form, 0) + 1
    return found


def words(text: str) -> set[str]:
    return set(text.split())


def test_e01_initial_position() -> None:
    board = start()
    assert forms(board) == {
        codes.PLAIN: 20,
        codes.STEP: 62,
        codes.CAST: 41,
        codes.TAM: 46,
        codes.TAM_LATTER: 80,
    }
    plain = {
        notation.move_to_text(m) + ("~" if board.water_cast_due(m, notation.end_of(m)) else "")
        for m in board.moves()
        if notation.form_of(m) == codes.PLAIN
    }
    assert plain == words(
        "KAI-KY LAI-LY NAI-NY NAI-NAU NAI-NO~ TAI-TY XAI-XY CAI-CY CAI-CAU CAI-CO~ MAI-MY PAI-PY ZAI-ZY "
        "LAU-NAU MAU-CAU TIA-NAU TIA-ZAU XIA-CAU XIA-ZAU ZIA-ZAU"
    )


def test_e01_stepping_on_the_tam() -> None:
    board = start()
    on_tam = [notation.form_of(m) for m in board.moves() if board.steps_on_tam(m)]
    assert (on_tam.count(codes.STEP), on_tam.count(codes.CAST)) == (4, 5)


@pytest.mark.parametrize("side", [0, 1])
def test_layout_is_the_same_for_both_sides(side: int) -> None:
    """§3: a half turn maps the layout onto itself."""
    assert start(side=side).count() == 249


def test_e02_bow_over_soldier() -> None:
    assert described(start(), "LAU/LAI") == words("LY(1) LO(2) LU(3) LIx(4) LAU(1)")


def test_e03_tiger_by_the_field_of_the_via() -> None:
    assert described(start(), "TAU/NAI") == words("TY(1) LY(1) KO(2) TAU(1)")
    assert described(start(), "TAU/ZAI") == words("TY XY TAU")


def test_e04_vessel_over_the_tam() -> None:
    board = start()
    assert described(board, "ZAI/ZO") == words("TO NO XO CO ZY(1) ZAI(2) ZAU(3) ZU(1) ZIx(2)")
    assert all(board.steps_on_tam(m) for m in board.moves() if notation.move_to_text(m).startswith("ZAI/ZO"))


HORSE = "LU KI LAU KIA XAU CIA"


@pytest.mark.parametrize(
    ("board", "options", "ends"),
    [
        pytest.param("IA:b馬@TY, A:r兵@ZO", Options(), HORSE + " XU CI ME PA", id="e05"),
        pytest.param("IA:b馬@TY, A:r兵@ZO, A:r兵@XU", Options(), HORSE + " XUx", id="e06"),
        pytest.param("IA:b馬@TY, A:r兵@XU", Options(), HORSE + " XUx", id="e07"),
        pytest.param(
            "IA:b馬@TY, A:r兵@XU", Options(maun_jump="any_one"), HORSE + " XUx CI ME PA", id="e07-any-one"
        ),
        pytest.param("IA:b兵@XY, A:r兵@XO", Options(), "CY XAI XOx~ ZY~", id="e09"),
        pytest.param("IA:b船@XY, A:r兵@CY", Options(), "CYx ZY TY XO XU XI XE XA XAI XAU XIA", id="e10"),
        pytest.param("IA:b車@LAI, A:r兵@LY", Options(), "LO TAI LIA", id="e11"),
        pytest.param(
            "IA:b弓@LAI, A:b兵@LI, A:r将@NI, A:b車@NAI, A:b兵@LAU",
            Options(),
            "KAI LAUx NAIx LY LO LU",
            id="e12",
        ),
        pytest.param("IA:b虎@LY, 皇@KO", Options(), "KAI NAI TAU ZIA NO~ TU ZI~ XE CA", id="e14"),
    ],
)
def test_plain_moves(board: str, options: Options, ends: str) -> None:
    where = position(board, options)
    square = board[board.index("@") + 1 :].split(",")[0]
    assert described(where, square + "-") == words(ends)


def test_e08_shaman_jumps_one_piece() -> None:
    board = position("IA:b巫@NAI, IA:b兵@NY, A:r兵@NU, A:r兵@NI")
    ends = described(board, "NAI-")
    assert {"NO~", "NUx"} <= ends
    assert not {"NY", "NI", "NIx"} & ends
    assert moves(board, "NAI/NY")


def test_e09_soldier_steps_on_without_a_cast() -> None:
    board = position("IA:b兵@XY, A:r兵@XO")
    assert "XU" in described(board, "XY/XO")
    assert "XU" not in described(board, "XY-")


def test_e12_over_a_protected_piece() -> None:
    board = position("IA:b弓@LAI, A:b兵@LI, A:r将@NI, A:b車@NAI, A:b兵@LAU")
    ends = "KI(1) LE(1) LA(2) NIx(1) LU(1) LO(2) LY(3) LAI(4) LAUx(5)"
    assert described(board, "LAI/LI") == words(ends)
    assert [notation.SQUARE_NAMES[s] for s in board.protected(1)] == ["LI"]


def test_e13_general_outside_the_field_protects_nothing() -> None:
    board = position("IA:b弓@LAI, A:b兵@LI, A:r将@LE")
    assert "LIx" in described(board, "LAI-")
    assert board.protected(1) == []


def test_e14_over_the_tam_at_the_edge() -> None:
    board = position("IA:b虎@LY, 皇@KO")
    assert board.in_field(notation.SQUARE_BY_NAME["LY"])
    assert not board.in_field(notation.SQUARE_BY_NAME["KO"])
    assert described(board, "LY/KO") == words("LU LY")


def test_e15_only_the_end_counts_for_water() -> None:
    ends = described(position("IA:b弓@LY"), "LY-")
    assert {"ZY~", "CY"} <= ends


def test_e16_no_water_cast_from_water() -> None:
    assert {"TO", "ZO", "XO", "CO"} <= described(position("IA:b弓@NO"), "NO-")


def test_e17_origin_decides_not_the_via() -> None:
    assert "TO(2)" in described(position("IA:b巫@NO, IA:b兵@LO"), "NO/LO")


def test_e18_two_casts() -> None:
    assert "CO~(4)" in described(position("IA:b弓@LO, A:r兵@NO"), "LO/NO")


def test_water_exemptions_can_be_switched_off() -> None:
    """§12: water_exempt_vessel, water_exempt_origin, water_exempt_tam."""
    strict = Options(water_exempt_vessel=False, water_exempt_origin=False, water_exempt_tam=False)
    assert "ZY~" in described(position("IA:b船@ZAI", strict), "ZAI-")
    assert "TO~" in described(position("IA:b弓@NO", strict), "NO-")
    assert "ZI~" in described(position("皇@ZO", strict), "ZO皇[ZU]")
    assert "ZI" in described(position("皇@ZO"), "ZO皇[ZU]")


def test_e10_vessel_does_not_reach_past_a_piece_and_needs_no_water_cast() -> None:
    board = position("IA:b船@XY, A:r兵@CY")
    assert moves(board, "XY-MY") == []
    assert not any(board.water_cast_due(m, notation.end_of(m)) for m in board.moves())


def test_e19_drop_on_the_tam_hill() -> None:
    board = position("IA:b王@KIA", held="b弓")
    assert described(board, "黒弓*ZO") == {"ZO"}
    assert len(moves(board, "黒弓*")) == 80


def test_drop_keeps_its_colour_and_changes_side() -> None:
    """§6.5, §7."""
    board = position("IA:b弓@LAI, A:r将@LI")
    capture = notation.text_to_move("LAI-LI")
    assert board.apply(capture, notation.end_of(capture)) == notation.PIECE_BY_NAME["赤将"]
    board.apply(notation.text_to_move("LI-LE"), codes.NOWHERE)
    drop = notation.text_to_move("赤将*KA")
    board.apply(drop, notation.end_of(drop))
    assert notation.cells_to_names(board.cells()) == {"KA": "IA赤将", "LI": "IA黒弓"}


def test_e20_tam_alone() -> None:
    found = moves(position("皇@ZO"), "ZO皇")
    ends = [text.split("]")[1] for text in found]
    assert (len(found), len(set(ends)), ends.count("ZO")) == (64, 25, 8)


def test_e21_tam_shut_in() -> None:
    around = sorted(words("PAU PAI MAU MAI MIA CAU CAI CIA"))
    text = "皇@PIA, " + ", ".join(f"A:b兵@{s}" for s in around)
    assert moves(position(text), "PIA皇") == []
    assert moves(position(text.replace(", A:b兵@MIA", "")), "PIA皇"), "one gap lets it out"


def test_e22_tam_square_as_field() -> None:
    text = "IA:b弓@LAI, 皇@LO"
    assert {"LU(1)", "KO(1)", "NO~(1)"} <= described(position(text), "LAI/LO")
    field = Options(tam_square_is_tamhue=True)
    ends = described(position(text, field), "LAI/LO")
    assert {"KU(1)", "NU(1)", "ZE(3)"} <= ends
    assert "LU(1)" not in ends


def test_tam_stops_after_one() -> None:
    """§18: the single king move may contain the one step and may return."""
    board = position("皇@ZO, IA:b兵@XI, IA:b兵@XU", Options(tam_stop_after_one=True))
    found = moves(board, "ZO皇")
    assert {"ZO皇ZU", "ZO皇XU-ZI", "ZO皇XU-ZO"} <= set(found)
    assert "ZO皇XI-ZI" not in found


@pytest.mark.parametrize(
    ("options", "absent"),
    [
        (Options(kut_tam="forbidden"), "ZAI/ZO-TO"),
        (Options(futile_null="forbidden"), "ZO皇[ZU]ZO"),
        (Options(step_return_origin="forbidden"), "LAU/LAI~LAU"),
    ],
)
def test_forbidden_moves(options: Options, absent: str) -> None:
    """§10, §12."""
    assert moves(start(), absent) == [absent]
    assert moves(start(options), absent) == []


def test_futile_after_forbidden() -> None:
    """§10: no tam move right after the opponent's."""
    options = Options(futile_after="forbidden")
    assert moves(Position(rules(options), side=0, tam_moved=True), "ZO皇") == []
    assert moves(Position(rules(options), side=0), "ZO皇")


@pytest.mark.parametrize(
    ("options", "landings"),
    [
        (Options(), ""),
        (Options(step_short_stop="allowed"), "LO LY"),
        (Options(step_declaration="direction"), "LO LY"),
        (Options(step_declaration="none"), "LO LY LAU"),
    ],
)
def test_e44_landings_after_a_short_cast(options: Options, landings: str) -> None:
    """§6.3, E44: 弓 LAU over LAI to LU, cast 2."""
    board = start(options)
    found = board.landings(notation.text_to_move("LAU/LAI~LU"), 2)
    assert {notation.SQUARE_NAMES[s] for s in found} == words(landings)


def test_long_casts_reach_the_edge() -> None:
    """§14.2: a chain may exceed the board."""
    board = start(Options(step_declaration="direction"))
    found = board.landings(notation.text_to_move("LAU/LAI~LU"), 30)
    assert {notation.SQUARE_NAMES[s] for s in found} == words("LY LO LU LI")


def test_e46_education_start() -> None:
    board = start(PRESETS["education"])
    found = forms(board)
    assert (found[codes.PLAIN], found[codes.STEP], found[codes.CAST]) == (6, 34, 12)
    assert set(moves(board, "")) >= words("NAI-NY TAI-TY XAI-XY CAI-CY ZAI-ZY CAU-CY")
    tam = [m for m in board.moves() if notation.form_of(m) > codes.DROP]
    assert (len(tam), len({notation.end_of(m) for m in tam})) == (96, 15)


def test_e47_education_bow() -> None:
    board = start(PRESETS["education"])
    assert described(board, "XAU/XAI") == words("XY(1) XO~(2) XU(3) XIx(4) XAU(1)")


@pytest.mark.parametrize(
    ("board", "ends"),
    [
        pytest.param(
            "IA:b弓@XY",
            "XO~ XU XI XE XA XAI XAU XIA ZY~ TY NY LY KY CY MY PY ZO~ CO~ ZAI~ CAI",
            id="e51",
        ),
        pytest.param("IA:b馬@TY", "LU XU LAU XAU TU TAU LY XY", id="e52"),
        pytest.param(
            "IA:b車@TY",
            "TO~ TAI NY ZY~ NO~ LU KI ZO~ XU CI ME PA NAI LAU KIA ZAI~ XAU CIA",
            id="e53",
        ),
        pytest.param("IA:b巫@LAI", "LY LAU KAI NAI", id="e54"),
    ],
)
def test_hard_tam(board: str, ends: str) -> None:
    """§14.1."""
    where = position(board, PRESETS["hard_tam"])
    assert described(where, board.split("@")[1] + "-") == words(ends)


@pytest.mark.parametrize(
    ("preset", "counts"),
    [("official", [249, 60620]), ("online_alpha", [249, 48944])],
)
def test_perft_from_the_start(preset: str, counts: list[int]) -> None:
    board = start(PRESETS[preset])
    assert [board.perft(1), board.perft(2)] == counts


@pytest.mark.parametrize(
    ("cells", "message"),
    [(bytes(80), "81 cells"), (bytes([41, 41]) + bytes(79), "tam"), (bytes([42]) + bytes(80), "no such")],
)
def test_bad_boards_are_refused(cells: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position(rules(Options()), cells)


def test_pieces_off_the_small_board_are_refused() -> None:
    """§13."""
    with pytest.raises(ValueError, match="not on this board"):
        position("IA:b王@KA", PRESETS["education"])


@pytest.mark.parametrize("text", ["", "KA", "KA-", "KA~KE", "QA-KA", "ZO皇XI[ZI]XU-ZU", "黒皇*ZO", "KA/KE"])
def test_bad_move_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a move|cast|steps once"):
        notation.text_to_move(text)
