"""`list` and `show`: every claim has a card and a proof note."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shell.conftest import Run
from theory.registry import claims


@pytest.mark.parametrize("claim", claims())
def test_note(claim: str, run: Run) -> None:
    """`show CLAIM --note` prints the claim's own section of proofs_notes."""
    done = run("show", claim, "--note")
    heading, _, body = done.stdout.partition("\n")
    assert done.exit_code == 0
    assert heading == f"## {claims()[claim].name}"
    assert len(body.split()) > 20
    assert "\n## " not in body


def test_card(run: Run) -> None:
    """`show` gives statement, hypotheses, source, checks, twins, and where statement and proof are."""
    done = run("show", "nachum24.outlier.norm-ratio")
    assert done.exit_code == 0
    for part in ("Says", "TeX", "For", "Source", "Predicts", "exact", "sampled", "twin", "Statement", "Rerun"):
        assert f"  {part:10} " in done.stdout
    assert "theory/papers/nachum24/outlier.py:" in done.stdout


def test_last_part_of_an_id(run: Run) -> None:
    """The last part of an id names the claim where it is unique."""
    assert run("show", "norm-ratio").stdout == run("show", "nachum24.outlier.norm-ratio").stdout
    assert "norm-ratio" in run("list", "norm-ratio").stdout


@pytest.mark.parametrize(
    ("selector", "chosen"),
    [
        ("nachum24.tree.limit", ["nachum24.tree.limit"]),
        ("nachum24.tree", [c for c in claims() if c.startswith("nachum24.tree.")]),
        ("components", [c for c in claims() if c.startswith("components.")]),
        ("*.limit*", [c for c in claims() if ".limit" in c]),
    ],
)
def test_selectors(selector: str, chosen: list[str], run: Run) -> None:
    """Ids, groups, papers and globs select; a claim chosen twice is listed once."""
    from tests.shell.conftest import strict_json

    found = strict_json(run("list", selector, selector, "--json").stdout)
    assert [claim["id"] for claim in found] == chosen


def test_own_claims(run: Run, claims_file: Callable[..., str]) -> None:
    """A user's claims are listed and shown as the suite's own, and commands to copy carry --claims."""
    path = claims_file("good = make('good', count, scope='\\x1b[31m')\nwrong = make('wrong', count, predicts=n + 1)")
    assert "good" in run("list", "mine", "--claims", path).stdout
    card = run("show", "good", "--claims", path).stdout
    assert "bninit check mine.basic.good --claims mine.py" in card
    assert "\x1b" not in card
    assert "bninit show mine.basic.wrong --claims mine.py" in run("check", "mine", "--claims", path).stdout
