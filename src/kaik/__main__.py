"""`python -m kaik` is the command line."""

from kaik.cli.main import app

app(prog_name="kaik")
