"""Replay a folder of conformance vectors: passed and failed per file, and the first difference of each."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.vectors.base import CHUNK, Job, Outcome, chunks, run_chunk
from tests.vectors.readers import reader_of


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tests.vectors FOLDER")
        return 2
    folder = Path(arguments[0])
    found = sorted(path for path in folder.rglob("*") if path.is_file() and reader_of(path.name))
    if not found:
        print(f"Nothing to run: no known vector file under {folder}.")
        return 1
    for path in sorted(folder.rglob("*.json*")):
        if path not in found:
            print(f"{path.relative_to(folder)}: no reader, not run")
    return report(folder, found)


def report(folder: Path, found: list[Path]) -> int:
    """Run the files on all cores, print a line each, and fail if anything failed."""
    passed = failed = 0
    with ProcessPoolExecutor() as pool:
        for path, jobs in [(path, start(pool, path)) for path in found]:
            outcome = sum((job.result() for job in jobs), Outcome())
            passed, failed = passed + outcome.passed, failed + outcome.failed
            print(f"{path.relative_to(folder)}: {outcome.passed} passed, {outcome.failed} failed", flush=True)
            if outcome.first:
                print("  first difference: " + outcome.first.replace("\n", "\n  "))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def start(pool: ProcessPoolExecutor, path: Path) -> list[Job]:
    return [pool.submit(run_chunk, path, begin, begin + CHUNK) for begin in chunks(path)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
