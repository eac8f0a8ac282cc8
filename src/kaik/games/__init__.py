"""One package per game, named by the game's id. `KAIK_GAMES` may name further folders."""

import os

__path__ += [folder for folder in os.environ.get("KAIK_GAMES", "").split(os.pathsep) if folder]

FLAGSHIP = "cerke"
"""The game meant where none is named."""
