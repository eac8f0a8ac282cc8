"""kaik: the traditional games of the Lanerme people, playable, exact and fast.

`kaik.new(game)` begins a match to play with, `kaik.load(file)` reads one, `kaik.titles()` names the games.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python can still read this far and be told
    raise SystemExit("kaik needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))

from typing import TYPE_CHECKING, Any

from kaik.version import VERSION as __version__

if TYPE_CHECKING:
    from kaik.notebook.sitting import Sitting, load, new, titles

__all__ = ["Sitting", "__version__", "load", "new", "titles"]


def __getattr__(name: str) -> Any:
    """What needs the games is loaded when first asked for, so that importing stays quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kaik.notebook import sitting

    return getattr(sitting, name)


def __dir__() -> list[str]:
    return __all__
