"""Computer players. They work through the protocol's members and know no game by name."""
