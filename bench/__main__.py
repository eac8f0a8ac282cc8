"""All benchmarks, one after the other: `python -m bench`."""

from __future__ import annotations

import importlib
import pkgutil

import bench


def main() -> None:
    """Run every module of this package that has a `main`."""
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name == "__main__":
            continue
        run = getattr(importlib.import_module(f"bench.{module.name}"), "main", None)
        if run is not None:
            run()
            print()


if __name__ == "__main__":
    main()
