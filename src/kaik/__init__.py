"""kaik: the traditional games of the Lanerme people, playable, exact and fast."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python can still read this far and be told
    raise SystemExit("kaik needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))

from kaik.version import VERSION as __version__

__all__ = ["__version__"]
