"""What a person can touch, played in a real browser against the real server: the tests beside this file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RUNNER = Path(__file__).with_name("run.mjs")
PATIENCE = 1200
"""Seconds, on a machine that has other things to do; alone they take less than three minutes."""


@pytest.mark.first
def test_everything_that_can_be_touched() -> None:
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    node = shutil.which("node", path=path)
    assert node, "there is no Node.js: `make setup` installs one"
    # The games of other tests are not on the shelf.
    environment = {key: value for key, value in os.environ.items() if key != "KAIK_GAMES"}
    done = subprocess.run(
        [node, RUNNER],
        env=environment | {"KAIK_PYTHON": sys.executable, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout
