"""Tests of the proof checker: what is no proof is refused, whatever the exit status of the compiler."""

import pytest

from bninit.prove import checker
from bninit.prove.process import UnavailableError

try:
    VERSION = checker.version()
except UnavailableError as error:
    pytest.skip(str(error), allow_module_level=True)

TRUE = "Definition statement : Prop :=\n  forall (R : rcfType) (x : R), x - x = 0."
FALSE = "Definition statement : Prop :=\n  forall (R : rcfType) (x : R), x - x = 1."
PROOF = "Theorem proof : statement.\nProof. by move=> R x; exact: subrr. Qed."

CHEATS = {
    "an admitted lemma": "Lemma one (R : rcfType) (x : R) : x - x = 1. Admitted.\n"
    "Theorem proof : statement. Proof. exact: one. Qed.",
    "a smuggled axiom": "Axiom one : forall (R : rcfType) (x : R), x - x = 1.\n"
    "Theorem proof : statement. Proof. exact: one. Qed.",
    "an axiom in a comment that is none": "(* (* *) Axiom one : statement. *)\nTheorem proof : statement. Proof. Qed.",
    "a section variable": "Section S. Variable one : statement.\n"
    "Theorem proof : statement. Proof. exact: one. Qed. End S.",
    "another lemma's proof": PROOF,
    "a statement of one's own": "Definition statement : Prop := True.\nTheorem proof : statement. Proof. by []. Qed.",
    "a notation": 'Notation "x - y" := (1 : _).\nTheorem proof : statement. Proof. by []. Qed.',
    "a redefined equality": "Definition eq {A : Type} (x y : A) := True.\n"
    "Theorem proof : statement. Proof. by []. Qed.",
    "a file of another's": "Load cheat.\nTheorem proof : statement. Proof. by []. Qed.",
    "no theorem": "Lemma other : True. Proof. by []. Qed.",
    "a guard that is off": "Unset Guard Checking.\nFixpoint f (n : nat) : False := f n.\n"
    "Theorem proof : statement. Proof. by case: (f 0). Qed.",
}  # fmt: skip


def test_a_proof_is_one() -> None:
    """Closed under the global context, with hashes and version."""
    found = checker.check(TRUE, PROOF, VERSION)
    assert found.proved, found.why
    assert found.axioms == ()
    assert len(found.statement) == len(found.proof) == 64
    assert found.checker == VERSION


BY_RING = "Theorem proof : statement.\nProof. by move=> R x; ring. Qed."


def test_a_proof_by_ring_is_one() -> None:
    """MathComp's tactics are at hand for a proof that names them."""
    try:
        assert checker.check(TRUE, BY_RING, VERSION).proved
    except UnavailableError:
        pytest.skip("the tactics are not installed")


def test_absent_tactics_are_no_failure(monkeypatch) -> None:
    """Where the tactics are not installed a proof by them is neither passed nor refused, and another one is checked."""
    monkeypatch.setattr(checker, "TACTICS", "From mathcomp Require Import ring_of_nobody.\n")
    with pytest.raises(UnavailableError, match="algebra-tactics"):
        checker.check(TRUE, BY_RING, VERSION)
    assert checker.check(TRUE, PROOF, VERSION).proved


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_refused(cheat: str) -> None:
    """Of a false statement there is no proof; the finding says why."""
    found = checker.check(FALSE, CHEATS[cheat], VERSION)
    assert not found.proved
    assert found.why


@pytest.mark.parametrize(
    ("said", "axioms"),
    [
        ("Closed under the global context\n", []),
        ("Axioms:\nclassic : forall P, P \\/ ~ P\n  (long)\nbad : False", ["classic", "bad"]),
        ("", None),
        ("Fetching opaque proofs", None),
    ],
)
def test_assumptions_are_read(said: str, axioms) -> None:
    """What is not in the words of Print Assumptions is not believed."""
    assert checker.assumed(said) == axioms
