"""Experiments: many matches, counted positions."""
