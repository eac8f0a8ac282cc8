"""Benchmarks: every figure is printed with how it was measured."""
