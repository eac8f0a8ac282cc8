"""Computer players and the matches they play."""
