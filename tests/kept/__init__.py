"""What the first edition has kept: matches on paper and a whole database, with all that they meant then.

`first` holds records, each with what it meant at every entry, and `database.json`, the rows of a server's
database. The code of that time made them; they are never made anew by later code:

    git worktree add ../then 35e0716 && cp -r tests/kept ../then/tests/
    cd ../then && make setup && .venv/bin/python -m tests.kept.make
"""

from __future__ import annotations

from pathlib import Path

FIRST = Path(__file__).parent / "first"
