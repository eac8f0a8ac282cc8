"""The full-screen client, driven by its pilot as a person would: keys, and touches of spots."""
