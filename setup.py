"""Builds the hot modules: files under src/kaik whose first line starts with `# cython:`.

Each is an ordinary module that also runs uncompiled, so a missing compiler or Cython is no error.
KAIK_NATIVE=1 (set by make for builds in place) adds instructions of this machine's processor; wheels stay
portable.
"""

import os
import platform
import runpy
from collections.abc import Callable
from pathlib import Path

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    cythonize = None

SOURCE = Path("src")
# Shared with the running package, which compares the same hash on import; loaded by path because the package
# itself is not importable while it is being built.
source_hash: Callable[[Path], str] = runpy.run_path(str(SOURCE / "kaik/core/fresh.py"))["source_hash"]


def hot_modules() -> list[Path]:
    """Sources that ask to be compiled."""
    return sorted(path for path in (SOURCE / "kaik").rglob("*.py") if _is_hot(path))


def _is_hot(path: Path) -> bool:
    with path.open(encoding="utf-8") as lines:
        return lines.readline().startswith("# cython:")


def native_flags() -> list[str]:
    """Bit-counting instructions, when asked for and this machine has them."""
    if os.environ.get("KAIK_NATIVE") != "1" or platform.machine().lower() not in ("x86_64", "amd64"):
        return []
    try:
        known = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
    except OSError:
        return []
    return [f"-m{flag}" for flag, name in (("popcnt", "popcnt"), ("bmi", "bmi1")) if name in known]


def extension(path: Path) -> Extension:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return Extension(
        name,
        [str(path)],
        define_macros=[("KAIK_SOURCE_HASH", f'"{source_hash(path)}"')],
        extra_compile_args=["-O2", *native_flags()],
    )


def extensions() -> list[Extension]:
    """The C files go to build/; declaration files are dependencies, since the hash covers them.

    A module that cannot be compiled is left to run as it is.
    """
    if cythonize is None:
        return []
    modules = cythonize(
        [extension(path) for path in hot_modules()],
        build_dir="build/cython",
        include_path=[str(SOURCE)],
        language_level=3,
        quiet=True,
    )
    for module in modules:
        module.optional = True  # cythonize() forgets it
        folder = SOURCE.joinpath(*module.name.split(".")[:-1])
        module.depends += sorted(str(path) for path in folder.glob("*.pxd"))
    return list(modules)


setup(ext_modules=extensions(), package_dir={"": "src"})
