"""`bninit coverage`: nothing of a source is without a row, and no claim of a paper without an item."""

from __future__ import annotations

import pytest

from tests.shell.conftest import Run, strict_json
from theory.claim import Verdict
from theory.registry import claims, items, sources
from theory.words import Item


@pytest.mark.parametrize("paper", sources())
def test_rows(paper: str) -> None:
    """Every claim's place in the source is an item of its list, every item finds its claims where it says, and what is
    settled as the source has it has a claim that is to hold, and no item two rows."""
    own = [claim for claim in claims().values() if claim.paper == paper]
    found = {item.name: item.settled_by(own) for item in items(paper)}
    assert len(found) == len(items(paper))
    placed = {claim.id for settled in found.values() for claim in settled}
    assert {claim.id: claim.source.item for claim in own if claim.id not in placed} == {}
    for item in items(paper):
        assert found[item.name] or item.generality == "open", item.name
        assert [start for start in item.at if not Item("", "open", "", "none", (start,)).settled_by(own)] == []
        if item.generality == "as the source":
            assert any(claim.expected is Verdict.HOLDS for claim in found[item.name]), item.name


def test_command(run: Run) -> None:
    """One paper or all, in words and as JSON."""
    assert sources() == ("daneshmand20", "daneshmand21", "morwani20", "nachum24", "yang19")
    told = run("coverage", "yang19").stdout
    rows = strict_json(run("coverage", "yang19", "--json").stdout)
    assert all(row["item"].split()[0] in told for row in rows)
    assert {"paper", "item", "says", "generality", "gap", "claims"} == rows[0].keys()
    assert "wanted one of" in run("coverage", "nachum").output
