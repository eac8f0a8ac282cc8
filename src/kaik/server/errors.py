"""Why a server cannot be started or administered as asked."""

from __future__ import annotations

from kaik.protocol.errors import Problem


class BadSettings(Problem):
    """The server cannot be started like this."""
