"""Conformance vectors: positions, turns and whole games with forced chance, made by other implementations.

Each family has a reader here; none is part of the package. `python -m tests.vectors FOLDER` runs all it can
read.
"""
