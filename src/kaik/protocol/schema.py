"""One JSON Schema document of all that goes over the wire: `python -m kaik.protocol.schema OUT.json`.

The browser client's types are generated from it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from kaik.core.guide import Section
from kaik.core.scene import Legend
from kaik.core.setup import Setup
from kaik.play.analysis import Analysis
from kaik.play.lesson import Standing
from kaik.play.record import Record
from kaik.protocol.boards import Board, Study
from kaik.protocol.errors import Trouble
from kaik.protocol.games import GameDetail, GameInfo
from kaik.protocol.lessons import LessonInfo, Progress
from kaik.protocol.live import ClientFrame, ServerFrame
from kaik.protocol.people import (
    Credentials,
    Me,
    NewPassword,
    NewTemplate,
    Profile,
    Rename,
    Rung,
    Template,
    TemplateChange,
    Token,
)
from kaik.protocol.records import Frames, Replay, Reviewed, Uploaded, Verified
from kaik.protocol.tables import Fill, Hint, Invitation, Join, NewTable, QuickMatch, Table
from kaik.protocol.tournaments import NewTournament, Tournament, TournamentInfo, Withdraw

TYPES: dict[str, Any] = {
    "GameInfo": GameInfo,
    "GameDetail": GameDetail,
    "Me": Me,
    "Rename": Rename,
    "NewTable": NewTable,
    "Join": Join,
    "QuickMatch": QuickMatch,
    "Credentials": Credentials,
    "NewPassword": NewPassword,
    "Token": Token,
    "Profile": Profile,
    "Rung": Rung,
    "NewTemplate": NewTemplate,
    "TemplateChange": TemplateChange,
    "Template": Template,
    "Uploaded": Uploaded,
    "NewTournament": NewTournament,
    "TournamentInfo": TournamentInfo,
    "Tournament": Tournament,
    "Withdraw": Withdraw,
    "Fill": Fill,
    "Table": Table,
    "Invitation": Invitation,
    "Hint": Hint,
    "Trouble": Trouble,
    "Record": Record,
    "Replay": Replay,
    "Frames": Frames,
    "Verified": Verified,
    "Section": Section,
    "Legend": Legend,
    "LessonInfo": LessonInfo,
    "Progress": Progress,
    "Standing": Standing,
    "Analysis": Analysis,
    "Reviewed": Reviewed,
    "Study": Study,
    "Board": Board,
    "Setup": Setup,
    "ServerFrame": ServerFrame,
    "ClientFrame": ClientFrame,
}


def document() -> dict[str, Any]:
    """A schema with one property per type that is sent or received, and a definition of each."""
    shapes, definitions = msgspec.json.schema_components(TYPES.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": dict(zip(TYPES, shapes, strict=True)),
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def main(target: str) -> None:
    """Write the document."""
    text = msgspec.json.format(msgspec.json.encode(document()), indent=2)
    Path(target).write_bytes(text + b"\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m kaik.protocol.schema OUT.json")
    main(sys.argv[1])
