"""Refusing a compiled module that was built from another text than the one beside it."""

import hashlib
from pathlib import Path


def source_hash(source: Path) -> str:
    """Hash of a hot module and of every C declaration file beside it, on which its layout may depend."""
    digest = hashlib.sha256(source.read_bytes())
    for declarations in sorted(source.parent.glob("*.pxd")):
        digest.update(declarations.read_bytes())
    return digest.hexdigest()


def check(binary: str, built_from: str) -> None:
    """Raise ImportError if the text beside a binary is not the one it was built from.

    A binary shipped without its text has nothing to differ from.
    """
    path = Path(binary)
    source = path.with_name(path.name.split(".")[0] + ".py")
    if source.exists() and source_hash(source) != built_from:
        raise ImportError(f"{path.name} was built from an older {source.name}: run `make build`")
