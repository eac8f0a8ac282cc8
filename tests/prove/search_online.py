"""The search of cerke under the rules played online."""

from __future__ import annotations

from tests.prove._strength import stands

TITLE = "Strength of the search of cerke, played as online"


def prove() -> tuple[bool, list[str]]:
    return stands("online_alpha")
