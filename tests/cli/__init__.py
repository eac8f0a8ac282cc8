"""The command line, driven as a person or a script would."""

from __future__ import annotations

from typer.testing import CliRunner, Result

import tests.conftest  # noqa: F401 - the fixture games
from kaik.cli.main import app

COLUMNS = "100"


def kaik(*words: str, typed: str = "", lang: str = "en") -> Result:
    """Run a command line with these lines typed."""
    result = CliRunner(env={"KAIK_LANG": lang, "COLUMNS": COLUMNS}).invoke(app, list(words), input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(*words: str, typed: str = "", lang: str = "en") -> str:
    """What a successful command prints."""
    result = kaik(*words, typed=typed, lang=lang)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str, lang: str = "en") -> str:
    """The one sentence of a command that is refused."""
    result = kaik(*words, lang=lang)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return str(result.stderr.splitlines()[0])
