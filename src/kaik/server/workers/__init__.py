"""Processes that compute beside the event loop: computer players and analysis."""
