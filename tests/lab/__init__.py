"""The laboratory: arena, sequential test, solutions, analysis."""
