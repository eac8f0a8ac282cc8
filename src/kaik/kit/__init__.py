"""Equipment shared by games, without rules of any game."""
