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


def test_it_says_for_whom_and_of_what() -> None:
    """`given` and `left`; and a literal check, or a simulation of the statement itself, unless nothing is known."""
    assert CLAIMS
    assert not [name for name, claim in CLAIMS.items() if claim.quantified is None]
    assert not [name for name, claim in CLAIMS.items() if not (claim.left or readable(claim))]
    unseen = [name for name, claim in CLAIMS.items() if not literal(checks_of(claim))]
    assert not [name for name in unseen if CLAIMS[name].expected is not Verdict.UNDECIDED]


def test_a_formal_proof_is_of_a_claim() -> None:
    """Its file is named as a claim whose record makes a statement, and has no command but those of a proof."""
    assert PROOFS
    proved = {path: CLAIMS.get(".".join((*path.parts[-3:-1], path.stem))) for path in PROOFS}
    assert not [path for path, claim in proved.items() if claim is None]
    made = {path: for_checker(claim) for path, claim in proved.items()}
    assert not [path for path, one in made.items() if "forall" not in one.text and one.setting is not REALS]
    assert not [path for path in PROOFS if refused(path.read_text(encoding="utf-8"))]
