"""Every game for research: PettingZoo, Gymnasium, OpenSpiel, and many games at once in NumPy arrays."""
