"""`list` and `show`: every claim has a card and a proof note."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from pathlib import Path

import pytest

from bninit.notes import section
from numerics.streams import fresh_seed
from tests.shell.conftest import Run, strict_json
from theory.registry import claims


def test_every_claim_has_a_note(run: Run) -> None:
    """A section of its own, under its name, that is not empty; `show CLAIM --note` prints it after what the claim
    states, of claims that begin at any place."""
    for name, claim in claims().items():
        heading, _, body = section(claim).partition("\n")
        assert heading == f"## {claim.name}", name
        assert body.strip(), name
        assert "\n## " not in body, name
    for name in list(claims())[fresh_seed() % 50 :: 50]:
        heading, _, body = run("show", name, "--note").stdout.partition("\n")
        assert heading == f"## {claims()[name].name}"
        assert body.lstrip().startswith("**Statement.** "), name
        assert len(body.split()) > 20, name


def test_card(run: Run) -> None:
    """`show` gives statement, hypotheses, source, checks, twins, and where statement and proof are; the last part of an
    id names the claim where it is unique."""
    card = run("show", "nachum24.outlier.norm-ratio").stdout
    rows = ("Statement", "Says", "Source", "exact", "sampled", "twin", "Stated in", "Proof", "Rerun")
    assert all(f"  {part:10} " in card for part in rows)
    assert card.splitlines()[1].startswith("  Statement  For all ")
    assert not any(f"\n  {part:10} " in card for part in ("States", "For", "For all", "Predicts"))
    assert "theory/papers/nachum24/outlier/means.py:" in card
    assert run("show", "norm-ratio").stdout == card
    supposing = next(name for name, claim in claims().items() if claim.hypotheses)
    assert "\n  Hypotheses " in run("show", supposing).stdout
    assert "norm-ratio" in run("list", "norm-ratio").stdout


def test_card_of_a_false_form(run: Run, claims_file: Callable[..., str]) -> None:
    """`show` says what is true instead, or why nothing is, and so no control; `check` says the latter, too."""
    path = claims_file(
        "one = make('one', count, predicts=n + 1, expected=Verdict.REFUTED, truth=n)\n"
        "other = make('other', count, predicts=n + 1, expected=Verdict.REFUTED, no_truth='no number is')"
    )
    assert "  Instead    n\n" in run("show", "one", "--claims", path).stdout
    assert "  No control no number is\n" in run("show", "other", "--claims", path).stdout
    assert "no control: no number is" in run("check", "mine", "--claims", path).stdout


def test_card_without_the_last_run(
    run: Run, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A ledger that cannot be read, of another version, say, keeps no card back; one that is named is refused."""
    monkeypatch.delenv("BNINIT_LEDGER")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ledger = tmp_path / "bninit" / "ledger.sqlite"
    ledger.parent.mkdir()
    ledger.write_text("not a ledger of this version")
    done = run("show", "nachum24.outlier.norm-ratio")
    assert (done.exit_code, "Stated in" in done.stdout) == (0, True)
    assert f"The last run is not shown: {ledger} is not a ledger" in " ".join(done.stderr.split())
    assert "is not a ledger" in refused("show", "nachum24.outlier.norm-ratio", "--ledger", str(ledger))


def test_selectors(run: Run) -> None:
    """Ids, groups, papers and globs select; a claim chosen twice is listed once."""
    for selector, pattern in {
        "nachum24.tree.limit": "nachum24.tree.limit",
        "nachum24.tree": "nachum24.tree.*",
        "components": "components.*",
        "*.limit*": "*.limit*",
    }.items():
        found = strict_json(run("list", selector, selector, "--json").stdout)
        assert [claim["id"] for claim in found] == fnmatch.filter(claims(), pattern)


def test_own_claims(run: Run, claims_file: Callable[..., str]) -> None:
    """A user's claims are listed and shown as the suite's own, and commands to copy carry --claims."""
    path = claims_file("good = make('good', count, scope='\\x1b[31m')\nwrong = make('wrong', count, predicts=n + 1)")
    assert "good" in run("list", "mine", "--claims", path).stdout
    card = run("show", "good", "--claims", path).stdout
    assert "bninit check mine.basic.good --claims mine.py" in card
    assert "\x1b" not in card
    assert "bninit show mine.basic.wrong --claims mine.py" in run("check", "mine", "--claims", path).stdout


@pytest.mark.parametrize(
    ("name", "heading", "field"),
    [("proofs.md", "good", ""), ("mine.md", "mine.basic.good", ""), ("deep/on.md", "good", ", note='deep/on.md'"),
     ("proofs_notes/mine/basic.md", "good", "")],
)  # fmt: skip
def test_own_notes(name: str, heading: str, field: str, run: Run, claims_file: Callable[..., str]) -> None:
    """The note of a user's claim is found beside the file that states it, or where its `note` says."""
    path = claims_file(f"good = make('good', count{field})")
    assert 'no heading "## good" in' in run("show", "good", "--note", "--claims", path).stdout
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"# Notes\n\n## {heading}\n\n**Proof.** By counting.\n\n## other\n\nNothing.\n", encoding="utf-8")
    shown = run("show", "good", "--note", "--claims", path).stdout
    assert shown.startswith(f"## {heading}\n\n**Statement.** ")
    assert "\n\n**Proof.** By counting.\n\n**Checked.** " in shown
    assert f"{name}#good" in run("show", "good", "--claims", path).stdout


def test_a_note_fits_a_narrow_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where COLUMNS says how wide the terminal is, no line of words is wider, and no word is lost."""
    whole = run("show", "nachum24.tree.gram", "--note").stdout
    monkeypatch.setenv("COLUMNS", "44")
    narrow = run("show", "nachum24.tree.gram", "--note").stdout
    assert max(map(len, narrow.splitlines())) <= 44
    assert narrow.split() == whole.split()
