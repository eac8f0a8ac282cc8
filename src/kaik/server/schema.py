"""One JSON Schema document of all that goes over the wire: `python -m kaik.server.schema OUT.json`.

The browser client's types are generated from it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from kaik.core.guide import Section
from kaik.core.setup import Setup
from kaik.lab.analyse import Analysis
from kaik.play.lesson import Standing
from kaik.play.record import Record
from kaik.server import forms, learning, wire
from kaik.server.analysts import Reviewed

TYPES: dict[str, Any] = {
    "GameInfo": wire.GameInfo,
    "GameDetail": wire.GameDetail,
    "Me": wire.Me,
    "Rename": wire.Rename,
    "NewTable": wire.NewTable,
    "Join": wire.Join,
    "QuickMatch": wire.QuickMatch,
    "Credentials": forms.Credentials,
    "NewPassword": forms.NewPassword,
    "Token": forms.Token,
    "Profile": forms.Profile,
    "Rung": forms.Rung,
    "NewTemplate": forms.NewTemplate,
    "TemplateChange": forms.TemplateChange,
    "Template": forms.Template,
    "Uploaded": forms.Uploaded,
    "NewTournament": forms.NewTournament,
    "TournamentInfo": forms.TournamentInfo,
    "Tournament": forms.Tournament,
    "Withdraw": forms.Withdraw,
    "Fill": wire.Fill,
    "Table": wire.Table,
    "Invitation": wire.Invitation,
    "Hint": wire.Hint,
    "Trouble": wire.Trouble,
    "Record": Record,
    "Replay": wire.Replay,
    "Frames": wire.Frames,
    "Verified": wire.Verified,
    "Section": Section,
    "LessonInfo": learning.LessonInfo,
    "Progress": learning.Progress,
    "Standing": Standing,
    "Analysis": Analysis,
    "Reviewed": Reviewed,
    "Study": wire.Study,
    "Board": wire.Board,
    "Setup": Setup,
    "ServerFrame": wire.ServerFrame,
    "ClientFrame": wire.ClientFrame,
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
        sys.exit("usage: python -m kaik.server.schema OUT.json")
    main(sys.argv[1])
