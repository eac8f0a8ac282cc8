"""The balance lab: repeatable, resumable, refusing what it cannot do, and right where the truth is known."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.messages import catalogue
from kaik.core.options import fields
from kaik.lab import balance, findings
from kaik.lab.balance import BalanceStudy, Observation
from kaik.lab.estimate import Estimate
from kaik.lab.plots import Intervals
from kaik.lab.report import ReportTable, report
from kaik.lab.store import EPISODES, JOURNAL, MATCHES, SETTINGS, StudyStore, read
from tests.cli import kaik, refused, said
from tests.conftest import playable

DICE = "ns_dice=six_sticks,d6"
PLAYED = ("lab", "six_cast", "--vary", DICE, "--players", "optimal*3", "-n", "6")
SMALL = (*PLAYED, "--jobs", "1", "--out", "study")


def study(game: str = "six_cast", vary: tuple[str, ...] = (), **settings: Any) -> BalanceStudy:
    return BalanceStudy(game=game, vary=balance.parse_variations(vary), **settings)


def only(game: str, **settings: Any) -> findings.Comparison:
    wanted = study(game, **settings)
    (found,) = findings.comparisons(wanted, list(balance.run(wanted)))
    return found


def near(found: Estimate | None, truth: float, errors: float = 4) -> bool:
    """Within four standard errors: a correct program fails once in fifteen thousand."""
    assert found is not None
    return abs(found.value - truth) < errors * found.margin / 1.96


# -- the truth -------------------------------------------------------------------------------------


def test_two_casts_tie_as_often_as_they_must() -> None:
    """Σ (C(5,k)/32)² = 252/1024; ties in a row make p/(1 − p) a round."""
    found = only("beast_cast", matches=400)
    tie = 252 / 1024
    ((mark, (share,)),) = found.marks
    assert mark == "lab.mark.tie"
    assert near(share, tie)
    figures = dict(found.figures)
    assert near(figures["lab.figure.ties"][0], tie / (1 - tie))
    assert near(found.order[0][0], 0.5)
    assert share is not None
    assert share.margin < 0.03


def test_five_sticks_fall_as_they_must() -> None:
    found = only("new_play", matches=250)
    weights = {f"lab.mark.thrown_{n}": w / 32 for n, w in enumerate((1, 5, 10, 10, 5, 1))}
    assert {mark for mark, _ in found.marks} == set(weights)
    assert all(near(share, weights[mark]) for mark, (share,) in found.marks)


def test_the_second_of_two_has_the_better_of_beast_streak() -> None:
    """Whoever throws first loses 0.4478 of a stake on average, both playing for the most points."""
    found = only("beast_streak", matches=700, players="optimal", set=("rounds=1",))
    assert near(found.gains[0][0], -0.4478)
    first = found.order[0][0]
    assert first is not None
    assert first.high < 0.4
    assert near(found.seats[0][0], 0.5)


def test_tables_of_different_size_share_no_dashed_line() -> None:
    wanted = study(vary=("players=random*2,random*4", DICE), matches=3)
    seen = list(balance.run(wanted))
    players, dice = findings.comparisons(wanted, seen)
    assert [side.even for side in players.sides] == [0.5, 0.25]
    assert [side.even for side in dice.sides] == [0.375, 0.375]
    assert players.seats[3][0] is None
    pictures = report(wanted, seen, catalogue("en", "six_cast"), "").pictures
    drawn = [picture for picture in pictures if isinstance(picture, Intervals)]
    assert drawn
    assert all(picture.reference is None for picture in drawn)


def test_sides_pool_what_is_not_compared() -> None:
    wanted = study(vary=("ns_dice=six_sticks,d6", "ns_finish=exact_or_stay,overshoot,bounce"), matches=4)
    seen = list(balance.run(wanted))
    dice, finish = findings.comparisons(wanted, seen)
    assert [len(side.matches) for side in dice.sides] == [12, 12]
    assert [len(side.matches) for side in finish.sides] == [8, 8, 8]
    assert [len(side.draws) for side in finish.sides] == [4, 4, 4]
    mean = sum(one.events for one in seen if one.variant % 3 == 1) / 8
    assert finish.length[1].mean.value == pytest.approx(mean)


# -- a study ---------------------------------------------------------------------------------------


def test_preset_and_players_can_be_varied() -> None:
    wanted = study(vary=("preset=sticks,die", "players=random*2,optimal*4"), matches=2)
    cells = balance.variants(wanted)
    assert [cell.values for cell in cells[:2]] == [("sticks", "random*2"), ("sticks", "optimal*4")]
    assert [cell.options["ns_dice"] for cell in cells] == ["six_sticks"] * 2 + ["d6"] * 2
    assert [len(cell.players) for cell in cells] == [2, 4, 2, 4]


def test_values_may_hold_commas_inside_brackets() -> None:
    ((name, values),) = balance.parse_variations(['hand_extra=[],[{"name":"x","pieces":["兵","弓"]}]'])
    assert (name, len(values)) == ("hand_extra", 2)
    assert len(balance.variants(study("cerke", (f"{name}={','.join(values)}",)))) == 2


@pytest.mark.parametrize("game", playable())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_game_has_a_report_in_whole_words(game: str, lang: str) -> None:
    wanted = study(game, matches=2)
    found = report(wanted, _observed(game), catalogue(lang, game), "kaik lab")
    texts = [found.title, *found.lead]
    for section in found.sections:
        texts += [section.title, *(part for part in section.parts if isinstance(part, str))]
        texts += [
            cell.text for part in section.parts if isinstance(part, ReportTable) for cell in part.rows[0]
        ]
    assert [text for text in texts if re.search(r"\blab\.[a-z]|[{}]|\w+\.\w+_", text)] == []
    assert len(found.sections) >= 6


_SEEN: dict[str, list[Observation]] = {}


def _observed(game: str) -> list[Observation]:
    if game not in _SEEN:
        _SEEN[game] = list(balance.run(study(game, matches=2)))
    return _SEEN[game]


# -- the command -----------------------------------------------------------------------------------


class Balanced(HTMLParser):
    """Notes tags that are not closed in order, and everything that would be fetched."""

    EMPTY = {"meta", "br", "path", "use"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not str(value).startswith("#"):
                self.fetched.append(str(value))
            if name == "id":
                self.ids.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def test_the_command_writes_report_pictures_and_data(tmp_path: Path) -> None:
    assert "12 matches played" in said(*SMALL)
    folder = tmp_path / "study"
    page = (folder / "index.html").read_text("utf-8")
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert parser.fetched == []
    assert len(set(parser.ids)) == len(parser.ids)
    assert "prefers-color-scheme: dark" in page
    pictures = sorted(file.name for file in folder.glob("*.png"))
    assert {"order-ns_dice.png", "length-ns_dice.png", "marks-ns_dice.png"} <= set(pictures)
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in pictures)
    command = (folder / "command.txt").read_text("utf-8").strip()
    assert shlex.split(command) == ["kaik", *PLAYED, "--seed", "0", "--out", "study"]
    assert command.replace("'", "&#x27;") in page
    again = said(*SMALL, "--lang", "ja")
    assert "12局はすでにありました" in again
    assert "要点" in (folder / "index.html").read_text("utf-8")


def small(**settings: Any) -> BalanceStudy:
    return study("six_cast", (DICE,), **{"players": "optimal*3", "matches": 6, **settings})


def kept(folder: Path, wanted: BalanceStudy) -> list[Observation]:
    """A study played and kept without its report."""
    store = StudyStore(folder, wanted)
    for found in balance.run(wanted, done=store.done):
        store.add(found)
    store.finish()
    return read(folder)


def test_the_data_can_be_read_by_anybody(tmp_path: Path) -> None:
    kept(tmp_path / "study", small())
    matches = parquet.read_table(tmp_path / "study" / MATCHES)
    assert matches.num_rows == 12
    assert matches.column("ns_dice").to_pylist() == ["six_sticks"] * 6 + ["d6"] * 6
    assert {"variant", "number", "seed", "points", "places", "reason", "events"} <= set(matches.column_names)
    assert b"six_cast" in matches.schema.metadata[b"kaik.study"]
    episodes = parquet.read_table(tmp_path / "study" / EPISODES)
    assert episodes.num_rows == 12
    throws = [dict(row)["lab.figure.throws"] for row in episodes.column("figures").to_pylist()]
    assert min(throws) >= 2 * 31 / 6


def test_the_same_seed_gives_the_same_figures_and_another_gives_others(tmp_path: Path) -> None:
    first = kept(tmp_path / "study", small())
    assert first == kept(tmp_path / "again", small())
    assert first != kept(tmp_path / "other", small(seed=100))


def test_what_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = kept(tmp_path / "whole", small())
    store = StudyStore(tmp_path / "study", small())
    for found in list(balance.run(small()))[:5]:
        store.add(found)
    with (tmp_path / "study" / JOURNAL).open("ab") as out:
        out.write(b'{"variant": 1, "num')
    played: list[int] = []
    monkeypatch.setattr(balance, "observe", _counting(played))
    assert kept(tmp_path / "study", small()) == whole
    assert len(played) == 7
    assert not (tmp_path / "study" / JOURNAL).exists()


def _counting(played: list[int]) -> Callable[[balance.MatchTask], Observation]:
    whole = balance.observe

    def observe(task: balance.MatchTask) -> Observation:
        played.append(task.number)
        return whole(task)

    return observe


def test_results_are_kept_one_by_one(tmp_path: Path) -> None:
    """A run that dies in the middle has everything up to there on disk."""
    wanted = study("six_cast", matches=5)
    store = StudyStore(tmp_path / "study", wanted)
    with pytest.raises(KeyboardInterrupt):
        _add_all(store, balance.run(wanted, dying))
    assert len(StudyStore(tmp_path / "study", wanted).done) == 3


def _add_all(store: StudyStore, found: Iterable[Observation]) -> None:
    for one in found:
        store.add(one)


def dying(function: Callable[[Any], Any], work: Iterable[Any], /) -> Iterator[Any]:
    for number, one in enumerate(work):
        if number == 3:
            raise KeyboardInterrupt
        yield function(one)


def test_ctrl_c_keeps_what_was_played_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kaik.cli import lab

    monkeypatch.setattr(lab, "_map", lambda *_: nullcontext(dying))
    broken = kaik(*SMALL)
    assert broken.exit_code == 130
    assert broken.stderr == "Broken off; 3 matches are kept, and the same command goes on from there.\n"
    assert len(StudyStore(tmp_path / "study", small()).done) == 3


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        (("-n", "7"), "matches"),
        (("--seed", "1"), "seed"),
        (("--players", "optimal*2"), "players"),
        (("--set", "ns_ox=title_only"), "set"),
        (("--preset", "die"), "preset"),
        (("--vary", "ns_ox=sweep,title_only"), "vary"),
    ],
)
def test_changed_settings_are_refused(words: tuple[str, ...], setting: str, tmp_path: Path) -> None:
    StudyStore(tmp_path / "study", small())
    before = sorted((file.name, file.read_bytes()) for file in (tmp_path / "study").iterdir())
    sentence = refused(*SMALL, *words)
    assert f"“{setting}”" in sentence
    assert sorted((file.name, file.read_bytes()) for file in (tmp_path / "study").iterdir()) == before


def as_first_kept(folder: Path) -> None:
    """Make the settings of a study those of the first edition, which stated no options."""
    settings = json.loads((folder / SETTINGS).read_text("utf-8"))
    assert settings.pop("options")
    (folder / SETTINGS).write_text(json.dumps(settings), "utf-8")


def test_a_study_states_every_option_of_every_variant(tmp_path: Path) -> None:
    kept(tmp_path / "study", small())
    settings = json.loads((tmp_path / "study" / SETTINGS).read_text("utf-8"))
    assert [one.pop("ns_dice") for one in settings["options"]] == ["six_sticks", "d6"]
    assert all(one.keys() | {"ns_dice"} == ids_of("six_cast") for one in settings["options"])
    about = parquet.read_schema(tmp_path / "study" / MATCHES).metadata[b"kaik.study"]
    assert json.loads(about)["options"][0]["ns_dice"] == "six_sticks"


def ids_of(game: str) -> set[str]:
    return {field.id for field in fields(registry.load(game).Options)}


def test_a_study_of_the_first_edition_goes_on_unless_its_rules_are_others_now(tmp_path: Path) -> None:
    StudyStore(tmp_path / "study", small())
    as_first_kept(tmp_path / "study")
    assert StudyStore(tmp_path / "study", small()).done == []
    wanted = study("cerke", matches=2)
    StudyStore(tmp_path / "cerke", wanted)
    StudyStore(tmp_path / "cerke", wanted)
    as_first_kept(tmp_path / "cerke")
    with pytest.raises(BadOptions, match="“penalty_lasts”"):
        StudyStore(tmp_path / "cerke", wanted)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--vary", "ns_dice=d6"), "at least two values"),
        (("--vary", "dice=d6,x"), "perhaps ns_dice?"),
        (("--jobs", "-1"), "--jobs says"),
        (("--vary", "ns_dice"), "at least two values"),
        (("--vary", "ns_dice=d6,,x"), "at least two values"),
        (("--vary", "ns_dice=d6,six_sticks,d6"), "twice"),
        (("--vary", "ns_dice=d6,d20"), "not a value of ns_dice"),
        (("--vary", "nonsense=1,2"), "no option “nonsense”"),
        (("--vary", "preset=die,wheel"), "no preset “wheel”"),
        (("--vary", "stick_bias=" + ",".join(map(str, range(5, 90)))), "85 variants"),
        (("--players", "nobody"), "no player “nobody”"),
        (("--players", "random*9"), "not for 9 players"),
        (("--players", "random*x"), "random*x"),
        (("-n", "1"), "at least 2 matches of each variant"),
        (("--map", "abacus"), "abacus"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...], part: str, tmp_path: Path) -> None:
    assert part in refused("lab", "six_cast", "--out", "study", *words)
    assert not (tmp_path / "study" / MATCHES).exists()


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "diary.txt").write_text("dear diary")
    assert "holds something else" in refused(*SMALL)
    assert [file.name for file in (tmp_path / "study").iterdir()] == ["diary.txt"]


def test_without_ray_a_sentence_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    from kaik.lab import cluster

    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    assert "kaik[ray]" in refused(*SMALL, "--map", "ray")


class SlowRay:
    """Ray on a machine so busy that it has to be started several times."""

    def __init__(self, fails: int) -> None:
        self.fails, self.begun, self.stopped = fails, 0, 0

    def init(self, **_: object) -> None:
        self.begun += 1
        if self.begun <= self.fails:
            raise RuntimeError("The current node timed out during startup.")

    def shutdown(self) -> None:
        self.stopped += 1


def test_a_ray_that_is_slow_to_start_is_started_again() -> None:
    from kaik.lab.cluster import ATTEMPTS, _begin

    slow = SlowRay(ATTEMPTS - 1)
    _begin(slow, ATTEMPTS, {})
    assert (slow.begun, slow.stopped) == (ATTEMPTS, ATTEMPTS - 1)
    with pytest.raises(BadOptions, match="Ray did not start: The current node"):
        _begin(SlowRay(ATTEMPTS), ATTEMPTS, {})


def test_a_conflict_of_options_is_named() -> None:
    with pytest.raises(BadOptions):
        balance.variants(study("cerke", ("overdraw=clamp,debt",), set=("score_cap=play_all",)))


def test_a_change_that_is_the_same_in_every_match_is_told() -> None:
    """So many rounds more are so many, whatever falls."""
    said("lab", "new_play", "--vary", "rounds=2,3", "-n", "3", "--jobs", "1", "--out", "exact")
    assert "higher by 2.00 (+2.00 to +2.00)" in (Path("exact") / "index.html").read_text("utf-8")
