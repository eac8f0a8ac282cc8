"""The protocol every game follows. No I/O, no clock, no network."""
