"""The REST interface and the browser client's files: who asks, what is refused, handlers by noun."""

READING = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods of requests that change nothing."""
