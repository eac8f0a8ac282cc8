"""The tables in play."""
