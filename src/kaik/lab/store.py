"""A study's folder: settings, matches in Parquet, and while it is unfinished a journal to resume from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from kaik.core import registry
from kaik.core.episode import Episode
from kaik.core.errors import BadOptions, BadRecord
from kaik.core.options import FIRST, VERSION, full_values, plain
from kaik.lab.balance import BalanceStudy, Observation, difference, variants
from kaik.lab.journal import Journal

SETTINGS, JOURNAL = "study.json", "unfinished.jsonl"
MATCHES, EPISODES = "matches.parquet", "episodes.parquet"


class StudySettings(BalanceStudy, frozen=True, kw_only=True):
    """A study with every option of every variant, so that it goes on meaning the same."""

    options: tuple[dict[str, Any], ...] = ()


def _settings(study: BalanceStudy) -> StudySettings:
    return StudySettings(**msgspec.structs.asdict(study), options=_options(study, VERSION))


def _options(study: BalanceStudy, version: int) -> tuple[dict[str, Any], ...]:
    """All options of all variants, in JSON form, as a version played them."""
    return tuple(plain(one.options) for one in variants(study, version))


class StudyStore:
    """Where a study is kept. A folder of anything else, or of other settings, is refused."""

    def __init__(self, folder: Path, study: BalanceStudy) -> None:
        self.folder = folder
        self.study = study
        _check(folder, study)
        self.finished = (folder / MATCHES).exists() and (folder / EPISODES).exists()
        self._journal = None if self.finished else self._open_journal()
        self.done = read(folder) if self._journal is None else self._journal.done

    def _open_journal(self) -> Journal[Observation]:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / SETTINGS).write_bytes(_json(_settings(self.study)))
        except OSError as trouble:
            raise unwritable(self.folder, trouble) from None
        return Journal(self.folder / JOURNAL, self.study, Observation, "error.lab_journal")

    def add(self, found: Observation) -> None:
        """Keep the result of a match, so that it need not be played again."""
        assert self._journal is not None
        self._journal.add(found)
        self.done.append(found)

    def finish(self) -> None:
        """All matches are there: write them in order as Parquet and drop the journal."""
        self.done.sort(key=lambda one: (one.variant, one.number))
        if not self.finished:
            try:
                write(self.folder, self.study, self.done)
                (self.folder / JOURNAL).unlink()
            except OSError as trouble:
                raise unwritable(self.folder, trouble) from None
            self.finished = True


def unwritable(folder: Path, trouble: OSError) -> BadRecord:
    """The sentence for a folder that takes no files."""
    return BadRecord("error.file_write", file=str(folder), detail=trouble.strerror or type(trouble).__name__)


def _json(settings: StudySettings) -> bytes:
    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"


def _check(folder: Path, study: BalanceStudy) -> None:
    settings = folder / SETTINGS
    if not settings.exists():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadOptions("error.lab_folder", folder=str(folder))
        return
    try:
        kept = msgspec.json.decode(settings.read_bytes(), type=StudySettings)
    except (OSError, msgspec.DecodeError):
        raise BadOptions("error.lab_folder", folder=str(folder)) from None
    setting = difference(study, kept) or _other_option(study, kept)
    if setting:
        raise BadOptions("error.lab_changed", folder=str(folder), setting=setting)


def _other_option(study: BalanceStudy, kept: StudySettings) -> str:
    """The first option by which the kept matches were played otherwise than they would be now, if any."""
    kind = registry.load(study.game).Options
    for old, new in zip(kept.options or _options(kept, FIRST), _options(study, VERSION), strict=True):
        stated = full_values(kind, old, FIRST)
        for id, value in new.items():
            if stated[id] != value:
                return id
    return ""


# -- Parquet -------------------------------------------------------------------------------------


def write(folder: Path, study: BalanceStudy, found: Sequence[Observation]) -> None:
    """The matches, and their seasons or rounds, as two tables."""
    import pyarrow as pa
    from pyarrow import parquet

    about = {"kaik.study": msgspec.json.encode(_settings(study))}
    matches, episodes = _schemas(pa, [name for name, _ in study.vary])
    tables = ((MATCHES, matches, _matches(study, found)), (EPISODES, episodes, _episodes(found)))
    for name, schema, rows in tables:
        table = pa.Table.from_pylist(rows, schema=schema.with_metadata(about))
        parquet.write_table(table, folder / name, compression="zstd")


def _schemas(pa: Any, varied: Sequence[str]) -> tuple[Any, Any]:
    """The columns of both tables; what is varied has columns of its own."""
    key = [("variant", pa.int32()), ("number", pa.int32())]
    match = [
        ("seed", pa.int64()),
        ("points", pa.list_(pa.float64())),
        ("places", pa.list_(pa.int8())),
        ("reason", pa.string()),
        ("events", pa.int32()),
        ("decisions", pa.int32()),
    ]
    episode = [
        ("episode", pa.int32()),
        ("first", pa.int8()),
        ("winners", pa.list_(pa.int8())),
        ("gains", pa.list_(pa.float64())),
        ("marks", pa.list_(pa.string())),
        ("figures", pa.map_(pa.string(), pa.float64())),
    ]
    own = [(name, pa.string()) for name in varied]
    return pa.schema([*key, *own, *match]), pa.schema([*key, *episode])


def _matches(study: BalanceStudy, found: Iterable[Observation]) -> list[dict[str, Any]]:
    names = [name for name, _ in study.vary]
    cells = [dict(zip(names, cell.values, strict=True)) for cell in variants(study)]
    plain = ("variant", "number", "seed", "points", "places", "reason", "events", "decisions")
    return [{**cells[one.variant], **{name: getattr(one, name) for name in plain}} for one in found]


def _episodes(found: Iterable[Observation]) -> list[dict[str, Any]]:
    return [
        {
            "variant": one.variant,
            "number": one.number,
            "episode": place,
            **msgspec.structs.asdict(episode),
            "figures": list(episode.figures.items()),
        }
        for one in found
        for place, episode in enumerate(one.episodes)
    ]


def read(folder: Path) -> list[Observation]:
    """The matches of a finished study."""
    from pyarrow import parquet

    episodes: dict[tuple[int, int], list[Episode]] = defaultdict(list)
    for row in parquet.read_table(folder / EPISODES).to_pylist():
        row["figures"] = dict(row["figures"])
        episodes[row["variant"], row["number"]].append(msgspec.convert(row, Episode))
    rows = parquet.read_table(folder / MATCHES).to_pylist()
    return [
        msgspec.convert({**row, "episodes": episodes[row["variant"], row["number"]]}, Observation)
        for row in rows
    ]
