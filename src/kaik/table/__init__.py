"""Tables as pure machines: seats, match, decisions, windows, clocks, proposals, frames; no I/O."""
