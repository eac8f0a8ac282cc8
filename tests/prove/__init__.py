"""The long proofs. `make prove` runs them and writes what they printed to `docs/proof.md`."""
