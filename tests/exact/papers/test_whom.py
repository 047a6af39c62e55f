"""Every claim of the suite names its domains and what it is about; some check of it evaluates the statement itself."""

import pytest

from bninit import notes
from bninit.prove.checker import refused
from bninit.results.result import literal
from bninit.run.load import load
from numerics.judging import checks_of
from theory import Verdict
from theory.statement import for_checker
from theory.statement.face import readable
from theory.statement.reals import REALS

pytestmark = pytest.mark.xdist_group("faces")  # that each claim is printed once

CLAIMS = load(None)
PROOFS = sorted((notes.folder() / "formal").glob("*/*/*.v"))


@pytest.mark.parametrize("name", CLAIMS)
def test_it_says_for_whom_and_of_what(name: str) -> None:
    """`given` and `left`; and a literal check, or a simulation of the statement itself, unless nothing is known."""
    claim = CLAIMS[name]
    assert claim.quantified is not None
    assert claim.left or readable(claim)
    assert literal(checks_of(claim)) or claim.expected is Verdict.UNDECIDED


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_a_formal_proof_is_of_a_claim(path) -> None:
    """Its file is named as a claim whose record makes a statement, and has no command but those of a proof."""
    claim = CLAIMS[".".join((*path.parts[-3:-1], path.stem))]
    made = for_checker(claim)
    assert "forall" in made.text or made.setting is REALS  # of constants
    assert not refused(path.read_text(encoding="utf-8"))
