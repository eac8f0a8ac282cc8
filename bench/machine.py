"""The machine a benchmark ran on, in one line."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import cython


def processor() -> str:
    """The model of the processor."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def described() -> str:
    """Processor, cores, versions, and how busy the machine is now."""
    versions = f"Python {platform.python_version()}, Cython {cython.__version__}"
    return f"{processor()}, {os.cpu_count()} cores, {versions}, load {os.getloadavg()[0]:.1f}"
