"""The referee, records, clocks and verifiable chance."""
