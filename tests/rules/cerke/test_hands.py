"""The worked examples of hands (§16.2, §16.4, §16.5) and of what is new (§8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.cerke.boards import reserve

from kaik.games.cerke import counting, tables
from kaik.games.cerke.hands import HandTable, is_new
from kaik.games.cerke.options import PRESETS, Options

OFFICIAL, EDUCATION = PRESETS["official"], PRESETS["education"]
BEASTS = "r虎 r虎 b馬 b馬"
NINE = "r船 r弓 b車 r虎 b馬 r筆 b巫 r将 b王"


def names(options: Options, pieces: str) -> list[str]:
    return sorted(
        name for hand in HandTable(options).evaluate(reserve(pieces)).hands for name in hand.names()
    )


@pytest.mark.parametrize(
    ("pieces", "options", "points", "hands"),
    [
        pytest.param("r馬 b虎 r車 b船", OFFICIAL, 8, "行行 獣", id="e23"),
        pytest.param(BEASTS, OFFICIAL, 3, "獣", id="e24"),
        pytest.param("b王", OFFICIAL, 5, "王", id="e25"),
        pytest.param("b虎 b王", OFFICIAL, 10, "王 同色獣", id="e26"),
        pytest.param("r兵 r兵 b王", OFFICIAL, 11, "王 戦集 助友", id="e27"),
        pytest.param("b筆 r王 b巫", OFFICIAL, 12, "王 地心", id="e28"),
        pytest.param("b兵 b弓 b馬", OFFICIAL, 7, "同色馬弓兵", id="e29"),
        pytest.param("b兵 b弓 b馬", PRESETS["standard"], 9, "同色馬弓兵", id="e29-standard"),
        pytest.param(
            "r車 b王 b兵 b船 b兵 b馬",
            OFFICIAL,
            34,
            "王 同色馬弓兵 同色行行 同色獣 同色戦集 同色助友",
            id="e30",
        ),
        pytest.param(
            "r車 b王 b兵 b船 b兵 b馬",
            PRESETS["standard"],
            36,
            "王 同色馬弓兵 同色行行 同色獣 同色戦集 同色助友",
            id="e30-standard",
        ),
        pytest.param(
            "b将 r筆 r兵 b弓 b王 r王", OFFICIAL, 36, "王 筆兵無傾 地心 馬弓兵 獣 戦集 助友", id="e31"
        ),
        pytest.param("r王 b王", OFFICIAL, 8, "王 獣", id="e32"),
        pytest.param("r王 b王", Options(wild_kings_per_hand="one"), 5, "王", id="e32-one"),
        pytest.param("r兵 r兵 r兵 r兵 r兵", OFFICIAL, 5, "同色闇戦之集", id="e34-red"),
        pytest.param("r兵 b兵 r兵 b兵 r兵", OFFICIAL, 3, "闇戦之集", id="e34-mixed"),
        pytest.param(BEASTS, Options(duplicate_hands="twice"), 6, "獣 獣", id="e34b-twice"),
        pytest.param(BEASTS, Options(duplicate_hands="bonus"), 4, "獣", id="e34b-bonus"),
        pytest.param(
            "r船 b兵 r弓 b車 r虎 b馬 r筆 b巫 r将 b王",
            OFFICIAL,
            99,
            "無抗行処 筆兵無傾 地心 王 戦集 同色馬弓兵 同色行行 同色獣 同色助友",
            id="e34c",
        ),
        pytest.param("b王 b車 b兵 b船", EDUCATION, 17, "王 同色車弓兵 同色船兵兵", id="e48"),
        pytest.param("r王 b車 b兵 b船", EDUCATION, 13, "王 車弓兵 船兵兵", id="e48-red"),
        pytest.param("b車 r車 b弓 b兵", EDUCATION, 7, "同色車弓兵", id="e49"),
        pytest.param("r船 b船 r兵 r兵 b兵 b兵", EDUCATION, 5, "同色船兵兵", id="e50"),
    ],
)
def test_table(pieces: str, options: Options, points: int, hands: str) -> None:
    """§9, §13, §14.5."""
    assert names(options, pieces) == sorted(hands.split())
    assert HandTable(options).evaluate(reserve(pieces)).total_tenths == 10 * points


def test_e33_one_king_cannot_be_two_pieces() -> None:
    """§9.4."""
    assert HandTable(OFFICIAL).total_of(reserve(NINE)) == 390
    assert "無抗行処" not in names(OFFICIAL, NINE)
    assert HandTable(OFFICIAL).total_of(reserve(NINE + " r王")) == 970
    assert "無抗行処" in names(OFFICIAL, NINE + " r王")


@pytest.mark.parametrize(
    ("pieces", "options", "tenths"),
    [
        pytest.param(
            "b将 b巫 b筆 b船", Options(hand_system="san_ren", scoring_method="old_2_4"), 71, id="e55"
        ),
        pytest.param(
            "b将 b巫 b筆 b船", Options(hand_system="san_ren", scoring_method="old_3_5"), 70, id="e56"
        ),
        pytest.param(
            "b将 b巫 b筆 b船",
            Options(hand_system="san_ren", scoring_method="old_3_5_rest"),
            71,
            id="e56-rest",
        ),
        pytest.param("b車 b兵 b兵", Options(scoring_method="old_2_4"), 27, id="e57"),
        pytest.param(
            "b将 b馬 b弓 b兵", Options(hand_system="concrete", scoring_method="old_3_5"), 80, id="e58"
        ),
        pytest.param(
            "b将 b馬 b弓 b兵", Options(hand_system="concrete", scoring_method="old_2_4"), 64 + 16, id="e58-4"
        ),
        pytest.param(
            "b将 b馬 b弓 b兵",
            Options(hand_system="concrete", scoring_method="old_2_4", old_low_class="any_soldier"),
            32 + 16,
            id="e58-any-2",
        ),
        pytest.param(
            "b将 b馬 b弓 b兵",
            Options(hand_system="concrete", scoring_method="old_3_5", old_low_class="any_soldier"),
            48,
            id="e58-any-3",
        ),
    ],
)
def test_old_counting(pieces: str, options: Options, tenths: int) -> None:
    """§14.3; E58 gives the hand part, to which old_2_4 adds the pieces (1.6)."""
    assert HandTable(options).evaluate(reserve(pieces)).total_tenths == tenths


@pytest.mark.parametrize(
    ("before", "after", "downgrade", "new"),
    [
        pytest.param("r虎 b馬", "r虎 b馬 b兵", False, False, id="e37"),
        pytest.param("r虎 b馬", "r虎 b馬 r馬", False, True, id="e38"),
        pytest.param("r虎 r馬 b馬", "r虎 b馬", False, False, id="e39"),
        pytest.param("r虎 r馬 b馬", "r虎 b馬", True, True, id="e39-downgrade"),
        pytest.param("r虎 r馬", "r虎", True, False, id="lost"),
        pytest.param("", "b王", False, True, id="first"),
    ],
)
def test_new_hands(before: str, after: str, downgrade: bool, new: bool) -> None:
    """§8."""
    table = HandTable(OFFICIAL)
    assert is_new(table.mask_of(reserve(before)), table.mask_of(reserve(after)), downgrade) is new


reserves = st.tuples(*(st.integers(0, most) for most in tables.piece_set("big")))


@given(
    reserves,
    st.sampled_from(["official10", "education4", "ren_ju_ren", "san_ren"]),
    st.sampled_from(["old_2_4", "old_3_5"]),
    st.sampled_from(["king", "replaced"]),
    st.sampled_from([0, 2]),
    st.booleans(),
)
def test_quick_counting_agrees_with_whole_sets(
    held: tuple[int, ...], system: str, method: str, wild: str, flash: int, one: bool
) -> None:
    """§14.3: the fast way and the one that looks at every set give the same total."""
    options = Options(
        hand_system=system,  # type: ignore[arg-type]
        scoring_method=method,  # type: ignore[arg-type]
        old_wild_value=wild,  # type: ignore[arg-type]
        old_flash_bonus=flash,  # type: ignore[arg-type]
        wild_kings_per_hand="one" if one else "any",
    )
    table = HandTable(options)
    quick = table.evaluate(held)
    found, total = counting.appraise(options, table.specs, held)
    assert quick.total_tenths == total
    assert [(h.name, h.flashes, h.copies) for h in quick.hands] == list(found)


def test_table_counting_agrees_with_whole_sets() -> None:
    """§9: likewise for the table."""
    table = HandTable(OFFICIAL)
    for pieces in (NINE + " r王", BEASTS, "b将 r筆 r兵 b弓 b王 r王"):
        held = reserve(pieces)
        assert counting.appraise(OFFICIAL, table.specs, held)[1] == table.total_of(held)
