"""The libraries that benchmarks are held against: which, in which versions, and what if one cannot be had."""

from __future__ import annotations

import re
import tomllib

import pytest
from bench import peers


def named() -> list[str]:
    project = tomllib.loads((peers.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [peers._name(one) for one in peers.wanted(peers.EXTRAS, project["optional-dependencies"])]


def test_extras_that_name_others_are_followed() -> None:
    known = {"a": ["kaik[b,c]", "x>=1"], "b": ["y"], "c": ["kaik[b]", "z"]}
    assert list(peers.wanted(("a",), known)) == ["y", "y", "z", "x>=1"]


def test_every_peer_is_pinned() -> None:
    pinned = re.findall(r"^(.+)==", (peers.ROOT / "constraints.txt").read_text("utf-8"), re.M)
    known = {re.sub(r"[-_.]+", "-", name).lower() for name in pinned}
    assert {"open_spiel", "pettingzoo", "ray", "rlcard"} <= set(named())
    assert [name for name in named() if re.sub(r"[-_.]+", "-", name).lower() not in known] == []


def test_a_peer_that_cannot_be_had_is_named_and_the_others_are_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[tuple[str, ...]] = []

    def install(*requirements: str) -> bool:
        tried.append(requirements)
        return "pygame>=2" not in requirements

    monkeypatch.setattr(peers, "missing", lambda: ["chess>=1", "pygame>=2", "ray"])
    monkeypatch.setattr(peers, "install", install)
    assert peers.main() == 1
    assert tried == [("chess>=1", "pygame>=2", "ray"), ("chess>=1",), ("pygame>=2",), ("ray",)]
    assert capsys.readouterr().out == "kaik: pygame could not be installed here; its figures are left out.\n"
