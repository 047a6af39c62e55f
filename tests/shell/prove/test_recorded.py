"""Tests of recorded proofs: they speak for the statement and the proof that Coq saw, and for no other."""

import json
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit import notes
from bninit.cli import main
from bninit.prove import checker
from bninit.prove.missing import missing
from bninit.prove.process import UnavailableError
from bninit.prove.recorded import recorded
from bninit.prove.stage import with_evidence
from bninit.results.result import Clock, unjudged
from bninit.run.load import load, user_module
from theory import Claim, claims
from theory.claim import Evidence, Verdict
from theory.domains.numbers import Integers

OWN = """
from sympy import Integer

from bninit.api import Claim, Given, Locator, Paper, Rationals


@Claim(
    "own.lemmas.square",
    source=Locator(Paper("own", "Squares", "A. Theorist", 2026, "draft"), "Lemma 1"),
    says="a square is above a number",
    relation=">=",
    given=Given({"a": Rationals()}),
    predicts=BOUND,
).literal
def square(at):
    return at.a ** 2
"""
PROOF = "Theorem proof : statement.\nProof. by move=> R a; rewrite -expr2 sqr_ge0. Qed.\n"


@pytest.fixture
def known() -> Claim:
    return claims()["nachum24.tree.difference"]


def test_every_proof_is_recorded_for_the_statement_that_is_made_now(known: Claim) -> None:
    """Whoever changes a statement, a lemma, a proof or the generator has Coq look again: `--formal --record`."""
    proved = [claim for claim in claims().values() if notes.formal(claim)]
    assert [claim.id for claim in proved if recorded(claim) is None] == []
    assert {*notes.entries(notes.record_file(known))} == {claim.id for claim in proved}


@pytest.mark.parametrize("change", ["prediction", "hypothesis", "proof", "lemmas"])
def test_what_changes_loses_its_mark(change: str, known: Claim, monkeypatch: pytest.MonkeyPatch) -> None:
    other = copy(known)
    texts = notes.formal(known)
    if change == "prediction":
        object.__setattr__(other, "predicts", 2 * known.predicts)
    elif change == "hypothesis":
        domains = {**known.given.domains, "batch": replace(known.given.domains["batch"], n=Integers(3))}
        object.__setattr__(other, "given", replace(known.given, domains=domains))
    else:
        changed = (*texts[:-1], f"{texts[-1]} ") if change == "proof" else (f"{texts[0]} ", *texts[1:])
        monkeypatch.setattr(notes, "formal", lambda claim: changed)
    assert recorded(known if change in ("proof", "lemmas") else other) is None


def test_what_the_checker_says_now_stands_in_the_place_of_the_record(known: Claim) -> None:
    """Where it is absent, the record stays; where it refuses, the claim has no proof."""
    before = recorded(known)
    assert before is not None
    result = replace(unjudged(known, Verdict.HOLDS, Clock()), evidence=(before,))
    absent = Evidence("formal", Verdict.UNDECIDED, "", {"unavailable": "no coqc"})
    refused = Evidence("formal", Verdict.UNDECIDED, "", {"refused": "a hole"})
    assert with_evidence(result, [absent]).evidence == (before,)
    assert with_evidence(result, [refused]).evidence == (refused,)
    assert with_evidence(result, [refused]).verdict is Verdict.UNDECIDED


def test_a_record_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "recorded.json").write_text('{"own.lemmas.square": 1}')
    with pytest.raises(ValueError, match=r"no record of proofs .* --record makes one"):
        notes.entries(tmp_path / "recorded.json")


def test_record_wants_formal(known: Claim) -> None:
    said = CliRunner().invoke(main, ["check", known.id, "--record"])
    assert said.exit_code == 2
    assert "give --formal, too" in said.output


def _formal(file: Path, *options: str) -> list[dict[str, object]]:
    user_module.cache_clear()
    command = ["check", "--claims", str(file), "--level", "quick", "--json", "--no-ledger", *options]
    (found,) = json.loads(CliRunner().invoke(main, command).output)["claims"]
    return [item for item in found["evidence"] if item["kind"] == "formal"]


def test_a_proof_of_ones_own_is_checked_recorded_and_shown(tmp_path: Path) -> None:
    """Beside the claims file, proofs/NAME.v; a claim that changes has to be proved again."""
    try:
        checker.version()
    except UnavailableError as error:
        pytest.skip(str(error))
    file = tmp_path / "claims.py"
    file.write_text(OWN.replace("BOUND", "Integer(0)"))
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "square.v").write_text(PROOF)
    assert _formal(file) == []
    (checked,) = _formal(file, "--formal", "--record")
    assert (checked["verdict"], "recorded" in checked) == ("holds", False), checked
    (known,) = _formal(file)
    assert (known["verdict"], known["recorded"], known["checker"]) == ("holds", True, checked["checker"])
    file.write_text(OWN.replace("BOUND", "Integer(-1)"))
    assert _formal(file) == []


def test_what_counts_for_nothing_is_said(tmp_path: Path) -> None:
    """A proof that no record has, a file that is named after no claim, and with --formal a claim without a file."""
    file, folder = tmp_path / "claims.py", tmp_path / "proofs"
    file.write_text(OWN.replace("BOUND", "Integer(0)"))
    folder.mkdir()
    own = [load(str(file))["own.lemmas.square"]]
    assert list(missing(own, own, formal=False)) == []
    (said,) = missing(own, own, formal=True)
    assert "No proof: square; wanted proofs/square.v" in said
    for name in ("square", "sqare"):
        (folder / f"{name}.v").write_text(PROOF)
    unread, stray = missing(own, own, formal=False)
    assert unread.startswith("Not counted: proofs/square.v (not recorded)")
    assert stray.startswith("proofs/sqare.v is the proof of no claim")
