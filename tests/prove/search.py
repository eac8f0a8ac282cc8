"""The search of cerke under the official rules."""

from __future__ import annotations

from tests.prove._strength import stands

TITLE = "Strength of the search of cerke"


def prove() -> tuple[bool, list[str]]:
    return stands("official")
