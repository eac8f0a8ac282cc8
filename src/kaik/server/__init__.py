"""Live play over HTTP and WebSocket. Nothing here names a game."""
