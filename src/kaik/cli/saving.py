"""Where a match at this keyboard is kept: in a file of its own, never over another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from kaik.cli import files
from kaik.core.errors import BadRecord
from kaik.play.fairness import Sealed
from kaik.play.formats import JSON
from kaik.play.match import Match
from kaik.play.record import Record


class MatchFile:
    """Writes one match down, again and again if asked."""

    def __init__(
        self, match: Match, chance: Sealed, players: Sequence[str], file: Path | None = None
    ) -> None:
        self.match = match
        self.chance = chance
        self.players = tuple(players)
        self.file = file
        """The file that is this match's own, and may be written again."""

    def record(self) -> Record:
        """The match on paper, with what is needed to check its chance and to go on."""
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        return Record.of(self.match, players=self.players, played=now, fairness=self.chance.opened())

    def save(self, name: str) -> Path:
        """Write to the file of that name (or to the usual one), unless it is somebody else's."""
        file = self.path_for(name)
        write_new(file, self.record(), own=self.file)
        self.file = file
        return file

    def path_for(self, name: str) -> Path:
        """The file that a name means; without a name the match's own, or a new one."""
        return path_named(name, self.match.game.id, self.file)


def path_named(name: str, game: str, own: Path | None = None) -> Path:
    """The file that a name means; without a name the match's own, or a new one."""
    if name:
        return Path(name) if Path(name).suffix else Path(name + JSON)
    return own or usual_file(game)


def usual_file(game: str) -> Path:
    """A new file name for a match of this game."""
    return Path(f"{game}-{datetime.now():%Y%m%d-%H%M%S}{JSON}")


def write_new(file: Path, record: Record, own: Path | None = None) -> None:
    """Write a record to a file that does not exist yet, or is the record's own."""
    if file.exists() and file != own:
        raise BadRecord("error.file_exists", file=str(file))
    files.write(file, record)
