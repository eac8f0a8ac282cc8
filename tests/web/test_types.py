"""The browser client's types are those of the protocol."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_types_of_the_browser_client_are_current(tmp_path: Path) -> None:
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    node = shutil.which("node", path=path)
    assert node, "there is no Node.js: `make setup` installs one"
    made = tmp_path / "types.ts"
    subprocess.run(
        [node, WEB / "scripts" / "types.mjs", made],
        env=os.environ | {"KAIK_PYTHON": sys.executable, "PATH": path},
        check=True,
        timeout=120,
    )
    current = (WEB / "src" / "types.ts").read_text(encoding="utf-8")
    assert made.read_text(encoding="utf-8") == current, "`npm run types` in web/ writes them anew"
