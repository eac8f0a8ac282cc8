"""The hot files run as they are: a copy of the package without binaries passes the rule tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SAMPLE = ["test_moves.py", "test_hands.py", "test_playout.py"]
CHECK = "from kaik.games.cerke import kernel, hands, playout; print(kernel.__file__, playout.__file__)"


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    binaries = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=binaries)
    shutil.copytree(
        ROOT / "tests" / "rules" / "cerke", tmp_path / "tests" / "rules" / "cerke", ignore=binaries
    )
    return tmp_path


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_rule_tests_pass_uncompiled(copied_tree: Path) -> None:
    where = run(copied_tree, "-c", CHECK)
    assert where.stdout.split() == [
        str(copied_tree / "src/kaik/games/cerke" / name) for name in ("kernel.py", "playout.py")
    ], where.stderr
    files = [str(copied_tree / "tests/rules/cerke" / name) for name in SAMPLE]
    result = run(copied_tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    assert result.returncode == 0, result.stdout[-3000:]


def test_stale_binary_is_refused(tmp_path: Path) -> None:
    """A binary whose source text has changed since must not be used."""
    assert [*(ROOT / "src/kaik/games/cerke").glob("kernel.*.so")], "nothing is compiled: run `make build`"
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    source = tmp_path / "src/kaik/games/cerke/kernel.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    result = run(tmp_path, "-c", "import kaik.games.cerke.kernel")
    assert "run `make build`" in result.stderr
    assert "ImportError" in result.stderr
