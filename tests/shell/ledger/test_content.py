"""What the hash of a claim is taken of: each part alone changes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.depends.content import content, digest
from bninit.ledger.depends.sources import Sources
from theory import claims
from theory.claim import Claim


def changed(claim: Claim, **parts: Any) -> dict[str, Any]:
    """What the hash of the claim is taken of and changes with these parts, its sources being the same."""
    sources, known = Sources(), claims()
    before, after = (content(made_of(vars(claim) | change), sources, known) for change in ({}, parts))
    return {name: (part, after[name]) for name, part in before.items() if digest(part) != digest(after[name])}


def made_of(parts: Mapping[str, Any]) -> Claim:
    """A claim of these parts, that nobody validates and for which no simulation is registered."""
    claim = object.__new__(Claim)
    vars(claim).update(parts)
    return claim


@pytest.mark.parametrize("part", ["hypotheses", "says", "relation", "predicts", "over", "twins", "checks", "reads"])
def test_parts_of_a_statement(part: str) -> None:
    """Each is in the key by itself, whatever the sources' hashes are; of a file that is read, its bytes."""
    claim = claims()["nachum24.outlier.norm-ratio"]
    others = {"hypotheses": (*claim.hypotheses, "n = 7"), "says": "otherwise", "relation": "<",
              "predicts": claim.predicts + 1,
              "over": (), "twins": (), "checks": (), "reads": (Path(claim.file).name,)}  # fmt: skip
    assert part in changed(claim, **{part: others[part]})
    assert not changed(claim)


def test_what_is_true_instead() -> None:
    """The prediction of the claim that corrects a false one is in the key of the false one."""
    known = claims()
    false = next(c for c in known.values() if c.corrected_by and c.corrected_by[0] in known)
    name = false.corrected_by[0]
    true = made_of(vars(known[name]) | {"predicts": None})
    sources = Sources()
    plain, other = (digest(content(false, sources, among)) for among in (known, {**known, name: true}))
    assert plain != other
